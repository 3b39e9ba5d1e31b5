"""The panel of items over the table: pick one, name its tiles, use it. The game goes on under it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.items import ItemUse, ItemUses, next_tiles, use_of
from game.table.tilegrid import TileGrid
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.formscene import FormScene
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.scenes.table import TableScene

ITEM_WIDTH, PADDING, GAP, HEAD = 150, 20, 8, 46
OPTION = "items"
"""The house rule about them."""
NOTE_LINES, CAPTION, CAPTION_GAP = 2, 22, 6


def open_items(table: TableScene) -> None:
    """Open the panel of the items that may be used now, or say why there are none."""
    uses = table.desk.items
    if uses and not table.view.covered:
        table.services.scenes.push(ItemPanel(table, uses))
    else:
        table.services.say(why_no_items(table), "warn")


def why_no_items(table: TableScene) -> str:
    """Why no item can be used now, in words."""
    tr, shown = table.services.tr, table.view.shown
    chosen = table.table.variant.choose(dict(shown.options)).get(OPTION)
    if chosen is None:
        return tr("These rules have no items")
    if chosen == "no":
        return tr("This table plays without items")
    if table.view.covered:
        return tr("Show your tiles first")
    if not table.discards_now:
        return tr("An item is used on your own turn, before the discard")
    return tr("You have no item left for this turn")


class ItemPanel(FormScene):
    """Opened by the button of the items; closes by itself when the turn is over before one was used."""

    overlay = True

    def __init__(self, table: TableScene, uses: ItemUses) -> None:
        super().__init__(table.services)
        self.table, self.uses = table, uses
        self.item = next(iter(uses))
        self.named: tuple[Tile, ...] = ()
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._prompt = table.playback.prompt
        self._body = pygame.Rect(0, 0, 0, 0)
        self._captions: list[tuple[str, pygame.Rect]] = []

    # ---- what is chosen ---------------------------------------------------------------------------------------------

    def choose(self, item: str) -> None:
        """Another item; its tiles are named anew."""
        self.item, self.named = item, ()
        self.renew()

    def name(self, place: int, tile: Tile) -> None:
        """Name a tile; what follows it is named anew."""
        self.named = (*self.named[:place], tile)
        self.renew()

    @property
    def use(self) -> ItemUse | None:
        """The option that is fully named; None while a tile is missing."""
        return use_of(self.uses[self.item], self.named)

    def confirm(self) -> None:
        """Use the item."""
        use = self.use
        if use is not None:
            self.services.scenes.pop()
            self.table.desk.answer(use.index)

    # ---- layout -----------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Keys begin at the items."""
        self.form.focus(self.form.widgets[0])

    def resize(self) -> None:
        """Items at the left, the tiles of the chosen one at the right, above one's own hand."""
        px, view = self.services.px, self.table.view
        grids = self._grids()
        line = self.services.fonts.line_height(self.services.steps.note)
        caption = max(px(CAPTION), line) + px(CAPTION_GAP)
        wide = TileGrid(view, (), None, lambda tile: None).natural_size[0]
        note = line * max(NOTE_LINES, len(self.services.fonts.wrap(self._note, self.services.steps.note, wide)))
        body = note + px(GAP) + sum(caption + grid.natural_size[1] + px(GAP) for grid in grids)
        each = self.services.control_height(40)
        button = self.services.control_height(44)
        inner = max(body + px(GAP) + button, len(self.uses) * (each + px(GAP)))
        left = max(px(ITEM_WIDTH), self.services.units.type_length(ITEM_WIDTH))
        self.rect = pygame.Rect(0, 0, left + px(PADDING) + wide + 2 * px(PADDING), px(HEAD) + inner + px(PADDING))
        self.rect.midbottom = (view.layout.width // 2, view.layout.hand_top - px(8))
        self.rect.clamp_ip(pygame.Rect(0, 0, view.layout.width, view.layout.height))
        self._body = pygame.Rect(self.rect.x + px(PADDING) + left + px(PADDING), self.rect.y + px(HEAD), wide, inner)
        items = self._items(pygame.Rect(self.rect.x + px(PADDING), self._body.y, left, each))
        self._place_grids(grids, self._body.y + note + px(GAP), caption)
        self.renew_form([*items, *grids, *self._buttons(button)])

    @property
    def _note(self) -> str:
        """What the item does."""
        return self.table.view.words.texts.find("item note", self.item) or ""

    def _grids(self) -> list[TileGrid]:
        """A grid for each tile that is named, and for the next one."""
        grids: list[TileGrid] = []
        for place in range(max(len(use.tiles) for use in self.uses[self.item])):
            tiles = next_tiles(self.uses[self.item], self.named[:place]) if len(self.named) >= place else ()
            chosen = self.named[place] if len(self.named) > place else None
            grids.append(TileGrid(self.table.view, tiles, chosen, self._namer(place)))
        return grids

    def _namer(self, place: int) -> Callable[[Tile], None]:
        return lambda tile: self.name(place, tile)

    def _place_grids(self, grids: list[TileGrid], top: int, caption: int) -> None:
        self._captions = []
        words = self._caption_words(len(grids))
        for grid, text in zip(grids, words, strict=True):
            room = pygame.Rect(self._body.x, top, self._body.width, caption - self.services.px(CAPTION_GAP))
            self._captions.append((text, room))
            grid.rect = pygame.Rect((self._body.x, top + caption), grid.natural_size)
            top = grid.rect.bottom + self.services.px(GAP)

    def _caption_words(self, count: int) -> list[str]:
        tr = self.services.tr
        return [tr("Give"), tr("Get")] if count > 1 else [tr("Which tile")] * count

    def _items(self, first: pygame.Rect) -> list[Widget]:
        step = first.height + self.services.px(GAP)
        items: list[Widget] = []
        for index, name in enumerate(self.uses):
            button = Button(self.services, self.table.view.words.choice(f"item/{name}"), self._chooser(name))
            button.rect = first.move(0, index * step)
            button.chosen = name == self.item
            items.append(button)
        return items

    def _chooser(self, name: str) -> Callable[[], None]:
        return lambda: self.choose(name)

    def _buttons(self, height: int) -> list[Widget]:
        tr, px = self.services.tr, self.services.px
        cancel = Button(self.services, tr("Not now"), self.services.scenes.pop, key="escape")
        use = Button(self.services, tr("Use it"), self.confirm, kind="main")
        use.enabled = self.use is not None
        use.reason = "" if use.enabled else tr("Choose a tile first")
        right = self._body.right
        for button in (use, cancel):
            button.rect = pygame.Rect(0, self._body.bottom - height, max(px(110), button.natural_size[0]), height)
            button.rect.right = right
            right = button.rect.x - px(GAP)
        return [cancel, use]

    # ---- frame ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Escape closes without an answer; up and down go through the items; Enter uses what is named."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.services.scenes.pop()
        elif not self.form.handle(event) and event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_UP, pygame.K_DOWN):
                self.form.move_focus(1 if event.key == pygame.K_DOWN else -1)
            elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self.confirm()
        return True

    def update(self, seconds: float) -> float:
        """The table goes on; a prompt that is over takes the panel away."""
        wait = self.table.update(seconds)
        prompt = self.table.playback.prompt
        over = prompt is None or prompt is not self._prompt or prompt.answer is not None
        if over and self.services.scenes.top is self:
            self.services.scenes.pop()
        return min(wait, self.form.update(seconds))

    def draw(self, surface: pygame.Surface) -> None:
        """Ink with the title, what the item does, captions and tiles."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.box(surface, self.rect, "ink_now")
        head = pygame.Rect(self.rect.x + px(PADDING), self.rect.y, self.rect.width - 2 * px(PADDING), px(HEAD))
        services.fonts.write(surface, services.tr("Items: one a turn, each once"), head, steps.strong, colours.text)
        left = None if self._prompt is None else self._prompt.left(services.clock())
        if left is not None:
            seconds = services.tr("{seconds} s", seconds=math.ceil(left))
            services.fonts.write(surface, seconds, head, steps.label, colours.brass_light, "right")
        services.fonts.write_lines(surface, self._note, self._body, steps.note, colours.text2)
        for text, place in self._captions:
            services.fonts.write(surface, text, place, steps.small, colours.brass_light)
        self.form.draw(surface)
