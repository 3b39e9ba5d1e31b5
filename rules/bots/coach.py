"""What a friend behind one's chair would throw, and why: the discard of the quickest bot, and what helps after it."""

from __future__ import annotations

from rules.bots.base import seeded_chooser
from rules.bots.efficient import efficient, useful_left
from rules.commands import Discard
from rules.events import Ask, AskKind
from rules.goals import OUT_OF_REACH
from rules.hints import copies_seen
from rules.ruleset import Ruleset
from rules.state import RoundState
from rules.tiles import Tile
from rules.values import value
from rules.win import Tray


@value
class Advice:
    """A discard; the tiles then missing to a win (1: ready); the kinds that help then, and copies nobody has seen."""

    discard: Tile
    missing: int
    useful: tuple[Tile, ...]
    left: int


def advice(view: RoundState, rules: Ruleset, ask: Ask) -> Advice | None:
    """What to throw in an ask of one's own turn; None for other asks, and where there is something better to do."""
    if ask.kind is not AskKind.TURN:
        return None
    command = efficient(view, rules, ask, seeded_chooser(b"coach", 0))
    if not isinstance(command, Discard):
        return None
    tray = Tray(view, ask.seat, without=command.tile)
    goals = rules.winning.goals
    missing = min((goal.missing(view, ask.seat, tray) for goal in goals), default=OUT_OF_REACH)
    left = useful_left(view, goals, ask.seat, tray, missing, copies_seen(view, ask.seat))
    return Advice(command.tile, missing, tuple(tile for tile, _ in left), sum(copies for _, copies in left))
