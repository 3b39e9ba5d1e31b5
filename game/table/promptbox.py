"""The box of a prompt: who did what, the time bar, and a card for each option with the tiles it would use.

Only a card's own click or key answers; a click beside it, Esc or a right click never does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

import pygame

from game.fonts import Align
from game.layout import CARD_GAP, PROMPT_PADDING
from game.places import Position, face_size
from game.playback import OpenPrompt
from game.prompts import CardModel, CardTile, PromptModel
from game.table.hands import laid_open
from game.table.tiles import TILE_RADIUS
from game.theme import Box, TextStyle
from game.widgets.base import Widget
from game.widgets.button import READABLE
from game.widgets.form import Form
from game.widgets.keycap import draw_keycap, key_label, keycap_size
from rules.events import AskKind
from rules.tiles import HIDDEN, Tile
from rules.values import value

if TYPE_CHECKING:
    from game.table.view import ScreenView

CARD_TILE = 21
LEAST_CARD_TILE = 24  # smaller ones have no face
NO_OPTION = -1
WIN_LOW = 84
TALL_TILE = 32  # on a card over two rows
WIDE = 48  # so much wider than its word and tiles a card is wide
NOTE_MARGIN = 8
INK = 0.9  # how much of its width a character fills
NOTE_COLOUR = "#FFF3D6"


@value
class WinFace:
    """What stands on the cards that win: `notes` are pattern and value, by the option's index in the ask.

    `blocked`: which rule forbids the win although the shape is there.
    """

    notes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    blocked: str = ""


class PromptCard(Widget):
    """One option. `note` stands below the word of a win card, on one line if there is room."""

    def __init__(self, view: ScreenView, model: CardModel, key: str, on_press: Callable[[], object]) -> None:
        super().__init__(view.services)
        self.view, self.model, self.key_name, self.on_press = view, model, key, on_press
        self.note: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """What is written on it."""
        if self.model.spoken:
            return " · ".join((self.view.words.choice(self.model.choice), *filter(None, self.note)))
        return self.view.words.call(self.model.action)

    @property
    def content(self) -> str:
        """What it answers."""
        return self.word

    @property
    def key_text(self) -> str:
        """Its key, with a number when there are several of its kind."""
        label = key_label(self.services.strings, self.key_name) if self.key_name else ""
        return f"{label} {self.model.number % 10}".strip() if self.model.number else label

    def activate(self) -> None:
        """Answer with it."""
        if self.enabled:
            self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in its state."""
        services = self.services
        rect = self.rect.move(0, services.units.line() if self.pressed else 0)
        boxes = {"win": "button_main", "pass": "button_pass"}
        name = boxes.get(self.model.action, "button_confirm")
        box = PASS_BOX if name == "button_pass" else services.theme.boxes[name]
        if self.model.action == "win" and self.enabled:
            services.painter.shadow(surface, rect, "glow", 11)
        services.painter.box(surface, rect, box if self.enabled else "button_off", self.shade)
        if self.model.action == "win":
            line = services.colours.brass_light if self.enabled else services.colours.line
            services.painter.frame(surface, rect, line, 1.6, 11)
            self._draw_win(surface, rect)
        elif self.model.tiles and not self.model.spoken:
            self._draw_call(surface, rect)
        else:
            self._draw_plain(surface, rect)
        if self.model.usual:
            self._draw_usual(surface, rect)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 11)

    def _draw_usual(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """What the clock answers: a brass line, and a clock in the corner."""
        services, px, brass = self.services, self.services.px, self.services.colours.brass_light
        services.painter.frame(surface, rect, brass, 2, 11)
        icon = services.images.icon("clock", max(12, px(14)), brass)
        surface.blit(icon, icon.get_rect(topright=(rect.right - px(5), rect.y + px(5))))

    def _brush(self, pixels: float) -> TextStyle:
        return self.services.fonts.sized(self.view.brush, pixels)

    def _draw_win(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        room = rect.inflate(-2 * px(NOTE_MARGIN), -2 * px(8))
        style = self._note_style
        if self.note and rect.height < px(WIN_LOW):
            self._draw_low_win(surface, rect)
            return
        lines = self._note_lines(room.width)
        line = services.fonts.size(style) + px(4)
        room.height -= len(lines) * line if self.note else 0
        size = min(px(60), room.height) if services.strings.chinese else px(27)
        word, brush = room.copy(), self._brush(size)
        cap = keycap_size(services, self.key_name)[0] + px(6) if self.key_text else 0
        if cap and INK * services.fonts.width(self.word, brush) + 2 * cap > rect.width + px(4):
            low = min(px(14), room.height // 4)  # in the middle, below the key
            word.y, word.height = word.y + low, word.height - low
            brush = self._brush(min(size, word.height)) if services.strings.chinese else brush
        services.fonts.write(surface, self.word, word, brush, colours.white, "center")
        for index, text in enumerate(lines if self.note else ()):
            part = pygame.Rect(room.x, room.bottom + index * line, room.width, line)
            services.fonts.write(surface, text, part, style, NOTE_COLOUR, "center")
        if self.key_text:
            draw_keycap(services, surface, self.key_name, (rect.right - px(6), rect.y + px(16)), "colour")

    def _draw_low_win(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """In a single row: the word and its key at the left, as on the cards beside it, the note at the right."""
        services, px, style = self.services, self.services.px, self._note_style
        left = pygame.Rect(rect.x + px(4), rect.y + px(2), rect.width * 2 // 5 - px(4), rect.height - px(4))
        word = left.copy()
        word.height = left.height * 7 // 10 if self.key_text else left.height
        size = min(px(46), word.height) if services.strings.chinese else px(27)
        services.fonts.write(surface, self.word, word, self._brush(size), services.colours.white, "center")
        key = pygame.Rect(left.x, word.bottom, left.width, left.bottom - word.bottom)
        services.fonts.write(surface, self.key_text, key, self._key_style, NOTE_COLOUR, "center")
        note = pygame.Rect(left.right, rect.y + px(4), rect.right - px(4) - left.right, rect.height - 2 * px(4))
        lines = self._note_lines(note.width)
        for index, text in enumerate(lines):
            part = pygame.Rect(
                note.x, note.y + index * note.height // len(lines), note.width, note.height // len(lines)
            )
            services.fonts.write(surface, text, part, style, NOTE_COLOUR, "center")

    @property
    def _note_style(self) -> TextStyle:
        return self.services.fonts.capped(self.services.steps.label, self.services.px(17))

    def _note_lines(self, width: int) -> list[str]:
        """The note on one line if there is room for it, a little smaller perhaps, else on two where it breaks best."""
        fits = (lines for lines in self._note_breaks() if all(self._fits(line, width) for line in lines))
        return next(fits, min(self._note_breaks(), key=self._widest))

    def _fits(self, line: str, width: int) -> bool:
        fonts, style = self.services.fonts, self._note_style
        smaller = fonts.fit(line, style, width)
        return fonts.width(line, smaller) <= width and fonts.size(smaller) >= READABLE * fonts.size(style)

    def _note_breaks(self) -> list[list[str]]:
        parts = [part for part in self.note if part]
        breaks = [[" ".join(parts[:end]), " ".join(parts[end:])] for end in range(1, len(parts))]
        return [[" ".join(parts)], *breaks]

    def _widest(self, lines: Sequence[str]) -> int:
        return max(self.services.fonts.width(line, self._note_style) for line in lines)

    @property
    def note_width(self) -> int:
        """The width with which nothing of the note on a high win card is cut."""
        return min(map(self._widest, self._note_breaks())) + 2 * self.services.px(NOTE_MARGIN)

    @property
    def least_width(self) -> int:
        """The width with which nothing on it is cut and no tile covers another, in device pixels."""
        px, count = self.services.px, len(self.model.tiles)
        if count and not self.model.spoken:
            return self._word_width + count * self._tile_width + 2 * px(7)
        style, gap = self.services.steps.button, px(8)
        cap = keycap_size(self.services, self.key_text)[0] + gap if self.key_text else 0
        return self.services.fonts.width(self.word, style) + cap + count * (self._tile_width + gap) + 2 * gap

    @property
    def _tile_width(self) -> int:
        return max(LEAST_CARD_TILE, self.services.px(CARD_TILE))

    @property
    def _word_style(self) -> TextStyle:
        """The word of a call beside its tiles."""
        px = self.services.px
        return self._brush(px(34) if self.services.strings.chinese else max(13, px(16)))

    @property
    def _word_width(self) -> int:
        """The room for the word of a call, or for its key below."""
        px, fonts = self.services.px, self.services.fonts
        key = fonts.width(self.key_text, self._key_style)
        return max(px(30), fonts.width(self.word, self._word_style), key) + px(8)

    @property
    def _key_style(self) -> TextStyle:
        return self.services.fonts.capped(self.services.steps.micro, max(11, self.services.px(13)))

    def _draw_tall_call(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Over two rows: the word and its key above, the tiles in the middle below them."""
        services, colours, px = self.services, self.services.colours, self.services.px
        count = len(self.model.tiles)
        wide = max(self._tile_width, min(px(TALL_TILE), (rect.width - 2 * px(10)) // count))
        high = face_size(wide)[1]
        style = self._brush(px(42) if services.strings.chinese else px(21))
        gap, word = px(8), services.fonts.width(self.word, style)
        cap = keycap_size(services, self.key_text)[0] + gap if self.key_text else 0
        spare = max(0, rect.height - high - services.fonts.size(style)) // 3
        line = pygame.Rect(rect.centerx - (word + cap) // 2, rect.y + spare, word, services.fonts.size(style))
        services.fonts.write(surface, self.word, line, style, colours.white)
        if cap:
            draw_keycap(services, surface, self.key_text, (line.right + cap, line.centery), "colour")
        left, top = rect.centerx - count * wide // 2, rect.bottom - spare - high
        for place, card_tile in enumerate(self.model.tiles):
            raised = px(4) if card_tile.called else 0
            self._draw_tile(surface, card_tile, pygame.Rect(left + place * wide, top - raised, wide, high))

    def _draw_call(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        if rect.height >= px(WIN_LOW):
            self._draw_tall_call(surface, rect)
            return
        if rect.width > self.least_width + px(WIDE):  # there they keep together
            rect = rect.inflate(self.least_width + px(16) - rect.width, 0)
        self._draw_tiles(surface, rect.inflate(-2 * px(7), 0))
        room = pygame.Rect(rect.x + px(8), rect.y + px(3), self._word_width - px(6), rect.height * 5 // 8)
        align: Align = "center" if services.strings.chinese else "left"
        services.fonts.write(surface, self.word, room, self._word_style, colours.white, align)
        key = pygame.Rect(room.x, room.bottom - px(1), room.width, rect.bottom - room.bottom - px(2))
        services.fonts.write(surface, self.key_text, key, self._key_style, "#DDF3E8", align)

    def _draw_tiles(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The finished meld at the right, the called tile raised and ringed."""
        wide = self._tile_width
        left, top = rect.right - wide * len(self.model.tiles), rect.centery - face_size(wide)[1] // 2
        for place, card_tile in enumerate(self.model.tiles):
            raised = self.services.px(4) if card_tile.called else 0
            slot = pygame.Rect(left + place * wide, top - raised, wide, face_size(wide)[1])
            self._draw_tile(surface, card_tile, slot)

    def _draw_tile(self, surface: pygame.Surface, card_tile: CardTile, rect: pygame.Rect) -> None:
        tile, services = card_tile.tile, self.services
        if tile != HIDDEN:
            surface.blit(services.images.face(tile, rect.width, wild=self.view.wild_word(tile)), rect)
        if card_tile.called:
            radius = TILE_RADIUS * rect.width / self.view.layout.u + 1
            services.painter.frame(surface, rect.inflate(2, 2), services.colours.brass_light, 2, radius)

    def _draw_plain(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """過 and the answers to a variant's question: a tile if it names one, a word and a key."""
        services, colours, px = self.services, self.services.colours, self.services.px
        style = services.steps.button
        if self.model.action == "pass" and services.strings.chinese:
            style = self._brush(px(36 if rect.height < px(WIN_LOW) else 50))
        keycap = self.key_name or (str(self.model.number % 10) if self.model.number else "")
        gap, wide = px(8), self._tile_width
        tiles = len(self.model.tiles) * (wide + gap)
        cap = keycap_size(services, keycap)[0] + gap if keycap else 0
        room = rect.inflate(-2 * gap, 0)
        width = min(services.fonts.width(self.word, style), room.width - cap - tiles)
        left = room.centerx - (tiles + width + cap) // 2
        for card_tile in self.model.tiles:
            slot = pygame.Rect(left, rect.centery - face_size(wide)[1] // 2, wide, face_size(wide)[1])
            self._draw_tile(surface, card_tile, slot)
        word = pygame.Rect(left + tiles, rect.y, width, rect.height)
        place = services.fonts.write(surface, self.word, word, style, colours.white)
        if keycap:
            draw_keycap(services, surface, keycap, (place.right + cap, rect.centery), "colour")


PASS_BOX = Box(top="#3A4A47", bottom="#2A3735", line="#5B6D69", radius=11)


class PromptBox:
    """All cards of one prompt in their places."""

    def __init__(self, view: ScreenView, open_prompt: OpenPrompt, model: PromptModel, win: WinFace) -> None:
        self.view, self.open_prompt, self.model = view, open_prompt, model
        self.form = Form(view.services)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.win = win

    @property
    def cards(self) -> list[PromptCard]:
        """The cards, the win card first."""
        return [widget for widget in self.form.widgets if isinstance(widget, PromptCard)]

    def build(self, answer: Callable[[int], object]) -> None:
        """Make the cards and lay them out."""
        model, keys = self.model, self.view.services.chosen.keys
        win = model.win or (CardModel(NO_OPTION, "win") if self.win.blocked else None)
        cards = []
        for card in model.cards if win is None else (win, *model.cards):
            press = self._presser(card.index, answer)
            made = PromptCard(self.view, card, keys.get(card.action, ""), press)
            made.note = self.win.notes.get(card.index, ())
            cards.append(made)
        if win is not None:
            named = [self.view.words.tile(card_tile.tile) for card_tile in win.tiles]
            cards[0].note = (*named, " ".join(cards[0].note)) if named else cards[0].note
        if win is not None and self.win.blocked:
            cards[0].enabled, cards[0].reason = False, self.win.blocked
            cards[0].note = (self.view.services.tr("Why not?"),)
        self.form = Form(self.view.services, cards)
        others = cards if win is None else cards[1:]
        widths = [card.least_width for card in others]
        laid, note = laid_open(self.view, Position.RIGHT), 0 if win is None else cards[0].note_width
        found = self.view.layout.prompt(widths, win is not None, self._head_width, laid, note)
        self.rect = found.box
        places = found.cards if found.win is None else (found.win, *found.cards)
        for widget, place in zip(cards, places, strict=True):
            widget.rect = place

    @staticmethod
    def _presser(index: int, answer: Callable[[int], object]) -> Callable[[], object]:
        return lambda: answer(index)

    def freeze(self) -> None:
        """An answer is on its way: nothing can be pressed any more."""
        for card in self.cards:
            card.enabled = False

    def pointed(self) -> CardModel | None:
        """The card that is pointed at or has the focus."""
        return next((card.model for card in self.cards if card.hovered or card.ring), None)

    def used_tiles(self) -> tuple[Tile, ...]:
        """The tiles of the hand that the card pointed at would use; of the first call when none is pointed at."""
        card = self.pointed()
        if card is not None:
            return card.uses
        return next((model.uses for model in self.model.cards if model.uses), ())

    def head(self) -> str:
        """Who did what."""
        view, ask = self.view, self.open_prompt.prompt.ask
        tr, words, offered = view.services.tr, view.words, view.shown.offered
        if ask.kind is AskKind.TURN:
            return tr("Your turn: discard, or choose")
        if ask.kind is AskKind.CHOICE or offered is None:
            choice = next((card.choice for card in self.model.all_cards if card.choice), "")
            return words.question(choice or view.shown.stage)
        name, tile = words.name(offered.seat), words.tile(offered.tile)
        if offered.robbing:
            return tr("{name} adds {tile} to a kong: rob it?", name=name, tile=tile)
        return tr("{name} discards {tile}: your choice", name=name, tile=tile)

    @property
    def _head_style(self) -> TextStyle:
        return self.view.services.fonts.capped(self.view.services.steps.note, self.view.services.px(18))

    @property
    def _head_width(self) -> int:
        """What the head needs, with the seconds beside it."""
        return self.view.services.fonts.width(self.head(), self._head_style) + self.view.services.px(62)

    def draw(self, surface: pygame.Surface, left: float | None) -> None:
        """Draw the box; `left` seconds remain, None without a limit."""
        services, colours, px = self.view.services, self.view.services.colours, self.view.services.px
        services.painter.box(surface, self.rect, "ink_now")
        padding = px(PROMPT_PADDING)
        top = min(card.rect.top for card in self.cards)
        head = pygame.Rect(self.rect.x + padding + px(2), self.rect.y + px(2), 0, top - self.rect.y - px(CARD_GAP + 1))
        head.width = self.rect.width - 2 * padding
        if left is not None:
            seconds = services.tr("{seconds} s", seconds=math.ceil(left))
            strong = services.fonts.capped(services.steps.strong, px(18))
            services.fonts.write(surface, seconds, head, strong, colours.brass_light, "right")
            self._draw_bar(surface, head, left)
            head.width -= px(52)
        services.fonts.write(surface, self.head(), head, self._head_style, colours.text)
        self.form.draw(surface)

    def _draw_bar(self, surface: pygame.Surface, head: pygame.Rect, left: float) -> None:
        limit = self.open_prompt.prompt.limit or left or 1.0
        colours, height = self.view.services.colours, max(2, self.view.services.px(3))
        surface.fill("#24483F", (head.x, head.bottom, head.width, height))
        surface.fill(colours.brass_light, (head.x, head.bottom, round(head.width * min(1.0, left / limit)), height))
