"""The bot that plays for speed: fewest tiles missing to any goal of the variant, then most useful tiles left.

When it is ready it weighs its waits by what they would be worth. It never names a variant: goals, gates and values all
come from the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.bots.base import Chooser
from rules.commands import PASS, WIN, Choose, Chow, Command, Discard, Kong, Pong
from rules.events import Ask, AskKind, Discarded, Melded
from rules.evolve import evolve
from rules.goals import OUT_OF_REACH, Goal
from rules.hints import copies_seen
from rules.judging import offers_win, wins_by_shape
from rules.melds import KongKind, chow, concealed_kong, exposed_kong, pong
from rules.ruleset import Ruleset
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import ALL_TILES, HONOURS, RANK_OF, SUIT_OF, Tile
from rules.win import Tray

Standing = tuple[int, int, int]
"""How good a hand is, smaller is better: tiles missing, then minus the useful copies left, then minus their worth."""


def efficient(view: RoundState, rules: Ruleset, ask: Ask, choose: Chooser) -> Command:
    """Win when possible; else the option that leaves the hand nearest to a win."""
    if offers_win(view, rules, ask):
        return WIN
    if ask.kind is AskKind.TURN:
        return _own_turn(view, rules, ask)
    if ask.kind is AskKind.CLAIM:
        return _claim(view, rules, ask)
    return _question(ask)


def _question(ask: Ask) -> Command:
    """Questions of a variant: declare what wins at once, otherwise what the clock would choose."""
    declared = [option for option in ask.options if isinstance(option, Choose) and option.value == "win"]
    return declared[0] if declared else ask.default


def _own_turn(view: RoundState, rules: Ruleset, ask: Ask) -> Command:
    discards = [option for option in ask.options if isinstance(option, Discard)]
    if not discards:
        return ask.default
    best, standing = _best_discard(view, rules, ask.seat, discards)
    for kong in ask.options:
        if isinstance(kong, Kong) and _missing_after_kong(view, rules, ask.seat, kong) <= standing[0]:
            return kong
    return best


def _best_discard(
    view: RoundState, rules: Ruleset, seat: Seat, discards: Sequence[Discard]
) -> tuple[Discard, Standing]:
    goals, nearest = _nearest_goals(view, rules.winning.goals, seat)
    measured = [(_missing(view, goals, seat, Tray(view, seat, without=d.tile)), d) for d in discards]
    fewest = min(missing for missing, _ in measured)
    if fewest > nearest:
        goals = rules.winning.goals
        measured = [(_missing(view, goals, seat, Tray(view, seat, without=d.tile)), d) for d in discards]
        fewest = min(missing for missing, _ in measured)
    seen = copies_seen(view, seat)
    ranked = [
        (_standing(view, rules, seat, d.tile, (fewest, seen, goals)), _keep(view, d.tile), d.tile, d)
        for missing, d in measured
        if missing == fewest
    ]
    standing, _, _, discard = min(ranked, key=lambda item: item[:3])
    return discard, standing


def _nearest_goals(view: RoundState, goals: Sequence[Goal], seat: Seat) -> tuple[Sequence[Goal], int]:
    """The goals that can be nearest after a discard, and how near: a hand with a tile to throw has a spare one."""
    tray = Tray(view, seat)
    measured = [(goal.missing(view, seat, tray), goal) for goal in goals]
    nearest = max(1, min((missing for missing, _ in measured), default=OUT_OF_REACH))
    return [goal for missing, goal in measured if missing <= nearest], nearest


def _missing(view: RoundState, goals: Sequence[Goal], seat: Seat, tray: Tray) -> int:
    return min([goal.missing(view, seat, tray) for goal in goals], default=OUT_OF_REACH)


def _standing(
    view: RoundState, rules: Ruleset, seat: Seat, discard: Tile, known: tuple[int, Sequence[int], Sequence[Goal]]
) -> Standing:
    missing, seen, goals = known
    left = useful_left(view, goals, seat, Tray(view, seat, without=discard), missing, seen)
    worth = _worth(view, rules, seat, discard, left) if missing == 1 else 0
    return missing, -worth, -sum(copies for _, copies in left)


def useful_left(
    view: RoundState, goals: Sequence[Goal], seat: Seat, tray: Tray, missing: int, seen: Sequence[int]
) -> list[tuple[Tile, int]]:
    """The tiles that help a hand to the goals that miss only so many, with the copies that nobody has seen."""
    useful = 0
    for goal in goals:
        if goal.missing(view, seat, tray) == missing:
            useful |= goal.useful(view, seat, tray)
    return [(tile, 4 - seen[tile]) for tile in ALL_TILES if useful >> tile & 1 and seen[tile] < 4]


def _worth(view: RoundState, rules: Ruleset, seat: Seat, discard: Tile, left: Iterable[tuple[Tile, int]]) -> int:
    """Copies left of each wait times what it would be worth; what a gate of the shape forbids is worth nothing."""
    after = view.copy()
    evolve(after, Discarded(seat, discard, drawn=False))
    worth = [(copies, wins_by_shape(after, rules, seat, tile)) for tile, copies in left]
    return sum(copies * (1 + breakdown.value) for copies, breakdown in worth if breakdown is not None)


def _keep(view: RoundState, tile: Tile) -> int:
    """Which of equally good discards to keep: wilds first, then middle tiles, then terminals, honours last."""
    if tile in view.wilds:
        return 100
    if SUIT_OF[tile] == HONOURS:
        return 0
    return min(RANK_OF[tile], 10 - RANK_OF[tile])


def _missing_after_kong(view: RoundState, rules: Ruleset, seat: Seat, kong: Kong) -> int:
    after = view.copy()
    if kong.kind in (KongKind.ADDED, KongKind.SOLO):  # one tile leaves the hand
        evolve(after, Discarded(seat, kong.tile, drawn=False))
    else:
        evolve(after, Melded(seat, concealed_kong(kong.tile), ()))
    return _missing(after, rules.winning.goals, seat, Tray(after, seat))


def _claim(view: RoundState, rules: Ruleset, ask: Ask) -> Command:
    """Claim when it brings the hand nearer than it is, or nearer to a win from more tiles.

    A kong whenever it costs nothing.
    """
    seat = ask.seat
    now = _missing(view, rules.winning.goals, seat, Tray(view, seat))
    choices: list[tuple[Standing, int]] = []
    for place, option in enumerate(ask.options):
        after = _after_claim(view, seat, option)
        if after is None:
            continue
        if isinstance(option, Kong):
            missing = _missing(after, rules.winning.goals, seat, Tray(after, seat))
            if missing <= now:
                choices.append(((missing, 0, 0), place))
        else:
            _, standing = _best_discard(after, rules, seat, _discards_of(after, seat))
            if standing[0] < now:
                choices.append((standing, place))
    return ask.options[min(choices)[1]] if choices else PASS


def _discards_of(view: RoundState, seat: Seat) -> list[Discard]:
    return [Discard(tile) for tile in ALL_TILES if view.seats[seat].hand.counts[tile]]


def _after_claim(view: RoundState, seat: Seat, option: Command) -> RoundState | None:
    if view.offered is None:
        return None
    source, taken, _ = view.offered
    match option:
        case Chow(tiles):
            meld = chow((*tiles, taken), taken, source)
        case Pong():
            meld = pong(taken, source)
        case Kong():
            meld = exposed_kong(taken, source)
        case _:
            return None
    after = view.copy()
    evolve(after, Melded(seat, meld, ()))
    return after
