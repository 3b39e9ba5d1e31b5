"""What people read: catalogues for zh_CN, zh_TW and en, and how numbers are written.

Code names a text by its English words: `tr("Start")`. Texts that are held as data are wrapped in `mark("...")` so
that `assets/make/catalogues.py` finds them, and translated where they are shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from game.catalogue import Catalogue
from game.theme import ASSETS

LANGUAGES: dict[str, str] = {"zh_CN": "简体中文", "zh_TW": "繁體中文", "en": "English"}
DOMAIN = "sifang"
MINUS = "\N{MINUS SIGN}"
THIN_SPACE = "\N{THIN SPACE}"
NAME_LENGTH = 16
CHAT_LENGTH = 200


def mark(message: str) -> str:
    """The message itself: says to the catalogue script that it is translated later."""
    return message


def clean_text(text: str, length: int = NAME_LENGTH) -> str:
    """A text from outside, fit to be drawn: NFC, nothing unprintable, no change of direction, at most `length` long.

    A line break or tab becomes a space. Lone surrogates, NUL and bidi controls would crash or falsify the drawing.
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(c for c in spaced if c.isprintable() and unicodedata.category(c) != "Cf")[:length].strip()


def system_language(locales: Iterable[tuple[str, str]]) -> str:
    """The catalogue for the system's locales, best first, as (language, country); Chinese when none fits."""
    for language, country in locales:
        if language == "zh":
            return "zh_TW" if country in {"TW", "HK", "MO"} else "zh_CN"
        if language == "en":
            return "en"
    return "zh_CN"


def number(value: float) -> str:
    """A number as it is written here: thousands split by a thin space, a real minus sign.

    >>> number(-12345).replace(THIN_SPACE, "_")
    '−12_345'
    """
    return f"{value:,}".replace(",", THIN_SPACE).replace("-", MINUS)


def signed(value: float) -> str:
    """A gain or loss: +28, −14, 0."""
    return "+" + number(value) if value > 0 else number(value)


@cache
def catalogue(domain: str, language: str) -> Catalogue:
    """The catalogue of one language: `sifang`, or `rules` for texts by id. Raises FileNotFoundError."""
    return Catalogue(ASSETS / "locale" / language / "LC_MESSAGES" / f"{domain}.mo")


class Strings:
    """The catalogue of one language; `use` changes it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = catalogue(DOMAIN, language)

    def use(self, language: str) -> None:
        """Change to one of LANGUAGES. Raises FileNotFoundError when its catalogue is missing."""
        if language != self.language:
            self._catalogue = catalogue(DOMAIN, language)
            self.language = language

    @property
    def chinese(self) -> bool:
        """Whether the language is Chinese: compass and seals are characters then, letters otherwise."""
        return self.language.startswith("zh")

    def tr(self, message: str, **values: object) -> str:
        """A text in the player's language; `{name}` in it is replaced by `values["name"]`."""
        return _filled(self._catalogue.find(message) or message, values)

    def tr_context(self, context: str, message: str, **values: object) -> str:
        """A short word that needs a context: tr_context("wind", "East")."""
        return _filled(self._catalogue.find(message, context) or message, values)

    def tr_plural(self, one: str, many: str, count: int, **values: object) -> str:
        """A text that depends on a number, which it names as `{count}`."""
        return _filled(self._catalogue.find_plural(one, many, count), {"count": number(count), **values})


def _filled(text: str, values: dict[str, object]) -> str:
    return text.format(**values) if values else text
