"""`main.py play`: straight to a local table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from game.commands.common import (
    Parser,
    add_table_arguments,
    chosen_options,
    guarded,
    length_of,
    seed_bytes,
)  # fmt: skip
from game.commands.window import add_window_arguments, heed_window_arguments, windowed
from net.entrants import Entrant
from rules.bots import LEVELS
from rules.errors import OptionError
from rules.match import Match, MatchSettings
from rules.ruleset import Variant
from rules.seats import SEATS
from rules.variants import ORDER

if TYPE_CHECKING:
    from game.scene import Scene
    from game.services import Services

HUMAN, BOT = "human", "bot:"


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py play", description=__doc__)
    parser.add_argument("--variant", default=ORDER[0], metavar="V")
    parser.add_argument(
        "--seats", default="human,bot:efficient,bot:efficient,bot:efficient", metavar="human,bot:LEVEL,..."
    )
    parser.add_argument("--smoke", action="store_true", help="draw the first picture of the table, then leave")
    parser.add_argument("--hands", type=int, help="how many hands; default: the variant's own length")
    add_table_arguments(parser)
    add_window_arguments(parser)
    given = parser.parse_args(arguments)
    heed_window_arguments(given)

    def action() -> int:
        variant, options = chosen_options(given.variant, given.option)
        levels = levels_of(given.seats)
        length = length_of(variant, given.hands)
        seed = None if given.seed is None else seed_bytes(given.seed)
        Match(MatchSettings(variant.key, tuple(options.items()), length, seed or b"trial"), variant)
        from game.app import play
        from game.navigation import Navigation
        from game.newmatch import NewMatch

        def first(services: Services) -> Scene:
            new = NewMatch(variant.key, tuple(options.items()), length, entrants_of(services, variant, levels))
            return Navigation(services).straight_to(new, seed)

        return windowed(lambda: play(first, given.lang, given.smoke))

    return guarded(action)


def levels_of(text: str) -> tuple[str | None, ...]:
    """How the four players of `human,bot:LEVEL,...` play, None for a person. Raises OptionError."""
    seats = text.split(",")
    if len(seats) != len(SEATS):
        raise OptionError(f"--seats names four seats, not {len(seats)}: {text!r}")
    return tuple(map(_level, seats))


def _level(seat: str) -> str | None:
    if seat == HUMAN:
        return None
    level = seat.removeprefix(BOT)
    if not seat.startswith(BOT) or level not in LEVELS:
        raise OptionError(f"a seat is {HUMAN} or {BOT}LEVEL with LEVEL one of {', '.join(LEVELS)}, not {seat!r}")
    return level


def entrants_of(
    services: Services, variant: Variant, levels: Sequence[str | None]
) -> tuple[Entrant, Entrant, Entrant, Entrant]:
    """The players with the names that a new table would give them; where bots play alone, the first has yours.

    Several people at this window are told apart by their numbers.
    """
    from game.newtable.choices import Choices, player_name, seated

    new = Choices(variant).match(services.strings, player_name(services.strings, services.chosen))
    own = levels.index(None) if None in levels else 0
    pairs = zip(seated(new.entrants, own), levels, strict=True)
    entrants = [replace(keeper, level=level) for keeper, level in pairs]
    others = [player for player, level in enumerate(levels) if level is None and player != own]
    for number, player in enumerate(others, 2):
        entrants[player] = Entrant(services.tr("Player {number}", number=number))
    a, b, c, d = entrants
    return a, b, c, d
