"""`evolve(state, event)`: the one place where a state changes. It decides nothing: the event says what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules import events as e
from rules.melds import KongKind, Meld, MeldKind
from rules.state import Offered, RoundState
from rules.tiles import Tile, tiles_of


def evolve(state: RoundState, event: e.Event) -> None:
    """Fold one event into a state (truth or view alike)."""
    _EVOLVE[type(event)](state, event)


def fold(events: Iterable[e.Event]) -> RoundState:
    """The state that a whole log adds up to."""
    state = RoundState()
    for event in events:
        _EVOLVE[type(event)](state, event)
    return state


def _round_started(state: RoundState, event: e.RoundStarted) -> None:
    state.variant, state.options, state.number = event.variant, event.options, event.number
    state.dealer, state.streak = event.dealer, event.streak
    state.turn = event.dealer


def _wall_built(state: RoundState, event: e.WallBuilt) -> None:
    state.wall = list(event.tiles)


def _rolled(state: RoundState, event: e.Rolled) -> None:
    state.dice = event.dice


def _dealt(state: RoundState, event: e.Dealt) -> None:
    del state.wall[: len(event.tiles)]
    for tile in event.tiles:
        state.seats[event.seat].hand.add(tile)


def _wild_revealed(state: RoundState, event: e.WildRevealed) -> None:
    del state.wall[event.at]
    state.indicator = (event.indicator,)
    state.wilds, state.stand_ins = event.wilds, event.stand_ins


def _drew(state: RoundState, event: e.Drew) -> None:
    del state.wall[event.at]
    seat = state.seats[event.seat]
    seat.hand.add(event.tile)
    seat.hand.drawn = event.tile
    seat.draws += 1
    state.chain = state.chain + 1 if event.replacement else 0


def _buried(state: RoundState, event: e.Buried) -> None:
    del state.wall[event.at]
    state.buried.append(event.tile)


def _exchanged(state: RoundState, event: e.Exchanged) -> None:
    hand = state.seats[event.seat].hand
    hand.remove(event.gave)
    hand.add(event.got)
    if hand.drawn == event.gave:
        hand.drawn = event.got
    if state.wall[event.at]:  # a view knows neither the wall nor the place
        state.wall[event.at] = event.gave


def _discarded(state: RoundState, event: e.Discarded) -> None:
    seat = state.seats[event.seat]
    seat.hand.remove(event.tile)
    seat.hand.drawn = None
    seat.river.append(event.tile)
    state.discards.append((event.seat, event.tile))
    state.offered = Offered(event.seat, event.tile, robbing=False)


def _kong_announced(state: RoundState, event: e.KongAnnounced) -> None:
    seat = state.seats[event.seat]
    seat.hand.remove(event.tile)
    seat.hand.drawn = None
    state.offered = Offered(event.seat, event.tile, robbing=True)


def _melded(state: RoundState, event: e.Melded) -> None:
    seat, meld = state.seats[event.seat], event.meld
    if meld.down and event.face_down and event.face_down[0]:
        meld = replace(meld, tiles=event.face_down)
    if meld.kong is KongKind.ADDED:
        place = next(i for i, m in enumerate(seat.melds) if m.kind is MeldKind.PONG and m.tile == meld.tile)
        seat.melds[place] = meld
    else:
        seat.melds.append(meld)
        for tile in _from_hand(meld):
            seat.hand.remove(tile)
    if meld.source is not None and meld.kong is not KongKind.ADDED:
        state.seats[meld.source].river.pop()
        state.chain = 0
    seat.hand.drawn = None
    state.offered = None
    state.calls += 1
    state.last_call = len(state.discards)


def _from_hand(meld: Meld) -> list[Tile]:
    tiles = list(meld.tiles)
    if meld.taken is not None:
        tiles.remove(meld.taken)
    return tiles


def _shown(state: RoundState, event: e.Shown) -> None:
    seat = state.seats[event.seat]
    seat.shown = event.tiles
    if event.melds:
        seat.melds = list(event.melds)


def _flipped(state: RoundState, event: e.Flipped) -> None:
    if event.at is not None:
        del state.wall[event.at]
    state.flipped.append((event.tile, event.why, event.at is not None))


def _marked(state: RoundState, event: e.Marked) -> None:
    marks = state.marks if event.seat is None else state.seats[event.seat].marks
    if event.value is None:
        marks.pop(event.key, None)
    else:
        marks[event.key] = event.value


def _secret_marked(state: RoundState, event: e.SecretMarked) -> None:
    secrets = state.seats[event.seat].secrets
    if event.value is None:
        secrets.pop(event.key, None)
    else:
        secrets[event.key] = event.value


def _asked(state: RoundState, event: e.Asked) -> None:
    state.asks[event.seat] = event.ask
    state.seats[event.seat].asked += 1


def _answered(state: RoundState, event: e.Answered) -> None:
    state.answers[event.seat] = (state.asks.pop(event.seat), event.command)


def _staged(state: RoundState, event: e.Staged) -> None:
    state.stage = event.stage
    state.turn = event.seat
    if event.stage is e.Stage.OPENING:
        state.opening += 1
    if state.asks:
        state.asks = {}
    if state.answers:
        state.answers = {}


def _won(state: RoundState, event: e.Won) -> None:
    state.wins.append(event)
    if not event.took:
        return
    state.seats[event.seat].won.append(event.tile)
    if event.source is e.WinSource.DISCARD and event.loser is not None:
        state.seats[event.loser].river.pop()
    state.offered = None


def _seat_out(state: RoundState, event: e.SeatOut) -> None:
    state.seats[event.seat].out = True


def _left(state: RoundState, event: e.Left) -> None:
    state.seats[event.seat].left = True


def _paid(state: RoundState, event: e.Paid) -> None:
    state.ledger.append(event.transfers)
    for transfer in event.transfers:
        state.seats[transfer.payer].points -= transfer.amount
        state.seats[transfer.payee].points += transfer.amount


def _exhausted(state: RoundState, event: e.Exhausted) -> None:
    state.drawn_out = True


def _round_ended(state: RoundState, event: e.RoundEnded) -> None:
    state.over = True
    state.drawn_out = event.drawn
    state.next_dealer, state.next_streak = event.next_dealer, event.next_streak


_EVOLVE: dict[type[Any], Callable[[RoundState, Any], None]] = {
    e.RoundStarted: _round_started,
    e.WallBuilt: _wall_built,
    e.Rolled: _rolled,
    e.Dealt: _dealt,
    e.WildRevealed: _wild_revealed,
    e.Drew: _drew,
    e.Buried: _buried,
    e.Exchanged: _exchanged,
    e.Discarded: _discarded,
    e.KongAnnounced: _kong_announced,
    e.Melded: _melded,
    e.Shown: _shown,
    e.Flipped: _flipped,
    e.Marked: _marked,
    e.SecretMarked: _secret_marked,
    e.Asked: _asked,
    e.Answered: _answered,
    e.Staged: _staged,
    e.Won: _won,
    e.SeatOut: _seat_out,
    e.Left: _left,
    e.Paid: _paid,
    e.Exhausted: _exhausted,
    e.RoundEnded: _round_ended,
}


def tiles_in_play(state: RoundState) -> list[Tile]:
    """Every tile of the set, wherever it lies now; a check of conservation sorts and compares it."""
    tiles = [*state.wall, *state.indicator, *state.buried]
    tiles += [tile for tile, _, taken in state.flipped if taken]
    tiles += tiles_of(list(map(sum, zip(*(seat.hand.counts for seat in state.seats), strict=True))))
    for seat in state.seats:
        tiles += [*seat.river, *(tile for meld in seat.melds for tile in meld.tiles), *seat.won]
        # A self-drawn winning tile stays in the hand; `won` holds only tiles that came from others.
    if state.offered is not None and state.offered.robbing:
        tiles.append(state.offered.tile)
    return tiles
