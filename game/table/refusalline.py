"""One line above one's own hand: for four seconds which rule keeps a complete hand from winning, or forbids a call;
during one's own turn what throwing a wild tile would set off (a float).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.refusals import refusal_words
from rules import events as e
from rules.commands import DISCARD, WIN
from rules.hints import marks_after_discard
from rules.state import RoundState
from rules.whynot import Refusal, refused_calls, refused_win

if TYPE_CHECKING:
    from game.table.promptbox import PromptBox
    from game.table.view import ScreenView

SHOWN_SECONDS = 4.0
HEIGHT, ABOVE, ICON = 36, 10, 18


class RefusalLine:
    """Listens to what happens; `text` is empty while there is nothing to say. `note`: it forbids nothing."""

    def __init__(self, view: Callable[[], ScreenView]) -> None:
        self.text = ""
        self._view = view
        self.note = False
        self._until = -math.inf
        self._told: set[str] = set()

    def look(self, event: e.Event, shown: RoundState) -> None:
        """A tile has come that may be of use: say why it does not win, or cannot be called, if a rule says so."""
        view = self._view()
        if isinstance(event, e.RoundStarted):
            self._told.clear()
        won = isinstance(event, e.Asked) and WIN in event.ask.options
        if self.note or won or isinstance(event, e.RoundStarted):
            self.text, self.note = "", False
        if isinstance(event, e.Asked) and not self.text:
            self._look_at_wilds(event.ask, shown)
        if shown.seats[view.own].out or not self._comes(event):
            return
        refusal = self._refused_win(shown) or self._refused_call(shown)
        if refusal is not None:
            self.text = refusal_words(view.words, refusal)
            self._until = view.services.clock() + SHOWN_SECONDS

    def _look_at_wilds(self, ask: e.Ask, shown: RoundState) -> None:
        """On one's own turn: the variant may have a word for what throwing a wild tile sets off."""
        view = self._view()
        if ask.seat != view.own or ask.kind is not e.AskKind.TURN:
            return
        for tile in (tile for tile in shown.wilds if DISCARD[tile] in ask.options):
            marks = marks_after_discard(shown, view.table.rules, view.own, tile)
            found = [text for key in marks if (text := view.words.texts.find("mark note", key))]
            if found:
                self.text, self.note, self._until = found[0], True, math.inf

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

    def draw(self, surface: pygame.Surface, prompt: PromptBox | None, panel: pygame.Rect | None = None) -> None:
        """Draw it above the hand, left of the prompt or the controls, and of an open panel; two lines if need be."""
        view = self._view()
        if not self.text or view.covered:
            return
        services, colours, px = view.services, view.services.colours, view.services.px
        right = (view.layout.controls()[0].left if prompt is None else prompt.rect.left) - px(12)
        right = right if panel is None else min(right, panel.left - px(8))
        style, side = services.steps.label, services.units.type_length(ICON)
        room = right - view.layout.hand_left - side - px(32)
        style = services.fonts.fit_lines(self.text, style, (room, 2 * services.fonts.line_height(style)))
        lines = services.fonts.wrap(self.text, style, room, 2)
        line = services.fonts.line_height(style)
        height = max(px(HEIGHT), services.units.type_length(HEIGHT)) + (len(lines) - 1) * line
        width = side + px(34) + max(services.fonts.width(part, style) for part in lines)
        box = pygame.Rect(view.layout.hand_left, 0, width, height)
        box.bottom = view.layout.hand_top - px(ABOVE)
        services.painter.box(surface, box, "toast")
        tint = colours.brass_light if self.note else colours.warn
        services.painter.frame(surface, box, tint, 1.2, 11)
        icon = services.images.icon("help" if self.note else "no", side, tint)
        surface.blit(icon, icon.get_rect(midleft=(box.x + px(12), box.centery)))
        text = pygame.Rect(box.x + px(20) + side, box.centery - len(lines) * line // 2, room, len(lines) * line)
        services.fonts.write_lines(surface, self.text, text, style, colours.text, 2)
