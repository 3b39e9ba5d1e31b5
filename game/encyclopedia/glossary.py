"""Words of the game explained where the pointer rests on them: general ones, and the patterns of the variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.prose import Placed, plain
from game.strings import Strings, mark
from game.tabletexts import TableTexts
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


@dataclass(slots=True, frozen=True)
class Explained:
    """A word under the pointer: where it stands, in device pixels, and what it means."""

    place: pygame.Rect
    text: str


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


def explained_at(rows: Sequence[PageRow], words: dict[str, str], position: tuple[int, int]) -> Explained | None:
    """The longest word that stands at a position; None where there is none to explain."""
    row = next((row for row in rows if row.rect.collidepoint(position)), None)
    placed: Sequence[Placed] = row.placed() if row is not None and hasattr(row, "placed") else ()
    for setter, place in placed:
        at = setter.character_at(place, position) if place.collidepoint(position) else None
        found = None if at is None else _word_at(plain(setter.words).casefold(), words, at)
        if found is not None:
            first, word = found
            return Explained(setter.place_of(place, first, first + len(word)), words[word])
    return None


def _word_at(text: str, words: dict[str, str], at: int) -> tuple[int, str] | None:
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
