"""What is chosen at a new table, without a picture: variant, house rules, length, time, who sits where."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from game.newmatch import NewMatch
from game.presets import Preset
from game.strings import Strings, mark, number
from net.keepers import Keeper
from rules.bots import LEVELS
from rules.match import Length, LengthUnit, default_length
from rules.ruleset import Option, Variant
from rules.variants import variant

SECONDS = (10, 20, 30, 60)
LEVEL_NAMES = {"efficient": mark("Steady"), "uniform": mark("Carefree")}
BOT_NAMES = (mark("Xiaoman"), mark("Meiniang"), mark("Chenbo"))
PLACE_NAMES = (mark("You"), mark("Right"), mark("Opposite"), mark("Left"))
BOT_ORDERS = tuple(itertools.permutations(range(len(BOT_NAMES))))


@dataclass(slots=True)
class Bot:
    """A bot: which of the three, and how it plays."""

    index: int
    level: str


@dataclass(slots=True)
class Choices:
    """The choices so far. The person sits at the bottom; `bots` follow in playing order. `seconds` 0: no time limit."""

    variant: Variant
    seconds: int = 0
    options: dict[str, str] = field(default_factory=dict)
    length: Length = Length(LengthUnit.HANDS, 4)
    bots: list[Bot] = field(default_factory=lambda: [Bot(i, next(iter(LEVEL_NAMES))) for i in range(len(BOT_NAMES))])

    def __post_init__(self) -> None:
        """Begin with the variant's defaults."""
        self.take(self.variant)

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

    def preset(self, name: str) -> Preset:
        """What is chosen, under a name."""
        a, b, c = (bot.level for bot in self.bots)
        return Preset(name, self.variant.key, tuple(self.options.items()), self.length, (a, b, c), self.seconds)

    def changed(self, option: str) -> bool:
        """Whether a house rule is not at its default."""
        return self.options[option] != self.variant.choose({})[option]

    def open_options(self, coins: bool) -> list[Option]:
        """The house rules to choose from: those of coins only while coins are counted, and played for."""
        kept = self.variant.coins
        if kept is None:
            return list(self.variant.options)
        amounts = {kept.rate, kept.fee}
        hidden = {kept.switch, *amounts} if not coins else amounts if self.options[kept.switch] != "yes" else set()
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
        """Seat the bots in the next of their six orders."""
        order = tuple(bot.index for bot in self.bots)
        following = BOT_ORDERS[(BOT_ORDERS.index(order) + 1) % len(BOT_ORDERS)]
        self.bots = [next(bot for bot in self.bots if bot.index == index) for index in following]

    def match(self, strings: Strings, player: str, coins: bool = True) -> NewMatch:
        """The match to start; `player` is the person's name, empty for none. Without `coins` none are played for."""
        a, b, c = (Keeper(strings.tr(BOT_NAMES[bot.index]), bot.level) for bot in self.bots)
        person = Keeper(player or strings.tr("Player"))
        options = dict(self.options)
        if self.variant.coins is not None and not coins:
            options[self.variant.coins.switch] = "no"
        return NewMatch(self.variant.key, tuple(options.items()), self.length, (person, a, b, c))


def length_words(strings: Strings, length: Length) -> str:
    """A length in words: 8 hands, 1 round."""
    if length.unit is LengthUnit.ROUNDS:
        return strings.tr_plural("{count} round", "{count} rounds", length.count)
    return strings.tr_plural("{count} hand", "{count} hands", length.count)


def seconds_words(strings: Strings, seconds: int) -> str:
    """A time limit in words."""
    return strings.tr("{seconds} s", seconds=number(seconds)) if seconds else strings.tr("No limit")
