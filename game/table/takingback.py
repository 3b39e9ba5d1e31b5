"""Taking a discard back by consent (悔牌): the question to all other people, and what became of it in words.

While it is open the clocks of the table stand still. The dialog names the discard, which everybody sees; nobody's tiles
are on the screen with it where several people share one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.playback import Playback
from net.link import Link
from net.messages import Regret, TakeBackAsked, TakeBackOver
from rules.seats import Seat

if TYPE_CHECKING:
    from game.services import Services
    from game.table.view import ScreenView

NOT_ASKED = (Regret.LATE, Regret.ASKED, Regret.OFF)


class TakingBack:
    """Of the tables of one screen. `question`: what is asked now; `agreed`: who of this screen has agreed to it.

    `links`: by seat, of the people at this screen; `keys`: theirs to agree with. `listen` has the tables hear what
    happens, `before_asking` covers whatever nobody else may see, `on_over` gets the end and how long all stood still.
    `until` and `length`: when the time to agree is over, and how long it was.
    """

    def __init__(
        self,
        services: Services,
        view: Callable[[], ScreenView],
        links: Callable[[], Mapping[Seat, Link]],
        listen: Callable[[], object],
    ) -> None:
        self.services, self.view, self.links, self.listen = services, view, links, listen
        self.question: TakeBackAsked | None = None
        self.agreed: set[Seat] = set()
        self.until = 0.0
        self.length = 0.0
        self.keys: Callable[[], Mapping[Seat, str]] = self._own_key
        self.playbacks: Sequence[Playback] = ()
        self.before_asking: Callable[[], object] = lambda: None
        self.on_over: Callable[[TakeBackOver, float], object] = lambda over, gone: None
        self._since = 0.0
        self._shown = self._called = False
        self._ended = 0

    def follow(self, playbacks: Sequence[Playback]) -> None:
        """Hear what these playbacks are told."""
        self.playbacks = playbacks
        for playback in playbacks:
            playback.on_regret = self.hear

    def _own_key(self) -> dict[Seat, str]:
        return dict.fromkeys(self.links(), self.services.chosen.keys["take_back"])

    # ---- what is told ---------------------------------------------------------------------------------------------

    def hear(self, message: TakeBackAsked | TakeBackOver) -> None:
        """The others are asked, or no longer. Several people at a screen hear it once each."""
        if isinstance(message, TakeBackOver):
            self._end(message)
            return
        now = self.services.clock()
        if message.id == self._ended:
            return
        if self.question is None or self.question.id != message.id:
            self._since, self.length = now, message.seconds
            self._shown = self._called = False
            self.agreed.clear()
        self.question, self.until = message, now + message.seconds

    def _end(self, over: TakeBackOver) -> None:
        asked, self.question = self.question, None
        if asked is not None:
            self._ended = 0 if over.outcome is Regret.LOST else asked.id
            gone = self.services.clock() - self._since
            for playback in self.playbacks:
                playback.stretch(gone)
            if over.outcome is Regret.TAKEN:
                self.services.audio.play("tile.swap")
            self.on_over(over, gone)
        alone = len(self.links()) == 1 and over.outcome is Regret.STOPPED
        words = self.words(over) if asked is not None or alone or over.outcome in NOT_ASKED else ""
        if words:
            self.services.say(words)

    def words(self, over: TakeBackOver) -> str:
        """What became of it; nothing for whoever sees it, and when the connection broke."""
        tr, name = self.services.tr, self.view().words.name(over.seat)
        match over.outcome:
            case Regret.TAKEN if [*self.links()] == [over.seat]:
                return ""
            case Regret.TAKEN:
                return tr("{name} has taken the discard back", name=name)
            case Regret.REFUSED if over.by == over.seat:
                return tr("{name} lets the discard stand", name=name)
            case Regret.REFUSED if over.by is not None and not self._shares_a_screen(over.by):
                return tr("{name} does not agree: the discard stands", name=self.view().words.name(over.by))
            case Regret.REFUSED:
                return tr("Not everybody agrees: the discard stands")
            case Regret.SILENT:
                return tr("Not everybody agreed in time: the discard stands")
            case Regret.STOPPED:
                return tr("Interrupted: the discard stands")
            case Regret.LATE:
                return tr("Too late to take it back")
            case Regret.ASKED:
                return tr("The others were asked about this discard before")
            case Regret.OFF:
                return tr("At this table no discard is taken back")
            case Regret.LOST:
                return ""

    def _shares_a_screen(self, seat: Seat) -> bool:
        """Whether others beside this one could have pressed his No."""
        return seat in self.links() and len(self.links()) > 2

    # ---- what people do -------------------------------------------------------------------------------------------

    @property
    def to_agree(self) -> list[Seat]:
        """Who of this screen is asked."""
        return [] if self.question is None else [seat for seat in self.question.others if seat in self.links()]

    def ask_here(self) -> None:
        """Put the question to those at this screen whom it concerns; whoever watches is told of it."""
        if self.question is None or self._shown:
            return
        self._shown = True
        if self.to_agree or self.question.seat in self.links():
            from game.table.consentdialog import ConsentDialog

            if self.to_agree and not self._called:
                self._attract()
            self.before_asking()
            for playback in self.playbacks:
                playback.finish()
            self.services.scenes.push(ConsentDialog(self.services, self, self.question))
        else:
            name = self.view().words.name(self.question.seat)
            self.services.say(self.services.tr("{name} asks to take a discard back", name=name))

    def call_here(self) -> None:
        """Something else lies over the table: whoever is asked is called back to it, or silence would be an answer."""
        if self.question is None or not self.to_agree or self._shown or self._called:
            return
        self._called = True
        self._attract()
        tr, name = self.services.tr, self.view().words.name(self.question.seat)
        self.services.say(tr("{name} asks to take a discard back: close this to answer", name=name))

    def _attract(self) -> None:
        """There is little time, and one may look elsewhere."""
        self.services.audio.play("chat")
        if self.services.chosen.flash_call:
            self.services.canvas.flash()

    def agree(self, seat: Seat) -> None:
        """One of this screen agrees."""
        if self.question is not None and seat in self.to_agree and seat not in self.agreed:
            self.agreed.add(seat)
            self.links()[seat].consent(seat, self.question.id, True, self.services.clock())

    def refuse(self) -> None:
        """Somebody at this screen does not agree, or whoever asked thinks better of it."""
        if self.question is not None:
            seat = next(iter(self.to_agree), self.question.seat)
            self.links()[seat].consent(seat, self.question.id, False, self.services.clock())

    def give_up(self) -> None:
        """The host says nothing any more."""
        if self.question is not None:
            self._end(TakeBackOver(self.question.seat, Regret.LOST))
