"""`main.py play`: straight to a local table."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.commands.common import (
    OK,
    Parser,
    add_table_arguments,
    chosen_options,
    guarded,
    length_of,
    refuse,
    seed_bytes,
)  # fmt: skip
from game.commands.window import add_window_arguments, keep_data_in
from net.keepers import Keeper
from rules.bots import LEVELS
from rules.errors import OptionError
from rules.match import Match, MatchSettings
from rules.variants import ORDER

HUMAN, BOT = "human", "bot:"
NAMES = ("竹影", "小满", "梅娘", "陈伯")


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
    keep_data_in(given.data_dir)

    def action() -> int:
        variant, options = chosen_options(given.variant, given.option)
        keepers = keepers_of(given.seats)
        length = length_of(variant, given.hands)
        seed = None if given.seed is None else seed_bytes(given.seed)
        Match(MatchSettings(variant.key, tuple(options.items()), length, seed or b"trial"), variant)
        from game.app import play
        from game.navigation import Navigation
        from game.newmatch import NewMatch

        new = NewMatch(variant.key, tuple(options.items()), length, keepers)
        try:
            play(lambda services: Navigation(services).straight_to(new, seed), given.data_dir, given.lang, given.smoke)
        except pygame.error as error:
            return refuse(f"no window can be opened: {error}")
        if given.smoke:
            print("drawn", flush=True)
        return OK

    return guarded(action)


def keepers_of(text: str) -> tuple[Keeper, Keeper, Keeper, Keeper]:
    """The four players of `human,bot:LEVEL,...`. Raises OptionError."""
    seats = text.split(",")
    if len(seats) != 4:
        raise OptionError(f"--seats names four seats, not {len(seats)}: {text!r}")
    a, b, c, d = (_keeper(seat, name) for seat, name in zip(seats, NAMES, strict=True))
    if [a.level, b.level, c.level, d.level].count(None) > 1:
        raise OptionError("--seats: one person plays at this window; hotseat comes with a later version")
    return a, b, c, d


def _keeper(seat: str, name: str) -> Keeper:
    if seat == HUMAN:
        return Keeper(name)
    level = seat.removeprefix(BOT)
    if not seat.startswith(BOT) or level not in LEVELS:
        raise OptionError(f"a seat is {HUMAN} or {BOT}LEVEL with LEVEL one of {', '.join(LEVELS)}, not {seat!r}")
    return Keeper(name, level)
