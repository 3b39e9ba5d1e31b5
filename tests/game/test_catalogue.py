"""Our reader of compiled catalogues finds what the standard library finds."""

from __future__ import annotations

from gettext import GNUTranslations
from pathlib import Path

import pytest

from game.catalogue import CONTEXT, Catalogue
from game.strings import LANGUAGES
from game.theme import ASSETS

FILES = [
    ASSETS / "locale" / language / "LC_MESSAGES" / f"{name}.mo"
    for language in LANGUAGES
    for name in ("sifang", "rules")
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_text_is_found_as_the_standard_library_finds_it(path: Path) -> None:
    with path.open("rb") as file:
        known = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    catalogue = Catalogue(path)
    plain = {key: text for key, text in known.items() if isinstance(key, str) and key}
    assert len(plain) > 500
    assert {key: catalogue.find(key) for key in plain} == plain
    with_context = {tuple(key.split(CONTEXT, 1)): text for key, text in plain.items() if CONTEXT in key}
    assert {(context, key): catalogue.find(key, context) for context, key in with_context} == with_context


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 2, 5, 21])
def test_numbers_choose_the_form_that_the_standard_library_chooses(language: str, count: int) -> None:
    path = ASSETS / "locale" / language / "LC_MESSAGES" / "sifang.mo"
    with path.open("rb") as file:
        known = GNUTranslations(file)
    one, many = "{count} table found", "{count} tables found"
    assert Catalogue(path).find_plural(one, many, count) == known.ngettext(one, many, count)


def test_what_is_in_no_catalogue_is_not_found() -> None:
    catalogue = Catalogue(FILES[0])
    assert catalogue.find("nobody wrote this") is None
    assert catalogue.find("{count} tables found") is None  # the second half of a message
    assert catalogue.find_plural("a {count}", "some {count}", 1) == "a {count}"
    assert catalogue.find_plural("a {count}", "some {count}", 2) == "some {count}"


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "no.mo"
    path.write_bytes(b"PK" * 20)
    with pytest.raises(ValueError, match="no compiled catalogue"):
        Catalogue(path)


def test_english_has_no_quotes_that_are_as_wide_as_a_chinese_character() -> None:
    """In our fonts the curly ones are; they tear a sentence apart."""
    for path in FILES:
        if "en" in path.parts:
            with path.open("rb") as file:
                texts = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
            assert len(texts) > 500
            assert not [text for text in texts.values() if set("“”‘’") & set(text)]
