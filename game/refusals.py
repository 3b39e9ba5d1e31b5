"""Why not: one sentence about a win or a call that a rule forbids, with what the hand has of it (`rules.whynot`)."""

from __future__ import annotations

from game.strings import mark
from game.words import Words
from rules.whynot import Refusal

SUIT_NAMES = (mark("Characters"), mark("Dots"), mark("Bamboos"))


def refusal_words(words: Words, refusal: Refusal) -> str:
    """The sentence: "the pair must be 2, 5 or 8; yours is 7 Characters". Without values the rule alone."""
    gate = words.texts.gate(refusal.reason)
    sentence = words.texts.find("refusal", refusal.reason)
    if sentence is None or not _known(refusal, sentence):
        return gate
    tr = words.strings.tr
    suits = words.strings.tr(", ").join(tr(SUIT_NAMES[suit]) for suit in refusal.suits)
    pair = "" if refusal.pair is None else words.tile(refusal.pair)
    return sentence.format(gate=gate, pair=pair, suits=suits, value=refusal.value, copies=refusal.copies)


def _known(refusal: Refusal, sentence: str) -> bool:
    """Whether everything that the sentence names is known of the hand."""
    named = {
        "{pair}": refusal.pair is not None,
        "{suits}": bool(refusal.suits),
        "{value}": refusal.value > 0,
        "{copies}": refusal.copies > 0,
    }
    return all(known for name, known in named.items() if name in sentence)
