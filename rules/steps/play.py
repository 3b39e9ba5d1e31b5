"""The steps of play: draw, turn, claim, robbing a kong, the replacement tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.commands import WIN, Chow, Command, Discard, Kong, Pass, Pong, Win
from rules.events import (
    Ask,
    Discarded,
    Drew,
    Event,
    Exhausted,
    KongAnnounced,
    Melded,
    Stage,
    Staged,
    WinSource,
)  # fmt: skip
from rules.judging import Verdict, judge_now, won_event
from rules.melds import KongKind, Meld, MeldKind, added_kong, chow, concealed_kong, exposed_kong, pong, solo_kong
from rules.options import claim_ask, remaining, turn_ask
from rules.ruleset import Ruleset
from rules.seats import AFTER, Seat
from rules.state import Offered, RoundState
from rules.steps.base import Silent, Together, next_in_play, passed_events
from rules.tiles import Tile

PRIORITY: Mapping[type[Command], int] = {Win: 3, Kong: 2, Pong: 2, Chow: 1, Pass: 0}
"""Of the answers to a claim: win, then pong or kong, then chow (rulebook/README.md)."""


class Draw(Silent):
    """The seat draws from the front of the wall, or the hand is drawn when nothing is left. `then`: what follows."""

    def __init__(self, then: Stage = Stage.TURN) -> None:
        self._then = then

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Draw or end."""
        seat = state.turn
        if remaining(state, rules) == 0:
            yield Exhausted()
            yield Staged(Stage.EXHAUSTED, seat)
        else:
            yield Drew(seat, state.wall[0], 0, replacement=False)
            yield Staged(self._then, seat)


