"""Is it a win, what is it worth, and if not, which rule forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.commands import WIN
from rules.events import Ask, WinSource, Won
from rules.ruleset import Ruleset, WinRules
from rules.score import Breakdown, ScoreItem
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import HIDDEN, Tile
from rules.values import value
from rules.win import UNREAD, Tray, WinContext

NO_SHAPE = "no_shape"
NO_FACTS: frozenset[str] = frozenset()


@value
class Verdict:
    """The judgement of a hand: a win with its breakdown, or the reason why not.

    `context` holds the reading that pays most, or the one that came furthest before a gate forbade it.
    """

    breakdown: Breakdown | None
    reason: str | None
    context: WinContext

    @property
    def wins(self) -> bool:
        """Whether the hand may win."""
        return self.breakdown is not None


def win_rules(rules: Ruleset, facts: Iterable[str]) -> WinRules:
    """The rules that judge a win under these facts."""
    for fact in facts:
        if fact in rules.winning.special:
            return rules.winning.special[fact]
    return rules.winning


def context_of(
    state: RoundState, rules: Ruleset, seat: Seat, tile: Tile, source: WinSource, facts: frozenset[str]
) -> WinContext:
    """The context of a win by `seat`; the tile is in the hand already when it was self-drawn."""
    extra = None if source is WinSource.SELF_DRAW else tile
    loser = None if source is WinSource.SELF_DRAW or state.offered is None else state.offered.seat
    return WinContext(state, rules, seat, tile, source, loser, facts, Tray(state, seat, extra), UNREAD)


def facts_of(state: RoundState, rules: Ruleset, seat: Seat, source: WinSource) -> frozenset[str]:
    """The circumstances that hold for a win by this seat at this moment."""
    self_drawn = source is WinSource.SELF_DRAW
    return frozenset(name for name, holds in rules.winning.facts.items() if holds(state, seat, self_drawn))


def judge(context: WinContext) -> Verdict:
    """The best reading that every gate allows, or the reason of the gate that the most promising reading fails.

    A thrown wild completes nobody's hand, in any variant.
    """
    rules = win_rules(context.rules, context.facts)
    best: Verdict | None = None
    refused, furthest = Verdict(None, NO_SHAPE, context), -1
    if not context.self_drawn and context.tile in context.state.wilds:
        return refused
    for read in _readings(context, rules):
        breakdown = worth(read, rules)
        passed, why = _gates_passed(read, breakdown, rules)
        if why is None:
            if best is None or best.breakdown is None or breakdown.value > best.breakdown.value:
                best = Verdict(breakdown, None, read)
        elif passed > furthest:
            refused, furthest = Verdict(None, why, read), passed
    return best or refused


def _readings(context: WinContext, rules: WinRules) -> Iterator[WinContext]:
    for shape in rules.shapes:
        if shape.fits(context):
            for arrangement in shape.arrangements(context):
                yield context.read_as(arrangement)


def worth(context: WinContext, rules: WinRules) -> Breakdown:
    """What a read hand comes to, whether or not a gate forbids it."""
    items = []
    for pattern in rules.patterns:
        count = pattern.test(context)
        if count:
            items.append(ScoreItem(pattern.name, pattern.value, int(count)))
    return rules.combine(context, items)


def _gates_passed(context: WinContext, breakdown: Breakdown, rules: WinRules) -> tuple[int, str | None]:
    passed = 0
    first = (gate for gate in rules.shape_gates if gate not in rules.gates)
    for gate in (*first, *rules.gates):
        why = gate(context, breakdown)
        if why is not None:
            return passed, why
        passed += 1
    return passed, None


def judge_now(state: RoundState, rules: Ruleset, seat: Seat, tile: Tile, source: WinSource) -> Verdict | None:
    """The verdict on a win by this seat now; None at once when no shape fits, which is nearly always."""
    context = context_of(state, rules, seat, tile, source, NO_FACTS)
    for shape in rules.winning.shapes:
        if shape.fits(context):
            break
    else:
        return None
    return judge(context_of(state, rules, seat, tile, source, facts_of(state, rules, seat, source)))


def wins_now(state: RoundState, rules: Ruleset, seat: Seat) -> bool:
    """Whether this seat would win now: on the tile that it has drawn, else on the tile that is offered."""
    drawn, offered = state.seats[seat].hand.drawn, state.offered
    if drawn is not None:
        verdict = judge_now(state, rules, seat, drawn, WinSource.SELF_DRAW)
    elif offered is not None:
        source = WinSource.ROB_KONG if offered.robbing else WinSource.DISCARD
        verdict = judge_now(state, rules, seat, offered.tile, source)
    else:
        return False
    return verdict is not None and verdict.wins


def offers_win(state: RoundState, rules: Ruleset, ask: Ask) -> bool:
    """Whether an ask offers a win that is one; the seat's own view is enough. A table may offer it unchecked."""
    return WIN in ask.options and (not rules.calls.unchecked_wins or wins_now(state, rules, ask.seat))


def won_event(verdict: Verdict, took: bool) -> Won:
    """The event of a win that was judged good.

    Raises ValueError for a verdict that is no win.
    """
    context = verdict.context
    if verdict.breakdown is None:
        raise ValueError(f"seat {context.seat} does not win: {verdict.reason}")
    hand = context.state.seats[context.seat].hand
    tiles = hand.tiles()
    if context.self_drawn and context.tile != HIDDEN:
        tiles.remove(context.tile)
    facts = tuple(sorted(context.facts))
    return Won(context.seat, context.tile, context.source, context.loser, facts, tuple(tiles), verdict.breakdown, took)


def wins_by_shape(state: RoundState, rules: Ruleset, seat: Seat, tile: Tile) -> Breakdown | None:
    """What a hand would be worth with this tile by shape alone: no circumstances, only the gates of the shape."""
    context = context_of(state, rules, seat, tile, WinSource.DISCARD, NO_FACTS)
    winning = rules.winning
    best: Breakdown | None = None
    for read in _readings(context, winning):
        breakdown = worth(read, winning)
        if any(gate(read, breakdown) for gate in winning.shape_gates):
            continue
        if best is None or breakdown.value > best.value:
            best = breakdown
    return best


def waits(state: RoundState, rules: Ruleset, seat: Seat) -> dict[Tile, Breakdown]:
    """The winning kinds of a ready hand (听牌) and what each would be worth by shape.

    A kind of which the seat itself holds all four copies, in hand and melds, is no wait (rulebook/README.md).
    The hand must be without its drawn tile.
    """
    owner = state.seats[seat]
    found = {}
    for tile in rules.tiles.kinds:
        held = owner.hand.counts[tile] + sum(meld.tiles.count(tile) for meld in owner.melds)
        if held >= 4:
            continue
        breakdown = wins_by_shape(state, rules, seat, tile)
        if breakdown is not None:
            found[tile] = breakdown
    return found
