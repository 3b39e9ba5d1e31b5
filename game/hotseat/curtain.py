"""The curtain (picture 14): who is to take the screen, and nothing that only one person may know."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from game.hotseat.flow import Turn, Why
from game.newtable.choices import seconds_words
from game.scene import STILL
from game.strings import signed
from game.table.compass import LAST_SECONDS
from game.table.view import ScreenView
from game.theme import TextStyle
from game.widgets.avatar import draw_avatar
from game.widgets.button import Button
from game.widgets.form import Form
from rules.seats import SEATS

if TYPE_CHECKING:
    from game.services import Services

HOLD_SECONDS = 0.25
FOLDS, GRAIN = 9, (128, 36)
LIT, DARK = pygame.Color("#8E2D26"), pygame.Color("#2E0D0C")
VALANCE = 56
PANEL, PANEL_RADIUS = (640, 500), 22
MOST_WIDTH = 0.66
AVATAR = 52
NAME = TextStyle("serif-bold", 56, 1.2)
BODY = TextStyle("sans-regular", 17, 1.5)
HOLD = TextStyle("sans-bold", 21)
PLATE = (160, 56)
LOOK_SECONDS = 0.1


class HoldButton(Button):
    """按住看牌: fills while it is held, against slips; opens when full, and covers again when let go."""

    def __init__(self, services: Services, on_open: Callable[[], object], on_close: Callable[[], object]) -> None:
        super().__init__(services, "", lambda: None, kind="brass", icon="eye", key="space")
        self.filled = 0.0
        self._open, self._close = on_open, on_close
        self._held = False

    @property
    def style(self) -> TextStyle:
        """Larger than any other button's."""
        return HOLD

    @property
    def held(self) -> bool:
        """Whether a key, the mouse or a finger holds it down."""
        return self._held

    def hold(self) -> None:
        """It goes down."""
        self._held = True

    def let_go(self) -> None:
        """It comes up, wherever that is."""
        if self._held:
            self._held, self.filled = False, 0.0
            self._set("pressed", False)
            self._close()

    def pressed_at(self, position: tuple[int, int]) -> None:
        """The button or the finger went down here."""
        self.hold()

    def activate(self) -> None:
        """A click alone opens nothing: it has to be held."""

    def update(self, seconds: float) -> float:
        """Fill while held."""
        if not self._held or self.filled >= 1:
            return STILL
        self.filled = min(1.0, self.filled + seconds / HOLD_SECONDS)
        self.services.invalidate()
        if self.filled >= 1:
            self._open()
        return 0.0

    def _icon_size(self) -> int:
        return self.services.units.type_length(30)

    def draw(self, surface: pygame.Surface) -> None:
        """As any button, with a light part that grows."""
        super().draw(surface)
        if self.filled:
            part = pygame.Surface((round(self.rect.width * self.filled), self.rect.height), pygame.SRCALPHA)
            part.fill((255, 255, 255, 70))
            surface.blit(part, self.rect)


