"""Cleaning what strangers type: names and chat."""

from __future__ import annotations

import unicodedata


def clean(text: str, most: int) -> str:
    """NFC, in one line, without control, format and direction characters, at most so many code points.

    Letters of the private use areas and unassigned ones go too: no font of ours shows them.
    """
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(" " if letter.isspace() else letter for letter in plain if _may_stay(letter))
    return " ".join(kept.split())[:most].strip()


def _may_stay(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter)[0] != "C"
