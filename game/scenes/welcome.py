"""The first start: three hints, and a kind question for the name. Shown once, and again when the settings ask for it.

It lies before the title, never on a table: no prompt can be under it. Every way out is safe: who skips is a guest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.iconart import seal_svg
from game.strings import clean_text, mark
from game.theme import TextStyle
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Toggle
from game.widgets.form import Form
from game.widgets.formscene import FormScene
from game.widgets.textfield import TextField
from rules.tiles import parse_tiles

if TYPE_CHECKING:
    from game.services import Services

HINTS = (
    (
        "hand",
        mark("Click a tile to raise it, click it twice quickly to discard it. A right click sorts."),
    ),
    ("people", mark("When you can call, cards appear beside your hand. Only Pass, its key or the clock passes.")),
    ("help", mark("F1 opens the rules at any time. A coach and other helps are in the settings, under Hints.")),
)
WIDTH, PADDING, ICON, GAP = 720, 32, 44, 14
BAND, BELOW, BAND_TILE, SEAL, WORD = 104, 14, 46, 54, TextStyle("brush", 50, 1.1)
WINDS = parse_tiles("1234z")
FIELD, MOST_LINES = 300, 3


def show_welcome(services: Services) -> None:
    """The hints once more, over the screen that asks for them."""
    services.scenes.push(WelcomeScene(services, services.scenes.pop, again=True))


class WelcomeScene(FormScene):
    """A sheet of paper. `on_close` is called when it has been read; `again`: nothing is asked any more."""

    def __init__(self, services: Services, on_close: Callable[[], object], *, again: bool = False) -> None:
        super().__init__(services)
        self.again = again
        self._on_close = on_close
        self.field = TextField(services, services.chosen.player_name, self._typed, on_submit=self._submit)
        self.coach = Toggle(services, services.chosen.coach, self._set_coach)
        self.skip = Button(services, "", self.play_as_guest, kind="paper")
        self.start = Button(services, "", self.finish, kind="main")
        asked: list[Widget] = [] if again else [self.field, self.coach, self.skip]
        self.form = Form(services, [*asked, self.start])
        self.rect, self.band = pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)
        self._below = 0
        self.hint_rows: list[pygame.Rect] = []
        self.question_rows: list[pygame.Rect] = []

    # ---- what is answered -------------------------------------------------------------------------------------------

    def _typed(self, text: str) -> None:
        self.services.preferences.change(player_name=clean_text(text))

    def _submit(self, text: str) -> None:
        self.finish()

    def _set_coach(self, on: bool) -> None:
        self.services.preferences.change(coach=on)

    def play_as_guest(self) -> None:
        """No name: nothing is kept about a guest."""
        self.services.preferences.change(player_name="", guest=True, welcomed=True)
        self._on_close()

    def finish(self) -> None:
        """Read; without a name one plays as a guest."""
        if self.again:
            self._on_close()
        elif not self.services.chosen.player_name:
            self.play_as_guest()
        else:
            self.services.preferences.change(guest=False, welcomed=True)
            self._on_close()

    @property
    def questions(self) -> tuple[str, ...]:
        """The words before the name and the coach."""
        if self.again:
            return ()
        return self.services.tr("What shall we call you?"), self.services.tr("New here? A coach can propose discards")

    # ---- layout -----------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """One can type the name at once, or press Enter."""
        self.form.focus(self.start if self.again else self.field)
        tr = self.services.tr
        self.services.speaker.say_all([tr("Welcome to the city"), *(tr(text) for _, text in HINTS)])

    def resize(self) -> None:
        """The hints below each other, then what is asked, then the buttons."""
        services, units = self.services, self.services.units
        px, tr = units.px, services.tr
        self.skip.text, self.start.text = tr("Play as a guest"), tr("Close") if self.again else tr("Let's begin")
        self.field.placeholder = tr("Name")
        width = min(max(px(WIDTH), units.type_length(WIDTH)), units.width - 2 * px(24))
        inner = width - 2 * px(PADDING)
        self._lay_out_rows(inner, 0)
        spare = units.height - 2 * px(16) - self._lay_out_buttons(inner)
        if spare > px(BAND + BELOW):
            self._lay_out_rows(inner, px(BAND + BELOW))
        self.band.update(px(PADDING), px(28), inner, px(BAND) if spare > px(BAND + BELOW) else 0)
        self._centre(width, self._lay_out_buttons(inner))

    def _lay_out_rows(self, inner: int, top: int) -> None:
        """Hints and questions, the title `top` below where it is at the highest."""
        services, tr, px = self.services, self.services.tr, self.services.px
        steps, fonts = services.steps, services.fonts
        top += px(26) + fonts.line_height(steps.h1) + px(GAP)
        self.hint_rows, self.question_rows = [], []
        for _, text in HINTS:
            lines = len(fonts.wrap(tr(text), steps.body, inner - px(ICON + 16), MOST_LINES))
            height = max(px(ICON), lines * fonts.line_height(steps.body))
            self.hint_rows.append(pygame.Rect(px(PADDING), top, inner, height))
            top += height + px(GAP)
        self._below = top if self.again else self._lay_out_questions(top, inner)

    def _lay_out_questions(self, top: int, inner: int) -> int:
        """A line each: the words at the left, the control at the right; returns where the next thing goes."""
        px = self.services.px
        field = pygame.Rect(0, 0, min(inner // 2, self.services.units.type_length(FIELD)), self.field.natural_size[1])
        toggle = pygame.Rect((0, 0), self.coach.natural_size)
        for widget, rect in ((self.field, field), (self.coach, toggle)):
            height = max(rect.height, self.services.control_height(40))
            row = pygame.Rect(px(PADDING), top, inner, height)
            rect.midright = row.midright
            widget.rect = rect
            self.question_rows.append(pygame.Rect(row.x, row.y, inner - rect.width - px(16), height))
            top = row.bottom + px(8)
        return top + px(6)

    def _lay_out_buttons(self, inner: int) -> int:
        """The buttons below everything; the height of the sheet."""
        px = self.services.px
        row = pygame.Rect(px(PADDING), self._below + px(4), inner, self.services.control_height(46))
        right = row.right
        for button in (self.start, self.skip):
            button.rect = pygame.Rect(0, 0, max(px(150), button.natural_size[0]), row.height)
            button.rect.midright = (right, row.centery)
            right = button.rect.left - px(10)
        return row.bottom + px(24)

    def _centre(self, width: int, height: int) -> None:
        units = self.services.units
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = (units.width // 2, units.height // 2)
        moved = [self.band, *self.hint_rows, *self.question_rows, *(widget.rect for widget in self.form.widgets)]
        for rect in moved:
            rect.move_ip(self.rect.topleft)

    # ---- input ------------------------------------------------------------------------------------------------------

    def screen_key(self, event: pygame.Event) -> bool:
        """Enter begins, Escape skips."""
        if event.key == pygame.K_RETURN or (event.key == pygame.K_ESCAPE and self.again):
            self.finish()
        elif event.key == pygame.K_ESCAPE:
            self.play_as_guest()
        else:
            return super().screen_key(event)
        return True

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw cloth, sheet, hints, questions."""
        services, px = self.services, self.services.px
        tr, colours, steps = services.tr, services.colours, services.steps
        services.painter.cloth(surface, services.chosen.cloth)
        services.painter.box(surface, self.rect, "paper")
        height = services.fonts.line_height(steps.h1)
        top = self.hint_rows[0].y - px(GAP) - height
        head = pygame.Rect(self.hint_rows[0].x, top, self.hint_rows[0].width, height)
        if self.band.height:
            self._draw_band(surface)
        services.fonts.write(surface, tr("Welcome to the city"), head, steps.h1, colours.ptext)
        for row, (icon, text) in zip(self.hint_rows, HINTS, strict=True):
            self._draw_hint(surface, row, icon, tr(text))
        for place, question in zip(self.question_rows, self.questions, strict=True):
            services.fonts.write(surface, question, place, steps.label, colours.ptext)
        self.form.draw(surface)

    def _draw_band(self, surface: pygame.Surface) -> None:
        """The name of the game on a piece of cloth, and the four winds of its city."""
        services, px, band = self.services, self.services.px, self.band
        services.painter.box(surface, band, "band")
        side = px(SEAL)
        seal = services.painter.picture(("seal", side), (side, side), lambda: seal_svg(side))
        surface.blit(seal, seal.get_rect(midleft=(band.x + px(28), band.centery)))
        style = services.fonts.capped(WORD, services.px(WORD.size))
        name = services.fonts.render("四方城", style, services.colours.logo)
        surface.blit(name, name.get_rect(midleft=(band.x + px(28) + side + px(18), band.centery)))
        width = px(BAND_TILE)
        for place, tile in enumerate(reversed(WINDS)):
            picture = services.images.tile(tile, width)
            rect = picture.get_rect(midright=(band.right - px(28) - place * width, band.centery))
            services.painter.shadow(surface, rect, "button", 4)
            surface.blit(picture, rect)

    def _draw_hint(self, surface: pygame.Surface, row: pygame.Rect, icon: str, text: str) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        disc = pygame.Rect(row.x, row.y, px(ICON), px(ICON))
        services.painter.box(surface, disc, "paper_well_deep")
        picture = services.images.icon(icon, px(26), colours.brass_deep)
        surface.blit(picture, picture.get_rect(center=disc.center))
        style = services.steps.body
        lines = len(services.fonts.wrap(text, style, row.width - px(ICON + 16), MOST_LINES))
        height = lines * services.fonts.line_height(style)
        room = pygame.Rect(disc.right + px(16), row.y + (row.height - height) // 2, row.width - px(ICON + 16), height)
        services.fonts.write_lines(surface, text, room, style, colours.ptext, MOST_LINES)
