"""What is chosen at a new table, without a picture: variant, house rules, length, time, who sits where."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from game.newmatch import NewMatch
from game.preferences import KeptTable, Preferences
from game.strings import Strings, mark, number
from net.entrants import Entrant
from rules.bots import LEVELS
from rules.match import Length, LengthUnit, default_length
from rules.ruleset import Option, Variant
from rules.seats import SEATS, Seat
from rules.values import mutable
from rules.variants import variant

if TYPE_CHECKING:
    from game.presets import Preset

SECONDS = (10, 20, 30, 60)
LEVEL_NAMES = {"efficient": mark("Steady"), "uniform": mark("Carefree")}
BOT_NAMES = (mark("Xiaoman"), mark("Meiniang"), mark("Chenbo"))
PLACE_NAMES = (mark("You"), mark("Right"), mark("Opposite"), mark("Left"))
BOT_ORDERS = tuple(itertools.permutations(range(len(BOT_NAMES))))


@mutable
class Bot:
    """A bot: which of the three, and how it plays."""

    index: int
    level: str


@mutable
class Choices:
    """The choices so far. The person sits at the bottom; `bots` follow in playing order. `seconds` 0: no time limit.

    `people`: the names of several persons at this computer, who sit on the seats `sides` in the place of bots.
    """

    variant: Variant
    seconds: int = 0
    options: dict[str, str] = field(default_factory=dict)
    length: Length = Length(LengthUnit.HANDS, 4)
    bots: list[Bot] = field(default_factory=lambda: [Bot(i, next(iter(LEVEL_NAMES))) for i in range(len(BOT_NAMES))])
    people: tuple[str, ...] = ()
    sides: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        """Begin with the variant's defaults; two people sit opposite."""
        self.take(self.variant)
        self.sides = (0, 2) if len(self.people) == 2 else SEATS[: len(self.people)]

    def take(self, chosen: Variant) -> None:
        """Change the variant; its house rules and length go back to the defaults."""
        self.variant = chosen
        self.options = chosen.choose({})
        self.length = default_length(chosen)

    def use(self, preset: Preset) -> None:
        """Take everything from a preset."""
        self.take(variant(preset.variant))
        self.options.update(preset.options)
        self.length, self.seconds = preset.length, preset.turn_seconds
        for bot, level in zip(self.bots, preset.levels, strict=True):
            bot.level = level

    def recall(self, kept: KeptTable) -> None:
        """Take what was played last of the variant, as far as there still is such a thing."""
        known = {option.key: option for option in self.variant.options}
        self.options |= {key: value for key, value in kept.options.items() if key in known and known[key].allows(value)}
        length = Length(LengthUnit(kept.unit), kept.count)
        if length.unit is LengthUnit.HANDS or self.variant.lengths.rounds:
            self.length = length
        order = tuple(index for index, _ in kept.bots)
        if order in BOT_ORDERS and all(level in LEVEL_NAMES for _, level in kept.bots):
            self.bots = [Bot(index, level) for index, level in kept.bots]

    def kept(self) -> KeptTable:
        """What is chosen, to begin with the next time."""
        bots = tuple((bot.index, bot.level) for bot in self.bots)
        return KeptTable(options=self.options, unit=self.length.unit.value, count=self.length.count, bots=bots)

    def preset(self, name: str) -> Preset:
        """What is chosen, under a name."""
        from game.presets import Preset

        a, b, c = (bot.level for bot in self.bots)
        return Preset(name, self.variant.key, tuple(self.options.items()), self.length, (a, b, c), self.seconds)

    def changed(self, option: str) -> bool:
        """Whether a house rule is not at its default."""
        return self.options[option] != self.variant.choose({})[option]

    def open_options(self, honours: bool) -> list[Option]:
        """The house rules to choose from; `honours`: titles and coins are counted in this program.

        How much coins are worth can be chosen only where they are played for.
        """
        ladder, coins = self.variant.ladder, self.variant.coins
        hidden: set[str | None] = set()
        if ladder is not None and not honours:
            hidden.add(ladder.switch)
        if coins is not None and not honours:
            hidden.add(coins.switch)
        if coins is not None and (not honours or self.options[coins.switch] != "yes"):
            hidden |= {coins.rate, coins.fee}
        return [option for option in self.variant.options if option.key not in hidden]

    def lengths(self) -> list[Length]:
        """The lengths that the variant offers, the default first, and the chosen one."""
        rounds = [Length(LengthUnit.ROUNDS, count) for count in self.variant.lengths.rounds]
        offered = rounds + [Length(LengthUnit.HANDS, count) for count in self.variant.lengths.hands]
        return offered if self.length in offered else [*offered, self.length]

    def next_level(self, place: int) -> None:
        """Give the bot at a place (0-2, in playing order) the next level."""
        levels = [level for level in LEVELS if level in LEVEL_NAMES]
        bot = self.bots[place]
        bot.level = levels[(levels.index(bot.level) + 1) % len(levels)]

    def swap_seats(self) -> None:
        """Seat the bots in the next of their six orders; of several people the others on the next sides, or in turn."""
        if len(self.people) == len(SEATS):
            first, second, *others = self.people
            self.people = (first, *others, second)
            return
        if self.people:
            ways = [(0, *rest) for rest in itertools.combinations(SEATS[1:], len(self.people) - 1)]
            self.sides = ways[(ways.index(self.sides) + 1) % len(ways)]
            return
        order = tuple(bot.index for bot in self.bots)
        following = BOT_ORDERS[(BOT_ORDERS.index(order) + 1) % len(BOT_ORDERS)]
        self.bots = [next(bot for bot in self.bots if bot.index == index) for index in following]

    def match(self, strings: Strings, player: str, coins: bool = True) -> NewMatch:
        """The match to start; `player` is the person's name, empty for none. Without `coins` none are played for."""
        bots = [Entrant(strings.tr(BOT_NAMES[bot.index]), bot.level) for bot in self.bots]
        entrants = [Entrant(player or strings.tr("Player")), *bots]
        for seat, name in zip(self.sides, self.people, strict=True):
            entrants[seat] = Entrant(name)
        a, b, c, d = entrants
        options = dict(self.options)
        if self.variant.coins is not None and not coins:
            options[self.variant.coins.switch] = "no"
        return NewMatch(self.variant.key, tuple(options.items()), self.length, (a, b, c, d))


def player_name(strings: Strings, chosen: Preferences) -> str:
    """The name at a table here, empty when there is none: a guest has one that belongs to nobody."""
    return strings.tr("Guest") if chosen.guest else chosen.player_name


def seated(entrants: Sequence[Entrant], seat: Seat) -> list[Entrant]:
    """The players of a new table, the first of them on this seat, the others in the same order after it."""
    before = len(entrants) - seat
    return [*entrants[before:], *entrants[:before]]


def length_words(strings: Strings, length: Length) -> str:
    """A length in words: 8 hands, 1 round."""
    if length.unit is LengthUnit.ROUNDS:
        return strings.tr_plural("{count} round", "{count} rounds", length.count)
    return strings.tr_plural("{count} hand", "{count} hands", length.count)


def seconds_words(strings: Strings, seconds: int) -> str:
    """A time limit in words."""
    return strings.tr("{seconds} s", seconds=number(seconds)) if seconds else strings.tr("No limit")
