"""Events: everything that ever happens in a hand, as a closed union of plain values.

The list of events is the game: state, views, replays, the network and the picture on screen are folds of it.
Every field says whether it is public, secret or unseen; `OWNER_ONLY` says who gets the event at all. A variant never
adds an event: odd rules speak with Marked, Shown, Flipped, Buried, Exchanged and Paid.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from rules.commands import Command
from rules.melds import Meld
from rules.score import Breakdown, Transfer
from rules.seats import Seat
from rules.tiles import Tile
from rules.values import public, secret, unseen, value

Mark: TypeAlias = int | str | None
"""The value of a mark; None takes the mark away."""


class Stage(StrEnum):
    """Where in the hand we are; `rules.flow` names the step of each stage."""

    OPENING = "opening"
    DRAW = "draw"
    TURN = "turn"
    CLAIM = "claim"
    UNCLAIMED = "unclaimed"
    KONG_CLAIM = "kong_claim"
    KONG_DRAW = "kong_draw"
    SEABED = "seabed"
    SEABED_CLAIM = "seabed_claim"
    WON = "won"
    EXHAUSTED = "exhausted"
    FINISH = "finish"
    OVER = "over"


class AskKind(StrEnum):
    """What an ask is about: one's own turn, a claim on a tile, or a question of the variant."""

    TURN = "turn"
    CLAIM = "claim"
    CHOICE = "choice"


class WinSource(StrEnum):
    """Where the winning tile came from."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROB_KONG = "rob_kong"


class Cause(StrEnum):
    """Who answered an ask: a person, a bot, the clock, or the engine because the rules force it."""

    PLAYER = "player"
    BOT = "bot"
    TIMEOUT = "timeout"
    FORCED = "forced"


@value
class Ask:
    """One decision put to one seat: all its legal options, and the one that the clock would take.

    Ids count the asks of one seat, so that they tell nothing about the asks of the others.
    """

    id: int
    seat: Seat
    kind: AskKind
    options: tuple[Command, ...]
    default: Command


@value
class RoundStarted:
    """A hand begins: variant with its options, number in the match, dealer and how often he has held the deal."""

    variant: str = public()
    options: tuple[tuple[str, str], ...] = public()
    number: int = public()
    dealer: Seat = public()
    streak: int = public()


@value
class WallBuilt:
    """The wall (牌墙) in drawing order; known to nobody. Again when it is rearranged before the deal."""

    tiles: tuple[Tile, ...] = secret()


@value
class Rolled:
    """The dice of the deal: the dealer's, then those of the second thrower where there is one."""

    dice: tuple[int, ...] = public()


@value
class Dealt:
    """Tiles dealt from the front of the wall."""

    seat: Seat = public()
    tiles: tuple[Tile, ...] = secret()


@value
class WildRevealed:
    """The indicator is taken out of the wall at index `at` and turned up; from now on these kinds are wild.

    `stand_ins` are pairs (tile, the face it plays as).
    """

    indicator: Tile = public()
    at: int = public()
    wilds: tuple[Tile, ...] = public()
    stand_ins: tuple[tuple[Tile, Tile], ...] = public()


@value
class Drew:
    """A tile drawn from the wall at index `at` (0 front, -1 rear); `replacement` after a kong (补张)."""

    seat: Seat = public()
    tile: Tile = secret()
    at: int = public()
    replacement: bool = public()


@value
class Buried:
    """A tile taken out of the wall unseen; known to nobody."""

    tile: Tile = secret()
    at: int = public()


@value
class Exchanged:
    """A tile of a hand changes places with one of the wall, at a place that nobody learns."""

    seat: Seat = public()
    gave: Tile = secret()
    got: Tile = secret()
    at: int = unseen()


@value
class Discarded:
    """A tile thrown into the river; `drawn` when it is the tile just drawn."""

    seat: Seat = public()
    tile: Tile = public()
    drawn: bool = public()


