"""A question over the screen. The safe answer is the main button at the right; Escape means it, too."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.widgets.button import Button, ButtonKind
from game.widgets.form import Form
from game.widgets.formscene import DIM, FormScene
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

WIDTH = 440
PARAGRAPH = 5
ENTERS = (pygame.K_RETURN, pygame.K_KP_ENTER)
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
"""What each moves the focus by: answers to the right, rows down."""


@value
class Answer:
    """One of the answers: what the button says, what it does after the dialog has closed, its icon and its key."""

    text: str
    action: Callable[[], object] = lambda: None
    icon: str = ""
    key: str = ""


class Dialog(FormScene):
    """Title, text and answers; the last answer is the safe one. Push it onto the scenes; it closes itself."""

    overlay = True
    spread = 0  # what paragraphs stand apart, all together, in virtual pixels
    columns = 0
    """How many answers stand beside each other; 0: all where they have room, else each has a row."""

    def __init__(self, services: Services, title: str, text: str, answers: Sequence[Answer]) -> None:
        super().__init__(services)
        self.title, self.text, self.answers = title, text, list(answers)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._across = 1
        last = len(self.answers) - 1
        self.form = Form(services, [self._button(answer, index == last) for index, answer in enumerate(self.answers)])

    def _button(self, answer: Answer, safe: bool) -> Button:
        kind: ButtonKind = "main" if safe else "ink"
        return Button(
            self.services, answer.text, lambda: self._answer(answer), kind=kind, icon=answer.icon, key=answer.key
        )

    def _answer(self, answer: Answer) -> None:
        self.services.scenes.pop()
        answer.action()

    def enter(self) -> None:
        """It is read aloud; the safe answer has the focus."""
        self.services.speaker.say_all((self.title, self.text))
        self.form.focus(self.form.widgets[-1])

    def resize(self) -> None:
        """Centre it; the buttons of a row share its width."""
        units, px, fonts, steps = self.services.units, self.services.px, self.services.fonts, self.services.steps
        buttons = [widget for widget in self.form.widgets if isinstance(widget, Button)]
        width = min(max(px(WIDTH), units.type_length(WIDTH)), units.width - 2 * px(24))
        inner, gap, height = width - 2 * px(24), px(8), self.services.control_height(44)
        across = self._across = self._columns(buttons, inner + gap, gap)
        lines = self._lines(inner)
        rows = math.ceil(len(buttons) / across)
        text_height = fonts.line_height(steps.h1) + px(8) + lines * fonts.line_height(steps.body) + px(self.spread)
        self.rect = pygame.Rect(0, 0, width, text_height + rows * (height + gap) - gap + 2 * px(20) + px(20))
        self.rect.center = (units.width // 2, units.height // 2)
        each = (inner - gap * (across - 1)) // across
        top = self.rect.bottom - px(20) - rows * (height + gap) + gap
        for index, button in enumerate(buttons):
            down, right = divmod(index, across)
            left = self.rect.x + px(24) + right * (each + gap)
            button.rect = pygame.Rect(left, top + down * (height + gap), each, height)

    def _columns(self, buttons: Sequence[Button], room: int, gap: int) -> int:
        widest = max(button.natural_size[0] for button in buttons) + gap
        return self.columns or (len(buttons) if widest * len(buttons) <= room else 1)

    def handle(self, event: pygame.Event) -> bool:
        """Everything stays inside; Escape is the safe answer, and Enter when nothing has the focus; arrows move between
        answers, others have their key."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._answer(self.answers[-1])
        elif event.type == pygame.KEYDOWN and event.key in ARROWS:
            right, down = ARROWS[event.key]
            self.form.move_focus(right + down * self._across)
        elif event.type == pygame.KEYDOWN and event.key in ENTERS and self.form.focused is None:
            self._answer(self.answers[-1])  # a press beside the answers has taken the focus away
        elif not self.form.handle(event) and event.type == pygame.KEYDOWN:
            name = pygame.key.name(event.key)
            keyed = next((answer for answer in self.answers if answer.key and answer.key == name), None)
            if keyed is not None:
                self._answer(keyed)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Dim what is below, draw the panel."""
        services, steps, px = self.services, self.services.steps, self.services.px
        services.painter.dim(surface, DIM)
        services.painter.box(surface, self.rect, "dialog")
        title = pygame.Rect(self.rect.x + px(24), self.rect.y + px(20), self.rect.width - 2 * px(24), 0)
        title.height = services.fonts.line_height(steps.h1)
        services.fonts.write(surface, self.title, title, steps.h1, services.colours.text)
        self._draw_text(surface, pygame.Rect(title.x, title.bottom + px(8), title.width, self.rect.height))
        self.form.draw(surface)

    def _lines(self, width: int) -> int:
        """How many the text has at a width."""
        return len(self.services.fonts.wrap(self.text, self.services.steps.body, width))

    def _draw_text(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        services = self.services
        services.fonts.write_lines(surface, self.text, place, services.steps.body, services.colours.text2)


class CheckedDialog(Dialog):
    """A dialog whose paragraphs were checked: each has a check or a cross before it, or (None) nothing."""

    def __init__(
        self, services: Services, title: str, checked: Sequence[tuple[bool | None, str]], answers: Sequence[Answer]
    ) -> None:
        super().__init__(services, title, "\n".join(text for _, text in checked), answers)
        self.checked = list(checked)
        self.spread = PARAGRAPH * len(self.checked)

    @property
    def _indent(self) -> int:
        return self.services.units.type_length(18) + self.services.px(10)

    def _lines(self, width: int) -> int:
        fonts, style = self.services.fonts, self.services.steps.body
        return sum(len(fonts.wrap(text, style, width - self._indent)) for _, text in self.checked)

    def _draw_text(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        services, px = self.services, self.services.px
        colours, style, side = services.colours, services.steps.body, services.units.type_length(18)
        line = services.fonts.line_height(style)
        for good, text in self.checked:
            if good is not None:
                sign, colour = ("check", colours.jade_light) if good else ("x", colours.error)
                icon = services.images.icon(sign, side, colour)
                surface.blit(icon, icon.get_rect(midleft=(place.x, place.y + line // 2)))
            room = pygame.Rect(place.x + self._indent, place.y, place.width - self._indent, place.height)
            tint = colours.text2 if good is None else colours.text
            place = place.move(0, services.fonts.write_lines(surface, text, room, style, tint) + px(PARAGRAPH))


class LeaveQuestion(Dialog):
    """Whether to leave: the first answer does. Asked because the window is to be closed, that also ends the program."""

    _closes = False

    def ask_to_close(self) -> bool:
        """It is open; that is the question."""
        self._closes = True
        return True

    def _answer(self, answer: Answer) -> None:
        super()._answer(answer)
        if self._closes and answer is self.answers[0]:
            self.services.scenes.clear()
