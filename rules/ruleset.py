"""What a variant is: values, and functions in a few kinds of slot. Authors of variants read this file.

The engine asks a `Ruleset` its questions and names no variant. A hook may only do what its kind allows:

- Step      asks seats and yields events: opening declarations, the offer of the last tile, a special kong draw
- Gate      forbids an option, and says why; it never adds one
- WinGate   forbids a win that the shape allows, and says why
- Offer     adds options on one's own turn
- Reaction  answers an event with marks, things shown and payments; never with a stage, never to a reaction; a
            false win becomes a pass by one, as an ask that the rules answer
- Shape     says that a hand is complete, and how it can be read
- Pattern   counts how often it applies to one reading
- policies  answer one question each: who wins a claim, what patterns come to, who pays, who deals next

What only one variant would use is a Step of that variant instead, where a Step can do it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal, Protocol, TypeAlias

from rules.commands import Command
from rules.errors import OptionError
from rules.events import Ask, Event, Stage
from rules.goals import Goal
from rules.ladders import CoinRules, Ladder
from rules.score import Breakdown, ScoreItem
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import Tile
from rules.values import value
from rules.win import Arrangement, WinContext

Options: TypeAlias = Mapping[str, str]


class Step(Protocol):
    """One stage of the hand: whom it asks, when the answers settle it, and what happens then.

    `resolve` yields events that are applied one by one; the last one is a Staged, except in an opening step, after
    which the next opening step follows by itself.
    """

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The asks that this stage puts, none when nothing is to be decided."""

    def settled(self, state: RoundState, rules: Ruleset) -> bool:
        """Whether the answers given so far decide it, whatever the open asks bring."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """What follows from the answers."""


class Shape(Protocol):
    """A form of complete hand."""

    def fits(self, context: WinContext) -> bool:
        """Whether the tiles have this shape; fast, asked for every claim."""

    def arrangements(self, context: WinContext) -> Iterable[Arrangement]:
        """Every way to read the tiles in this shape that can matter for patterns."""


Gate: TypeAlias = Callable[[RoundState, "Ruleset", Seat, Any], str | None]
WinGate: TypeAlias = Callable[[WinContext, Breakdown], str | None]
Offer: TypeAlias = Callable[[RoundState, "Ruleset", Seat], Iterable[Command]]
Reaction: TypeAlias = Callable[[RoundState, Any, "Ruleset"], Iterator[Event]]
Fact: TypeAlias = Callable[[RoundState, Seat, bool], bool]
"""A circumstance of a win: (state, seat, self_drawn) -> whether it holds."""


@value
class Pattern:
    """A pattern (番型): id, value in the variant's unit, and a test that says how often it applies."""

    name: str
    value: int
    test: Callable[[WinContext], int]


@value
class LastStretch:
    """From `count` tiles that can be drawn on, the end of the wall has a name: 海底, 强胡 (ids with texts)."""

    count: int
    name: str


@value
class TileRules:
    """The tiles of the set (kinds, four copies each) and which end of the wall nobody may draw.

    `reserve(state)`: tiles of the wall that cannot be drawn now. A kong uses up `kong_cost` tiles and must leave
    `kong_leaves` behind it; `kong_reserve(state)` is the reserve once it is laid, None where that is the same.
    `wild(indicator)`: the kind that a turned-up tile makes wild, None where none is turned up;
    `stand_ins(wild)`: pairs of a tile and the face it plays as. `last_stretch`: when the last tiles are special.
    """

    kinds: tuple[Tile, ...]
    reserve: Callable[[RoundState], int]
    kong_cost: int = 1
    kong_leaves: int = 0
    wild: Callable[[Tile], Tile] | None = None
    stand_ins: Callable[[Tile], tuple[tuple[Tile, Tile], ...]] = lambda wild: ()
    kong_reserve: Callable[[RoundState], int] | None = None
    last_stretch: LastStretch | None = None


@value
class CallRules:
    """Which calls exist, what forbids them, and what may be offered beside them.

    `forced(state, seat)`: a win that is offered to this seat must be taken; the engine declares it.
    `passed(state, seat)` is what a seat that lets a win go must live with (漏胡); it yields marks. `runs`: sequences
    beyond the ordinary ones that may be chowed. `unchecked_wins`: a win may be declared that is none (炸胡).
    """

    chow: bool
    hide_concealed_kong: bool = False
    gates: Mapping[type[Command], tuple[Gate, ...]] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    forced: Callable[[RoundState, Seat], bool] | None = None
    passed: Callable[[RoundState, Seat], Iterator[Event]] | None = None
    runs: tuple[tuple[Tile, ...], ...] = ()
    unchecked_wins: bool = False

    def gated(self, gate: Gate, *commands: type[Command]) -> CallRules:
        """The same rules with one more gate on these commands."""
        return replace(self, gates={**self.gates, **{c: (*self.gates.get(c, ()), gate) for c in commands}})


