"""A new table: a variant, its house rules, how long, who sits where (pictures 11 and 24)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.newmatch import NewMatch, timers_of
from game.newtable.choices import LEVEL_NAMES, PLACE_NAMES, Choices, player_name
from game.newtable.presetcard import PresetCard
from game.newtable.seats import SeatCard, SeatWords
from game.newtable.sheet import SheetRows
from game.presets import NAME_LENGTH as PRESET_NAME
from game.presets import Entry, Preset, Presets
from game.scenes.presets import PresetsScene, tell_broken
from game.strings import number
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.card import Card, draw_chip
from game.widgets.dialog import Answer, Dialog
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, content_rect
from game.widgets.inputdialog import InputDialog
from game.widgets.scroll import ScrollView
from game.widgets.stacked import parts_of, stack
from net.timers import Timers
from rules.seats import SEATS
from rules.variants import all_variants
from rules.wall import COPIES

if TYPE_CHECKING:
    from game.services import Services

COLUMNS, CARD, CARD_GAP = 3, (178, 108), 10
SHEET_GAP, PADDING, TITLE = 22, 28, 66
SEATS_HEAD, SEAT_CARD = 38, 104
TITLE_STYLE = TextStyle("serif-bold", 29)
LONG_BRACKETS = 6  # letters
ENTERS = {pygame.K_RETURN, pygame.K_KP_ENTER}
ARROWS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -COLUMNS, pygame.K_DOWN: COLUMNS}


class NewTableScene(FormScene):
    """Choose and start. `start` gets the match and its clocks; the screen stays until it is replaced."""

    def __init__(
        self,
        services: Services,
        start: Callable[[NewMatch, Timers], object],
        presets: Presets | None = None,
        avatar: str = "",
        people: tuple[str, ...] = (),
    ) -> None:
        """`avatar`: the character of the player here, where one was chosen; `people`: several at this computer."""
        super().__init__(services)
        self.start, self.avatar = start, avatar
        chosen = services.chosen
        variants = all_variants()
        last = variants.get(chosen.last_variant) or next(iter(variants.values()))
        self.choices = Choices(last, 0 if people else chosen.turn_seconds if chosen.timers else 0, people=people)
        self._recall()
        self.sheet = SheetRows(services, self.choices, self.renew)
        self.presets = presets or Presets()
        self._back = BackButton(services, services.scenes.pop)
        self._scroll = ScrollView(services)
        self._kept: list[Entry] = []
        self._sheet = self._seats = pygame.Rect(0, 0, 0, 0)

    @property
    def texts(self) -> TableTexts:
        """The texts of the chosen variant."""
        return TableTexts(self.services.strings.language, self.choices.variant.key)

    # ---- layout ---------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Cards at the left; sheet, seats and footer at the right. What is too long on the sheet scrolls."""
        units = self.services.units
        content = content_rect(self.services)
        content.height = units.height - content.y - units.px(6)
        self._back.lay_out()
        cards = self._cards(content)
        preset_card = self._preset_card(content)
        left = content.x + units.px(COLUMNS * CARD[0] + (COLUMNS - 1) * CARD_GAP + SHEET_GAP)
        foot = self.services.control_height(40) + units.px(8)
        self._sheet = pygame.Rect(left, content.y, content.right - left, content.height - foot)
        seats = self._seat_cards()
        rows = self._rows()
        below = pygame.Rect(left, self._sheet.bottom + units.px(8), self._sheet.width, foot - units.px(8))
        buttons = self._buttons(below)
        self.renew_form([self._back, *cards, preset_card, self._scroll, *rows, *seats, *buttons])

    def _cards(self, content: pygame.Rect) -> list[Card]:
        units, language = self.services.units, self.services.strings.language
        cards = []
        for index, variant in enumerate(all_variants().values()):
            texts = TableTexts(language, variant.key)
            region, choose = texts.region(variant.region), partial(self.choose, variant.key)
            card = Card(self.services, texts.card, region, texts.chip, texts.sign, choose)
            card.rect = units.rect(0, 0, *CARD)
            x, y = index % COLUMNS * (CARD[0] + CARD_GAP), index // COLUMNS * (CARD[1] + CARD_GAP)
            card.rect.topleft = (content.x + units.px(x), content.y + units.px(y))
            card.chosen = variant.key == self.choices.variant.key
            cards.append(card)
        return cards

    def _preset_card(self, content: pygame.Rect) -> PresetCard:
        """What is left of the last row of cards."""
        units = self.services.units
        card = PresetCard(self.services, [entry.name for entry in self._kept if entry.preset], self._open_presets)
        row, column = divmod(len(all_variants()), COLUMNS)
        width = (COLUMNS - column) * (CARD[0] + CARD_GAP) - CARD_GAP
        card.rect = units.rect(0, 0, width, CARD[1])
        x, y = column * (CARD[0] + CARD_GAP), row * (CARD[1] + CARD_GAP)
        card.rect.topleft = (content.x + units.px(x), content.y + units.px(y))
        return card

    def _seat_cards(self) -> Sequence[Widget]:
        units, strings = self.services.units, self.services.strings
        height = max(units.px(SEAT_CARD), units.type_length(SEAT_CARD))
        inner = self._sheet.inflate(-2 * units.px(PADDING), 0)
        self._seats = pygame.Rect(inner.x, self._sheet.bottom - units.px(16) - height, inner.width, height)
        gap = units.px(10)
        width = (inner.width - gap * (len(SEATS) - 1)) // len(SEATS)
        match = self.choices.match(strings, player_name(strings, self.services.chosen))
        cards = []
        for seat in SEATS:
            level = match.entrants[seat].level
            note = strings.tr("This computer")
            if level is not None:
                note = strings.tr(LEVEL_NAMES[level])
            avatar = self.avatar if level is None else ""
            words = SeatWords(match.entrants[seat].name, strings.tr(PLACE_NAMES[seat]), note, seat, avatar)
            card = SeatCard(self.services, words, self._level_changer(seat) if level is not None else None)
            left = inner.x + seat * (inner.width + gap) // len(SEATS)
            card.rect = pygame.Rect(left, self._seats.y, width, height)
            cards.append(card)
        return cards

    def _level_changer(self, seat: int) -> Callable[[], None]:
        def change() -> None:
            self.choices.next_level(seat - 1)
            self.renew()

        return change

    @property
    def _title_height(self) -> int:
        """What the variant's name takes: more with large text."""
        px = self.services.px
        return max(px(TITLE), self.services.fonts.line_height(TITLE_STYLE) + px(18))

    def _rows(self) -> list[Widget]:
        """What lies between the title and the seats, laid out in the scroll view."""
        units = self.services.units
        top = self._sheet.y + self._title_height
        bottom = self._seats.y - self._seats_head
        body = pygame.Rect(self._seats.x, top, self._seats.width, bottom - top)
        rows = self.sheet.rows()
        height = stack(rows, body.x, body.y, body.width)
        widgets = parts_of(rows)
        viewport = pygame.Rect(body.x, body.y, body.width + units.px(PADDING - 8), body.height)
        self._scroll.lay_out(viewport, widgets, height + units.px(6))
        return widgets

    def _buttons(self, foot: pygame.Rect) -> Sequence[Button]:
        units, tr = self.services.units, self.services.tr
        start = Button(self.services, tr("Deal"), self.begin, kind="main", key="return")
        swap = Button(self.services, tr("Swap seats"), self._swap, icon="swap")
        save = Button(self.services, tr("Save as preset"), self._ask_name, icon="star")
        gap = units.px(10)
        swap.rect = pygame.Rect(foot.x, foot.y, max(units.px(150), swap.natural_size[0]), foot.height)
        width = max(units.px(150), save.natural_size[0])
        least = max(start.natural_size[0], foot.right - swap.rect.right - width - 2 * gap)
        start.rect = pygame.Rect(0, foot.y, min(units.px(252), least), foot.height)
        start.rect.right = foot.right
        save.rect = pygame.Rect(0, foot.y, min(width, start.rect.x - swap.rect.right - 2 * gap), foot.height)
        save.rect.right = start.rect.x - gap
        return [swap, save, start]

    # ---- choosing -------------------------------------------------------------------------------------------------

    def choose(self, key: str) -> None:
        """Take a variant as it was played last; its sheet begins at the top."""
        self.choices.take(all_variants()[key])
        self._recall()
        self._begin_sheet()

    def _recall(self) -> None:
        kept = self.services.chosen.tables.get(self.choices.variant.key)
        if kept is not None:
            self.choices.recall(kept)

    def remember(self) -> None:
        """Keep what is chosen for the next new table."""
        key, chosen = self.choices.variant.key, self.services.chosen
        self.services.preferences.change(last_variant=key, tables={**chosen.tables, key: self.choices.kept()})

    def use(self, preset: Preset) -> None:
        """Take everything from a preset."""
        self.choices.use(preset)
        self._begin_sheet()

    def _begin_sheet(self) -> None:
        self._scroll, self.sheet.unfolded = ScrollView(self.services), False
        self.renew()

    def begin(self) -> None:
        """Start the match."""
        self.remember()
        chosen, strings = self.services.chosen, self.services.strings
        match = self.choices.match(strings, player_name(strings, chosen), chosen.titles_and_coins)
        self.start(match, timers_of(chosen, self.choices.seconds))

    def _swap(self) -> None:
        self.choices.swap_seats()
        self.renew()

    # ---- presets --------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """The presets may have changed."""
        self._kept, broken = self.presets.entries()
        tell_broken(self.services, broken)
        self.renew()

    def _open_presets(self) -> None:
        self.services.scenes.push(PresetsScene(self.services, self.presets, self.use))

    def _ask_name(self) -> None:
        tr = self.services.tr
        text = tr("Variant, house rules, length, levels and time are kept under this name.")
        self.services.scenes.push(
            InputDialog(self.services, tr("Save as preset"), text, self.texts.card, self._save, PRESET_NAME)
        )

    def _save(self, name: str) -> None:
        """Keep what is chosen; the same name is asked about."""
        tr, preset = self.services.tr, self.choices.preset(name)
        if not self.presets.has(name):
            self._keep(preset)
            return
        answers = [Answer(tr("Replace"), lambda: self._keep(preset)), Answer(tr("Keep the old one"))]
        title = tr("Replace “{name}”?", name=name)
        self.services.scenes.push(Dialog(self.services, title, tr("There is a preset of this name"), answers))

    def _keep(self, preset: Preset) -> None:
        try:
            self.presets.save(preset)
        except OSError as error:
            self.services.say_refused(error)
            return
        self.services.say(self.services.tr("Kept: {name}", name=preset.name), "good")
        self.enter()

    # ---- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """F1 opens the rules; arrows choose among the cards while one has the focus, Enter starts with it."""
        if event.type != pygame.KEYDOWN:
            return super().handle(event)
        focused = self.form.focused
        if event.key == pygame.K_F1:
            self._open_rules()
        elif isinstance(focused, Card) and event.key in ARROWS:
            self._move_card(focused, ARROWS[event.key])
        elif isinstance(focused, Card) and focused.chosen and event.key in ENTERS:
            self.begin()
        else:
            return super().handle(event)
        return True

    def screen_key(self, event: pygame.Event) -> bool:
        """Enter starts, a digit chooses a card."""
        if event.key in ENTERS:
            self.begin()
            return True
        return self._digit(event.key) or super().screen_key(event)

    def _open_rules(self) -> None:
        """The page of the chosen variant; its button chooses another one here."""
        from game.scenes.encyclopedia import EncyclopediaScene

        def play(variant: str) -> None:
            self.services.scenes.pop()
            self.choose(variant)

        self.services.scenes.push(EncyclopediaScene(self.services, self.choices.variant.key, on_play=play))

    def _digit(self, key: int) -> bool:
        keys = list(all_variants())
        place = key - pygame.K_1
        if 0 <= place < min(9, len(keys)):
            self.choose(keys[place])
            return True
        return False

    def _move_card(self, card: Card, step: int) -> None:
        cards = [widget for widget in self.form.widgets if isinstance(widget, Card)]
        place = cards.index(card) + step
        if 0 <= place < len(cards):
            self.form.focus(cards[place])
            cards[place].activate()

    # ---- drawing --------------------------------------------------------------------------------------------------

    @property
    def heading(self) -> tuple[str, str]:
        """Title of the screen and a line about it."""
        return self.services.tr("New table"), self.services.tr("Choose the rules of a place, the seats, and play")

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, head, sheet; then everything that reacts."""
        services = self.services
        self._back.draw_head(surface, *self.heading, self._sheet.right)
        services.painter.box(surface, self._sheet, "paper")
        self._draw_title(surface)
        self._draw_seats_head(surface)
        self.form.draw(surface)

    def _draw_title(self, surface: pygame.Surface) -> None:
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        right, (name, about) = self._seats.right, self._name_and_line()
        least = self._seats.x + services.fonts.width(name, TITLE_STYLE) + px(16)
        for chip in reversed(self._chips()):
            left = right - services.fonts.width(chip, steps.small) - 2 * px(8)
            if left < least:
                break
            draw_chip(
                services,
                surface,
                chip,
                (left, self._sheet.y + self._title_height - px(14)),
                "chip_jade",
                colours.jade_deep,
            )
            right = left - px(8)
        place = pygame.Rect(self._seats.x, self._sheet.y + px(14), right - self._seats.x, self._title_height - px(20))
        written = services.fonts.write(surface, name, place, TITLE_STYLE, colours.ptext)
        rest = pygame.Rect(written.right + px(18), place.y + px(4), 0, place.height)
        rest.width = right - px(8) - rest.x
        if rest.width >= services.fonts.width(about, steps.body):
            services.fonts.write(surface, about, rest, steps.body, colours.ptext2)
        rule = (self._seats.x, self._sheet.y + self._title_height - 1)
        services.painter.hairline(surface, rule, self._seats.width, colours.paper_line)

    def _name_and_line(self) -> tuple[str, str]:
        """The variant's name and a line about it: a long name in brackets is that line."""
        name, opening, rest = self.texts.name.partition("（")
        return (name, rest.rstrip("）")) if len(rest) > LONG_BRACKETS else (name + opening + rest, self.texts.line)

    def _chips(self) -> list[str]:
        """What the rules themselves say: the calls, how many win, how many tiles."""
        tr, rules = self.services.tr, self.choices.variant.rules(self.choices.options)
        calls = tr("Chow, pong, kong") if rules.calls.chow else tr("Pong, kong")
        winners = tr("Several winners") if rules.scoring.several_winners else tr("One winner")
        return [calls, winners, tr("{count} tiles", count=number(COPIES * len(rules.tiles.kinds)))]

    @property
    def _seats_head(self) -> int:
        """How high the line above the seats is."""
        line = self.services.fonts.line_height(self.services.steps.strong)
        return max(self.services.px(SEATS_HEAD), line + self.services.px(10))

    def _draw_seats_head(self, surface: pygame.Surface) -> None:
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        high, top = self._seats_head, self._seats.y - self._seats_head
        line = pygame.Rect(self._seats.x, top + px(5), self._seats.width, high - px(8))
        services.painter.hairline(surface, (line.x, top), line.width, colours.paper_line)
        written = services.fonts.write(surface, services.tr("Seats"), line, steps.strong, colours.ptext)
        rest = pygame.Rect(written.right + px(12), line.y, line.right - written.right - px(12), line.height)
        note = services.tr("Play goes counter-clockwise; press a bot to change its level")
        services.fonts.write(surface, note, rest, steps.small, colours.ptext2, "right")
