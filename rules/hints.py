"""What a seat may be told about its own hand: its waits, copies left and value. From its view alone.

Everything comes from the ruleset's shapes, gates and values; a table may forbid these helps.
"""

from __future__ import annotations

from rules.commands import WIN, Choose, Command, Discard
from rules.events import Ask, AskKind, Discarded, Drew, Mark, Marked, WinSource
from rules.evolve import evolve
from rules.judging import Verdict, context_of, judge, judge_now, waits
from rules.options import forbidden
from rules.ruleset import Ruleset
from rules.score import Breakdown, Unit
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.tiles import HIDDEN, TILE_NAMED, Tile
from rules.values import value
from rules.wall import COPIES


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
    left = copies_left(view, seat)
    found = []
    for tile, worth in waits(view, rules, seat).items():
        value, alone, refused = _value(view, rules, seat, tile)
        found.append(Wait(tile, left[tile], value or worth.value, worth.unit, alone, refused))
    return tuple(found)


def may_wait(view: RoundState, seat: Seat) -> bool:
    """Whether a known hand lacks one tile, so that it may be ready as it is; none does on its own turn."""
    hand = view.seats[seat].hand
    return hand.known and hand.size % 3 == 1


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


def waits_shown(view: RoundState, rules: Ruleset) -> dict[Seat, dict[Tile, Breakdown]]:
    """Who was ready at the end of a hand, with the waits and what each is worth by shape, as 查叫 counts them.

    From the hands that all seats have shown; nobody is in it whose hand is not shown, or who has won.
    """
    open_hands = view.laid_open()
    ready = {
        seat: waits(open_hands, rules, seat) for seat in SEATS if view.seats[seat].shown and not view.seats[seat].out
    }
    return {seat: found for seat, found in ready.items() if found}


def _value(view: RoundState, rules: Ruleset, seat: Seat, tile: Tile) -> tuple[int, bool, str | None]:
    """What a win on this tile would be worth from a discard; when none may be, self-drawn; and why not even that."""
    verdict = judge(context_of(view, rules, seat, tile, WinSource.DISCARD, frozenset()))
    if verdict.breakdown is not None and tile not in view.wilds:  # a thrown wild is never claimed
        return verdict.breakdown.value, False, None
    if not view.wall:  # the last discard: there is no tile to draw any more
        return 0, False, verdict.reason
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


def copies_left(view: RoundState, seat: Seat) -> list[int]:
    """Copies of each tile (35 counts) that a seat cannot see."""
    return [max(0, COPIES - seen) for seen in copies_seen(view, seat)]


def forbidden_discards(view: RoundState, rules: Ruleset, ask: Ask) -> dict[Tile, str]:
    """For an ask of one's own turn: the tiles of the hand that may not be discarded, with the key of the reason."""
    held = {tile for tile in view.seats[ask.seat].hand.tiles() if tile}
    offered = {option.tile for option in ask.options if isinstance(option, Discard)}
    reasons = {tile: forbidden(view, rules, ask.seat, Discard(tile)) for tile in held - offered}
    return {tile: why for tile, why in reasons.items() if why is not None}


def marks_after_discard(view: RoundState, rules: Ruleset, seat: Seat, tile: Tile) -> dict[str, Mark]:
    """The marks that a discard of one's own would set off at one's own seat, such as a float (漂财)."""
    after, thrown = view.copy(), Discarded(seat, tile, drawn=False)
    evolve(after, thrown)
    told = (
        event for reaction in rules.scoring.reactions.get(Discarded, ()) for event in reaction(after, thrown, rules)
    )
    return {
        event.key: event.value
        for event in told
        if isinstance(event, Marked) and event.seat == seat and event.value is not None
    }


def wins_at_stake(view: RoundState, rules: Ruleset, ask: Ask) -> dict[Command, Breakdown]:
    """For every option of an ask that wins: what that win is worth, from what its seat knows.

    A win is on the tile that the ask is about; on the tile that an answer names (turned up in the wall); or made by a
    circumstance alone, without a winning tile (an opening hand, ten honours).
    """
    found = {}
    for option in ask.options:
        verdict = _verdict(view, rules, ask, option)
        if verdict is not None and verdict.breakdown is not None:
            found[option] = verdict.breakdown
    return found


def _verdict(view: RoundState, rules: Ruleset, ask: Ask, option: Command) -> Verdict | None:
    seat, offered, drawn = ask.seat, view.offered, view.seats[ask.seat].hand.drawn
    if ask.kind is AskKind.CLAIM:
        if option != WIN or offered is None:
            return None
        source = WinSource.ROB_KONG if offered.robbing else WinSource.DISCARD
        return judge_now(view, rules, seat, offered.tile, source)
    if option == WIN and drawn is not None:
        return judge_now(view, rules, seat, drawn, WinSource.SELF_DRAW)
    return _chosen_win(view, rules, ask, option) if ask.kind is AskKind.CHOICE else None


def _chosen_win(view: RoundState, rules: Ruleset, ask: Ask, option: Command) -> Verdict | None:
    """The judgement of an answer to a question that wins without a drawn tile; None for any other answer."""
    named = [choice.value for choice in ask.options if isinstance(choice, Choose) and choice.value in TILE_NAMED]
    if option == WIN:
        if named:  # to win without naming a tile takes the first that an answer names
            return _on_replacement(view, rules, ask.seat, TILE_NAMED[named[0]])
        alone = (_by_circumstance(view, rules, ask.seat, fact) for fact in rules.winning.special)
        return next((verdict for verdict in alone if verdict.wins), None)
    if not isinstance(option, Choose):
        return None
    if option.key in rules.winning.special:
        return _by_circumstance(view, rules, ask.seat, option.key)
    if option.value in named and WIN in ask.options:
        return _on_replacement(view, rules, ask.seat, TILE_NAMED[option.value])
    return None


def _on_replacement(view: RoundState, rules: Ruleset, seat: Seat, tile: Tile) -> Verdict | None:
    after = view.copy()
    evolve(after, Drew(seat, tile, -1, replacement=True))
    return judge_now(after, rules, seat, tile, WinSource.SELF_DRAW)


def _by_circumstance(view: RoundState, rules: Ruleset, seat: Seat, fact: str) -> Verdict:
    return judge(context_of(view, rules, seat, HIDDEN, WinSource.SELF_DRAW, frozenset({fact})))
