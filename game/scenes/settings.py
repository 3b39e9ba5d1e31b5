"""Settings: nine groups at the left, the chosen one on paper at the right; every change acts at once (picture 16)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.scenes.settings_pages import GROUPS, PERSON, SOUND, Setting, page_rows
from game.scenes.settings_person import PersonPage
from game.scenes.settings_pictures import tile_preview
from game.scenes.settings_sound import SoundPage
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, content_rect, header_height
from game.widgets.label import Label
from game.widgets.scroll import ScrollView

if TYPE_CHECKING:
    from game.ownplayer import OwnPlayer
    from game.services import Services

SIDE_WIDTH = 216
GAP = 16
PAPER_PADDING = 32
ROW_PADDING = 10
COLUMN_GAP = 40  # between two settings that share a row
PREVIEW_HEIGHT = 142


class GroupEntry(Button):
    """A group in the list at the left; the chosen one lies on paper with a red bar."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in its state."""
        services, colours, px = self.services, self.services.colours, self.services.px
        if self.chosen:
            services.painter.box(surface, self.rect, "row_chosen")
            surface.fill(colours.red, (self.rect.x, self.rect.y + px(13), px(4), self.rect.height - 2 * px(13)))
        elif self.hovered:
            services.painter.box(surface, self.rect, "row_hover")
        icon = services.images.icon(self.icon, px(21), colours.red_text if self.chosen else colours.brass_light)
        surface.blit(icon, icon.get_rect(center=(self.rect.x + px(29), self.rect.centery)))
        place = pygame.Rect(self.rect.x + px(54), self.rect.y, self.rect.width - px(60), self.rect.height)
        colour = colours.ptext if self.chosen else colours.text
        services.fonts.write(surface, self.text, place, services.steps.strong, colour)
        if self.ring:
            services.painter.focus_ring(surface, self.rect.inflate(-px(12), -px(12)), 8)