class Curtain:
    """Covers the whole window. `view` is the public table; the buttons say what was decided.

    `left`: seconds that are left to answer, where the clocks go on under the curtain; else None.
    """

    def __init__(
        self,
        services: Services,
        view: Callable[[], ScreenView],
        on_look: Callable[[], object],
        on_cover: Callable[[], object],
        on_sit: Callable[[], object],
    ) -> None:
        self._services, self._view = services, view
        self._on_cover, self._on_sit = on_cover, on_sit
        self.turn: Turn | None = None
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.hold = HoldButton(services, on_look, on_cover)
        self.sit = Button(services, "", on_sit, key="return")
        self.form = Form(services, [self.hold, self.sit])
        self.left: Callable[[], float | None] = lambda: None
        self._second: int | None = None

    def update(self, seconds: float) -> float:
        """Fill the button that is held; count down."""
        left, second = self.left(), self._second
        self._second = None if left is None else math.ceil(left)
        if self._second != second:
            self._services.invalidate()
        return min(self.form.update(seconds), STILL if left is None else LOOK_SECONDS)

    def beside(self) -> pygame.Rect:
        """The room at the left of the panel."""
        px = self._services.px
        return pygame.Rect(px(12), self.panel.y, self.panel.x - px(24), self.panel.height)

    def show(self, turn: Turn) -> None:
        """For whom it falls."""
        self.turn = turn
        self.hold.let_go()
        self.form.release()
        self.lay_out()

    def lay_out(self) -> None:
        """Panel in the middle, above the four names."""
        services, px = self._services, self._services.px
        units = services.units
        width = min(max(px(PANEL[0]), units.type_length(PANEL[0])), round(MOST_WIDTH * units.width))
        room = units.height - px(VALANCE) - max(px(PLATE[1]), units.type_length(PLATE[1])) - 3 * px(20)
        height = min(max(px(PANEL[1]), units.type_length(PANEL[1])), room)
        self.panel = pygame.Rect(0, 0, width, height)
        self.panel.midtop = (units.width // 2, px(VALANCE) + px(20) + (room - height) // 2)
        self.hold.text, self.sit.text = services.tr("Hold to look"), services.tr("I am here")
        inner, gap = self.panel.inflate(-2 * px(56), 0), px(16)
        tall = min(services.control_height(76), height // 5)
        wide = max(self.sit.natural_size[0], round(0.34 * inner.width))
        top = self.panel.bottom - px(82) - tall
        self.hold.rect = pygame.Rect(inner.x, top, inner.width - wide - gap, tall)
        self.sit.rect = pygame.Rect(self.hold.rect.right + gap, top, wide, tall)

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, hangs: bool) -> bool:
        """Hold to look, or stay; also what is let go while the tiles are seen (`hangs` False) comes here."""
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        ends = event.type == pygame.KEYUP and event.key == pygame.K_SPACE
        if ends or (event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.hold.held):
            self.hold.let_go()
            return True
        return hangs and self.form.handle(event)

    def _key(self, key: int) -> bool:
        match key:
            case pygame.K_SPACE:
                self.hold.hold()
                self._services.invalidate()
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self._on_sit()
            case pygame.K_TAB:
                self._on_cover()
            case _:
                return False
        return True

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, what everybody may know, the panel."""
        surface.blit(folds(surface.get_size()), (0, 0))
        self._draw_valance(surface)
        self._draw_panel(surface)
        self._draw_people(surface)

    def _draw_valance(self, surface: pygame.Surface) -> None:
        services, px, view = self._services, self._services.px, self._view()
        colours, label = services.colours, services.steps.strong
        band = pygame.Rect(0, 0, surface.get_width(), px(VALANCE))
        surface.fill("#4A100E", band)
        surface.fill(colours.brass, (0, band.bottom - services.units.line() * 2, band.width, services.units.line() * 2))
        room = band.inflate(-2 * px(24), 0)
        number = services.tr("hand {number}", number=view.shown.number)
        left = services.fonts.write(surface, f"{view.words.texts.name} · {number}", room, label, colours.text)
        right = pygame.Rect(left.right + px(24), room.y, room.right - left.right - px(24), room.height)
        services.fonts.write(surface, self._public_facts(view), right, label, colours.text, "right")

    def _public_facts(self, view: ScreenView) -> str:
        """The wall, and the last tile thrown in words: no face is on the screen while it changes hands."""
        services, shown = self._services, view.shown
        facts = [services.tr("Tiles left {count}", count=view.left())]
        if shown.offered is not None:
            thrown = view.words.tile(shown.offered.tile)
            facts.append(services.tr("last: {name} {tile}", name=view.table.name(shown.offered.seat), tile=thrown))
        return "   ".join(facts)

    def _draw_panel(self, surface: pygame.Surface) -> None:
        if self.turn is None:
            return
        services, colours, px = self._services, self._services.colours, self._services.px
        services.painter.box(surface, self.panel, "dialog")
        services.painter.frame(surface, self.panel, colours.brass, 2, PANEL_RADIUS)
        services.painter.frame(surface, self.panel.inflate(-2 * px(8), -2 * px(8)), colours.line, 1, PANEL_RADIUS - 6)
        self._draw_request(surface, self.turn)
        self._draw_time(surface)
        self.form.draw(surface)
        self._draw_note(surface)

    def _draw_request(self, surface: pygame.Surface, turn: Turn) -> None:
        """Whose turn it is to take the screen, and why: in the middle of what the buttons leave of the panel."""
        services, colours, px = self._services, self._services.colours, self._services.px
        view = self._view()
        seat = view.table.players.index(turn.player)
        name_height = services.fonts.line_height(NAME)
        body_height = services.fonts.line_height(BODY)
        radius = min(px(AVATAR), (self.hold.rect.y - self.panel.y - name_height - 4 * body_height) // 2)
        lines = (
            (services.tr("Please hand the computer to"), BODY, colours.text2, body_height + px(4)),
            (view.table.name(seat), NAME, colours.logo, name_height + px(12)),
            (self._reason(turn), BODY, colours.text2, body_height),
        )
        avatar = 2 * radius + px(20) if radius >= px(20) else 0
        whole = avatar + sum(pitch for *_, pitch in lines)
        top = self.panel.y + px(12) + (self.hold.rect.y - self.panel.y - px(12) - whole) // 2
        if avatar:
            self._draw_avatar(surface, (self.panel.centerx, top + radius), radius, turn.player)
            top += avatar
        for text, style, colour, pitch in lines:
            height = services.fonts.line_height(style)
            room = pygame.Rect(self.panel.x + px(24), top, self.panel.width - 2 * px(24), height)
            services.fonts.write(surface, text, room, style, colour, "center")
            top += pitch

    def _draw_note(self, surface: pygame.Surface) -> None:
        """What the two buttons do."""
        services, px = self._services, self._services.px
        note = pygame.Rect(self.hold.rect.x, self.hold.rect.bottom + px(12), 0, self.panel.bottom - px(12))
        note.width = self.sit.rect.right - self.hold.rect.x
        text = services.tr("Hold: covered when you let go. I am here: open until you have answered; Tab covers.")
        style = services.fonts.fit_lines(text, services.steps.small, (note.width, self.panel.bottom - px(8) - note.y))
        for line in services.fonts.wrap(text, style, note.width):
            note.height = services.fonts.line_height(style)
            services.fonts.write(surface, line, note, style, services.colours.text2, "center")
            note.y += note.height

    def _draw_time(self, surface: pygame.Surface) -> None:
        """What is left of the time for this answer, in the corner of the panel."""
        if self._second is None:
            return
        services, steps, px = self._services, self._services.steps, self._services.px
        colours = services.colours
        colour = colours.warn if self._second <= LAST_SECONDS else colours.brass_light
        text, height = seconds_words(services.strings, max(1, self._second)), services.fonts.line_height(steps.h2)
        width = services.fonts.width(text, steps.h2)
        room = pygame.Rect(self.panel.right - px(28) - width, self.panel.y + px(24), width, height)
        services.fonts.write(surface, text, room, steps.h2, colour)
        icon = services.images.icon("clock", services.units.type_length(20), colour)
        surface.blit(icon, icon.get_rect(midright=(room.x - px(8), room.centery)))

    def _reason(self, turn: Turn) -> str:
        tr = self._services.tr
        return {
            Why.TURN: tr("It is your turn. Everybody else, please look away."),
            Why.CHOICE: tr("You are asked something. Everybody else, please look away."),
            Why.CALL: tr("You called. Everybody else, please look away."),
        }[turn.why]

    def _draw_avatar(self, surface: pygame.Surface, centre: tuple[int, int], radius: int, player: int) -> None:
        services, view, colours = self._services, self._view(), self._services.colours
        seat = view.table.players.index(player)
        draw_avatar(services, surface, centre, radius, colours.seats[seat], view.table.avatar(player), line_width=5)
        side = max(2, round(0.64 * radius))
        seal = pygame.Rect(0, 0, side, side)
        seal.center = (centre[0] - round(0.92 * radius), centre[1] + round(0.68 * radius))
        services.painter.box(surface, seal, view.box("key_ink", 8))
        face = "kai" if services.strings.chinese else "sans-bold"
        wind = services.fonts.render(
            view.words.wind(seat, view.shown.dealer), services.fonts.sized(face, 0.44 * radius), colours.brass_light
        )
        surface.blit(wind, wind.get_rect(center=seal.center))

    def _draw_people(self, surface: pygame.Surface) -> None:
        """The four names with their points; a brass edge for whoever is asked."""
        services, px, view = self._services, self._services.px, self._view()
        colours, steps = services.colours, services.steps
        width, height = (max(px(length), services.units.type_length(length)) for length in PLATE)
        gap = px(16)
        width = min(width, (surface.get_width() - 2 * px(24) - 3 * gap) // len(SEATS))
        left = (surface.get_width() - len(SEATS) * width - 3 * gap) // 2
        for seat in SEATS:
            rect = pygame.Rect(left + seat * (width + gap), surface.get_height() - px(20) - height, width, height)
            player = view.table.players[seat]
            asked = self.turn is not None and self.turn.player == player
            services.painter.box(surface, rect, "ink_now" if asked else "ink")
            points = signed(view.points(seat))
            side = services.fonts.width(points, steps.strong)
            radius = rect.height // 2 - px(8)
            centre = (rect.x + px(10) + radius, rect.centery)
            draw_avatar(services, surface, centre, radius, colours.seats[seat], view.table.avatar(player))
            left_of_name = centre[0] + radius + px(8)
            name = pygame.Rect(left_of_name, rect.y, rect.right - side - px(22) - left_of_name, rect.height)
            services.fonts.write(surface, view.table.name(seat), name, steps.strong, colours.text)
            place = pygame.Rect(rect.right - px(14) - side, rect.y, side, rect.height)
            services.fonts.write(surface, points, place, steps.strong, colours.brass_light, "right")


@lru_cache(maxsize=2)
def folds(size: tuple[int, int]) -> pygame.Surface:
    """A curtain in soft folds, darker at the sides and below."""
    wide, high = GRAIN
    small = pygame.Surface(GRAIN)
    for x in range(wide):
        along = x / (wide - 1)
        fold = (
            0.5 + 0.32 * math.sin(2 * math.pi * FOLDS * along) + 0.18 * math.sin(2 * math.pi * 2.3 * FOLDS * along + 1)
        )
        side = 0.45 + 0.55 * math.sin(math.pi * along)
        for y in range(high):
            shine = fold * side * (0.8 + 0.2 * math.cos(math.pi * y / high))
            small.set_at((x, y), DARK.lerp(LIT, max(0.0, min(1.0, shine))))
    return pygame.transform.smoothscale(small, size)
