"""Rule pages (assets/rules/<language>/<variant>.md): read, every figure filled in by the engine, ready to be drawn.

A page is a small subset of Markdown: `## key Title` begins a section, `### Heading`, `- item`, `| a | b |` rows of a
table (the first is its head), any other line is a paragraph; `**strong**` inside. `## key = other` begins a section
with all that the page of another variant says there.

Examples are case files (assets/rules/examples/<variant>.toml), so that `main.py check` judges them; a page names them,
and no figure that depends on scoring is written out. The example ID of a page is the case `<variant>-ID`; a section
from another page shows that page's example where there is none here.

    {{hand ID}} {{script ID}}       alone on a line: draw this hand; tell the payments of this played hand
    {{pays ID SEAT}} {{gets ID SEAT}}  what a seat pays, or gets, in all
    {{paid ID REASON}}              the amount of each payment made for this reason
    {{value ID}}                    the headline value of a hand: fan, times or points
    {{worth PATTERN}}               what the variant says a pattern is worth
    {{pattern ID}} {{option KEY}} {{choice KEY=VALUE}}   their names, as everywhere in the program
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from game.strings import number
from game.tabletexts import TableTexts
from game.theme import ASSETS
from rules.cases import FinishedHand, HandCase, ScriptCase, judge_hand, read_cases
from rules.score import Breakdown, Transfer, net
from rules.seats import Seat
from rules.values import value
from rules.variants import variant

PAGES = ASSETS / "rules"
SECTIONS = ("quick", "special", "tiles", "calls", "wins", "score", "options", "end")
"""The keys of the sections of every page, in order."""
REFERENCE = re.compile(r"\{\{(\w+)((?: [^\s{}]+)*)\}\}")
_HEAD = re.compile(r"## (\w+) (?:= (\w+)|(.+))")
_RULE = re.compile(r"[|\s:-]+")
_STRONG = re.compile(r"\*\*(.+?)\*\*")


class PageError(ValueError):
    """A page that cannot be read; the message names file, line and what is wrong."""


@value
class Span:
    """A piece of text in one weight."""

    text: str
    strong: bool = False


Words: TypeAlias = tuple[Span, ...]


@value
class Example:
    """A hand judged, or played, by the engine.

    `hand` is None for a played one, `breakdown` where nobody wins; `reason` is the id of the rule that forbids a win.
    `dealer`: a text calls the seats by their winds, east being the dealer.
    """

    name: str
    dealer: Seat
    hand: FinishedHand | None
    reason: str | None
    breakdown: Breakdown | None
    transfers: tuple[Transfer, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The change of each seat."""
        return tuple(net(self.transfers))


@value
class Heading:
    """A heading inside a section."""

    text: str


@value
class Paragraph:
    """Running text; `item`: it is one of a list."""

    words: Words
    item: bool = False


@value
class Table:
    """Rows of cells; the first row is the head."""

    rows: tuple[tuple[Words, ...], ...]


@value
class Picture:
    """An example to be drawn on a band of cloth (a hand), or told as its payments (a played hand)."""

    example: Example


Block: TypeAlias = Heading | Paragraph | Table | Picture


