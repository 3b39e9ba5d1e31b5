"""Hotseat (同屏轮坐, picture 14): several people take turns at one screen, and nobody sees what is not his.

Every person has a table of his own that follows the match unseen; everybody's table lies between. Which of them is
drawn, `game.hotseat.flow` decides. Source: design/README.md section 13.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.hotseat.clocks import Clocks
from game.hotseat.corners import Corners
from game.hotseat.curtain import Curtain
from game.hotseat.flow import Flow, Screen, Turn, Why
from game.hotseat.parting import Parting
from game.hotseat.publictable import PublicTable
from game.hotseat.regrets import SharedRegrets
from game.hotseat.seattable import SeatTable
from game.hotseat.turned import draw_turned, event_as_seen, sit_opposite
from game.scene import MOVING, POLL_SECONDS, STILL, Scene
from game.scenes.table import TableScene
from game.tableinfo import TableEnd, TableInfo
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import PRESSES
from net.link import Link
from rules.events import AskKind

if TYPE_CHECKING:
    from game.lobby.company import Company
    from game.services import Services

WINDOW_FRAME = 1 / 30
IN_TIME = 1.0
"""Seconds before the end of the host's time for a call at which the secret calls end at the latest."""
NO_INPUT = {pygame.MOUSEMOTION, pygame.WINDOWEXPOSED, pygame.ACTIVEEVENT}
WHY = {AskKind.TURN: Why.TURN, AskKind.CHOICE: Why.CHOICE, AskKind.CLAIM: Why.CALL}


