"""What a seat may be told about its own hand: its waits, copies left and value. From its view alone.

Everything comes from the ruleset's shapes, gates and values; a table may forbid these helps.
"""

from __future__ import annotations

from rules.commands import Discard
from rules.events import Ask, AskKind, Discarded, Drew, WinSource
from rules.evolve import evolve
from rules.judging import Verdict, context_of, judge, judge_now, waits
from rules.options import forbidden
from rules.ruleset import Ruleset
from rules.score import Unit
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.tiles import Tile
from rules.values import value


@value
class Wait:
    """One winning kind: copies that the seat cannot see, the value of the win, and whether only a self-draw may win.

    `refused`: the rule by which even a self-draw may not win as things stand (not opened yet, a wild was thrown).
    """

    tile: Tile
    left: int
    value: int
    unit: Unit
    self_draw_only: bool
    refused: str | None = None


def waits_now(view: RoundState, rules: Ruleset, seat: Seat) -> tuple[Wait, ...]:
    """The waits of a hand without a drawn tile; empty when it is not ready."""
    seen = copies_seen(view, seat)
    found = []
    for tile, worth in waits(view, rules, seat).items():
        value, alone, refused = _value(view, rules, seat, tile)
        found.append(Wait(tile, max(0, 4 - seen[tile]), value or worth.value, worth.unit, alone, refused))
    return tuple(found)


def waits_after_discards(view: RoundState, rules: Ruleset, ask: Ask) -> dict[Tile, tuple[Wait, ...]]:
    """For an ask of one's own turn: the discards that leave a ready hand, with the waits each leaves."""
    ready = {}
    for option in ask.options:
        if isinstance(option, Discard):
            after = view.copy()
            evolve(after, Discarded(ask.seat, option.tile, drawn=False))
            found = waits_now(after, rules, ask.seat)
            if found:
                ready[option.tile] = found
    return ready


def _value(view: RoundState, rules: Ruleset, seat: Seat, tile: Tile) -> tuple[int, bool, str | None]:
    """What a win on this tile would be worth from a discard; when none may be, self-drawn; and why not even that."""
    verdict = judge(context_of(view, rules, seat, tile, WinSource.DISCARD, frozenset()))
    if verdict.breakdown is not None and tile not in view.wilds:  # a thrown wild is never claimed
        return verdict.breakdown.value, False, None
    after = view.copy()
    evolve(after, Drew(seat, tile, 0, replacement=False))
    verdict = judge(context_of(after, rules, seat, tile, WinSource.SELF_DRAW, frozenset()))
    return (0 if verdict.breakdown is None else verdict.breakdown.value), True, verdict.reason


def copies_seen(view: RoundState, seat: Seat) -> list[int]:
    """Copies of each tile (35 counts) that a seat can see.

    Its hand, rivers, melds, winning tiles, what was turned up.
    """
    seen = view.seats[seat].hand.counts[:]
    for s in SEATS:
        owner = view.seats[s]
        for tile in (*owner.river, *owner.won, *(t for meld in owner.melds for t in meld.tiles)):
            seen[tile] += 1
    for tile in (*view.indicator, *(t for t, _, _ in view.flipped)):
        seen[tile] += 1
    return seen


def forbidden_discards(view: RoundState, rules: Ruleset, ask: Ask) -> dict[Tile, str]:
    """For an ask of one's own turn: the tiles of the hand that may not be discarded, with the key of the reason."""
    held = {tile for tile in view.seats[ask.seat].hand.tiles() if tile}
    offered = {option.tile for option in ask.options if isinstance(option, Discard)}
    reasons = {tile: forbidden(view, rules, ask.seat, Discard(tile)) for tile in held - offered}
    return {tile: why for tile, why in reasons.items() if why is not None}


def win_at_stake(view: RoundState, rules: Ruleset, ask: Ask) -> Verdict | None:
    """The judgement of a win on the tile that an ask is about; None when there is no such tile, or no shape fits.

    A verdict that is no win names the rule that forbids it.
    """
    if view.offered is not None and ask.kind is AskKind.CLAIM:
        source = WinSource.ROB_KONG if view.offered.robbing else WinSource.DISCARD
        return judge_now(view, rules, ask.seat, view.offered.tile, source)
    drawn = view.seats[ask.seat].hand.drawn
    if drawn is None or ask.kind is AskKind.CLAIM:
        return None
    return judge_now(view, rules, ask.seat, drawn, WinSource.SELF_DRAW)
