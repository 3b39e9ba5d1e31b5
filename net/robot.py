"""A client without a person: takes a free seat, is ready, answers its prompts, and plays to the end of the match."""

from __future__ import annotations

from net.client import Client
from net.messages import Message, Prompt, Standing, TakeBackAsked
from net.schema import Phase
from rules.bots import Bot, Chooser
from rules.seats import Seat
from rules.variants import variant


class Robot:
    """Plays for a client. `wants`: the seat it takes, or whichever is free. `agrees`: others may take discards back."""

    def __init__(
        self, client: Client, bot: Bot, chance: Chooser, wants: int | None = None, agrees: bool = True
    ) -> None:
        self.client = client
        self.standing: Standing | None = None
        self._bot = bot
        self._chance = chance
        self._wants = wants
        self._agrees = agrees
        self._asked = -1.0
        self._prompts: dict[Seat, Prompt] = {}
        self._refused = False
        """Whether answers came while the clocks stood still: they are given again afterwards."""

    def act(self, now: float) -> None:
        """Do what there is to do."""
        client = self.client
        messages, client.messages = client.messages, []
        client.notices.clear()
        self._refused |= any(outcome.order == "answer" and outcome.code == "paused" for outcome in client.outcomes)
        client.outcomes.clear()
        for message in messages:
            self._heed(message)
        stands = client.view is None or client.view.paused or client.regrets.question is not None
        if self._refused and not stands:
            self._refused = False
            for prompt in self._prompts.values():
                self._answer(prompt)
        if client.view is not None and client.view.phase is Phase.LOBBY and now - self._asked >= 0.3:
            self._asked = now
            self._sit_down()

    def _sit_down(self) -> None:
        view, client = self.client.view, self.client
        if view is None:
            return
        mine = {s.player: s.ready for s in view.seats if s is not None and s.guest == client.guest}
        standing = [person for person in range(len(client.who.people)) if person not in mine]
        free = [seat for seat, sitter in enumerate(view.seats) if sitter is None or sitter.level]
        if standing and free:
            wanted = self._wants if self._wants in free else free[self._chance(len(free))]
            client.order("sit", player=standing[0], seat=wanted)
        elif mine and not all(mine.values()):
            client.order("ready", on=True)

    def _heed(self, message: Message) -> None:
        match message:
            case Prompt():
                self._prompts[message.seat] = message
                self._answer(message)
            case Standing():
                self._stand(message)
            case TakeBackAsked(id=question, others=others) if self._agrees:
                self._agree(question, others)

    def _answer(self, prompt: Prompt) -> None:
        view = self.client.view
        known = next((v for v in self.client.folds.views.values() if v.seat == prompt.seat), None)
        if view is None or known is None or known.state.asks.get(prompt.seat) != prompt.ask:
            return
        rules = variant(view.settings.variant).rules(dict(view.settings.options))
        command = self._bot(known.state, rules, prompt.ask, self._chance)
        self.client.order("answer", prompt=prompt.id, index=prompt.ask.options.index(command))

    def _agree(self, question: int, others: tuple[Seat, ...]) -> None:
        """A bot minds no slip, and nobody shall wait in vain for its answer."""
        for player, seat in self.client.seats_by_player.items():
            if seat in others:
                self.client.order("consent", player=player, question=question, agrees=True)

    def _stand(self, standing: Standing) -> None:
        self.standing = standing
        if standing.over:
            return
        for player in self.client.players:
            seat = self.client.seats_by_player.get(player)
            if seat is not None and not standing.ready[seat] and not self.client.has_ordered("next", player=player):
                self.client.order("next", player=player)
