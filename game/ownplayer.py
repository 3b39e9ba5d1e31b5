"""The player at this computer in the book of players (`game.profiles`): who it is, what a hand brought, which title.

Whoever plays as a guest, or without a name, or with records switched off, is not written down. A book that cannot be
used is told once; the game goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, TypeVar

from game.files import data_folder
from game.newmatch import PlayedHand
from game.profiles import FILE_NAME, NO_TILE, HandResult, Profile, ProfileError, Profiles
from rules.events import WinSource, Won
from rules.ladders import Ladder
from rules.ruleset import Variant
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import HIDDEN, show_tiles
from rules.values import value
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

T = TypeVar("T")


class WinDetails(TypedDict, total=False):
    """The fields of a HandResult that a win fills."""

    worth: int
    unit: str
    tiles: str
    patterns: tuple[str, ...]


@value
class Gains:
    """What hands have brought the player here, and the coins after them.

    `title`: a new one that was reached, in the words of the variant `ladder`.
    """

    points: int = 0
    coins: int = 0
    purse: int = 0
    title: str | None = None
    ladder: str = ""

    def followed_by(self, later: Gains) -> Gains:
        """Both together; the later title holds."""
        told = later if later.title is not None else self
        return Gains(self.points + later.points, self.coins + later.coins, later.purse, told.title, told.ladder)


@value
class Honours:
    """The player's title with the variant whose word it is (empty: none yet), and the coins."""

    variant: str
    title: str | None
    coins: int


class OwnPlayer:
    """Who plays here. The book is opened when it is first needed; a guest has all methods, and nothing in the book."""

    def __init__(self, services: Services, folder: Path | None = None) -> None:
        self._services = services
        self._path = (folder or data_folder()) / FILE_NAME
        self._book: Profiles | None = None
        self._given_up = False

    @property
    def name(self) -> str:
        """Whose record is kept; empty for a guest."""
        chosen = self._services.chosen
        return chosen.player_name if chosen.keep_records and not chosen.guest else ""

    @property
    def profile(self) -> Profile | None:
        """The player in the book; None for a guest, for one who never finished a hand, or without a book."""
        if not self.name or not self._path.exists():
            return None
        return self._with_book(lambda book: book.find(self.name))

    def honours(self) -> Honours | None:
        """The title to greet with (of the variant played last, else the best) and the coins; None: nothing to tell."""
        profile = self.profile if self._services.chosen.titles_and_coins else None
        if profile is None:
            return None
        variants = all_variants()
        last = variants.get(self._services.chosen.last_variant)
        climbed = sorted(
            (one for one in variants.values() if one.ladder is not None and one.ladder.key in profile.points),
            key=lambda one: (one is not last, -profile.points[ladder_key(one)]),
        )
        for one in climbed:
            if (title := title_of(one.ladder, profile)) is not None:
                return Honours(one.key, title, profile.coins)
        return Honours("", None, profile.coins)

    def book(
        self, journal: str, player: int, hand: PlayedHand, names: Sequence[str] = (), played: str = ""
    ) -> Gains | None:
        """Book a finished hand of player `player`, once however often it is told; None when nothing is kept.

        `names` of players 0-3; `played`: when, for a hand that was not played just now.
        """
        name = self.name
        if not name:
            return None
        variant = all_variants()[hand.state.variant]
        result = hand_result(journal, player, hand, variant, self._services.chosen.titles_and_coins)
        others = tuple(other for number, other in enumerate(names) if number != player and other)
        result = replace(result, opponents=others, played=played)

        def booked(book: Profiles) -> Gains | None:
            before = book.player(name)
            if not book.book(before.id, result):
                return None
            after = book.player(name)
            return self._gains(variant, result, before, after)

        return self._with_book(booked)

    def _gains(self, variant: Variant, result: HandResult, before: Profile, after: Profile) -> Gains:
        old, new = title_of(variant.ladder, before), title_of(variant.ladder, after)
        risen = after.points.get(result.ladder, 0) > before.points.get(result.ladder, 0)
        told = self._services.chosen.titles_and_coins and new != old and risen
        return Gains(result.points, result.coins, after.coins, new if told else None, variant.key if told else "")

    def history(self) -> list[HandResult]:
        """All hands of the player here, oldest first; none for a guest."""
        profile = self.profile
        if profile is None:
            return []
        return self._with_book(lambda book: book.hands(profile.id)) or []

    def set_avatar(self, avatar: str) -> None:
        """Give the player another avatar: one character."""
        name = self.name

        def change(book: Profiles) -> None:
            book.set_avatar(book.player(name).id, avatar)

        if name:
            self._with_book(change)

    def forget(self) -> None:
        """Remove the player with all that was kept."""
        profile = self.profile
        if profile is not None:
            self._with_book(lambda book: book.forget(profile.id))

    def close(self) -> None:
        """Close the book, until it is needed again."""
        if self._book is not None:
            self._book.close()
            self._book = None

    def _with_book(self, action: Callable[[Profiles], T]) -> T | None:
        """Do something with the book; what keeps it from being used is told once."""
        if self._given_up:
            return None
        try:
            if self._book is None:
                self._book = Profiles(self._path)
            return action(self._book)
        except (ProfileError, OSError) as error:
            self._given_up = True
            self.close()
            self._services.say(
                self._services.tr("The records cannot be used; the game goes on without: {error}", error=error), "warn"
            )
            return None


def ladder_key(variant: Variant) -> str:
    """Under which key the points of a variant are counted: its ladder's, else its own."""
    return variant.key if variant.ladder is None else variant.ladder.key


def title_of(ladder: Ladder | None, profile: Profile) -> str | None:
    """The title of a player on a ladder; None before the first game of it."""
    if ladder is None or ladder.key not in profile.points:
        return None
    return ladder.title(profile.points[ladder.key])


def hand_result(journal: str, player: int, hand: PlayedHand, variant: Variant, coins: bool) -> HandResult:
    """What a finished hand was for one player; without `coins` the purse does not change.

    Where the table has titles switched off, the hand is kept, and counts for no ladder.
    """
    state, seat = hand.state, hand.players.index(player)
    options = variant.choose(dict(state.options))
    climbed = variant.ladder is None or variant.ladder.counts(options)
    own = [win for win in state.wins if win.seat == seat]
    change = 0
    if coins and variant.coins is not None:
        change = variant.coins.change(options, state.seats[seat].points)
    return HandResult(
        journal=journal,
        number=state.number,
        variant=variant.key,
        ladder=ladder_key(variant) if climbed else "",
        points=state.seats[seat].points,
        coins=change,
        won=bool(own),
        self_drawn=any(win.source is WinSource.SELF_DRAW for win in own),
        dealt_in=any(win.loser == seat for win in state.wins),
        drawn=not state.wins,
        **_of_win(own, state, seat),
    )


def _of_win(own: list[Won], state: RoundState, seat: Seat) -> WinDetails:
    """What is kept of the dearest win of a seat; nothing when it did not win."""
    if not own:
        return {}
    best = max(own, key=lambda win: win.breakdown.value)
    melds = [show_tiles(meld.tiles) for meld in state.seats[seat].melds]
    winning = show_tiles([best.tile]) if best.tile != HIDDEN else NO_TILE  # a hand shown as it was dealt
    tiles = " ".join([show_tiles(best.hand), *melds, winning])
    return {
        "worth": best.breakdown.value,
        "unit": str(best.breakdown.unit),
        "tiles": tiles,
        "patterns": tuple(item.name for item in best.breakdown.items),
    }
