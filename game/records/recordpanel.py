"""What is known of the chosen record, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.files import LAN, RECORDS
from game.records.index import Entry
from game.records.plot import Line, Plot
from game.records.recordwords import TROUBLES, date_words, title_of
from game.strings import signed
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.avatar import draw_avatar
from game.widgets.base import Widget
from game.widgets.button import Button, ButtonKind

if TYPE_CHECKING:
    from game.scenes.records import RecordsScene

ROW, RADIUS, LEAST_PLOT = 44, 16, 96
TOTAL = TextStyle("sans-bold", 19, 1.3)


class RecordPanel:
    """The right part of the records."""

    def __init__(self, scene: RecordsScene) -> None:
        self._scene = scene
        self._body = pygame.Rect(0, 0, 0, 0)

    @property
    def title(self) -> str:
        """The name of the chosen record."""
        entry = self._scene.chosen
        if entry is None:
            return ""
        if entry.trouble:
            return self._scene.keeping.title(entry) or Path(entry.name).name
        return title_of(entry, self._scene.services.strings, self._scene.keeping)

    def lay_out(self, rect: pygame.Rect) -> list[Widget]:
        """Place it; its buttons: one or two large ones above three small ones."""
        services, px = self._scene.services, self._scene.services.px
        entry = self._scene.chosen
        if entry is None:
            return []
        gap, height = px(10), services.control_height(44)
        foot = pygame.Rect(rect.x, rect.bottom - height, rect.width, height)
        small = [
            self._button(services.tr("Rename"), self._scene.ask_for_name),
            self._button(services.tr("Export"), self._scene.ask_where_to),
            self._button(services.tr("Delete"), self._scene.ask_to_delete),
        ]
        _share(small, foot, gap)
        top = foot.y
        large = self._large(entry)
        if large:
            tall = services.control_height(52)
            main = pygame.Rect(rect.x, foot.y - px(12) - tall, rect.width, tall)
            _share(large, main, gap)
            top = main.y
        self._body = pygame.Rect(rect.x, rect.y, rect.width, top - px(14) - rect.y)
        return [*large, *small]

    def _button(self, text: str, action: Callable[[], object], kind: ButtonKind = "paper", icon: str = "") -> Button:
        return Button(self._scene.services, text, action, kind=kind, icon=icon)

    def _large(self, entry: Entry) -> list[Button]:
        """To look at it; to go on with it when it is not over and was played here."""
        if entry.trouble:
            return []
        tr, scene = self._scene.services.tr, self._scene
        if entry.over:
            return [self._button(tr("Watch the replay"), scene.watch, "main", "play")]
        on = self._button(tr("Go on"), scene.go_on, "main", "next")
        if entry.name.startswith(f"{RECORDS}/{LAN}/"):
            on.enabled, on.reason = False, tr("A LAN match goes on from “Local network”")
        elif entry.imported:
            on.enabled, on.reason = False, tr("A match from elsewhere can be watched only")
        return [self._button(tr("Replay"), scene.watch, icon="play"), on]

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """A card with title, day and players, or with what is wrong."""
        services, colours, px = self._scene.services, self._scene.services.colours, self._scene.services.px
        entry = self._scene.chosen
        if entry is None:
            return
        services.painter.box(surface, self._body, "paper_card")
        inner = self._body.inflate(-2 * px(20), -2 * px(16))
        style = services.steps.h2
        title = pygame.Rect(inner.x, inner.y, inner.width, services.fonts.line_height(style))
        services.fonts.write(surface, self.title, title, style, colours.ptext)
        note = services.steps.note
        line = pygame.Rect(inner.x, title.bottom + px(2), inner.width, services.fonts.line_height(note))
        told, state = self._when(entry), "" if entry.trouble else self._state(entry)
        both = f"{told} · {state}"
        if state and services.fonts.width(both, note) <= line.width:
            told, state = both, ""
        services.fonts.write(surface, told, line, note, colours.ptext2)
        rest = pygame.Rect(inner.x, line.bottom + px(12), inner.width, inner.bottom - line.bottom - px(12))
        if entry.trouble:
            self._draw_trouble(surface, entry, rest)
        else:
            self._draw_match(surface, entry, rest, state)

    def _when(self, entry: Entry) -> str:
        strings = self._scene.services.strings
        when = f"{date_words(strings, entry.begun.date())} · {entry.begun:%H:%M}"
        named = self._scene.keeping.title(entry) and not entry.trouble
        return f"{TableTexts(strings.language, entry.variant).card} · {when}" if named else when

    def _draw_trouble(self, surface: pygame.Surface, entry: Entry, rest: pygame.Rect) -> None:
        services, colours, px = self._scene.services, self._scene.services.colours, self._scene.services.px
        side = services.units.type_length(22)
        cross = services.images.icon("no", side, colours.error_text)
        surface.blit(cross, (rest.x, rest.y + px(2)))
        words = pygame.Rect(rest.x + side + px(10), rest.y, rest.width - side - px(10), rest.height)
        why = services.tr(TROUBLES[entry.trouble])
        height = services.fonts.write_lines(surface, why, words, services.steps.strong, colours.error_text)
        place = services.tr("It stays as it is: {path}", path=entry.name)
        below = pygame.Rect(rest.x, rest.y + height + px(12), rest.width, rest.height)
        services.fonts.write_lines(surface, place, below, services.steps.small, colours.ptext2, 6)

    def _draw_match(self, surface: pygame.Surface, entry: Entry, rest: pygame.Rect, state: str) -> None:
        """Players by their points, the course of the match where there is room, what the record knows if not told."""
        services, px = self._scene.services, self._scene.services.px
        colours, steps = services.colours, services.steps
        foot = services.fonts.line_height(steps.note) if state else 0
        order = sorted(range(4), key=lambda player: -entry.totals[player])
        height = min(services.units.type_length(ROW), (rest.height - 2 * foot - px(8)) // len(order))
        for row, player in enumerate(order):
            place = pygame.Rect(rest.x, rest.y + row * height, rest.width, height)
            if row:
                services.painter.hairline(surface, place.topleft, place.width, colours.paper_line)
            self._draw_player(surface, entry, player, place)
        line = pygame.Rect(rest.x, rest.bottom - foot, rest.width, foot)
        services.fonts.write(surface, state, line, steps.note, colours.ptext2)
        top = rest.y + len(order) * height + px(12)
        room = pygame.Rect(rest.x, top, rest.width, line.y - px(8) - top)
        if room.height >= px(LEAST_PLOT) and entry.course:
            self._draw_course(surface, entry, room)

    def _draw_course(self, surface: pygame.Surface, entry: Entry, room: pygame.Rect) -> None:
        services, own = self._scene.services, entry.person(self._scene.name)
        lines = [
            Line(
                (0, *(totals[player] for totals in entry.course)),
                services.colours.seats_paper[player],
                player == own,
                self._name(entry, player)[:1] if entry.names else str(player + 1),
            )
            for player in range(4)
        ]
        strings = services.strings
        last = strings.tr("Hand {number}", number=len(entry.course))
        Plot(services, lines, (strings.tr("Points over the match"), last)).draw(surface, room)

    def _name(self, entry: Entry, player: int) -> str:
        """A client's own record knows no names but one."""
        tr = self._scene.services.tr
        if entry.names:
            return entry.names[player]
        if player == entry.person(self._scene.name):
            return self._scene.name or tr("You")
        return tr("Player {number}", number=player + 1)

    def _state(self, entry: Entry) -> str:
        strings = self._scene.services.strings
        parts = [strings.tr_plural("{count} hand", "{count} hands", entry.hands)]
        if not entry.over:
            parts.append(strings.tr("not finished"))
        if entry.kind == "kept":
            parts.append(strings.tr("known from your seat alone"))
        elif entry.imported:
            parts.append(strings.tr("imported"))
        return " · ".join(parts)

    def _draw_player(self, surface: pygame.Surface, entry: Entry, player: int, place: pygame.Rect) -> None:
        services, px = self._scene.services, self._scene.services.px
        colours, steps = services.colours, services.steps
        own = player == entry.person(self._scene.name)
        name = self._name(entry, player)
        radius = min(px(RADIUS), place.height // 2 - px(3))
        centre = (place.x + radius, place.centery)
        sign = name[:1] if entry.names or own else str(player + 1)
        draw_avatar(services, surface, centre, radius, colours.seats[player], sign)
        total = signed(entry.totals[player])
        width = services.fonts.width(total, TOTAL)
        figure = pygame.Rect(place.right - width, place.y, width, place.height)
        tint = colours.jade_text if entry.totals[player] > 0 else colours.ptext
        services.fonts.write(surface, total, figure, TOTAL, tint, "right")
        left = place.x + 2 * radius + px(12)
        room = pygame.Rect(left, place.y, figure.x - px(10) - left, place.height)
        written = services.fonts.write(surface, name, room, steps.strong if own else steps.label, colours.ptext)
        if entry.bots and entry.bots[player] and written.right + px(30) < figure.x:
            robot = services.images.icon("bot", services.units.type_length(15), colours.ptext2)
            surface.blit(robot, robot.get_rect(midleft=(written.right + px(8), place.centery)))


def _share(buttons: Sequence[Widget], place: pygame.Rect, gap: int) -> None:
    """Beside each other, equally wide."""
    each = (place.width - gap * (len(buttons) - 1)) // len(buttons)
    for index, button in enumerate(buttons):
        button.rect = pygame.Rect(place.x + index * (each + gap), place.y, each, place.height)