@value
class KongAnnounced:
    """A tile laid onto one's own pong that may still be robbed; it becomes Melded when nobody does."""

    seat: Seat = public()
    tile: Tile = public()


@value
class Melded:
    """A meld laid down. A kong that lies face down has HIDDEN tiles in `meld`; its seat gets them in `face_down`."""

    seat: Seat = public()
    meld: Meld = public()
    face_down: tuple[Tile, ...] = secret()


@value
class Shown:
    """Tiles of a hand, and its melds, shown to all; `why` is a text key."""

    seat: Seat = public()
    tiles: tuple[Tile, ...] = public()
    melds: tuple[Meld, ...] = public()
    why: str = public()


@value
class Flipped:
    """A tile turned up for all (bird, void tile); taken out of the wall at `at`, or only pointed at when None."""

    tile: Tile = public()
    why: str = public()
    at: int | None = public()


@value
class Marked:
    """Something a variant remembers, for all to know; of a seat, or of the table when seat is None."""

    seat: Seat | None = public()
    key: str = public()
    value: Mark = public()


@value
class SecretMarked:
    """Something a variant remembers about a seat that only that seat may know."""

    seat: Seat = public()
    key: str = public()
    value: Mark = public()


@value
class Asked:
    """An ask put to a seat. Only that seat gets it, so nobody learns who could have claimed."""

    seat: Seat = public()
    ask: Ask = public()


@value
class Answered:
    """The answer to an ask. Only its own seat gets it; what follows from it is for all to see."""

    seat: Seat = public()
    ask: int = public()
    command: Command = public()
    cause: Cause = public()


@value
class Staged:
    """The hand moves to this stage, about this seat."""

    stage: Stage = public()
    seat: Seat = public()


@value
class Won:
    """A win (胡): tile, where it came from, the facts (circumstances) and what the hand is worth.

    `hand` are the concealed tiles without the winning tile. `took`: this winner physically takes the tile.
    """

    seat: Seat = public()
    tile: Tile = public()
    source: WinSource = public()
    loser: Seat | None = public()
    facts: tuple[str, ...] = public()
    hand: tuple[Tile, ...] = public()
    breakdown: Breakdown = public()
    took: bool = public()


@value
class SeatOut:
    """The seat has won and leaves the hand, which goes on (血战)."""

    seat: Seat = public()


@value
class Left:
    """The player of a seat leaves the table on purpose in mid-hand (逃跑); what it costs him follows."""

    seat: Seat = public()


@value
class Paid:
    """Payments that belong together. Each transfer names payer, payee, amount, reason and factors."""

    transfers: tuple[Transfer, ...] = public()


@value
class Exhausted:
    """Nobody can draw any more (荒牌, 流局)."""


@value
class RoundEnded:
    """The hand is over: points of the hand, whether it was drawn, and who deals next and with how many holds."""

    points: tuple[int, ...] = public()
    drawn: bool = public()
    next_dealer: Seat | None = public()
    next_streak: int = public()


Event: TypeAlias = (
    RoundStarted
    | WallBuilt
    | Rolled
    | Dealt
    | WildRevealed
    | Drew
    | Buried
    | Exchanged
    | Discarded
    | KongAnnounced
    | Melded
    | Shown
    | Flipped
    | Marked
    | SecretMarked
    | Asked
    | Answered
    | Staged
    | Won
    | SeatOut
    | Left
    | Paid
    | Exhausted
    | RoundEnded
)

EVENT_TYPES: Final[tuple[type[Event], ...]] = (
    RoundStarted, WallBuilt, Rolled, Dealt, WildRevealed, Drew, Buried, Exchanged, Discarded, KongAnnounced, Melded,
    Shown, Flipped, Marked, SecretMarked, Asked, Answered, Staged, Won, SeatOut, Left, Paid, Exhausted, RoundEnded,
)  # fmt: skip

OWNER_ONLY: Final[frozenset[type[Event]]] = frozenset({SecretMarked, Asked, Answered})
"""Events that only their own seat may know to exist; all others go to everybody, redacted field by field."""
