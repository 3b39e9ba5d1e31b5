"""Translation catalogues: `python -m assets.make.catalogues extract|compile|check`.

`extract` collects the texts of the source into the .po files (new ones come in empty), `compile` writes the .mo files,
`check` fails when a text is missing, empty, fuzzy, has other placeholders than the English, or a .mo is stale.
The English text is the key; `extract` fills the English catalogue with it.

`rules.po` is another matter: texts of the rules by id (see game/tabletexts.py), written by hand in all languages;
`compile` and `check` look after it, too.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LOCALE: Final = ROOT / "assets" / "locale"
LANGUAGES: Final = ("zh_CN", "zh_TW", "en")
SCREENS, RULES = "sifang", "rules"
SOURCES: Final = ("game", "net", "rules")
KEYWORDS: Final = {
    "tr": None,
    "mark": None,
    "tr_plural": (1, 2),
    "tr_context": ((1, "c"), 2),
}
BEGINNING: Final = datetime(2026, 11, 30, tzinfo=UTC)
STRAIGHT: Final = str.maketrans({"“": '"', "”": '"', "’": "'"})
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


def po_file(language: str, domain: str = SCREENS) -> Path:
    """The .po file of a language."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def extracted() -> Catalog:
    """All texts of the source."""
    template = Catalog(project="sifang", charset="utf-8")
    for folder in SOURCES:
        found = extract_from_dir(ROOT / folder, [("**.py", "python")], keywords=KEYWORDS)
        for name, line, message, comments, context in found:
            template.add(message, None, [(f"{folder}/{name}", line)], auto_comments=comments, context=context)
    return template


def load(language: str, domain: str = SCREENS) -> Catalog:
    """The catalogue of a language; an empty one when there is no file yet."""
    path = po_file(language, domain)
    if not path.is_file():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as stream:
        return read_po(stream, locale=language)


def save(language: str, catalogue: Catalog) -> None:
    """Write the .po file: sorted, without line numbers, so that a change of code changes nothing here."""
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        write_po(
            stream, catalogue, width=120, sort_output=True, no_location=True, omit_header=False, ignore_obsolete=True
        )


def compiled(catalogue: Catalog) -> bytes:
    """The .mo file of a catalogue."""
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def extract() -> None:
    """Bring new texts into all .po files and drop those no longer used."""
    template = extracted()
    for language in LANGUAGES:
        catalogue = load(language)
        catalogue.update(template, no_fuzzy_matching=True)
        _plain_header(catalogue)
        if language == "en":
            _fill_english(catalogue)
        save(language, catalogue)


def _plain_header(catalogue: Catalog) -> None:
    """A header without dates and names, so that the file changes only when a text does."""
    catalogue.header_comment = "# Texts of Sifang. See assets/make/catalogues.py."
    catalogue.project, catalogue.version, catalogue.fuzzy = "sifang", "1", False
    catalogue.last_translator = catalogue.msgid_bugs_address = catalogue.language_team = "sifang"
    catalogue.creation_date = catalogue.revision_date = BEGINNING


def _fill_english(catalogue: Catalog) -> None:
    for message in catalogue:
        if message.id:
            message.string = _straight(message.id)


def _straight(text: str | Iterable[str]) -> str | tuple[str, ...]:
    """With straight quotes: in our fonts the curly ones are as wide as a Chinese character, which tears English."""
    return text.translate(STRAIGHT) if isinstance(text, str) else tuple(part.translate(STRAIGHT) for part in text)


def compile_all() -> None:
    """Write all .mo files."""
    for language, domain in product(LANGUAGES, (SCREENS, RULES)):
        po_file(language, domain).with_suffix(".mo").write_bytes(compiled(load(language, domain)))


def problems() -> Iterator[str]:
    """What is wrong with the catalogues, one line each."""
    wanted = {(message.context, message.id) for message in extracted() if message.id}
    yield from hidden_texts()
    for language in LANGUAGES:
        catalogue = load(language)
        present = {(message.context, message.id) for message in catalogue if message.id}
        for _, text in sorted(wanted - present, key=str):
            yield f"{language}: missing: {text!r}"
        for message in catalogue:
            if message.id:
                yield from _message_problems(language, message)
        yield from _stale(language, SCREENS, catalogue)
    yield from _problems_of_rules()


def hidden_texts() -> Iterator[str]:
    """Texts inside f-strings, where the extraction does not find them."""
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")):
        strings = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.JoinedStr)]
        for call in (node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in KEYWORDS:
                yield f"{path.relative_to(ROOT)}:{call.lineno}: a text inside an f-string is not extracted"


def _stale(language: str, domain: str, catalogue: Catalog) -> Iterator[str]:
    stored = po_file(language, domain).with_suffix(".mo")
    if not stored.is_file() or stored.read_bytes() != compiled(catalogue):
        yield f"{language}: {stored.name} is stale"


def _problems_of_rules() -> Iterator[str]:
    """The texts by id: every language has all of them, with the same placeholders as the English."""
    found = {language: load(language, RULES) for language in LANGUAGES}
    texts = {lang: {(m.context, m.id): str(m.string) for m in catalogue if m.id} for lang, catalogue in found.items()}
    every = set().union(*texts.values())
    for language, catalogue in found.items():
        for key in sorted(every):
            text, english = texts[language].get(key, ""), texts["en"].get(key, "")
            if not text:
                yield f"{language}: {RULES}: missing: {key}"
            elif set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(english)):
                yield f"{language}: {RULES}: other placeholders than the English: {key}"
        yield from _stale(language, RULES, catalogue)


def _message_problems(language: str, message: Message) -> Iterator[str]:
    sources, strings = _forms(message.id), _forms(message.string)
    if message.fuzzy or not all(strings):
        yield f"{language}: not translated: {message.id!r}"
        return
    allowed = {name for text in sources for name in PLACEHOLDER.findall(text)}
    for text in strings:
        if set(PLACEHOLDER.findall(text)) - allowed:
            yield f"{language}: unknown placeholder in {text!r}"
        if set(PLACEHOLDER.findall(sources[0])) - set(PLACEHOLDER.findall(text)):
            yield f"{language}: a placeholder is missing in {text!r}"


def _forms(text: str | Sequence[str] | None) -> list[str]:
    """A text's plural forms; one for a text without."""
    return [text or ""] if isinstance(text, str) or text is None else list(text)


def main(arguments: list[str]) -> int:
    """Run one of the three commands; 1 when `check` found something, 2 for wrong usage."""
    if arguments == ["extract"]:
        extract()
    elif arguments == ["compile"]:
        compile_all()
    elif arguments == ["check"]:
        found = list(problems())
        print("\n".join(found) or "catalogues: complete")
        return 1 if found else 0
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
