"""The first screen: the city at the left, what one can do at the right (picture 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.scene import STILL
from game.scenes.city import draw_city
from game.strings import LANGUAGES, mark
from game.theme import TextStyle
from game.widgets.button import Button
from game.widgets.choices import Segments
from game.widgets.dialog import Answer, LeaveQuestion
from game.widgets.form import Form
from game.widgets.formscene import FormScene
from game.widgets.header import WIDEST, content_rect
from game.widgets.keycap import draw_keycap
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

MENU_WIDTH, MENU_MARGIN = 424, 64
CONTINUE_HEIGHT, NEW_HEIGHT, ENTRY_HEIGHT = 104, 76, 62
GREETING_HEIGHT = 56
TWO_COLUMNS = 1.05
FOOTER = 34
NEARBY = mark("With others nearby")
LOOK_SECONDS = 0.5
SHORT_NAMES = {"zh_CN": "简", "zh_TW": "繁", "en": "EN"}


@value
class TitleActions:
    """What the entries open. `lan_note` tells how many tables were found; empty while there is none."""

    new_game: Callable[[], object]
    hotseat: Callable[[], object]
    lan: Callable[[], object]
    rules: Callable[[], object]
    records: Callable[[], object]
    settings: Callable[[], object]
    lan_note: Callable[[], str] = lambda: ""


@value
class UnfinishedEntry:
    """A game that can go on: two lines about it, and what opens it."""

    first_line: str
    second_line: str
    go_on: Callable[[], object]


class MenuEntry(Button):
    """A wide line of the menu: icon, title, note, key."""

    def __init__(
        self, services: Services, icon: str, title: str, note: str, key: str, action: Callable[[], object]
    ) -> None:
        super().__init__(services, title, action, icon=icon, key=key)
        self.note = note
        self.news = False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it; the note where there is room, in jade when it tells news."""
        services, colours, px = self.services, self.services.colours, self.services.px
        services.painter.box(surface, self.rect, "ink", self.shade * 0.6)
        if self.hovered:
            services.painter.frame(surface, self.rect, colours.brass, 1.4, 14)
        icon = services.images.icon(self.icon, px(27), colours.brass_light)
        surface.blit(icon, icon.get_rect(center=(self.rect.x + px(33), self.rect.centery)))
        right = draw_keycap(services, surface, self.shortcut, (self.rect.right - px(22), self.rect.centery)).x
        left, style = self.rect.x + px(64), TextStyle("sans-bold", 18)
        title = pygame.Rect(left, self.rect.y, right - px(8) - left, self.rect.height)
        right -= px(20)
        written = services.fonts.write(surface, self.text, title, style, colours.text)
        rest = pygame.Rect(written.right + px(14), self.rect.y, right - written.right - px(14), self.rect.height)
        style = services.steps.note
        if services.fonts.width(self.note, services.fonts.fit(self.note, style, rest.width)) <= rest.width:
            tint = colours.jade_light if self.news else colours.text2
            services.fonts.write(surface, self.note, rest, style, tint, "right")
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 14)


class NewGameEntry(Button):
    """The main entry: larger, cinnabar, two lines."""

    def __init__(self, services: Services, title: str, note: str, action: Callable[[], object]) -> None:
        super().__init__(services, title, action, kind="main", icon="play", key="n")
        self.note = note

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        services, px, white = self.services, self.services.px, self.services.colours.white
        rect = self.rect.move(0, services.units.line() if self.pressed else 0)
        services.painter.box(surface, rect, "button_main", self.shade)
        icon = services.images.icon("play", px(32), white)
        surface.blit(icon, icon.get_rect(center=(rect.x + px(38), rect.centery)))
        cap = draw_keycap(services, surface, self.shortcut, (rect.right - px(25), rect.centery), "colour")
        title_style, note_style = TextStyle("serif-bold", 23), services.steps.note
        left, width = rect.x + px(72), cap.x - rect.x - px(84)
        heights = services.fonts.size(title_style), services.fonts.size(note_style)
        top = rect.centery - (heights[0] + heights[1] + px(8)) // 2
        services.fonts.write(surface, self.text, pygame.Rect(left, top, width, heights[0]), title_style, white)
        note = pygame.Rect(left, top + heights[0] + px(9), width, heights[1])
        services.fonts.write(surface, self.note, note, note_style, white)
        if self.ring:
            services.painter.focus_ring(surface, rect, 11)


