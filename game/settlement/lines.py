"""What the sheet says, line by line: why a hand is worth what it is, and how every payment came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from math import prod

from game.settlement.arrows import Arrow
from game.settlement.pages import Page
from game.strings import Strings, mark, number
from game.tabletexts import TableTexts
from rules.events import WinSource, Won
from rules.score import Breakdown, Factor, Op, Transfer, Unit, amount_of
from rules.values import value

EFFECTS = {Op.PLUS: "", Op.TIMES: "× ", Op.CAP: "≤ "}
SELF_EVIDENT = frozenset({"win", "kong"})  # their factors say what they are for
UNIT_WORDS = {Unit.TIMES: mark("× {n}"), Unit.FAN: mark("{n} fan"), Unit.POINTS: mark("{n} points")}
SOURCE_WORDS = {
    WinSource.SELF_DRAW: mark("Self-draw"),
    WinSource.DISCARD: mark("On a discard"),
    WinSource.ROB_KONG: mark("Robbed kong"),
}
SOURCE_ROWS = {
    WinSource.SELF_DRAW: (mark("Self-draw"), mark("The winner drew the tile")),
    WinSource.DISCARD: (mark("On a discard"), mark("Another player discarded the tile")),
    WinSource.ROB_KONG: (mark("As self-draw"), mark("A robbed kong counts as a self-draw")),
}
HEADLINES = {
    WinSource.SELF_DRAW: mark("{winner} wins by self-draw"),
    WinSource.DISCARD: mark("{winner} wins from {loser}"),
    WinSource.ROB_KONG: mark("{winner} robs {loser}'s kong"),
}


@value
class PatternLine:
    """One row of the value: name, a sentence about it, what it does to the value ("× 2", "1"), how often it counts.

    What is not `counted` changes a payment and not the value.
    """

    name: str
    note: str
    effect: str
    count: int = 1
    counted: bool = True

    @property
    def title(self) -> str:
        """The name, with the count where it is more than one."""
        return f"{self.name} × {self.count}" if self.count > 1 else self.name


@value
class PaymentLine:
    """One transfer in words. `words` ends with factors that come to the amount: "Liability 8 + 4 + 4"."""

    transfer: Transfer
    amount: str
    words: str


@value
class Note:
    """An explanation under the value: what a reason means."""

    title: str
    text: str


@value
class Wording:
    """Puts a settlement into one language. `names`: of the players, by seat."""

    strings: Strings
    texts: TableTexts
    names: tuple[str, ...]

    def headline(self, win: Won | None, drawn: bool) -> str:
        """Who won and how; "All payments" for the page without a win."""
        if win is None:
            return self.strings.tr("Drawn hand") if drawn else self.strings.tr("All payments")
        winner = self.names[win.seat]
        if not win.tile:
            return f"{winner} · {self.own_words(win)}"
        loser = self.names[win.loser] if win.loser is not None else ""
        own = self.texts.find("headline", win.source) or self.strings.tr(HEADLINES[win.source])
        return own.format(winner=winner, loser=loser)

    def own_words(self, win: Won) -> str:
        """What a win without a winning tile is called: by the circumstance that makes it."""
        return " · ".join(self.texts.reason(fact) for fact in win.facts)

    def value(self, breakdown: Breakdown) -> str:
        """The headline value with its unit."""
        return self.strings.tr(UNIT_WORDS[breakdown.unit], n=number(breakdown.value))

    def arrow(self, arrow: Arrow) -> str:
        """All that there is to say about an arrow: its one payment, or how many it stands for."""
        if len(arrow.transfers) == 1:
            return self.payment(arrow.transfers[0]).words
        count = len(arrow.transfers)
        return self.strings.tr_plural("net of {count} payment", "net of {count} payments", count)

    def patterns(self, win: Won, paid: Sequence[Transfer]) -> tuple[PatternLine, ...]:
        """The rows that combine to the value, in the way of its unit; `paid` is what the winner gets for it."""
        breakdown = win.breakdown
        items = tuple(self._items(breakdown))
        match breakdown.unit:
            case Unit.TIMES:
                rest = breakdown.value // prod(item.value for item in breakdown.shared)
                source = () if rest == 1 else (self._source(win, f"× {rest}"),)
                rows = (*source, *items, *self._of_the_dealer(breakdown))
            case Unit.FAN:
                rows = items
            case Unit.POINTS:
                rows = (*items, *self._more(win, paid))
        plain = PatternLine(self.strings.tr("Plain win"), self.strings.tr("No pattern counts"), "")
        return rows if any(row.counted for row in rows) else (plain, *rows)

    def equation(self, win: Won, paid: Sequence[Transfer]) -> str:
        """The rows on one line: "Self-draw 2 × Wild pair 2"."""
        rows = [row for row in self.patterns(win, paid) if row.counted]
        written = ""
        for row in rows:
            times = row.effect.startswith("×")
            figure = row.effect.removeprefix("× ")
            joint = (" × " if times else " + ") if written else ""
            written += f"{joint}{row.name} {figure}".rstrip()
        return written

    def payment(self, transfer: Transfer) -> PaymentLine:
        """A transfer in words; the reason is left out where it is the win itself."""
        amount = number(transfer.amount)
        formula = self.texts.formula(transfer.factors)
        if formula == amount:
            formula = ""
        reason = "" if transfer.reason in SELF_EVIDENT and formula else self.texts.reason(transfer.reason)
        words = self.strings.tr("{reason}: {formula}", reason=reason, formula=formula) if reason and formula else ""
        return PaymentLine(transfer, amount, words or reason or formula)

    def notes(self, page: Page) -> tuple[Note, ...]:
        """The explanations that this page needs: of a robbed kong, the unit, and reasons."""
        found = []
        if page.win is not None:
            unit = page.win.breakdown.unit
            about = {
                self.strings.tr(SOURCE_WORDS[page.win.source]): self.texts.find("source note", page.win.source),
                self.strings.tr("How it is paid"): self.texts.find("unit note", unit),
            }
            found = [Note(title, text) for title, text in about.items() if text]
        for reason in dict.fromkeys(transfer.reason for transfer in page.transfers):
            text = self.texts.reason_note(reason)
            if text:
                found.append(Note(self.texts.reason(reason), text))
        return tuple(found)

    def _source(self, win: Won, effect: str) -> PatternLine:
        name, note = SOURCE_ROWS[win.source]
        return PatternLine(self.strings.tr(name), self.strings.tr(note), effect)

    def _line(self, key: str, effect: str, count: int = 1) -> PatternLine:
        return PatternLine(self.texts.pattern(key), self.texts.pattern_note(key), effect, count)

    def _items(self, breakdown: Breakdown) -> Iterator[PatternLine]:
        """What the patterns do to the value, and the cap."""
        factors = breakdown.factors()
        for item, factor in zip(breakdown.shared, factors, strict=False):
            yield self._line(item.name, _effect(factor), item.count)
        for cap in factors[len(breakdown.shared) :]:
            yield PatternLine(self.strings.tr("Cap"), self.strings.tr("No more than this counts"), _effect(cap))

    def _of_the_dealer(self, breakdown: Breakdown) -> Iterator[PatternLine]:
        """What doubles for one payer alone."""
        note = self.strings.tr("Only what the dealer pays; not in the total")
        for item in breakdown.items:
            if item not in breakdown.shared:
                yield PatternLine(self.texts.pattern(item.name), note, f"× {item.value}", counted=False)

    def _more(self, win: Won, paid: Sequence[Transfer]) -> tuple[PatternLine, ...]:
        """What multiplies the points of the patterns: how the hand was won, or what every payment is multiplied by."""
        breakdown = win.breakdown
        reached = amount_of(breakdown.factors())
        if reached == breakdown.value:
            return ()
        own = self.texts.find("source", win.source)
        if own is not None:
            name, _, note = own.partition("|")
            return (PatternLine(name, note, f"× {Fraction(breakdown.value, reached or 1)}"),)
        factors = shared_factors(paid, breakdown.value)
        return tuple(self._factor(factor) for factor in factors if factor.op is Op.TIMES or not breakdown.items)

    def _factor(self, factor: Factor) -> PatternLine:
        """A factor of every payment as a row of the value."""
        name = (self.texts.find("factor", factor.name) or factor.name).replace("{n}", "").strip()
        note = self.texts.find("factor note", factor.name) or ""
        return PatternLine(name[:1].upper() + name[1:], note, _effect(factor))


def _effect(factor: Factor) -> str:
    """What a factor does, in signs: "5", "× 3/2", "≤ 6"."""
    figure = Fraction(factor.numerator, factor.denominator)
    below = "" if figure.denominator == 1 else f"/{figure.denominator}"
    return f"{EFFECTS[factor.op]}{number(figure.numerator)}{below}"


def shared_factors(paid: Sequence[Transfer], value: int) -> tuple[Factor, ...]:
    """The factors with which all these payments begin, as many of them as come to the value of the win."""
    alike = takewhile(
        lambda factors: len(set(factors)) == 1, zip(*(transfer.factors for transfer in paid), strict=False)
    )
    common = tuple(factors[0] for factors in alike)
    return next((common[:count] for count in range(1, len(common) + 1) if amount_of(common[:count]) == value), ())
