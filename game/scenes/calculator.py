"""The score calculator: put a hand together, and read what the engine says (the judge of `main.py judge`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.clipboard import copy_and_say, pasted_text
from game.encyclopedia.answers import TileRow
from game.encyclopedia.board import HandBoard
from game.encyclopedia.circumstances import Circumstances
from game.encyclopedia.draft import Draft, Target, blank
from game.encyclopedia.drills import waits_of
from game.encyclopedia.handcase import hand_of_line, line_of
from game.encyclopedia.palette import (
    TARGET_NAMES,
    Palette,
    PaletteTile,
    TargetButton,
    refusal_text,
    targets_of,
    wild_word,
)
from game.encyclopedia.prose import Wells
from game.encyclopedia.reasons import Ruling, reason_words
from game.encyclopedia.sidelist import FittedTabs, PageScroll, sheet_at_the_right
from game.encyclopedia.verdict import VerdictWords, figure_words, verdict_rows
from game.rulepages import Span
from game.settlement.column import Head
from game.tabletexts import TableTexts
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.dropdown import Dropdown
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, header_height
from game.widgets.listbox import Row
from game.widgets.stacked import Still, parts_of, stack
from rules.cases import FinishedHand
from rules.errors import CaseError
from rules.tiles import TILE_NAMED, Tile
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

SHEET, GAP, PADDING = 416, 16, 16
BOARD, TARGETS, TABS = 128, 300, 44
VALUE, WIN, OPTIONS = "value", "win", "options"
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
PASTE_LENGTH = 20_000


class CalculatorScene(FormScene):
    """A palette of tiles and the hand at the left; the verdict, how it was won and the house rules at the right."""

    def __init__(self, services: Services, variant: str, hand: FinishedHand | None = None) -> None:
        super().__init__(services)
        self.draft = Draft(hand or blank(all_variants()[variant]))
        self.tab = VALUE
        self._typed = ""
        self._back = BackButton(services, services.scenes.pop)
        self.board = HandBoard(services, self.draft, self.renew)
        self.palette = Palette(services, self.put)
        self._scroll = PageScroll(services)
        self.ruling = Ruling(services, "plus", "")
        self._desk = self._sheet = self._hint = pygame.Rect(0, 0, 0, 0)

    @property
    def words(self) -> VerdictWords:
        """The words for this hand."""
        return VerdictWords(self.services.strings, self.draft.hand.variant.key, self.draft.hand.dealer)

    # ---- editing ----------------------------------------------------------------------------------------------------

    def put(self, tile: Tile) -> None:
        """Put a tile where the next one goes, or say why not."""
        refused = self.draft.add(tile)
        if refused is not None:
            self.services.audio.play("no")
            self.services.say(refusal_text(self.services.strings, self.words.words, refused, tile), "warn")
            return
        self.services.audio.play("tile.drop")
        if self.draft.target in (Target.WINNING, Target.WILD, Target.BIRD):
            self.draft.target = Target.HAND
        self.renew()

    def take_back(self) -> None:
        """Take away the winning tile, else the last tile of the hand, else the last meld."""
        last = len(self.board.stops()) - 1
        if last >= 0:
            self.board.take_away(last)

    def aim(self, target: Target) -> None:
        """Say what the next tile is for."""
        self.draft.target = target
        self.renew()

    def clear(self) -> None:
        """Begin anew."""
        self.draft.clear()
        self.renew()

    def choose(self, variant: str) -> None:
        """The rules of another variant, with a new hand."""
        self._take(blank(all_variants()[variant]))

    def _take(self, hand: FinishedHand) -> None:
        self.draft.hand, self.draft.target = hand, Target.HAND
        self._scroll = PageScroll(self.services)
        self.renew()

    def open_tab(self, tab: str) -> None:
        """Turn to the verdict, the win or the house rules."""
        self.tab, self._scroll = tab, PageScroll(self.services)
        self.renew()

    def copy(self) -> None:
        """The hand as a line for `main.py judge`, into the clipboard."""
        said = self.services.tr("Copied as a line for main.py judge")
        copy_and_say(self.services, line_of(self.draft.hand), said)

    def paste(self) -> None:
        """Take the hand of a line in the clipboard; what is wrong with it is said."""
        text = pasted_text()
        if not text.lstrip().startswith("{"):
            self.services.say(self.services.tr("There is no hand in the clipboard"), "warn")
            return
        try:
            hand = hand_of_line(text[:PASTE_LENGTH])
        except CaseError as error:
            reason = str(error)[:160]
            self.services.say(self.services.tr("This line is no hand: {error}", error=reason), "error")
            return
        self._take(hand)

    # ---- layout -----------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Band and palette at the left, the sheet at the right; the focus stays at its place in the order."""
        px = self.services.px
        content, self._sheet = sheet_at_the_right(self.services, SHEET)
        left = self._sheet.x - px(GAP) - content.x
        self.board.rect = pygame.Rect(content.x, content.y, left, px(BOARD))
        top = self.board.rect.bottom + px(12)
        self._desk = pygame.Rect(content.x, top, left, content.bottom - top)
        self._back.lay_out()
        head = self._head_widgets(content)
        fixed = [self._back, *head, self.board, *self._targets(), *self.palette.tiles, *self._tabs()]
        rows = self._rows()
        self.renew_form([*fixed, self._scroll, *rows])

    def _head_widgets(self, content: pygame.Rect) -> list[Widget]:
        """The variant, and the line to copy and paste."""
        services, tr, px = self.services, self.services.tr, self.services.px
        height = header_height(services, self._back.rect)
        names = [Row(key, TableTexts(services.strings.language, key).card) for key in all_variants()]
        dropdown = Dropdown(services, names, self.draft.hand.variant.key, self.choose)
        dropdown.on_ink = True
        copy = Button(services, tr("Copy"), self.copy, icon="copy")
        paste = Button(services, tr("Paste"), self.paste, icon="file")
        right = content.right
        for widget in (dropdown, paste, copy):
            width = min(widget.natural_size[0], content.width // 5)
            widget.rect = pygame.Rect(0, 0, width, height)
            widget.rect.midright = (right, self._back.rect.centery)
            right = widget.rect.x - px(10)
        return [copy, paste, dropdown]

    def _targets(self) -> list[Widget]:
        """What the next tile is for, in two columns; below them a line of help and the button that empties the hand."""
        services, tr, px = self.services, self.services.tr, self.services.px
        inner = self._desk.inflate(-2 * px(PADDING), -2 * px(PADDING))
        wide = max(px(TARGETS), min(services.units.type_length(TARGETS), inner.width * 38 // 100))
        gap, buttons = px(8), []
        width = (wide - gap) // 2
        targets = targets_of(self.draft)
        rows = -(-len(targets) // 2) + 1
        high = min(services.control_height(44), (inner.height - gap * (rows - 1)) // rows)
        for index, target in enumerate(targets):
            wild = wild_word(services.strings, self.words.texts)
            button = TargetButton(services, tr(TARGET_NAMES[target], wild=wild), self._aimer(target))
            button.chosen = target is self.draft.target
            left, top = inner.x + index % 2 * (width + gap), inner.y + index // 2 * (high + gap)
            button.rect = pygame.Rect(left, top, width, high)
            buttons.append(button)
        empty = Button(services, tr("Clear all"), self.clear, icon="undo")
        empty.rect = pygame.Rect(inner.x, inner.bottom - high, wide, high)
        below = inner.y + (rows - 1) * (high + gap)
        self._hint = pygame.Rect(inner.x, below, wide, empty.rect.y - gap - below)
        tiles = pygame.Rect(inner.x + wide + px(GAP), inner.y, inner.width - wide - px(GAP), inner.height)
        self.palette.lay_out(tiles, self.draft, self.words.words)
        return [*buttons, empty]

    def _aimer(self, target: Target) -> Callable[[], None]:
        return lambda: self.aim(target)

    def _tabs(self) -> list[Widget]:
        """The verdict above, and the tabs below it."""
        tr, px = self.services.tr, self.services.px
        inner = self._sheet.inflate(-2 * px(PADDING + 8), -2 * px(PADDING))
        self.ruling = self._judge()
        stack([self.ruling], inner.x, inner.y, inner.width)
        names = [(VALUE, tr("Verdict")), (WIN, tr("The win")), (OPTIONS, tr("House rules"))]
        tabs = FittedTabs(self.services, names, self.tab, self.open_tab)
        tabs.rect = pygame.Rect(inner.x, self.ruling.rect.bottom, inner.width, self.services.control_height(TABS))
        return [tabs]

    def _rows(self) -> list[Widget]:
        px = self.services.px
        inner = self._sheet.inflate(-2 * px(PADDING + 8), -2 * px(PADDING))
        top = self.ruling.rect.bottom + self.services.control_height(TABS) + px(6)
        body = pygame.Rect(inner.x, top, inner.width, inner.bottom - top)
        rows = self._tab_rows()
        height = stack(rows, body.x, body.y, body.width)
        widgets = parts_of(rows)
        self._scroll.lay_out(pygame.Rect(body.x, body.y, body.width + px(14), body.height), widgets, height + px(6))
        return widgets

    # ---- what is said -----------------------------------------------------------------------------------------------

    def _judge(self) -> Ruling:
        """The verdict in a few words, or what is missing."""
        services, tr, draft = self.services, self.services.tr, self.draft
        if not draft.complete:
            missing = services.strings.tr_plural("{count} tile is missing", "{count} tiles are missing", draft.missing)
            return Ruling(services, "plus", missing, self._help())
        try:
            verdict = draft.verdict()
        except CaseError as error:
            return Ruling(services, "x", tr("This cannot be"), str(error))
        how = " · ".join(self.words.circumstances(draft.hand))
        if verdict.breakdown is None:
            return Ruling(services, "x", tr("No win"), reason_words(self.words, draft.hand, verdict))
        figure, unit = figure_words(services.strings, verdict.breakdown)
        return Ruling(services, "win", f"{figure} {unit}".strip(), how)

    def _help(self) -> str:
        tr, waiting = self.services.tr, self.draft.hand.tile is None and len(self.draft.tiles) == self.draft.size
        return tr("Now the winning tile") if waiting else tr("Press tiles to put them into the hand")

    def _tab_rows(self) -> Sequence[Still]:
        if self.tab == WIN:
            return Circumstances(self.services, self.draft, self.renew).rows()
        if self.tab == OPTIONS:
            return Circumstances(self.services, self.draft, self.renew).option_rows()
        return self._verdict_rows()

    def _verdict_rows(self) -> Sequence[Still]:
        """Patterns and payments of a win; the waits of a hand that lacks the winning tile."""
        services, draft = self.services, self.draft
        try:
            if draft.complete:
                return verdict_rows(services, draft.hand, draft.verdict()) or self._waits_rows()
            if draft.missing == 1 and draft.hand.tile is None:
                return self._waits_rows()
        except CaseError:
            return []  # the ruling above says what is wrong
        return [Wells(services, [(Span(title, True), Span(f":{text}")) for title, text in self._steps()])]

    def _steps(self) -> list[tuple[str, str]]:
        """How to put a hand together."""
        tr = self.services.tr
        return [
            (tr("Melds first"), tr("Choose chow, pong or kong, then press its tile: the first one of a chow.")),
            (tr("Then the hand"), tr("Press the concealed tiles; the last one is the winning tile.")),
            (tr("A mistake"), tr("Press a tile of the hand to take it away, or Backspace.")),
            (tr("How it was won"), tr("Self-draw or discard, which seat, kong, last tile: see the tab The win.")),
        ]

    def _waits_rows(self) -> Sequence[Still]:
        waits, tr = waits_of(self.draft.hand), self.services.tr
        count = self.services.strings.tr_plural("{count} kind", "{count} kinds", len(waits))
        head = Head(self.services, tr("Waits, by self-draw"), count if waits else tr("Not ready"))
        values = [
            (tile, " ".join(figure_words(self.services.strings, verdict.breakdown)).strip())
            for tile, verdict in waits.items()
            if verdict.breakdown is not None
        ]
        return [head, TileRow(self.services, values)] if values else [head]

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Arrows move in the palette first."""
        if event.type == pygame.KEYDOWN and isinstance(self.form.focused, PaletteTile) and event.key in ARROWS:
            found = self.palette.step(*ARROWS[event.key])
            if found is not None:
                self.form.focus(found)
                self.invalidate()
            return True
        return super().handle(event)

    def screen_key(self, event: pygame.Event) -> bool:
        """A figure and a suit letter put a tile; Ctrl+C and Ctrl+V copy and paste."""
        name = pygame.key.name(event.key)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_c:
                self.copy()
            elif event.key == pygame.K_v:
                self.paste()
            return event.key in (pygame.K_c, pygame.K_v)
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key == pygame.K_BACKSPACE:
            self.take_back()
        elif name in "123456789":
            self._typed += name
        elif name in "mpsz" and self._typed:
            self._put_typed(name)
        elif event.key in ARROWS:
            self.form.focus(next(tile for tile in self.palette.tiles if tile.current))
        else:
            return self._scroll.read_on(event.key)
        return True

    def _put_typed(self, suit: str) -> None:
        """The tiles of the figures typed so far, in this suit."""
        figures, self._typed = self._typed, ""
        for figure in figures:
            tile = TILE_NAMED.get(figure + suit)
            if tile is not None:
                self.put(tile)

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, header, band, palette, sheet."""
        services = self.services
        first = self.form.widgets[1].rect
        line = services.tr("Put a hand together")
        self._back.draw_head(surface, services.tr("Score calculator"), line, first.x)
        services.painter.box(surface, self._desk, "ink")
        services.painter.box(surface, self._sheet, "paper")
        self.ruling.draw(surface)
        self._draw_hint(surface)
        self.form.draw(surface)

    def _draw_hint(self, surface: pygame.Surface) -> None:
        """What the keys do, where there is room."""
        services, style = self.services, self.services.steps.small
        text = services.tr("Keys: 1 2 3 m puts 1 2 3 of characters; p dots, s bamboos, z honours")
        lines = services.fonts.wrap(text, style, self._hint.width)
        high = services.fonts.line_height(style)
        if len(lines) * high > self._hint.height:
            return
        for index, line in enumerate(lines):
            place = pygame.Rect(self._hint.x, self._hint.y + index * high, self._hint.width, high)
            services.fonts.write(surface, line, place, style, services.colours.text2)