@value
class WinRules:
    """What a win needs: shapes, gates in the order of the variant's text, patterns and how they combine.

    `shape_gates` belong to the shape (which pair, which suits): a hand that they forbid is not even ready. They are
    asked first; one that stands in `gates` too is asked in its place there.
    `facts` are the circumstances that the variant knows. `special`: wins that a circumstance makes by itself, judged by
    rules of their own. `goals`: what a hand can be built towards, for bots and hints.
    """

    shapes: tuple[Shape, ...]
    patterns: tuple[Pattern, ...]
    combine: Callable[[WinContext, Sequence[ScoreItem]], Breakdown]
    shape_gates: tuple[WinGate, ...] = ()
    gates: tuple[WinGate, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    special: Mapping[str, WinRules] = field(default_factory=dict)
    goals: tuple[Goal, ...] = ()


@value
class NextDealer:
    """Who deals next (None: by dice), and how often he will have held the deal in a row."""

    seat: Seat | None
    streak: int = 0


@value
class ScoreRules:
    """Who pays, how the hand ends and who deals next.

    `settle(state, rules)` turns the wins that have not been paid yet into payments (and what is turned up for them).
    `exhausted(state, rules)`: the payments when nobody can draw any more.
    `leave(state, rules, seat)`: what follows when a player leaves on purpose in mid-hand (逃跑), with the stage if the
    hand ends; None where leaving has no rule, and a bot plays for the seat.
    """

    settle: Callable[[RoundState, Ruleset], Iterator[Event]]
    exhausted: Callable[[RoundState, Ruleset], Iterator[Event]]
    next_dealer: Callable[[RoundState], NextDealer]
    play_on: Callable[[RoundState], bool]
    several_winners: bool
    winner_order: Callable[[RoundState, Seat], tuple[Seat, ...]]
    reactions: Mapping[type[Event], tuple[Reaction, ...]] = field(default_factory=dict)
    leave: Callable[[RoundState, Ruleset, Seat], Iterator[Event]] | None = None


@value
class Summary:
    """What a player of another variant must be told and a function hides (`rules.differences`): ids with texts.

    `demands`: what a win or a call needs, or what forbids it, as ids of gates where there is one; `extras`: what else
    there is here and not everywhere; `payers`: who pays a win on a discard; `kongs`: how kongs are paid; `drawn`: what
    a drawn hand costs; `dealer`: who deals next.
    """

    demands: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    payers: Literal["discarder_pays", "all_pay"] = "discarder_pays"
    kongs: Literal["kongs_unpaid", "kongs_at_once", "kongs_at_end", "kongs_with_win", "kongs_multiply"] = "kongs_unpaid"
    drawn: Literal["draw_free", "draw_dealer_pays", "draw_not_ready_pays", "draw_checked"] = "draw_free"
    dealer: Literal["dealer_holds", "dealer_winner", "dealer_discarder", "dealer_by_dice"] = "dealer_holds"


@value
class Ruleset:
    """A variant with its options chosen, in the order of a rulebook.

    `carries`: the seat marks that a player takes along into the next hand of a match, where they are `last_<mark>`.
    """

    tiles: TileRules
    opening: tuple[Step, ...]
    calls: CallRules
    flow: Mapping[Stage, Step]
    winning: WinRules
    scoring: ScoreRules
    summary: Summary
    carries: tuple[str, ...] = ()


@value
class Option:
    """A house rule: its key, its values with the default first.

    With `numbers` any whole number of that range will do, and `values` are the usual ones.
    """

    key: str
    values: tuple[str, ...]
    numbers: range | None = None

    def allows(self, value: str) -> bool:
        """Whether it may have this value."""
        return value in self.values or (self.numbers is not None and value.isdecimal() and int(value) in self.numbers)

    @property
    def default(self) -> str:
        """The value that holds when nobody chose."""
        return self.values[0]


YES_NO = ("yes", "no")
NO_YES = ("no", "yes")


@value
class Lengths:
    """How long a match may last: rounds (圈) only where the deal passes on from seat to seat."""

    hands: tuple[int, ...] = (4, 8, 16)
    rounds: tuple[int, ...] = ()
    reseat_after: int = 0


@value
class Variant:
    """A regional rule set (rulebook/README.md): id, place, options, and how to build its rules.

    `ladder`: the titles that its games' points climb, `coins`: how coins follow points, where the variant has them.
    `wild_name` is the word on a wild tile's flag. `dealer_by_dice`: the first dealer is found by dice, otherwise the
    player who took a seat first deals. `dice`: how many are thrown for a deal. Texts for people are looked up by id in
    the catalogues.
    """

    key: str
    region: str
    options: tuple[Option, ...]
    build: Callable[[Options], Ruleset]
    lengths: Lengths = Lengths()
    wild_name: str = ""
    dealer_by_dice: bool = True
    ladder: Ladder | None = None
    coins: CoinRules | None = None
    dice: int = 2

    def choose(self, chosen: Options) -> dict[str, str]:
        """All options with their values, the defaults filled in.

        Raises OptionError for an unknown option or value.
        """
        known = {option.key: option for option in self.options}
        for key, wish in chosen.items():
            if key not in known:
                raise OptionError(f"{self.key} has no option {key!r} (it has: {', '.join(known) or 'none'})")
            if not known[key].allows(str(wish)):
                raise OptionError(f"{self.key} option {key!r} is one of {', '.join(known[key].values)}, not {wish!r}")
        return {key: str(chosen.get(key, option.default)) for key, option in known.items()}

    def rules(self, chosen: Options) -> Ruleset:
        """The rules with these options. Raises OptionError."""
        return self.build(self.choose(chosen))
