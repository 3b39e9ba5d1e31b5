"""Practice: is this a win, and what is it worth? A hand on cloth, answers to choose from, then the engine's reasons."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.answers import AnswerButton, TileRow, answer_text
from game.encyclopedia.chips import chip_rows, draw_chips
from game.encyclopedia.drills import Kind, next_question, waits_of, without_winning_tile
from game.encyclopedia.handrow import HandStrip
from game.encyclopedia.page import PageRows
from game.encyclopedia.prose import Title
from game.encyclopedia.reasons import Ruling, reason_words
from game.encyclopedia.sidelist import PageScroll, sheet_at_the_right
from game.encyclopedia.topics import FIRST
from game.encyclopedia.verdict import VerdictWords, figure_words, verdict_rows
from game.preferences import Tally
from game.rulepages import Example
from game.strings import mark, number
from game.tabletexts import TableTexts
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.dropdown import Dropdown
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, header_height
from game.widgets.listbox import Row
from game.widgets.stacked import parts_of, stack
from rules.cases import FinishedHand, HandVerdict
from rules.tiles import Tile
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.encyclopedia.page import PageRow
    from game.services import Services

SHEET, GAP, PADDING = 428, 16, 20
ANSWER, ANSWER_GAP, FOOT, LOWERED = 60, 12, 48, 96
LARGEST_TILE = 52
QUESTIONS = {
    Kind.WIN: mark("Does this hand win?"),
    Kind.WORTH: mark("What is it worth?"),
    Kind.GAIN: mark("How many points does the winner get in all?"),
    Kind.PATTERNS: mark("Which patterns count?"),
    Kind.WAITS: mark("On which tiles may it win by self-draw?"),
}
DIGITS = (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4)


class PracticeScene(FormScene):
    """Drills for one variant after the other. `chance`: where the hands come from; a new one each time if not given."""

    def __init__(self, services: Services, variant: str, chance: Random | None = None) -> None:
        super().__init__(services)
        self.variant = variant
        self.chance = chance or Random(secrets.randbits(64))
        self._guest: dict[str, Tally] = {}
        self.question = next_question(variant, self.chance)
        self.answered: int | None = None
        self._back = BackButton(services, services.scenes.pop)
        self._scroll = PageScroll(services)
        self._strip = HandStrip(services, self._shown_hand(), LARGEST_TILE)
        self._desk = self._band = self._ask = self._foot = self._sheet = pygame.Rect(0, 0, 0, 0)

    # ---- the drill --------------------------------------------------------------------------------------------------

    @property
    def tally(self) -> Tally:
        """How this player has done with this variant; a guest only while the screen is open."""
        kept = self._guest if self.services.chosen.guest else self.services.chosen.practice
        return kept.get(self.variant, Tally())

    def _shown_hand(self) -> FinishedHand:
        hand = self.question.hand
        return without_winning_tile(hand) if self.question.kind is Kind.WAITS else hand

    def answer(self, index: int) -> None:
        """Give an answer; the first one counts."""
        if self.answered is not None or not 0 <= index < len(self.question.answers):
            return
        self.answered = index
        right = index == self.question.right
        self.services.audio.play("sum.zero" if right else "no")
        tally = self.tally.after(right)
        if self.services.chosen.guest:
            self._guest[self.variant] = tally
        else:
            self.services.preferences.change(practice={**self.services.chosen.practice, self.variant: tally})
        self._renew()

    def go_on(self) -> None:
        """The next question."""
        self.question = next_question(self.variant, self.chance)
        self.answered = None
        self._strip = HandStrip(self.services, self._shown_hand(), LARGEST_TILE)
        self._renew()

    def choose(self, variant: str) -> None:
        """Practise another variant."""
        self.variant = variant
        self.go_on()

    def _renew(self) -> None:
        self._scroll = PageScroll(self.services)
        self.renew()

    # ---- layout -----------------------------------------------------------------------------------------------------

    @property
    def words(self) -> VerdictWords:
        """The words for this hand."""
        return VerdictWords(self.services.strings, self.variant, self.question.hand.dealer)

    def resize(self) -> None:
        """Question, hand and answers at the left, the reasons on paper at the right."""
        px = self.services.px
        content, self._sheet = sheet_at_the_right(self.services, SHEET)
        self._desk = pygame.Rect(content.x, content.y, self._sheet.x - px(GAP) - content.x, content.height)
        self._back.lay_out()
        head = self._head_widgets(content)
        answers = self._answers()
        foot = self._foot_widgets()
        rows = self._rows()
        self.renew_form([self._back, *head, *answers, *foot, self._scroll, *rows])

    def _head_widgets(self, content: pygame.Rect) -> list[Widget]:
        language = self.services.strings.language
        names = [Row(key, TableTexts(language, key).card) for key in all_variants()]
        dropdown = Dropdown(self.services, names, self.variant, self.choose)
        dropdown.on_ink = True
        width = min(max(dropdown.natural_size[0], self.services.px(200)), content.width // 3)
        dropdown.rect = pygame.Rect(0, 0, width, header_height(self.services, self._back.rect))
        dropdown.rect.midright = (content.right, self._back.rect.centery)
        return [dropdown]

    def _answers(self) -> list[Widget]:
        """Places question, circumstances and band as well: each below the other."""
        services, px, fonts = self.services, self.services.px, self.services.fonts
        inner = self._desk.inflate(-2 * px(PADDING), -2 * px(PADDING - 4))
        style = services.steps.h1
        title = self._title_words()
        lines = len(fonts.wrap(title, style, inner.width))
        chips = chip_rows(services, self._circumstances(), inner.width)
        self._ask = pygame.Rect(inner.x, inner.y, inner.width, lines * fonts.line_height(style) + px(8) + chips)
        band = self._strip.height_for(inner.width)
        self._band = pygame.Rect(inner.x, self._ask.bottom + px(12), inner.width, band)
        self._foot = pygame.Rect(inner.x, 0, inner.width, services.control_height(FOOT))
        self._foot.bottom = inner.bottom
        answers = self._place_answers(pygame.Rect(inner.x, self._band.bottom + px(18), inner.width, 0))
        free = self._foot.y - max(answer.rect.bottom for answer in answers) - px(16)
        lower = max(0, min(px(LOWERED), free * 2 // 5))
        for rect in (self._ask, self._band, *(answer.rect for answer in answers)):
            rect.y += lower
        return answers

    def _place_answers(self, place: pygame.Rect) -> list[Widget]:
        """Two beside each other; all of one height."""
        gap, question = self.services.px(ANSWER_GAP), self.question
        buttons = []
        for index, answer in enumerate(question.answers):
            tiles = [Tile(one) for one in answer if isinstance(one, int)] if isinstance(answer, tuple) else []
            text = answer_text(self.words, question, answer)
            button = AnswerButton(self.services, text, tiles, str(index + 1), self._giver(index))
            if self.answered is not None:
                chosen = "wrong" if index == self.answered else "rest"
                button.state = "right" if index == question.right else chosen
            buttons.append(button)
        width = (place.width - gap) // 2
        room = self._foot.y - gap - place.y
        rows = -(-len(buttons) // 2)
        height = max(self.services.control_height(ANSWER), *(button.height_for(width) for button in buttons))
        height = min(height, (room - gap * (rows - 1)) // rows)
        for index, button in enumerate(buttons):
            left, top = place.x + index % 2 * (width + gap), place.y + index // 2 * (height + gap)
            button.rect = pygame.Rect(left, top, width, height)
        return list(buttons)

    def _giver(self, index: int) -> Callable[[], None]:
        return lambda: self.answer(index)

    def _foot_widgets(self) -> list[Widget]:
        tr = self.services.tr
        done = self.answered is not None
        following = Button(
            self.services,
            tr("Next question") if done else tr("Skip"),
            self.go_on,
            kind="main" if done else "ink",
            key="return",
        )
        width = max(self.services.px(170), following.natural_size[0])
        following.rect = pygame.Rect(0, 0, width, self._foot.height)
        following.rect.midright = self._foot.midright
        return [following]

    def _rows(self) -> list[Widget]:
        """The sheet: the rules in a minute before the answer, the reasons after it."""
        px = self.services.px
        inner = self._sheet.inflate(-2 * px(PADDING + 4), -2 * px(PADDING))
        rows = self._reasons() if self.answered is not None else self._rules()
        height = stack(rows, inner.x, inner.y, inner.width)
        view = pygame.Rect(inner.x, inner.y, inner.width + px(PADDING - 4), inner.height)
        widgets = parts_of(rows)
        self._scroll.lay_out(view, widgets, height + px(8))
        return widgets

    def _rules(self) -> list[PageRow]:
        pages = PageRows(self.services, self._open, lambda variant: None)
        name = TableTexts(self.services.strings.language, self.variant).card
        return [Title(self.services, name), *pages.rows(self.variant, FIRST)]

    def _reasons(self) -> list[PageRow]:
        """In the words of the judge: what counts and who pays, or the rule that forbids it; the waits with values."""
        question, words, tr = self.question, self.words, self.services.tr
        right = self.answered == question.right
        head = tr("Correct") if right else tr("Not so")
        if question.kind is Kind.WAITS:
            rows: list[PageRow] = [
                Ruling(self.services, "check" if right else "x", head, tr("It waits for these tiles"))
            ]
            rows.append(TileRow(self.services, [(tile, self._worth(v)) for tile, v in waits_of(question.hand).items()]))
            return rows
        if not question.verdict.wins:
            why = reason_words(words, question.hand, question.verdict)
            return [Ruling(self.services, "check" if right else "x", head, tr("No win: {why}", why=why))]
        worth = tr("It wins: {value}", value=self._worth(question.verdict))
        ruling = Ruling(self.services, "check" if right else "x", head, worth)
        return [ruling, *verdict_rows(self.services, question.hand, question.verdict)]

    def _worth(self, verdict: HandVerdict) -> str:
        if verdict.breakdown is None:
            return ""
        return " ".join(part for part in figure_words(self.services.strings, verdict.breakdown) if part)

    def _open(self, example: Example) -> None:
        from game.scenes.calculator import CalculatorScene

        self.services.scenes.push(CalculatorScene(self.services, self.variant, example.hand))

    # ---- input ------------------------------------------------------------------------------------------------------

    def screen_key(self, event: pygame.Event) -> bool:
        """Digits answer, Enter goes on, Escape goes back; the page keys scroll the reasons."""
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key in DIGITS:
            self.answer(DIGITS.index(event.key))
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.go_on()
        else:
            return self._scroll.read_on(event.key)
        return True

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def _title_words(self) -> str:
        return self.services.tr(QUESTIONS[self.question.kind])

    def _circumstances(self) -> list[str]:
        """How the tile was won; nothing of the win where only the waits are asked for."""
        hand, tr = self.question.hand, self.services.tr
        if self.question.kind is Kind.WAITS:
            return [tr("{seat} to draw", seat=self.words.wording.names[hand.winner])]
        return self.words.circumstances(hand)

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, header, question, hand, sheet."""
        services, colours, px = self.services, self.services.colours, self.services.px
        dropdown = self.form.widgets[1].rect
        line = services.tr("Is this a win, and what is it worth?")
        self._back.draw_head(surface, services.tr("Practice"), line, dropdown.x)
        services.painter.box(surface, self._desk, "ink")
        services.painter.box(surface, self._sheet, "paper")
        used = services.fonts.write_lines(surface, self._title_words(), self._ask, services.steps.h1, colours.text)
        below = pygame.Rect(self._ask.x, self._ask.y + used + px(8), self._ask.width, self._ask.height)
        draw_chips(services, surface, self._circumstances(), below)
        self._strip.draw(surface, self._band)
        self._draw_tally(surface)
        self.form.draw(surface)

    def _draw_tally(self, surface: pygame.Surface) -> None:
        """How it goes: in a row, the best so far, right of all."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        tally, tr = self.tally, services.tr
        streak = services.fonts.render(number(tally.streak), steps.payment, colours.brass_light)
        surface.blit(streak, streak.get_rect(midleft=self._foot.midleft))
        left = self._foot.x + streak.get_width() + px(10)
        right = next(w.rect.x for w in self.form.widgets if isinstance(w, Button) and w.shortcut == "return") - px(12)
        high = services.fonts.line_height(steps.small)
        upper = pygame.Rect(left, self._foot.centery - high, right - left, high)
        services.fonts.write(surface, tr("in a row"), upper, steps.small, colours.text)
        words = tr(
            "best {best} · {right} of {asked} right",
            best=number(tally.best),
            right=number(tally.right),
            asked=number(tally.asked),
        )
        services.fonts.write(surface, words, upper.move(0, high), steps.small, colours.text2)
