"""One line above one's own hand: which rule keeps a complete hand from winning, or forbids a call, for four seconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.refusals import refusal_words
from game.widgets.tip import draw_text
from rules import events as e
from rules.commands import WIN
from rules.state import RoundState
from rules.whynot import Refusal, refused_calls, refused_win

if TYPE_CHECKING:
    from game.table.promptbox import PromptBox
    from game.table.view import TableView

SHOWN_SECONDS = 4.0
HEIGHT, ABOVE, ICON = 36, 10, 18


class RefusalLine:
    """Listens to what happens; `text` is empty while there is nothing to say."""

    def __init__(self, view: Callable[[], TableView]) -> None:
        self.text = ""
        self._view = view
        self._until = -math.inf
        self._told: set[str] = set()

    def look(self, event: e.Event, shown: RoundState) -> None:
        """A tile has come that may be of use: say why it does not win, or cannot be called, if a rule says so."""
        view = self._view()
        if isinstance(event, e.RoundStarted):
            self._told.clear()
        if isinstance(event, e.RoundStarted) or (isinstance(event, e.Asked) and WIN in event.ask.options):
            self.text = ""
        if shown.seats[view.own].out or not self._comes(event):
            return
        refusal = self._refused_win(shown) or self._refused_call(shown)
        if refusal is not None:
            self.text = refusal_words(view.words, refusal)
            self._until = view.services.clock() + SHOWN_SECONDS

    def _refused_win(self, shown: RoundState) -> Refusal | None:
        """None where players judge their wins themselves: nothing is given away."""
        view = self._view()
        return None if view.table.rules.calls.unchecked_wins else refused_win(shown, view.table.rules, view.own)

    def _refused_call(self, shown: RoundState) -> Refusal | None:
        """Each rule once in a hand: it may forbid the same again and again."""
        view = self._view()
        for refusal in refused_calls(shown, view.table.rules, view.own):
            if refusal.reason not in self._told:
                self._told.add(refusal.reason)
                return refusal
        return None

    def _comes(self, event: e.Event) -> bool:
        """Whether a tile is drawn by oneself, or offered by somebody else."""
        own = self._view().own
        if isinstance(event, e.Drew):
            return event.seat == own
        return isinstance(event, e.Discarded | e.KongAnnounced) and event.seat != own

    def update(self, now: float) -> None:
        """Take the line away when its time is over."""
        if self.text and now >= self._until:
            self.text = ""
            self._view().services.invalidate()

    def draw(self, surface: pygame.Surface, prompt: PromptBox | None) -> None:
        """Draw it above the hand, left of the prompt, or of the controls."""
        view = self._view()
        if not self.text or view.covered:
            return
        right = view.layout.controls()[0].left if prompt is None else prompt.rect.left
        services, px, colours = view.services, view.layout.px, view.services.theme.colours
        style, side = services.theme.type.label, services.units.type_length(ICON)
        height = max(px(HEIGHT), services.units.type_length(HEIGHT))
        room = right - px(12) - view.layout.hand_left
        width = min(room, side + px(40) + services.fonts.width(self.text, style))
        box = pygame.Rect(view.layout.hand_left, 0, width, height)
        box.bottom = view.layout.hand_top - px(ABOVE)
        services.painter.box(surface, box, "toast")
        services.painter.frame(surface, box, colours.warn, 1.2, 11)
        icon = services.images.icon("no", side, colours.warn)
        surface.blit(icon, icon.get_rect(midleft=(box.x + px(12), box.centery)))
        text = pygame.Rect(box.x + px(20) + side, box.y, box.width - px(32) - side, height)
        draw_text(services, surface, self.text, text, style, colours.text)