class Rule(Widget):
    """The hairline between two rows."""

    focusable = False

    def hit(self, position: tuple[int, int]) -> bool:
        """Nothing to press."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        surface.fill(self.services.colours.paper_line, self.rect)


def in_rows(settings: Sequence[Setting], paired: bool) -> list[list[Setting]]:
    """The settings of each row: one, or when they are `paired` two narrow ones that follow each other."""
    rows: list[list[Setting]] = []
    for setting in settings:
        if paired and setting.narrow and rows and rows[-1][0].narrow and len(rows[-1]) == 1:
            rows[-1].append(setting)
        else:
            rows.append([setting])
    return rows


class SettingsScene(FormScene):
    """All settings. Reached from the title and from the table's menu."""

    def __init__(self, services: Services, group: str = GROUPS[0].key, own_player: OwnPlayer | None = None) -> None:
        """`own_player`: who plays at this computer, where his record can be shown and changed."""
        super().__init__(services)
        self.own_player = own_player
        self.group = group
        self._scroll = ScrollView(services)
        self._side = self._paper = pygame.Rect(0, 0, 0, 0)
        self._back = BackButton(services, services.scenes.pop)
        self._kept_focus = -1
        self._restore = Button(services, "", self._ask_restore)

    def enter(self) -> None:
        """After a list or a question the focus is where it was."""
        if 0 <= self._kept_focus < len(self.form.widgets):
            self.form.focus(self.form.widgets[self._kept_focus])

    def leave(self) -> None:
        """Let go of the focus; remember its place."""
        self._kept_focus = self.focus_place
        super().leave()

    def resize(self) -> None:
        """Build the page; the focus stays at its place in the order."""
        units, content = self.services.units, content_rect(self.services)
        width = max(units.px(SIDE_WIDTH), min(units.type_length(SIDE_WIDTH), content.width // 3))
        self._side = pygame.Rect(content.x, content.y, width, content.height)
        left = self._side.right + units.px(GAP)
        self._paper = pygame.Rect(left, content.y, content.right - left, content.height)
        self._back.lay_out()
        self._lay_out_restore(content)
        top = self._paper.y + units.px(24) + (units.px(PREVIEW_HEIGHT + 16) if self._has_preview else 0)
        inner = pygame.Rect(
            self._paper.x + units.px(PAPER_PADDING), top, self._paper.width - 2 * units.px(PAPER_PADDING), 0
        )
        inner.height = self._paper.bottom - units.px(14) - inner.y
        rows = self._rows(inner)
        self.renew_form([self._back, self._restore, *self._group_entries(), self._scroll, *rows])
        if self.form.focused in rows:  # larger text has moved what was just pressed
            self._scroll.bring(self.form.focused.rect)

    @property
    def _has_preview(self) -> bool:
        return any(group.preview for group in GROUPS if group.key == self.group)

    def _lay_out_restore(self, content: pygame.Rect) -> None:
        units, button = self.services.units, self._restore
        button.text = self.services.tr("Restore defaults")
        button.rect = pygame.Rect(0, 0, max(units.px(150), button.natural_size[0]), 0)
        button.rect.height = header_height(self.services, self._back.rect)
        button.rect.midright = (content.right, self._back.rect.centery)

    def _group_entries(self) -> list[Widget]:
        units, entries = self.services.units, []
        inner = self._side.inflate(-2 * units.px(8), -2 * units.px(13))
        pitch = min(units.px(58), inner.height // len(GROUPS))
        for index, group in enumerate(GROUPS):
            entry = GroupEntry(
                self.services, self.services.tr(group.title), partial(self._open, group.key), icon=group.icon
            )
            entry.rect = pygame.Rect(inner.x, inner.y + index * pitch, inner.width, min(units.px(52), pitch))
            entry.chosen = group.key == self.group
            entries.append(entry)
        return list(entries)

    def _open(self, group: str) -> None:
        self.group = group
        self._scroll = ScrollView(self.services)
        self.renew()

    def _settings(self) -> list[Setting]:
        if self.group == PERSON:
            return PersonPage(self.services, self.own_player, self.renew).rows()
        if self.group == SOUND:
            return SoundPage(self.services, self.renew).rows()
        return page_rows(self.group, self.services)

    def _rows(self, inner: pygame.Rect) -> list[Widget]:
        """The widgets of the page, laid out below each other; wide controls go below their words."""
        widgets: list[Widget] = []
        top = inner.y
        settings = self._settings()
        narrow = self._narrow_width(settings, inner.width)
        for shared in in_rows(settings, narrow < inner.width):
            width = narrow if shared[0].narrow else inner.width
            bottoms = [
                self._lay_out_row(one, pygame.Rect(left, top, width, 0), widgets)
                for one, left in zip(shared, (inner.x, inner.right - width), strict=False)
            ]
            bottom = max(bottoms)
            rule = Rule(self.services)
            rule.rect = pygame.Rect(inner.x, bottom, inner.width, self.services.units.line())
            widgets.append(rule)
            top = bottom + rule.rect.height
        widgets.pop()
        viewport = inner.copy()
        viewport.width += self.services.px(PAPER_PADDING - 8)
        self._scroll.lay_out(viewport, widgets, top - inner.y)
        return widgets

    def _narrow_width(self, settings: Sequence[Setting], width: int) -> int:
        """Of a narrow setting: half a row where the longest name has room beside its control, else all of it."""
        px, style = self.services.px, self.services.steps.strong
        wishes = [
            self.services.fonts.width(one.title, style) + px(24) + one.controls[0].natural_size[0]
            for one in settings
            if one.narrow
        ]
        half = (width - px(COLUMN_GAP)) // 2
        return half if wishes and max(wishes) <= half else width

    def _lay_out_row(self, setting: Setting, row: pygame.Rect, widgets: list[Widget]) -> int:
        units, fonts, steps, colours = (
            self.services.units,
            self.services.fonts,
            self.services.steps,
            self.services.colours,
        )
        padding, gap, least = units.px(ROW_PADDING), units.px(10), units.px(32 if setting.narrow else 46)
        sizes = [(min(width, row.width), height) for width, height in (c.natural_size for c in setting.controls)]
        controls_width = sum(width for width, _ in sizes) + gap * max(0, len(sizes) - 1)
        words_width = row.width - controls_width - units.px(24)
        below = words_width < units.px(240) and not setting.narrow
        width = row.width if below else words_width
        title = Label(self.services, setting.title, steps.strong, colours.ptext)
        note = Label(self.services, setting.note, steps.note, colours.ptext2, wrapped=True)
        heights = (
            fonts.line_height(steps.strong),
            fonts.line_height(steps.note) * len(fonts.wrap(setting.note, steps.note, width)),
        )
        words_height = heights[0] + (heights[1] if setting.note else 0)
        controls_height = max((height for _, height in sizes), default=0)
        inner_height = words_height + gap + controls_height if below else max(words_height, controls_height, least)
        top = row.y + padding + (0 if below else (inner_height - words_height) // 2)
        title.rect = pygame.Rect(row.x, top, width, heights[0])
        note.rect = pygame.Rect(row.x, title.rect.bottom, width, heights[1])
        widgets.extend([title, note] if setting.note else [title])
        left = row.right - controls_width
        centre = row.y + padding + (words_height + gap + controls_height // 2 if below else inner_height // 2)
        for control, size in zip(setting.controls, sizes, strict=True):
            control.label = setting.title
            control.rect = pygame.Rect((left, 0), size)
            control.rect.centery = centre
            left += size[0] + gap
            widgets.append(control)
        return row.y + inner_height + 2 * padding

    def _ask_restore(self) -> None:
        tr = self.services.tr
        answers = [Answer(tr("Restore"), self.services.preferences.restore), Answer(tr("Keep mine"))]
        text = tr("All settings go back to what they were at the first start. Language and name stay.")
        self.services.scenes.push(Dialog(self.services, tr("Restore defaults?"), text, answers))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw cloth, head, groups and page."""
        services, units = self.services, self.services.units
        self._back.draw_head(
            surface, services.tr("Settings"), services.tr("Changes apply at once"), self._restore.rect.x
        )
        services.painter.box(surface, self._side, "ink")
        services.painter.box(surface, self._paper, "paper")
        if self._has_preview:
            band = pygame.Rect(
                self._paper.x + units.px(PAPER_PADDING), self._paper.y + units.px(24), 0, units.px(PREVIEW_HEIGHT)
            )
            band.width = self._paper.width - 2 * units.px(PAPER_PADDING)
            tile_preview(services, surface, band)
        self.form.draw(surface)
