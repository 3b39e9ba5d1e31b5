"""The dialog in which people agree that somebody takes a discard back: by button, by key, within its time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.scene import POLL_SECONDS
from game.table.answerclock import RING_SECONDS
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import PRESSES
from net.messages import TakeBackAsked
from rules.seats import Seat

if TYPE_CHECKING:
    from game.services import Services
    from game.table.takingback import TakingBack

NOT_BEFORE = 0.4
"""Seconds after which a press is meant for the question, and no longer for what was there before."""
SILENT_HOST = 3.0
"""Seconds after the end of the time from which on the host will not say anything more about it."""


class ConsentDialog(Dialog):
    """One button for each person of this screen who is asked, and one for No; it closes when the question is over."""

    def __init__(self, services: Services, asking: TakingBack, question: TakeBackAsked) -> None:
        self.asking, self.question = asking, question
        self._opened = services.clock()
        self.asked, self._step = asking.to_agree, 0
        super().__init__(services, self._title(services), self._text(services), self._answers(services))
        keys = asking.keys()
        for seat, button in zip(self.asked, self.buttons, strict=False):
            button.shortcut = keys.get(seat, "")
        if self.asked:
            self.buttons[-1].shortcut = services.chosen.keys["pass"]

    @property
    def buttons(self) -> list[Button]:
        """Those who agree, then No."""
        return [widget for widget in self.form.widgets if isinstance(widget, Button)]

    def _title(self, services: Services) -> str:
        view = self.asking.view()
        river = view.shown.seats[self.question.seat].river
        return services.tr("Take {tile} back?", tile=view.words.tile(river[-1]) if river else "")

    def _text(self, services: Services) -> str:
        if not self.asked:
            return services.tr("The others are being asked. All of them must agree in time; silence means no.")
        rule = services.tr("Nobody has seen a new tile yet. All the others must agree in time; silence means no.")
        name = self.asking.view().words.name(self.question.seat)
        return "\n".join((services.tr("{name} asks to take a discard back", name=name), rule))

    def _answers(self, services: Services) -> list[Answer]:
        tr, words = services.tr, self.asking.view().words
        if not self.asked:
            return [Answer(tr("Let it stand"), self.asking.refuse)]
        several = len(self.asking.links()) > 1
        agree = [
            Answer(
                tr("{name} agrees", name=words.name(seat)) if several else tr("Agree"), partial(self.asking.agree, seat)
            )
            for seat in self.asked
        ]
        return [*agree, Answer(tr("No"), self.asking.refuse)]

    def _answer(self, answer: Answer) -> None:
        """It stays open until the table says what became of it."""
        answer.action()
        for seat, button in zip(self.asked, self.buttons, strict=False):
            if seat in self.asking.agreed and button.enabled:
                button.enabled, button.icon = False, "check"
        self.invalidate()
        self.update(0.0)

    def agree(self, seat: Seat) -> None:
        """The key of one of those who are asked."""
        self._answer(self.answers[self.asked.index(seat)])

    # ---- time -----------------------------------------------------------------------------------------------------

    @property
    def left(self) -> float:
        """Seconds in which one may still agree."""
        return max(0.0, self.asking.until - self.services.clock())

    def update(self, seconds: float) -> float:
        """Hear the table; close when the question is over, or the host is not heard of any more."""
        self.asking.listen()
        if self.services.clock() > self.asking.until + SILENT_HOST:
            self.asking.give_up()
        now = self.asking.question
        if (now is None or now.id != self.question.id) and self.services.scenes.top is self:
            self.services.scenes.pop()
            return 0.0
        step = int(self.left / RING_SECONDS)
        if step != self._step:
            self._step = step
            self.invalidate()
        return POLL_SECONDS

    # ---- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """As in any dialog, and the keys of those who are asked; no press counts that came before it was seen."""
        early = self.services.clock() - self._opened < NOT_BEFORE
        if event.type in PRESSES and early:
            return True
        if event.type == pygame.KEYDOWN and self._key(pygame.key.name(event.key)):
            return True
        return super().handle(event)

    def _key(self, name: str) -> bool:
        keys = self.asking.keys()
        seat = next((seat for seat in self.asked if keys.get(seat) == name), None)
        if seat is not None:
            self.agree(seat)
        elif self.asked and name == self.services.chosen.keys["pass"]:
            self._answer(self.answers[-1])
        else:
            return False
        return True

    # ---- picture --------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The dialog, and how much of the time is left."""
        super().draw(surface)
        colours, px = self.services.colours, self.services.px
        bar = pygame.Rect(self.rect.x + px(24), self.rect.bottom - px(11), self.rect.width - 2 * px(24), px(4))
        surface.fill("#24483F", bar)
        bar.width = round(bar.width * min(1.0, self.left / (self.asking.length or 1.0)))
        surface.fill(colours.brass_light, bar)
