"""A dialog that asks for one line of text, with input methods: a name, a number, a path."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.strings import NAME_LENGTH
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import Form
from game.widgets.textfield import TextField

if TYPE_CHECKING:
    from game.services import Services


class InputDialog(Dialog):
    """Title, text, a field, and two buttons. Enter takes the text, Escape leaves everything as it was."""

    def __init__(
        self,
        services: Services,
        title: str,
        text: str,
        value: str,
        accept: Callable[[str], str | None],
        limit: int = NAME_LENGTH,
        verb: str = "",
    ) -> None:
        """`accept` gets the text after the dialog has closed, or says what is wrong with it (and is asked again).

        `verb`: what the button says, when that is not to save.
        """
        answers = [Answer(services.tr("Cancel")), Answer(verb or services.tr("Save"))]
        super().__init__(services, title, text, answers)
        self.accept = accept
        self.field = TextField(services, value, self._typed, limit=limit, on_submit=self._submit)
        self.field.on_ink, self.field.label = True, title
        cancel, save = (widget for widget in self.form.widgets if isinstance(widget, Button))
        cancel.on_press, save.on_press = services.scenes.pop, lambda: self._submit(self.field.text)
        self.form = Form(services, [self.field, cancel, save])

    def _typed(self, text: str) -> None:
        self.field.error = ""

    def _submit(self, text: str) -> None:
        stripped = text.strip()
        if not stripped:
            self.field.error = self.services.tr("Type something first")
            self.invalidate()
            return
        scenes = self.services.scenes
        scenes.pop()
        wrong = self.accept(stripped)
        if wrong is not None:
            scenes.push(self)
            self.field.error = wrong

    def enter(self) -> None:
        """One can type at once, over what is there."""
        self.services.speaker.say_all((self.title, self.text))
        self.form.focus(self.field)
        self.field.mark()

    def resize(self) -> None:
        """As any dialog, with the field and the line for what is wrong above the buttons."""
        super().resize()
        px = self.services.px
        height = self.field.natural_size[1]
        extra = height + self.services.fonts.line_height(self.services.steps.small) + px(18)
        buttons = [widget for widget in self.form.widgets if isinstance(widget, Button)]
        top = min(button.rect.y for button in buttons)
        self.rect.height += extra
        self.rect.y -= extra // 2
        for button in buttons:
            button.rect.y += extra - extra // 2
        left, width = self.rect.x + px(24), self.rect.width - 2 * px(24)
        self.field.rect = pygame.Rect(left, top - extra // 2 - px(6), width, height)

    def handle(self, event: pygame.Event) -> bool:
        """Everything stays inside; Escape closes it."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.services.scenes.pop()
        else:
            self.form.handle(event)
        return True
