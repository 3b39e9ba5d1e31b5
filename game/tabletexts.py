"""Texts of the rules by id: variants, regions, options, patterns (番型), reasons and factors of payments.

No name of a variant stands in the front end; a rule's id finds its text in the catalogue `rules` (its .po files are
in `assets/locale`, the context says what kind of text it is). An id with the variant before it ("variant.id") goes
before the plain id, so that variants share most texts and differ where their words do. Source: rulebook/*.md.
"""

from __future__ import annotations

from game.strings import catalogue, number
from rules.score import Factor, Op
from rules.values import value

DOMAIN = "rules"


@value
class Special:
    """One thing that is special about a variant: its name and a sentence."""

    title: str
    text: str


@value
class TableTexts:
    """What is called how in a variant. `language` is a catalogue's name; an id without a text is shown as it is."""

    language: str
    variant: str

    def find(self, kind: str, key: str) -> str | None:
        """The text of a kind ("pattern", "option note") for an id: the variant's own, else the common one."""
        entries = catalogue(DOMAIN, self.language)
        found = entries.find(f"{self.variant}.{key}", kind)
        return entries.find(key, kind) if found is None else found

    def text(self, kind: str, key: str) -> str:
        """As `find`, the id itself where there is no text."""
        return self.find(kind, key) or key

    @property
    def name(self) -> str:
        """The variant's full name."""
        return self.text("variant", self.variant)

    @property
    def card(self) -> str:
        """The name on its card: short."""
        return self.text("card", self.variant)

    @property
    def line(self) -> str:
        """One line about it."""
        return self.text("line", self.variant)

    @property
    def chip(self) -> str:
        """Its most telling rule, in a few words."""
        return self.text("chip", self.variant)

    @property
    def sign(self) -> str:
        """The brush character behind its card; the same in every language, as it is a picture."""
        return self.text("sign", self.variant)

    @property
    def special(self) -> tuple[Special, ...]:
        """What is special about it, the most important first."""
        lines = self.text("special", self.variant).splitlines()
        return tuple(Special(*(line.split("|", 1) if "|" in line else (line, ""))) for line in lines)

    def region(self, key: str) -> str:
        """Where it is played."""
        return self.text("region", key)

    def option(self, key: str) -> str:
        """A house rule's name."""
        return self.text("option", key)

    def option_note(self, key: str) -> str:
        """What a house rule decides."""
        return self.find("option note", key) or ""

    def value(self, option: str, value: str) -> str:
        """A value of a house rule; a number needs no text of its own."""
        found = self.find("value", f"{option}={value}") or self.find("value", value)
        return found or (number(int(value)) if value.isdecimal() else value)

    def pattern(self, key: str) -> str:
        """A pattern's name."""
        return self.text("pattern", key)

    def pattern_note(self, key: str) -> str:
        """A pattern in one sentence."""
        return self.find("pattern note", key) or ""

    def reason(self, key: str) -> str:
        """What a payment is for."""
        return self.text("reason", key)

    def reason_note(self, key: str) -> str:
        """How a payment comes about, where its name does not say so."""
        return self.find("reason note", key) or ""

    def gate(self, reason: str) -> str:
        """Why something is forbidden."""
        return self.text("gate", reason)

    def title(self, key: str) -> str:
        """A title (称号) that players climb to."""
        return self.text("title", key)

    def flipped(self, why: str) -> str:
        """Why a tile lies turned up."""
        return self.text("flipped", why)

    def factor(self, factor: Factor) -> str:
        """One factor with its number: "dealer's base 2", "3/2 times"."""
        amount = number(factor.numerator)
        if factor.denominator != 1:
            amount = f"{amount}/{number(factor.denominator)}"
        found = self.find("factor", factor.name)
        return found.format(n=amount) if found is not None else f"{factor.name} {amount}"

    def formula(self, factors: tuple[Factor, ...]) -> str:
        """The factors as a sum that anybody can work out: "(base 15 + dealer 5) × types 2"; times 1 is not written."""
        written, terms = "", 0
        for factor in factors:
            if factor.op is Op.TIMES and factor.numerator == factor.denominator:
                continue
            words = self.factor(factor)
            match factor.op:
                case Op.PLUS:
                    written, terms = f"{written} + {words}" if written else words, terms + 1
                case Op.TIMES:
                    written, terms = f"({written}) × {words}" if terms > 1 else f"{written} × {words}", 1
                case Op.CAP:
                    written, terms = f"{written} → {words}", 1
        return written
