"""The choices around a hand in the calculator: how it was won, by whom, marks, and the house rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

from game.encyclopedia.draft import Draft, extras_of
from game.encyclopedia.verdict import VerdictWords, fact_name, wind_name
from game.newtable.rows import ChoiceRow
from game.refusals import SUIT_NAMES
from game.strings import number
from game.widgets.choices import Segments
from rules.cases.hands import BIRD, COUNTED_MARKS, MOST_PAO, PAO, ROB_KONG, VOID
from rules.events import WinSource
from rules.seats import SEATS, distance
from rules.tiles import SUIT_LETTERS

if TYPE_CHECKING:
    from game.services import Services

FEEDERS = (3, 2, 1)
FEW = range(5)
SUIT_GIVEN_UP = "void_suit_held"
"""The demand of rules by which each seat names a suit that it gives up."""

Choice = tuple[Hashable, str]


class Circumstances:
    """Makes the rows for a draft; `renew` is called after each choice."""

    def __init__(self, services: Services, draft: Draft, renew: Callable[[], object]) -> None:
        self.services, self.draft, self._renew = services, draft, renew
        self.words = VerdictWords(services.strings, draft.hand.variant.key, draft.hand.dealer)

    def rows(self) -> list[ChoiceRow]:
        """How the tile came, who wins, who fed the melds, what holds besides."""
        return [*self._win_rows(), *self._fact_rows(), *self._mark_rows()]

    def option_rows(self) -> list[ChoiceRow]:
        """The house rules, but those of coins and of the tile turned up after the win, which is put in as a tile."""
        draft, texts, rows = self.draft, self.words.texts, []
        kept = draft.hand.variant.coins
        hidden = {BIRD} | (set() if kept is None else {kept.switch, kept.rate, kept.fee})
        chosen, usual = dict(draft.hand.options), draft.hand.variant.choose({})
        for option in draft.hand.variant.options:
            if option.key in hidden:
                continue
            values: list[Choice] = [(one, texts.value(option.key, one)) for one in option.values]
            words = (texts.option(option.key), texts.option_note(option.key))
            row = self._row(words, values, chosen[option.key], self._option_setter(option.key))
            row.changed = chosen[option.key] != usual[option.key]
            rows.append(row)
        return rows

    def _option_setter(self, key: str) -> Callable[[Any], object]:
        return lambda choice: self.draft.set_option(key, str(choice))

    def _row(
        self, words: tuple[str, str], values: Sequence[Choice], chosen: Hashable, change: Callable[[Any], object]
    ) -> ChoiceRow:
        def changed(choice: Hashable) -> None:
            change(choice)
            self._renew()

        return ChoiceRow(self.services, words, Segments(self.services, values, chosen, changed), False)

    # ---- the win ----------------------------------------------------------------------------------------------------

    def _win_rows(self) -> list[ChoiceRow]:
        tr, draft, hand = self.services.tr, self.draft, self.draft.hand
        sources: list[Choice] = [(WinSource.SELF_DRAW, tr("Self-draw")), (WinSource.DISCARD, tr("On a discard"))]
        if ROB_KONG in extras_of(hand.variant).facts:
            sources.append((WinSource.ROB_KONG, tr("Robbed kong")))
        rows = [
            self._row((tr("Way of winning"), ""), sources, hand.source, draft.set_source),
            self._row((tr("Winner"), tr("East is the dealer")), self._winds(), hand.winner, draft.set_winner),
        ]
        if hand.source is not WinSource.SELF_DRAW:
            others = [choice for choice in self._winds() if choice[0] != hand.winner]
            rows.append(self._row((tr("The tile came from"), ""), others, hand.supplier, draft.set_supplier))
        names = {3: tr("Left"), 2: tr("Opposite"), 1: tr("Right")}
        feeders: list[Choice] = [(feeder, names[feeder]) for feeder in FEEDERS]
        note = tr("Chows always come from the left")
        rows.append(self._row((tr("The next meld is fed from"), note), feeders, draft.feeder, self._feed))
        return rows

    def _feed(self, feeder: int) -> None:
        self.draft.feeder = feeder

    def _winds(self) -> list[Choice]:
        dealer, strings = self.draft.hand.dealer, self.services.strings
        seats = sorted(SEATS, key=lambda seat: distance(dealer, seat))
        return [(seat, wind_name(strings, seat, dealer)) for seat in seats]

    def _fact_rows(self) -> list[ChoiceRow]:
        strings, hand = self.services.strings, self.draft.hand
        return [
            self._yes_no(fact_name(strings, fact), fact in hand.facts, self._fact_setter(fact))
            for fact in self.draft.facts_now()
        ]

    def _fact_setter(self, fact: str) -> Callable[[bool], object]:
        return lambda holds: self.draft.set_fact(fact, holds)

    def _yes_no(self, title: str, holds: bool, change: Callable[[bool], object]) -> ChoiceRow:
        strings = self.services.strings
        values: list[Choice] = [
            (False, strings.tr_context("answer", "no")),
            (True, strings.tr_context("answer", "yes")),
        ]
        return self._row((title, ""), values, holds, change)

    # ---- marks ------------------------------------------------------------------------------------------------------

    def _mark_rows(self) -> list[ChoiceRow]:
        draft, names, tr = self.draft, extras_of(self.draft.hand.variant).names, self.services.tr
        marks, rows = draft.given.marks, []
        if "streak" in names:
            title = tr("Times the deal was held")
            rows.append(self._count(title, draft.hand.streak, lambda count: draft.set_number("streak", count)))
        for key in COUNTED_MARKS:
            if key in names:
                title = (self.words.words.badge(key, "") or key).strip()
                rows.append(self._count(title, int(marks.get(key, 0)), self._mark_setter(key)))
        if "kong_income" in names and "kong_discard" in draft.hand.facts:
            title = tr("Units that kong brought")
            rows.append(
                self._count(title, draft.hand.kong_income, lambda count: draft.set_number("kong_income", count))
            )
        if PAO in names:
            rows += [self._pao_row(seat) for seat in sorted(SEATS, key=lambda s: distance(draft.hand.dealer, s))]
        if SUIT_GIVEN_UP in draft.hand.rules.summary.demands:
            letters: list[Choice] = [(letter, tr(SUIT_NAMES[i])) for i, letter in enumerate(SUIT_LETTERS[:3])]
            values = [(None, tr("None")), *letters]
            rows.append(self._row((tr("Suit given up"), ""), values, marks.get(VOID), self._mark_setter(VOID)))
        return rows

    def _mark_setter(self, key: str) -> Callable[[Any], object]:
        return lambda mark: self.draft.set_mark(key, mark)

    def _pao_row(self, seat: int) -> ChoiceRow:
        name = wind_name(self.services.strings, seat, self.draft.hand.dealer)
        title = f"{(self.words.words.badge(PAO, '') or PAO).strip()} · {name}"
        values: list[Choice] = [(count, number(count)) for count in range(MOST_PAO + 1)]
        return self._row((title, ""), values, self.draft.hand.pao[seat], lambda n: self.draft.set_pao(seat, n))

    def _count(self, title: str, count: int, change: Callable[[int], object]) -> ChoiceRow:
        values: list[Choice] = [(few, number(few)) for few in FEW]
        return self._row((title, ""), values, count, change)