class HotseatScene(Scene):
    """A match of several people at this computer. `links`: one for each person (by player) and one (None) for all.

    `company` makes, for these tables, what a match with people elsewhere adds to them; then no clock stands still.
    """

    area_key = pygame.K_F6

    def __init__(
        self,
        services: Services,
        links: Mapping[int | None, Link],
        table: TableInfo,
        end: TableEnd,
        company: Callable[[Sequence[TableScene]], Company] | None = None,
    ) -> None:
        super().__init__(services)
        self.people = [player for player in links if player is not None]
        own_links = [(player, links[player]) for player in self.people]
        self.public = PublicTable(services, links[None], table, own_links, end)
        self.tables = {
            player: SeatTable(services, links[player], table.players.index(player), table, self.public.ask_to_leave)
            for player in self.people
        }
        for each in self.tables.values():
            each.on_cover = self._cover
        all_tables = [self.public, *self.tables.values()]
        self.company = None if company is None else company(all_tables)
        self.clocks = Clocks(links[None], [each.playback for each in all_tables], self.company is None)
        self.flow = Flow(services.chosen.secret_call_seconds)
        self.curtain = Curtain(services, lambda: self.public.view, self._look, self._cover, self._sit)
        self.corners = Corners(services, self.people, table, self._call)
        self.regrets = SharedRegrets(self)
        self.regrets.before_asking = self._cover
        self.parting = Parting(services)
        if self.company is not None:
            self._let_time_pass(self.company)

    def _let_time_pass(self, company: Company) -> None:
        """Others wait elsewhere: the menu is theirs, too, and the time to answer runs on under the curtain."""
        self.flow.seconds = company.secret_seconds(self.flow.seconds)
        self.curtain.left = self._left_to_answer
        for each in (self.public, *self.tables.values()):
            each.clocks_stand, each.menu = False, company.open_menu

    def _left_to_answer(self) -> float | None:
        turn = self.flow.turn
        return self.tables[turn.player].answer_clock.left if turn is not None and turn.asked else None

    @property
    def active(self) -> TableScene:
        """The table that is on the screen, or lies under the curtain."""
        return self.public if self.flow.seen is None else self.tables[self.flow.seen]

    # ---- frame ------------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """All tables are laid out again, and the curtain."""
        for each in (self.public, *self.tables.values()):
            each.resize()
        self.public.view.covered = True
        self.corners.lay_out(self.public.view.layout)
        self.curtain.lay_out()
        self._place_company()

    def _place_company(self) -> None:
        if self.company is None:
            return
        if self.flow.screen is Screen.CURTAIN:
            self.company.hang(self.curtain.beside())
        else:
            self.company.place(self.active, self.active.view.layout.court)

    def enter(self) -> None:
        """Back from a sheet or a question."""
        now, all_tables = self.services.clock(), (self.public, *self.tables.values())
        self.flow.used(now)
        held_at = [each.take_hold() for each in all_tables]
        if self.clocks.stand:
            self.flow.stretch(now - min((at for at in held_at if at is not None), default=now))
        self.clocks.go_on(held_at, now)
        self.active.enter()
        self._set_clocks()

    def leave(self) -> None:
        """Something lies on the table."""
        self.active.leave()
        self.corners.form.release()
        self.curtain.hold.let_go()

    def update(self, seconds: float) -> float:
        """Everybody's table hears what happens; then whatever is on the screen goes on."""
        sits = self.flow.seen if self.flow.screen is Screen.SEAT else None
        for player, each in self.tables.items():
            if player != sits:
                each.hear()
        wait = {
            Screen.PUBLIC: self._update_public,
            Screen.CURTAIN: self._update_curtain,
            Screen.LOOK: self._update_curtain,
            Screen.SEAT: self._update_seat,
        }[self.flow.screen](seconds)
        self._set_clocks()
        if self.services.scenes.top is self:
            self.regrets.ask_here()
        else:
            self.regrets.call_here()
        if self.company is not None:
            wait = min(wait, self.company.update(seconds))
            self._place_company()
        return min(wait, POLL_SECONDS, self.parting.update(seconds))

    def _update_public(self, seconds: float) -> float:
        wait = self.public.update(seconds)
        if self.services.scenes.top is not self and self.clocks.stand:
            return wait  # the sheet of the hand has come
        now, asked = self.services.clock(), self._asked()
        if self.public.waits_for_calls:
            return min(wait, self._await_calls(now))
        if self.public.playback.settled and asked:
            player = next(player for player in self._order() if player in asked)
            self._ask(Turn(player, WHY[asked[player]]))
        return wait

    def _await_calls(self, now: float) -> float:
        """After a discard everybody has the same time to press, whether or not anybody can call."""
        flow = self.flow
        if flow.window is None:
            flow.open_window([player for player in self.people if player != self.public.thrower], now)
        callers = self._callers()
        for left in (self.tables[player].answer_clock.left for player in callers):
            if left is not None:
                flow.end_window(now + left - IN_TIME)
        passing = flow.close_window(callers, self._order(), now)
        share = None if flow.window is None else (flow.window - now) / flow.seconds
        self.corners.light(share, self.public.thrower, flow.called)
        if passing is None:
            self.invalidate()
            return WINDOW_FRAME
        for player in passing:
            self.tables[player].decline()
        self._next_caller()
        return MOVING

    def _callers(self) -> list[int]:
        """Who may call the tile that everybody looks at; nobody any more once the next one lies there elsewhere."""
        self.public.receive()
        if self.public.playback.claimables:
            return []
        return [player for player in self.people if self.tables[player].calls]

    def _next_caller(self) -> None:
        """Whoever pressed comes to the screen; after the last one play goes on."""
        coming = self.flow.next_caller(self._callers())
        self.corners.light(None, self.public.thrower, self.flow.called)
        if coming:
            self._fall()
        else:
            self.public.go_on()

    def _update_curtain(self, seconds: float) -> float:
        """Wait for the one who is asked; what he was asked may be over before he comes."""
        turn = self.flow.turn
        if turn is not None and turn.asked and self.tables[turn.player].ask is None:
            self.curtain.hold.let_go()
            name = self.public.table.names[turn.player]
            self.services.say(self.services.tr("Too late for {name}", name=name), "warn")
            self._done()
            return MOVING
        wait = self.curtain.update(seconds)
        return min(wait, self._cover_when_idle()) if self.flow.screen is Screen.LOOK else wait

    def _cover_when_idle(self) -> float:
        left = self.flow.idle_for(self.services.clock())
        if left <= 0:
            self._cover()
        return left

    def _update_seat(self, seconds: float) -> float:
        turn = self.flow.turn
        if turn is None:
            return MOVING
        mine = self.tables[turn.player]
        if not turn.asked:
            mine.hear()
            return STILL  # he reads that there is nothing to call
        wait = mine.update(seconds)
        self.public.receive()
        if self.public.playback.claimables or not mine.playback.awaits_answer:
            self._done()
            return MOVING
        self.public.playback.finish()
        return min(wait, self._cover_when_idle())

    def _asked(self) -> dict[int, AskKind]:
        """Who has something to answer."""
        asks = {player: table.ask for player, table in self.tables.items()}
        return {player: ask.kind for player, ask in asks.items() if ask is not None}

    def _order(self) -> list[int]:
        """The people in playing order, from the seat whose turn it is."""
        players, turn = self.public.table.players, self.public.view.shown.turn
        return [p for p in (*players[turn:], *players[:turn]) if p in self.people]

    def _set_clocks(self) -> None:
        self.clocks.run(self.flow.clocks_run, self.services.clock())

    # ---- the screen changes hands -----------------------------------------------------------------------------------

    def _ask(self, turn: Turn) -> None:
        self.flow.ask(turn)
        self._fall()

    def _fall(self) -> None:
        """From the first frame on there is nothing but the curtain."""
        if self.flow.turn is not None:
            self.curtain.show(self.flow.turn)
        self.parting.stop()
        self.services.audio.play("curtain.close")
        self.invalidate()

    def _look(self) -> None:
        self.flow.look(self.services.clock())
        self.invalidate()

    def _sit(self) -> None:
        """I am here: open until answered. Whoever called for nothing is told so, out of the others' sight."""
        turn = self.flow.turn
        if turn is None:
            return
        self.curtain.hold.let_go()
        self.flow.sit(self.services.clock())
        self.services.audio.play("curtain.open")
        self.parting.begin()
        self._set_clocks()
        self.tables[turn.player].enter()
        if not turn.asked:
            self._tell_nothing_to_call()
        self.invalidate()

    def _tell_nothing_to_call(self) -> None:
        tr = self.services.tr
        text = tr("This tile is nothing to you, or somebody who comes before you has taken it.")
        self.services.scenes.push(Dialog(self.services, tr("Nothing to call"), text, [Answer(tr("Go on"), self._done)]))

    def _cover(self) -> None:
        """Hands down, at once."""
        if self.flow.seen is None:
            return
        self.tables[self.flow.seen].leave()
        self.flow.cover()
        self._fall()

    def _done(self) -> None:
        """Answered: everybody's table again, or the next who called."""
        turn = self.flow.turn
        if turn is not None:
            self.tables[turn.player].leave()
        self.flow.done()
        self.parting.stop()
        self.public.enter()
        if self.public.playback.held:
            self._next_caller()
        self.invalidate()

    def _call(self, player: int) -> None:
        if self.flow.call(player):
            self.services.audio.play("ui.toggle")
            self.invalidate()

    def ask_to_close(self) -> bool:
        """As leaving everybody's table."""
        if self.company is None:
            return self.public.ask_to_close()
        self.company.ask_to_leave()
        return True

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """The company, then what is on the screen gets it; losing the window covers everything."""
        if event.type == pygame.WINDOWFOCUSLOST:
            for form in (self.curtain.form, self.corners.form):
                form.lose_pointer()
            self._cover()
            return False
        if event.type not in NO_INPUT:
            self.flow.used(self.services.clock())
        if self._turned:
            event = event_as_seen(event, self.services.canvas.size)
        if self.company is not None and self._taken_by(self.company, event):
            return True
        match self.flow.screen:
            case Screen.PUBLIC:
                return self._handle_public(event)
            case Screen.SEAT:
                return self.tables[self.flow.seen].handle(event) if self.flow.seen is not None else False
        return self._handle_curtain(event)

    @property
    def _turned(self) -> bool:
        """Whether the picture is turned round: two people sit opposite, and it is the other one's time."""
        turn = self.flow.turn
        return turn is not None and self.services.chosen.hotseat_flip and (
            sit_opposite(self.people, turn.player, self.public.table.players)
        )  # fmt: skip

    def _taken_by(self, company: Company, event: pygame.Event) -> bool:
        """Any press brings back who was away, or did not answer in time."""
        if event.type in PRESSES:
            company.notice_player()
            for each in self.tables.values():
                each.wake()
        return company.handle(event)

    def _handle_public(self, event: pygame.Event) -> bool:
        return self.corners.handle(event) or self.public.handle(event)

    def _handle_curtain(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._cover()
            self.public.open_menu(seen=False)
            return True
        return self.curtain.handle(event, self.flow.screen is Screen.CURTAIN)

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The curtain alone while it hangs; nothing of a table is drawn under it."""
        if self._turned:
            draw_turned(surface, self._draw_upright)
        else:
            self._draw_upright(surface)

    def _draw_upright(self, surface: pygame.Surface) -> None:
        if self.flow.screen is Screen.CURTAIN:
            self.curtain.draw(surface)
            if self.company is not None:
                self.company.draw_hung(surface)
            return
        self.active.draw(surface)
        if self.flow.screen is Screen.PUBLIC:
            self.corners.form.draw(surface)
        if self.company is not None:
            self.company.draw(surface, self.active)
        self.parting.draw(surface)
