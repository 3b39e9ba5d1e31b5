"""Words of the game explained where one asks for them: general ones, and the patterns of the variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.prose import Placed, plain
from game.strings import Strings, mark
from game.tabletexts import TableTexts
from rules.values import value
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.encyclopedia.page import PageRow

TERMS = (
    mark("self-draw|Winning on a tile that one draws oneself."),
    mark("discarder|Who threw the tile on which somebody wins."),
    mark("concealed kong|Four alike, all from one's own hand."),
    mark("added kong|The fourth tile put onto one's own pong; it can be robbed."),
    mark("exposed kong|Three in the hand and the fourth from a discard."),
    mark("robbed|Winning on the tile that another adds to a pong."),
    mark("chow|Three in a row of one suit, the last one from the previous player."),
    mark("pong|Three alike, the third one from a discard."),
    mark("pair|Two alike: every hand of four melds needs one besides."),
    mark("dealer|East: throws first, and often pays and gets more."),
    mark("ready|One tile is missing to win."),
    mark("wall|The tiles that are still to be drawn."),
)


@value
class Explained:
    """A word that is asked about: where it stands, in device pixels, and what it means."""

    place: pygame.Rect
    text: str


@value
class Spot:
    """Where a word stands on a page: in text number `part` of a row, from a character on."""

    row: PageRow
    part: int
    first: int
    word: str
    text: str

    @property
    def explained(self) -> Explained:
        """The word where it is now, as the page is scrolled."""
        setter, place = _placed(self.row)[self.part]
        return Explained(setter.place_of(place, self.first, self.first + len(self.word)), self.text)


def glossary(strings: Strings, variant: str) -> dict[str, str]:
    """Words, lower case, and what they mean in this variant."""
    texts = TableTexts(strings.language, variant)
    words = {}
    for term in TERMS:
        for name in strings.tr(term).partition("|")[0].split("/"):
            words[name.casefold()] = strings.tr(term).partition("|")[2]
    for pattern in all_variants()[variant].rules({}).winning.patterns:
        note = texts.pattern_note(pattern.name)
        if note:
            words[texts.pattern(pattern.name).casefold()] = note
    return words


def explained_at(rows: Sequence[PageRow], words: Mapping[str, str], position: tuple[int, int]) -> Explained | None:
    """The longest word that stands at a position; None where there is none to explain."""
    row = next((row for row in rows if row.rect.collidepoint(position)), None)
    for setter, place in () if row is None else _placed(row):
        at = setter.character_at(place, position) if place.collidepoint(position) else None
        found = None if at is None else _word_at(plain(setter.words).casefold(), words, at)
        if found is not None:
            first, word = found
            return Explained(setter.place_of(place, first, first + len(word)), words[word])
    return None


def explained_spots(rows: Sequence[PageRow], words: Mapping[str, str]) -> list[Spot]:
    """Every word that can be explained, in reading order, each where it stands first."""
    spots: dict[str, Spot] = {}
    for row in rows:
        for part, (setter, _) in enumerate(_placed(row)):
            text = plain(setter.words)
            for first in range(len(text)):
                found = _word_at(text.casefold(), words, first)
                if found is not None and found[0] == first and found[1] not in spots:
                    word = text[first : first + len(found[1])]
                    spots[found[1]] = Spot(row, part, first, word, words[found[1]])
    return list(spots.values())


def _placed(row: PageRow) -> Sequence[Placed]:
    """The texts of a row that can be asked about, and where they stand."""
    return row.placed() if hasattr(row, "placed") else ()


def _word_at(text: str, words: Mapping[str, str], at: int) -> tuple[int, str] | None:
    """Where the longest word begins that covers a character, and the word."""
    for word in sorted(words, key=len, reverse=True):
        first = text.find(word, max(0, at - len(word) + 1))
        if 0 <= first <= at and not _inside_a_word(text, first, first + len(word)):
            return first, word
    return None


def _inside_a_word(text: str, first: int, last: int) -> bool:
    """Whether Latin letters go on before or after, a plural's s apart."""
    before, after = text[:first][-1:], text[last:].removeprefix("s")[:1]
    return any(letter.isascii() and letter.isalpha() for letter in (before, after))
