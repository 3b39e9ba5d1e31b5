"""Everything that is played at a LAN table, to read before one is ready: chips, and the whole list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.differencecards import HouseRules, difference_cards
from game.newtable.choices import length_words, seconds_words
from game.newtable.rows import TITLE_SHARE, SectionHead, SpecialRow
from game.strings import number
from game.tabletexts import TableTexts
from game.widgets.button import Button
from game.widgets.form import Form
from game.widgets.formscene import PaperSheet
from game.widgets.scroll import ScrollView
from game.widgets.stacked import Still, stack
from net.lan import TableSettings
from rules.variants import all_variants, variant

if TYPE_CHECKING:
    from game.services import Services

WIDTH = 720


def rule_chips(services: Services, settings: TableSettings) -> list[str]:
    """The rules in a few words each: what is not as usual first, then length, time and what the host allows."""
    tr, strings = services.tr, services.strings
    texts = TableTexts(strings.language, settings.variant)
    usual = variant(settings.variant).choose({})
    changed = [
        f"{texts.option(key)} {texts.value(key, value)}" for key, value in settings.options if usual.get(key) != value
    ]
    turn = settings.timers.turn
    limit = seconds_words(strings, round(turn)) if turn is not None else tr("No limit")
    kept = [length_words(strings, settings.length), tr("Turn {limit}", limit=limit)]
    fixed = settings.timers.fixed_window
    kept += [] if fixed is None else [tr("{seconds} s for calls after each discard", seconds=number(round(fixed)))]
    helps = tr("Hints allowed") if settings.hints else tr("No hints")
    watchers = tr("Watching allowed") if settings.spectators else tr("No watching")
    telling = [] if changed else [texts.chip]  # a house rule may be against it
    return [*telling, *changed, *kept, helps, watchers]


class FactRow(Still):
    """A rule and its value."""

    def __init__(self, services: Services, name: str, value: str) -> None:
        super().__init__(services)
        self.name, self.value = name, value

    def height_for(self, width: int) -> int:
        """One line and its margin."""
        return self.services.units.type_length(30)

    def draw(self, surface: pygame.Surface) -> None:
        """Name at the left, value beside it."""
        colours, steps = self.services.colours, self.services.steps
        name, mark = self.rect.copy(), self.services.units.type_length(22) + self.services.px(12)
        name.width = mark + int((self.rect.width - mark) * TITLE_SHARE)  # values below the sentences about the variant
        value = pygame.Rect(name.right, name.y, self.rect.right - name.right, name.height)
        name.width -= self.services.px(8)
        self.services.fonts.write(surface, self.name, name, steps.body, colours.ptext2)
        self.services.fonts.write(surface, self.value, value, steps.strong, colours.ptext)


class RulesSheet(PaperSheet):
    """A sheet over the lobby: what is otherwise than in a variant that one knows, and every house rule."""

    def __init__(self, services: Services, settings: TableSettings) -> None:
        super().__init__(services)
        self.settings = settings
        self.texts = TableTexts(services.strings.language, settings.variant)
        self._scroll = ScrollView(services)

    def resize(self) -> None:
        """In the middle of the window; what is too long scrolls."""
        units, px = self.services.units, self.services.px
        width = min(units.type_length(WIDTH), units.width - px(48))
        inner = self.place(width, units.height - px(64))
        close = Button(self.services, self.services.tr("Close"), self.services.scenes.pop, kind="paper", key="escape")
        close.rect = pygame.Rect((0, 0), close.natural_size)
        close.rect.bottomright = (inner.right, self.rect.bottom - px(18))
        rows = self._rows()
        top = self.rect.y + px(70)
        height = stack(rows, inner.x, top, inner.width)
        view = pygame.Rect(inner.x, top, inner.width + px(16), close.rect.y - px(12) - top)
        self._scroll.lay_out(view, rows, height)
        self.form = Form(self.services, [self._scroll, *rows, close])

    def _rows(self) -> list[Still]:
        services, settings, tr = self.services, self.settings, self.services.tr
        texts, language = self.texts, self.services.strings.language
        known = services.chosen.compared_with or services.chosen.last_variant
        if known in all_variants() and known != settings.variant:
            here = HouseRules(settings.variant, dict(settings.options))
            head = tr("You know {known}; {here} differs", known=TableTexts(language, known).card, here=texts.card)
            cards = difference_cards(language, HouseRules(known), here)
            special: list[Still] = [SpecialRow(services, card.title, card.text, card.kind) for card in cards]
        else:
            head = tr("What is special")
            special = [SpecialRow(services, one.title, one.text) for one in texts.special]
        told = [(texts.option(key), texts.value(key, value)) for key, value in settings.options]
        rules: list[Still] = [FactRow(services, name, value) for name, value in [*told, *self._table_rules()]]
        return [SectionHead(services, head), *special, SectionHead(services, tr("House rules")), *rules]

    def _table_rules(self) -> list[tuple[str, str]]:
        tr, settings, strings = self.services.tr, self.settings, self.services.strings
        timers = settings.timers
        takeover = number(round(settings.takeover))
        claim = seconds_words(strings, round(timers.claim or 0))
        return [
            (tr("Length"), length_words(strings, settings.length)),
            (tr("Time for a turn"), seconds_words(strings, round(timers.turn or 0))),
            (tr("Time for a call"), claim),
            (tr("After each discard"), tr("A moment") if timers.fixed_window is None else claim),
            (tr("When somebody is lost"), tr("A bot plays after {seconds} s", seconds=takeover)),
            (tr("Hints"), tr("Allowed") if settings.hints else tr("Not allowed")),
            (tr("Watching"), tr("Allowed") if settings.spectators else tr("Not allowed")),
            (tr("Taking discards back"), tr("Not allowed") if timers.consent is None else tr("When all agree")),
        ]

    def key(self, key: int) -> bool:
        """Enter closes it, too; arrows scroll."""
        if key == pygame.K_RETURN:
            self.services.scenes.pop()
        elif key in (pygame.K_UP, pygame.K_DOWN):
            step = self.services.px(60) * (1 if key == pygame.K_DOWN else -1)
            self._scroll.scroll_to(self._scroll.offset + step)
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Sheet and rows."""
        self.draw_sheet(surface, self.texts.name)
        self.form.draw(surface)
