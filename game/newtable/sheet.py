"""The rows of the sheet of a new table: what is otherwise than elsewhere, and every choice with its words."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from game.differencecards import DifferenceCard, HouseRules, difference_cards, most_telling
from game.newtable.choices import SECONDS, Choices, length_words, seconds_words
from game.newtable.rows import ChoiceRow, CompareHead, MoreRow, SectionHead, SpecialRow
from game.strings import number
from game.tabletexts import TableTexts
from game.widgets.choices import Segments
from game.widgets.dropdown import Dropdown
from game.widgets.listbox import Row
from game.widgets.stacked import Still
from game.widgets.textfield import TextField
from rules.match import Length
from rules.ruleset import Option
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

MOST_TELLING = 5
NOTHING = "-"
"""Compared with no variant: what is special is told instead."""


class SheetRows:
    """Makes the rows for what is chosen now; `renew` is called after a choice, so that they are made again."""

    def __init__(self, services: Services, choices: Choices, renew: Callable[[], object]) -> None:
        self.services, self.choices, self._renew = services, choices, renew
        self.tr = services.tr
        self.unfolded = False

    @property
    def texts(self) -> TableTexts:
        """The texts of the chosen variant."""
        return TableTexts(self.services.strings.language, self.choices.variant.key)

    def rows(self) -> list[Still | MoreRow]:
        """All of them, from top to bottom."""
        return [*self._special_rows(), *self._choice_rows()]

    # ---- what is otherwise ------------------------------------------------------------------------------------------

    @property
    def compared(self) -> str:
        """The variant that the player knows: the one chosen for it, else the one played last; NOTHING for none."""
        chosen = self.services.chosen
        known = chosen.compared_with or chosen.last_variant
        return known if known in all_variants() and known != self.choices.variant.key else NOTHING

    def _special_rows(self) -> list[Still | MoreRow]:
        compared = self.compared
        if compared == NOTHING:
            special = [SpecialRow(self.services, one.title, one.text) for one in self.texts.special]
            return [self._head(self.tr("What is special"), compared), *special]
        known = TableTexts(self.services.strings.language, compared)
        title = self.tr("You know {known}; {here} differs", known=known.card, here=self.texts.card)
        here = HouseRules(self.choices.variant.key, self.choices.options)
        cards = difference_cards(known.language, HouseRules(compared), here)
        shown = cards if self.unfolded else most_telling(cards, MOST_TELLING)
        rows: list[Still | MoreRow] = [self._head(title, compared), *map(self._difference, shown)]
        if len(cards) > MOST_TELLING:
            words = self.tr("Fewer") if self.unfolded else self.tr("All {count} differences", count=len(cards))
            rows.append(MoreRow(self.services, words, self._fold))
        return rows

    def _difference(self, card: DifferenceCard) -> SpecialRow:
        return SpecialRow(self.services, card.title, card.text, card.kind)

    def _head(self, title: str, compared: str) -> CompareHead:
        language = self.services.strings.language
        names = [Row(key, TableTexts(language, key).card) for key in all_variants() if key != self.choices.variant.key]
        rows = [Row(NOTHING, self.tr("Nothing")), *names]
        return CompareHead(self.services, title, Dropdown(self.services, rows, compared, self._compare))

    def _compare(self, variant: str) -> None:
        self.services.preferences.change(compared_with=variant)
        self._renew()

    def _fold(self) -> None:
        self.unfolded = not self.unfolded
        self._renew()

    # ---- choices ----------------------------------------------------------------------------------------------------

    def _choice_rows(self) -> list[Still]:
        services, choices, texts, tr = self.services, self.choices, self.texts, self.tr
        options = choices.open_options(services.chosen.titles_and_coins)
        changed = sum(choices.changed(option.key) for option in options)
        remark = services.strings.tr_plural("{count} changed", "{count} changed", changed) if changed else ""
        usual = tr("{count} in all, the usual value first", count=number(len(options) + 2))
        rows: list[Still] = [SectionHead(services, tr("House rules"), remark or usual)]
        lengths: list[tuple[Hashable, str]] = [(one, length_words(services.strings, one)) for one in choices.lengths()]
        rows.append(self._row(("length", tr("Length"), ""), lengths, choices.length, choices.length != lengths[0][0]))
        rows += self._time_rows()
        for option in options:
            values: list[tuple[Hashable, str]] = [(value, texts.value(option.key, value)) for value in option.values]
            words = (option.key, texts.option(option.key), texts.option_note(option.key))
            row = self._row(words, values, choices.options[option.key], choices.changed(option.key))
            if option.numbers is not None:
                row.field = self._number_field(option, option.numbers, row)
            rows.append(row)
        return rows

    def _time_rows(self) -> list[ChoiceRow]:
        times = sorted({0, *SECONDS, self.choices.seconds})
        seconds: list[tuple[Hashable, str]] = [(one, seconds_words(self.services.strings, one)) for one in times]
        note = self.tr("When it runs out the drawn tile is discarded")
        return [self._row(("seconds", self.tr("Time for a turn"), note), seconds, self.choices.seconds, False)]

    def _row(
        self, words: tuple[str, str, str], values: list[tuple[Hashable, str]], value: Hashable, changed: bool
    ) -> ChoiceRow:
        """A row with its control; `words` are its key, name and note."""
        key, title, note = words
        control = Segments(self.services, values, value, lambda value: self._set(key, value))
        return ChoiceRow(self.services, (title, note), control, changed)

    def _number_field(self, option: Option, numbers: range, row: ChoiceRow) -> TextField:
        """A field for any number of the option's range; it acts while one types, and says what is possible."""

        def typed(text: str) -> None:
            allowed = text.isdecimal() and option.allows(text)
            low, high = number(numbers[0]), number(numbers[-1])
            field.error = "" if allowed else self.tr("From {low} to {high}", low=low, high=high)
            if allowed:
                self.choices.options[option.key] = text
                row.control.value, row.changed = text, self.choices.changed(option.key)

        field = TextField(self.services, self.choices.options[option.key], typed, limit=len(str(numbers[-1])))
        field.label = row.title
        return field

    def _set(self, key: str, value: Hashable) -> None:
        match key, value:
            case "length", Length():
                self.choices.length = value
            case "seconds", int():
                self.choices.seconds = value
            case _:
                self.choices.options[key] = str(value)
        self._renew()