class Turn(Together):
    """One's own turn: win, make a kong, or discard.

    After a call nothing was drawn: only a discard is possible, and what the variant offers.
    """

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The seat whose turn it is."""
        return {state.turn: turn_ask(state, rules, state.turn)}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Do what it chose."""
        seat = state.turn
        _, command = state.answers[seat]
        match command:
            case Discard(tile):
                yield Discarded(seat, tile, state.seats[seat].hand.drawn == tile)
                yield Staged(Stage.CLAIM, seat)
            case Kong(KongKind.ADDED, tile):
                yield KongAnnounced(seat, tile)
                yield Staged(Stage.KONG_CLAIM, seat)
            case Kong(KongKind.CONCEALED, tile):
                yield _concealed(seat, tile, rules)
                yield Staged(Stage.KONG_DRAW, seat)
            case Kong(KongKind.SOLO, tile):
                yield Melded(seat, solo_kong(tile), ())
                yield Staged(Stage.KONG_DRAW, seat)
            case Win():
                yield from self_drawn_win(state, rules, seat)
            case _:
                yield from self.other(state, rules, seat, command)

    def other(self, state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> Iterator[Event]:
        """What an offer of the variant leads to; the standard turn has none."""
        raise ValueError(f"no step of this variant answers {command}")


def _concealed(seat: Seat, tile: Tile, rules: Ruleset) -> Melded:
    meld = concealed_kong(tile)
    shown = meld.face_down() if rules.calls.hide_concealed_kong else meld
    return Melded(seat, shown, meld.tiles)


def self_drawn_win(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[Event]:
    """A win on the tile just drawn (自摸)."""
    drawn = state.seats[seat].hand.drawn
    verdict = judge_now(state, rules, seat, drawn, WinSource.SELF_DRAW) if drawn is not None else None
    if verdict is None:
        raise ValueError(f"seat {seat} has no shape to win with")
    yield won_event(verdict, took=False)
    yield Staged(Stage.WON, seat)


class Claim:
    """Every seat that may claim the discard is asked at once; the window closes when no open answer can matter."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The seats that may do more than pass."""
        asks = {}
        for seat in AFTER[state.turn]:
            if not state.seats[seat].out:
                ask = claim_ask(state, rules, seat)
                if ask is not None:
                    asks[seat] = ask
        return asks

    def settled(self, state: RoundState, rules: Ruleset) -> bool:
        """Whether no open answer can change the result."""
        if not state.asks:
            return True
        order = rules.scoring.winner_order(state, state.turn)
        best = max((PRIORITY[type(command)] for _, command in state.answers.values()), default=0)
        winners = [s for s in order if s in state.answers and state.answers[s][1] == WIN]
        return not any(
            self._may_matter(ask, best, winners, order, rules.scoring.several_winners) for ask in state.asks.values()
        )

    @staticmethod
    def _may_matter(ask: Ask, best: int, winners: list[Seat], order: tuple[Seat, ...], several: bool) -> bool:
        highest = PRIORITY[type(ask.options[0])]
        if winners and highest == PRIORITY[Win]:
            return several or order.index(ask.seat) < order.index(winners[0])
        return highest > best or (best == 0 and highest > 0)

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """The winners win, else the highest claim is laid down, else the next seat draws."""
        if not state.answers:
            yield from self.unclaimed(state, rules)
            return
        yield from passed_events(state, rules)
        offered = state.offered
        if offered is None:
            raise ValueError("nothing is offered to claim")
        winners = winning_claims(state, rules)
        if winners:
            yield from claimed_wins(state, rules, winners, offered)
            return
        seat, command = _best_call(state)
        match command:
            case Chow(tiles):
                yield Melded(seat, _chow(state, tiles, offered), ())
                yield Staged(Stage.TURN, seat)
            case Pong():
                yield Melded(seat, pong(offered.tile, offered.seat), ())
                yield Staged(Stage.TURN, seat)
            case Kong():
                yield Melded(seat, exposed_kong(offered.tile, offered.seat), ())
                yield Staged(Stage.KONG_DRAW, seat)
            case _:
                yield from self.unclaimed(state, rules)

    def unclaimed(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Nobody wants the tile."""
        yield Staged(Stage.DRAW, next_in_play(state, state.turn))


def winning_claims(state: RoundState, rules: Ruleset) -> list[Seat]:
    """The seats that win on the offered tile, in the order in which they count."""
    order = rules.scoring.winner_order(state, state.turn)
    winners = [seat for seat in order if seat in state.answers and state.answers[seat][1] == WIN]
    return winners if rules.scoring.several_winners else winners[:1]


def claimed_wins(state: RoundState, rules: Ruleset, winners: list[Seat], offered: Offered) -> Iterator[Event]:
    """The wins on an offered tile; the first winner takes the tile itself."""
    source = WinSource.ROB_KONG if offered.robbing else WinSource.DISCARD
    verdicts = [_verdict(state, rules, seat, offered.tile, source) for seat in winners]
    for place, verdict in enumerate(verdicts):
        yield won_event(verdict, took=place == 0)
    yield Staged(Stage.WON, winners[-1])


def _verdict(state: RoundState, rules: Ruleset, seat: Seat, tile: Tile, source: WinSource) -> Verdict:
    verdict = judge_now(state, rules, seat, tile, source)
    if verdict is None:
        raise ValueError(f"seat {seat} has no shape to win with")
    return verdict


def _best_call(state: RoundState) -> tuple[Seat, Command | None]:
    calls = [(PRIORITY[type(command)], -seat, seat, command) for seat, (_, command) in state.answers.items()]
    if not calls:
        return state.turn, None
    _, _, seat, command = max(calls, key=lambda call: call[:2])
    return seat, command


def _chow(state: RoundState, tiles: tuple[Tile, Tile], offered: Offered) -> Meld:
    faces = dict(state.stand_ins)
    in_order = sorted((*tiles, offered.tile), key=lambda tile: faces.get(tile, tile))
    return chow(tuple(in_order), offered.tile, offered.seat)


class KongClaim(Claim):
    """An added kong may be robbed (抢杠); when nobody does, it is laid down."""

    def unclaimed(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """The kong stands."""
        seat, offered = state.turn, state.offered
        if offered is None:
            raise ValueError("no kong has been announced")
        own = next(m for m in state.seats[seat].melds if m.kind is MeldKind.PONG and m.tile == offered.tile)
        yield Melded(seat, added_kong(own), ())
        yield Staged(Stage.KONG_DRAW, seat)


class KongDraw(Silent):
    """The replacement tile (补张) from the rear of the wall."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Draw it."""
        yield Drew(state.turn, state.wall[-1], -1, replacement=True)
        yield Staged(Stage.TURN, state.turn)