class LanguageSwitch(Segments[str]):
    """The languages on ink; the one in use is bright."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel and the three short names."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        services.painter.box(surface, self.rect, "icon_ink")
        for index, (language, text) in enumerate(self.options):
            place, chosen = self.part(index), language == self.value
            if chosen:
                services.painter.box(surface, place, "button_ink")
            colour = colours.text if chosen else colours.text2
            services.fonts.write(surface, text, place, steps.strong if chosen else steps.label, colour, "center")
            if chosen and self.ring:
                services.painter.focus_ring(surface, place, 8)


class TitleScene(FormScene):
    """The title. `unfinished` puts a card for going on above the menu; `honours` are the player's title and coins.

    `first_time`: the player has just told the name.
    """

    def __init__(
        self,
        services: Services,
        actions: TitleActions,
        version: str,
        unfinished: UnfinishedEntry | None = None,
        honours: Callable[[], str] = lambda: "",
        first_time: bool = False,
    ) -> None:
        super().__init__(services)
        self.first_time = first_time
        self.honours = honours
        self.actions = actions
        self.version = version
        self.unfinished = unfinished
        self._city = self._card = self._greeting = pygame.Rect(0, 0, 0, 0)
        self.greeting = ("", "")

    def enter(self) -> None:
        """Music."""
        self.services.audio.music("title")

    def update(self, seconds: float) -> float:
        """Look for tables of the local network, and say how many there are."""
        entry = next((w for w in self.form.widgets if isinstance(w, MenuEntry) and w.icon == "lan"), None)
        if entry is None:
            return STILL
        found = self.actions.lan_note()
        note = found or self.services.tr(NEARBY)
        if note != entry.note:
            entry.note, entry.news = note, bool(found)
            self.invalidate()
        return LOOK_SECONDS

    def resize(self) -> None:
        """Build the menu in the current language, from top to bottom; the city gets the rest."""
        units, target = self.services.units, self.services.target
        entries, new_game = self._entries(), self._new_game()
        card_height = max(units.px(CONTINUE_HEIGHT), units.type_length(90))
        greeting = max(units.px(GREETING_HEIGHT), self.services.control_height(34) + units.px(12))
        gap, card = units.px(8), card_height + units.px(16) if self.unfinished else 0
        first, each = max(target(NEW_HEIGHT), units.type_length(62)), target(ENTRY_HEIGHT)
        above = greeting + card + first + units.px(4)
        columns = 1 if above + len(entries) * (each + gap) <= units.height - units.px(8 + FOOTER) else 2
        total = above + -(-len(entries) // columns) * (each + gap)
        side = (units.vw - min(units.vw, WIDEST)) / 2
        wanted = units.type_length((0.9 if columns == 1 else TWO_COLUMNS) * MENU_WIDTH)
        width = max(units.px(MENU_WIDTH), min(wanted, units.width // 2))
        left = units.px(units.vw - side - MENU_MARGIN) - width
        top = max(min(units.px(16), units.height - total), (units.height - total) // 2 - units.px(14))
        self._greeting = pygame.Rect(left, top, width, greeting - units.px(12))
        top += greeting
        self._card = pygame.Rect(left, top, width, card_height)
        new_game.rect = pygame.Rect(left, top + card, width, first)
        top = new_game.rect.bottom + gap + units.px(4)
        for index, entry in enumerate(entries):
            row, column = divmod(index, columns)
            end = columns if entry is entries[-1] else column + 1
            edges = [left + (width + gap) * place // columns for place in (column, end)]
            entry.rect = pygame.Rect(edges[0], top + row * (each + gap), edges[1] - gap - edges[0], each)
        widgets = [self._language_switch(), *self._continue_button(), new_game, *entries]
        self._city = pygame.Rect(
            units.px(side + 56), units.px(28), left - units.px(side + 56 + 96), units.height - units.px(56)
        )
        self.form = Form(self.services, widgets)
        self.greeting = self._words_of_greeting()

    def _words_of_greeting(self) -> tuple[str, str]:
        """Who is greeted, and the player's title and coins."""
        services, name = self.services, self.services.chosen.player_name
        if services.chosen.guest:
            return services.tr("You play as a guest"), ""
        if not name:
            return services.tr("Welcome to the city"), ""
        if self.first_time:
            return services.tr("Welcome, {name}", name=name), ""
        return services.tr("Welcome back, {name}", name=name), self.honours()

    def _entries(self) -> list[MenuEntry]:
        tr, actions = self.services.tr, self.actions
        return [
            MenuEntry(self.services, "people", tr("Hotseat"), tr("2–4 people at this computer"), "h", actions.hotseat),
            MenuEntry(self.services, "lan", tr("Local network"), tr(NEARBY), "l", actions.lan),
            MenuEntry(self.services, "book", tr("Rules"), tr("Rules and example hands"), "b", actions.rules),
            MenuEntry(self.services, "replay", tr("Records"), tr("Replays, statistics"), "r", actions.records),
            MenuEntry(self.services, "gear", tr("Settings"), tr("Tiles, sound, accessibility"), "s", actions.settings),
        ]

    def _new_game(self) -> NewGameEntry:
        tr = self.services.tr
        return NewGameEntry(self.services, tr("New game"), tr("One person and three bots"), self.actions.new_game)

    def _continue_button(self) -> list[Button]:
        if self.unfinished is None:
            return []
        button = Button(self.services, self.services.tr("Continue"), self.unfinished.go_on, kind="brass", key="return")
        height = self.services.target(48)
        button.rect = pygame.Rect(0, 0, max(self.services.px(98), button.natural_size[0]), height)
        button.rect.midright = (self._card.right - self.services.px(20), self._card.centery)
        return [button]

    def _language_switch(self) -> LanguageSwitch:
        services = self.services
        options = [(language, SHORT_NAMES[language]) for language in LANGUAGES]
        switch = LanguageSwitch(services, options, services.strings.language, self._use_language)
        switch.rect = pygame.Rect(0, 0, services.units.type_length(132), services.control_height(34))
        switch.rect.midright = self._greeting.midright
        return switch

    def _use_language(self, language: str) -> None:
        self.services.preferences.change(language=language)

    def screen_key(self, event: pygame.Event) -> bool:
        """Escape ends the game, Enter is the main entry, and every entry has its key."""
        if event.key == pygame.K_ESCAPE:
            self._ask_to_leave()
            return True
        if event.key == pygame.K_RETURN and self.form.focused is None:
            (self.actions.new_game if self.unfinished is None else self.unfinished.go_on)()
            return True
        if event.key == pygame.K_F1:
            self.actions.rules()
            return True
        name = pygame.key.name(event.key)
        entry = next((w for w in self.form.widgets if isinstance(w, Button) and w.shortcut == name), None)
        if entry is None:
            return super().screen_key(event)
        entry.activate()
        return True

    def _ask_to_leave(self) -> None:
        tr = self.services.tr
        answers = [Answer(tr("Leave"), self.services.scenes.clear), Answer(tr("Stay"))]
        self.services.scenes.push(
            LeaveQuestion(self.services, tr("Leave the game?"), tr("Everything is saved."), answers)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw cloth, city, menu and the two notes at the bottom."""
        services = self.services
        services.painter.cloth(surface, services.chosen.cloth)
        draw_city(services, surface, self._city, services.tr("Mahjong of thirteen regions"))
        self._draw_greeting(surface)
        if self.unfinished is not None:
            self._draw_continue(surface, self.unfinished)
        self.form.draw(surface)
        self._draw_footer(surface)

    def _draw_greeting(self, surface: pygame.Surface) -> None:
        services, colours, steps = self.services, self.services.colours, self.services.steps
        room = self._greeting.copy()
        room.width -= self.form.widgets[0].rect.width + services.px(12)
        greeting, honours = self.greeting
        height = services.fonts.line_height(steps.small)
        if honours:
            room.y -= height // 2
            below = pygame.Rect(room.x, room.centery + height // 2, room.width, height)
            services.fonts.write(surface, honours, below, steps.small, colours.brass_light)
        services.fonts.write(surface, greeting, room, steps.body, colours.text2)

    def _draw_continue(self, surface: pygame.Surface, unfinished: UnfinishedEntry) -> None:
        services, steps, colours, px = (
            self.services,
            self.services.steps,
            self.services.colours,
            self.services.px,
        )
        services.painter.box(surface, self._card, "ink_now")
        button = next(widget for widget in self.form.widgets if isinstance(widget, Button))
        inner = pygame.Rect(
            self._card.x + px(22), self._card.y, button.rect.x - self._card.x - px(34), self._card.height
        )
        title_height, line_height = services.fonts.line_height(steps.h2), services.fonts.line_height(steps.note)
        top = inner.centery - (title_height + 2 * line_height + px(4)) // 2
        title = pygame.Rect(inner.x, top, inner.width, title_height)
        services.fonts.write(surface, services.tr("Continue the last game"), title, steps.h2, colours.text)
        for index, text in enumerate((unfinished.first_line, unfinished.second_line)):
            line = pygame.Rect(inner.x, title.bottom + px(4) + index * line_height, inner.width, line_height)
            services.fonts.write(surface, text, line, steps.note, colours.text2)

    def _draw_footer(self, surface: pygame.Surface) -> None:
        services, steps, colours, units = (
            self.services,
            self.services.steps,
            self.services.colours,
            self.services.units,
        )
        left = content_rect(services).x
        line = pygame.Rect(left, units.height - units.px(FOOTER - 2), self._card.right - left, units.px(24))
        services.fonts.write(surface, f"四方城 Sifang {self.version}", line, steps.small, colours.text2)
        note = services.tr("No internet, no account; results stay on this computer")
        services.fonts.write(surface, note, line, steps.small, colours.text2, "right")