@value
class Section:
    """A part of a page: its key (one of SECTIONS), its title in the page's language, and what it holds."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@value
class Page:
    """The rules of one variant in one language."""

    sections: tuple[Section, ...]

    def section(self, key: str) -> Section:
        """The section with this key. Raises KeyError."""
        for section in self.sections:
            if section.key == key:
                return section
        raise KeyError(key)


# ---- reading --------------------------------------------------------------------------------------------------------


@value
class Line:
    """One line of a page as written: `origin` is the variant on whose page, `place` is for messages."""

    origin: str
    place: str
    text: str


@value
class SectionText:
    """A section as written."""

    key: str
    title: str
    lines: tuple[Line, ...]


@cache
def read_sections(key: str, language: str) -> tuple[SectionText, ...]:
    """The sections of a page as written, those of other pages put in.

    Raises FileNotFoundError where there is no page, PageError for a page without the sections or with a text before.
    """
    name = f"{language}/{key}.md"
    found: list[SectionText] = []
    for place, text in enumerate((PAGES / name).read_text(encoding="utf-8").splitlines(), 1):
        line = Line(key, f"{name}:{place}", text.strip())
        if head := _HEAD.fullmatch(line.text):
            found.append(_begun(language, *head.groups()))
        elif line.text:
            if not found or line.text.startswith("## "):
                raise PageError(f"{line.place}: a text outside a section, or a section without a title")
            found[-1] = SectionText(found[-1].key, found[-1].title, (*found[-1].lines, line))
    if tuple(section.key for section in found) != SECTIONS:
        raise PageError(f"{name}: the sections are to be {', '.join(SECTIONS)}")
    return tuple(found)


def _begun(language: str, name: str, other: str | None, title: str | None) -> SectionText:
    if other is None:
        return SectionText(name, title or "", ())
    return next(section for section in read_sections(other, language) if section.key == name)


@cache
def examples(key: str) -> dict[str, Example]:
    """The examples of a variant by the id that pages use. Raises FileNotFoundError, CaseError."""
    name = f"examples/{key}.toml"
    cases = read_cases((PAGES / name).read_text(encoding="utf-8"), name, variant)
    return {
        case.name.removeprefix(f"{key}-"): _judged(case) if isinstance(case, HandCase) else _played(case)
        for case in cases
    }


def _judged(case: HandCase) -> Example:
    verdict = judge_hand(case.hand)
    return Example(case.name, case.hand.dealer, case.hand, verdict.reason, verdict.breakdown, verdict.transfers)


def _played(case: ScriptCase) -> Example:
    table = case.script.table()
    for _, line in case.script.lines:
        line.run(table)
    if case.expect.over:
        table.pass_all()
    state = table.hand.state
    breakdown = state.wins[-1].breakdown if state.wins else None
    transfers = tuple(transfer for batch in state.ledger for transfer in batch)
    return Example(case.name, state.dealer, None, None, breakdown, transfers)


# ---- filling in -----------------------------------------------------------------------------------------------------


class _Filler:
    """Writes out what a page of a variant refers to, in the lines that stand on the page of `origin`."""

    def __init__(self, key: str, language: str, origin: str) -> None:
        self._texts = TableTexts(language, key)
        self._examples = examples(origin) | examples(key)
        chosen = [{}, *({option.key: value} for option in variant(key).options for value in option.values[1:])]
        rules = [variant(key).rules(options).winning for options in reversed(chosen)]
        every = [winning for one in rules for winning in (*one.special.values(), one)]
        self._worth = {pattern.name: pattern.value for winning in every for pattern in winning.patterns}
        self._kinds: dict[str, Callable[..., str]] = {
            "pays": lambda name, seat: self._net(name, seat, -1),
            "gets": lambda name, seat: self._net(name, seat, 1),
            "paid": self._paid,
            "value": self._value,
            "worth": lambda pattern: number(self._worth[pattern]),
            "pattern": self._texts.pattern,
            "option": self._texts.option,
            "choice": lambda choice: self._texts.value(*choice.split("=", 1)),
        }

    def _net(self, name: str, seat: str, sign: int) -> str:
        change = self._examples[name].points[int(seat)]
        if sign * change < 0:
            raise ValueError(f"seat {seat} has {change} points")
        return number(abs(change))

    def _paid(self, name: str, reason: str) -> str:
        amounts = {t.amount for t in self._examples[name].transfers if t.reason == reason}
        if len(amounts) != 1:
            raise ValueError(f"the payments for {reason} are {sorted(amounts)}")
        return number(amounts.pop())

    def _value(self, name: str) -> str:
        breakdown = self._examples[name].breakdown
        if breakdown is None:
            raise ValueError("nobody wins")
        return number(breakdown.value)

    def text(self, line: Line, text: str) -> str:
        """A text with its references written out. Raises PageError."""

        def written(found: re.Match[str]) -> str:
            try:
                return self._kinds[found[1]](*found[2].split())
            except (KeyError, IndexError, TypeError, ValueError) as error:
                raise PageError(f"{line.place}: {found[0]}: {error}") from error

        return REFERENCE.sub(written, text)

    def words(self, line: Line, text: str) -> Words:
        """The same in pieces of one weight."""
        pieces = _STRONG.split(self.text(line, text))
        return tuple(Span(piece, strong=place % 2 == 1) for place, piece in enumerate(pieces) if piece)

    def picture(self, line: Line, name: str) -> Picture:
        """The example of that id. Raises PageError."""
        if name not in self._examples:
            raise PageError(f"{line.place}: no example {name}")
        return Picture(self._examples[name])


def _blocks(lines: Sequence[Line], filler_of: Callable[[str], _Filler]) -> Iterator[Block]:
    rows: list[tuple[Words, ...]] = []
    for line in lines:
        filler = filler_of(line.origin)
        if line.text.startswith("|"):
            if not _RULE.fullmatch(line.text):
                rows.append(tuple(filler.words(line, cell.strip()) for cell in line.text.strip("|").split("|")))
            continue
        if rows:
            yield Table(tuple(rows))
            rows = []
        yield _block(line, filler)
    if rows:
        yield Table(tuple(rows))


def _block(line: Line, filler: _Filler) -> Block:
    alone = REFERENCE.fullmatch(line.text)
    if alone and alone[1] in ("hand", "script"):
        return filler.picture(line, alone[2].strip())
    if line.text.startswith("### "):
        return Heading(filler.text(line, line.text.removeprefix("### ")))
    if line.text.startswith("- "):
        return Paragraph(filler.words(line, line.text.removeprefix("- ")), item=True)
    return Paragraph(filler.words(line, line.text))


@cache
def load_page(key: str, language: str) -> Page:
    """The page of a variant in a language (a catalogue's name).

    Raises FileNotFoundError where there is none, PageError or CaseError for a mistake in it.
    """
    filler_of = cache(lambda origin: _Filler(key, language, origin))
    written = read_sections(key, language)
    sections = [Section(text.key, text.title, tuple(_blocks(text.lines, filler_of))) for text in written]
    return Page(tuple(sections))
