"""What the sheet says, line by line: why a hand is worth what it is, and how every payment came about."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod

from game.settlement.pages import Page
from game.strings import Strings, mark, number
from game.tabletexts import TableTexts
from game.words import shared_items
from rules.events import WinSource, Won
from rules.score import Breakdown, Transfer, Unit

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


@dataclass(slots=True, frozen=True)
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


@dataclass(slots=True, frozen=True)
class PaymentLine:
    """One transfer in words. `words` ends with factors that come to the amount: "Liability 8 + 4 + 4"."""

    transfer: Transfer
    amount: str
    words: str


@dataclass(slots=True, frozen=True)
class Note:
    """An explanation under the value: what a reason means."""

    title: str
    text: str


@dataclass(slots=True, frozen=True)
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

    def patterns(self, win: Won) -> tuple[PatternLine, ...]:
        """The rows that combine to the value, in the way of its unit."""
        by_unit = {Unit.TIMES: self._times, Unit.FAN: self._fan, Unit.POINTS: self._points}
        plain = PatternLine(self.strings.tr("Plain win"), self.strings.tr("No pattern counts"), "")
        rows = by_unit[win.breakdown.unit](win)
        return rows if any(row.counted for row in rows) else (plain, *rows)

    def equation(self, win: Won) -> str:
        """The rows on one line: "Self-draw 2 × Wild pair 2"."""
        rows = [row for row in self.patterns(win) if row.counted]
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

    def _times(self, win: Won) -> tuple[PatternLine, ...]:
        """Factors multiply; what the patterns leave of the value comes from how the tile was won."""
        items = shared_items(win.breakdown)
        rest = win.breakdown.value // prod(item.value for item in items)
        source = () if rest == 1 else (self._source(win, f"× {rest}"),)
        rows = [self._line(item.name, f"× {item.value}") for item in items]
        note = self.strings.tr("Only what the dealer pays; not in the total")
        for item in (item for item in win.breakdown.items if item not in items):
            rows.append(PatternLine(self.texts.pattern(item.name), note, f"× {item.value}", counted=False))
        return (*source, *rows)

    def _fan(self, win: Won) -> tuple[PatternLine, ...]:
        """Fan add up, to the cap at most."""
        items = win.breakdown.items
        rows = [self._line(item.name, str(item.value * item.count), item.count) for item in items]
        if sum(item.value * item.count for item in items) > win.breakdown.value:
            tr = self.strings.tr
            rows.append(PatternLine(tr("Cap"), tr("No more than this counts"), f"≤ {win.breakdown.value}"))
        return tuple(rows)

    def _side(self, win: Won) -> tuple[str, str]:
        """What multiplies the points on the winner's side, and a sentence about it."""
        own = self.texts.find("source", win.source)
        if own is not None:
            name, _, note = own.partition("|")
            return name, note
        return self.strings.tr("Winner's side"), self.strings.tr("Openings, kongs, self-draw: see the payments")

    def _points(self, win: Won) -> tuple[PatternLine, ...]:
        """Points add up; where each type after the first doubles, or the winner's side multiplies, a row says so."""
        items, value = win.breakdown.items, win.breakdown.value
        doubling = len(items) > 1 and items[0].value * 2 ** (len(items) - 1) == value
        effects = ["× 2" if doubling and index else number(item.value * item.count) for index, item in enumerate(items)]
        rows = [self._line(item.name, effect) for item, effect in zip(items, effects, strict=True)]
        rest = Fraction(value, sum(item.value * item.count for item in items) or 1)
        if rest != 1 and not doubling:
            name, note = self._side(win)
            rows.append(PatternLine(name, note, f"× {rest}"))
        return tuple(rows)
