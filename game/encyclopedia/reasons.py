"""Why a hand does not win, or that it does: the head of every explanation on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.verdict import VerdictWords
from game.refusals import refusal_words
from game.theme import TextStyle
from game.widgets.stacked import Still
from rules.cases import FinishedHand, HandVerdict
from rules.cases.hands import table_of
from rules.whynot import refused_win

if TYPE_CHECKING:
    from game.services import Services

HEAD = TextStyle("serif-bold", 23, 1.3)
SEAL = 46


def reason_words(words: VerdictWords, hand: FinishedHand, verdict: HandVerdict) -> str:
    """The rule that forbids the win, with what the hand has of it where the sentence names it."""
    if verdict.reason is None:
        return ""
    refusal = refused_win(table_of(hand), hand.rules, hand.winner) if hand.tile is not None else None
    if refusal is not None and refusal.reason == verdict.reason:
        return refusal_words(words.words, refusal)
    return words.texts.gate(verdict.reason)


class Ruling(Still):
    """A seal with a sign, a head, and a sentence: 胡 on cinnabar for a win, a cross or a question mark else."""

    def __init__(self, services: Services, sign: str, head: str, text: str = "") -> None:
        """`sign`: "win", or the name of an icon."""
        super().__init__(services)
        self.sign, self.head, self.said = sign, head, text

    def _room(self, width: int) -> int:
        return width - self.services.units.type_length(SEAL) - self.services.px(14)

    def _heights(self, width: int) -> tuple[int, int]:
        fonts, style = self.services.fonts, self.services.steps.body
        head = len(fonts.wrap(self.head, HEAD, self._room(width))) * fonts.line_height(HEAD)
        text = len(fonts.wrap(self.said, style, self._room(width))) * fonts.line_height(style) if self.said else 0
        return head, text

    def height_for(self, width: int) -> int:
        """Seal or words, whatever is higher."""
        return max(self.services.units.type_length(SEAL), sum(self._heights(width))) + self.services.px(14)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        services, colours, px = self.services, self.services.colours, self.services.px
        side = services.units.type_length(SEAL)
        seal = pygame.Rect(self.rect.x, self.rect.y + px(2), side, side)
        services.painter.box(surface, seal, "seal" if self.sign == "win" else "button_ink")
        if self.sign == "win":
            picture = services.fonts.render("胡", TextStyle("brush", SEAL * 0.78), "#FFF6E2")
        else:
            picture = services.images.icon(self.sign, side * 6 // 10, colours.text)
        surface.blit(picture, picture.get_rect(center=seal.center))
        head, text = self._heights(self.rect.width)
        room = self._room(self.rect.width)
        top = self.rect.y + max(0, (self.rect.height - px(14) - head - text) // 2)
        place = pygame.Rect(self.rect.right - room, top, room, head)
        colour = colours.red_text if self.sign in ("win", "x") else colours.ptext
        services.fonts.write_lines(surface, self.head, place, HEAD, colour)
        if self.said:
            below = pygame.Rect(place.x, place.bottom, room, text)
            services.fonts.write_lines(surface, self.said, below, services.steps.body, colours.ptext)
