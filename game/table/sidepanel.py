"""The panel over the right part of the court, or in the rail: the log, or the counter of tiles; two tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.table.plates import draw_log_lines
from game.table.tilecount import count_in_words, draw_count_of_tiles
from game.widgets.choices import TAB_MARGIN, Tabs

if TYPE_CHECKING:
    from game.scenes.table import TableScene

LOG, COUNT = "log", "count"
PADDING, TOP, HEAD = 20, 8, 34


class PanelTabs(Tabs[str]):
    """The two tabs on ink; the chosen one is bright and has a bar below."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both."""
        services, colours = self.services, self.services.colours
        for index, (value, text) in enumerate(self.options):
            chosen, place = value == self.value, self.part(index)
            style = services.steps.strong if chosen else services.steps.label
            services.fonts.write(surface, text, place, style, colours.text if chosen else colours.text2, "center")
            if chosen:
                bar, inset = services.units.line(3), services.px(TAB_MARGIN - 2)
                surface.fill(colours.brass_light, (place.x + inset, place.bottom - bar, place.width - 2 * inset, bar))
            if chosen and self.ring:
                services.painter.focus_ring(surface, place.inflate(-6, -6), 8)


class SidePanel:
    """What the panel shows, and whether it is open where there is no rail."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self.open = False
        self.tabs = PanelTabs(scene.services, [(LOG, ""), (COUNT, "")], LOG, self._turn)
        self.tabs.visible = False

    @property
    def page(self) -> str:
        """The page that is chosen."""
        return self.tabs.value

    @property
    def shown(self) -> bool:
        """Whether the panel is on the screen."""
        return self.open or self._scene.view.layout.rail is not None

    @property
    def rect(self) -> pygame.Rect:
        """Where it lies."""
        layout = self._scene.view.layout
        return layout.rail or layout.log_panel

    @property
    def body(self) -> pygame.Rect:
        """The room under the tabs."""
        px, rect, top = self._scene.services.px, self.rect, self.tabs.rect.bottom + self._scene.services.px(8)
        return pygame.Rect(rect.x + px(PADDING), top, rect.width - 2 * px(PADDING), rect.bottom - px(12) - top)

    def place(self) -> None:
        """Put the tabs where the layout wants them, in the current language."""
        services, px, rect = self._scene.services, self._scene.services.px, self.rect
        self.tabs.options = [(LOG, services.tr("Log")), (COUNT, services.tr("Tiles left"))]
        height = max(px(HEAD), services.target(HEAD))
        self.tabs.rect = pygame.Rect(rect.x + px(PADDING), rect.y + px(TOP), rect.width - 2 * px(PADDING), height)
        self.tabs.visible = self.shown

    def toggle(self, page: str) -> None:
        """Open a page; close the panel when that page is open."""
        if page == COUNT and not self._scene.view.table.hints:
            self._refuse()
            return
        self.open = not (self.open and self.page == page) if self._scene.view.layout.rail is None else False
        if self.page != page:
            self.tabs.value = page
        elif self._scene.view.layout.rail is not None:
            self.tabs.value = LOG
        self._changed()

    def close(self) -> None:
        """Close it."""
        self.open = False
        self._changed()

    def _turn(self, page: str) -> None:
        if page == COUNT and not self._scene.view.table.hints:
            self.tabs.value = LOG
            self._refuse()
        self._changed()

    def _refuse(self) -> None:
        self._scene.services.say(self._scene.services.tr("This table allows no helps"))

    def _changed(self) -> None:
        scene = self._scene
        self.tabs.visible = self.shown
        if self.shown and self.page == COUNT and not scene.view.covered:
            scene.services.speaker.say_all(count_in_words(scene.view))
        scene.invalidate()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it, if it is shown. Counted is from one's own hand: not while that is covered."""
        if not self.shown:
            return
        services, view = self._scene.services, self._scene.view
        services.painter.box(surface, self.rect, "dialog")
        self.tabs.draw(surface)
        if self.page == LOG:
            draw_log_lines(view, surface, self.body, self._scene.log)
        elif view.covered:
            text = services.tr("Counted with your own tiles: show them first")
            services.fonts.write_lines(surface, text, self.body, services.steps.note, services.colours.text2)
        else:
            draw_count_of_tiles(view, surface, self.body)
