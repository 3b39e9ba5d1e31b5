"""Rule pages cannot lie: all is explained, every figure comes from the engine, and all languages say the same."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import rulepages
from game.fonts import read_coverage
from game.rulepages import (
    PAGES,
    SECTIONS,
    Example,
    Heading,
    Line,
    PageError,
    Paragraph,
    Picture,
    Table,
    examples,
    load_page,
    read_sections,
)
from game.strings import LANGUAGES
from rules.cases import read_cases
from rules.ruleset import Variant
from rules.variants import all_variants, variant

KEYS = list(all_variants())
DRAWN = ("hand", "script")
FIGURES = ("pays", "gets", "paid", "value", "worth")
FIGURE_WRITTEN_OUT = re.compile(
    r"\d+ ?(?:分|番|倍|points?|fan|times)|[一二两三四五六七八九十百]+分[^之]?|"
    r"(?:付|收|赔|賠|pays?|gets?) ?[-\d]+|(?:one|two|three|four|five|six|eight|ten|twelve|fifteen|twenty)[- ]points?"
)
CHARACTER = re.compile(r"[\u4e00-\u9fff“”「」]")
SEVERAL_FORMS = {"只": "只隻", "里": "裡里", "序": "序式", "掉": "掉斷"}
"""One character that was two, and what is called otherwise in Taiwan: 程式, 斷線."""
SIMPLIFIED_ONLY = set("庄杠癞张万条听门边长东贝见车对发头财现两区师与专业个为么义乐习书买乱争于亏云产亲仅从")


def lines(key: str, language: str, *sections: str) -> list[Line]:
    return [line for text in read_sections(key, language) if text.key in (sections or SECTIONS) for line in text.lines]


def references(key: str, language: str, *sections: str) -> list[tuple[str, tuple[str, ...]]]:
    """What a page refers to: `("pays", ("id", "0"))`."""
    found = (rulepages.REFERENCE.findall(line.text) for line in lines(key, language, *sections))
    return [(kind, tuple(words.split())) for in_line in found for kind, words in in_line]


def pictures(key: str, language: str) -> list[Example]:
    page = load_page(key, language)
    return [block.example for section in page.sections for block in section.blocks if isinstance(block, Picture)]


def without_references(line: Line) -> str:
    return rulepages.REFERENCE.sub("", line.text)


def patterns_of(found: Variant) -> set[str]:
    chosen = [{}, *({option.key: value} for option in found.options for value in option.values)]
    winnings = [found.rules(options).winning for options in chosen]
    return {p.name for one in winnings for winning in (one, *one.special.values()) for p in winning.patterns}


# ---- every page -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_page_is_there_and_can_be_drawn(key: str, language: str) -> None:
    page = load_page(key, language)
    assert tuple(section.key for section in page.sections) == SECTIONS
    for section in page.sections:
        assert section.title
        assert any(isinstance(block, Paragraph) for block in section.blocks)
        assert page.section(section.key) is section


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_option_is_explained_with_all_its_values(key: str, language: str) -> None:
    named = references(key, language, "options")
    for option in variant(key).options:
        assert ("option", (option.key,)) in named
        explained = [line.text for line in lines(key, language, "options")]
        for value in option.values:
            start = f"- **{{{{choice {option.key}={value}}}}}**"
            assert any(text.startswith(start) and len(text) > len(start) + 3 for text in explained), start


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_pattern_is_named_and_shown_by_a_hand_that_has_it(key: str, language: str) -> None:
    patterns = patterns_of(variant(key))
    named = {words[0] for kind, words in references(key, language, "wins") if kind == "pattern"}
    assert not patterns - named
    shown = {name for example in pictures(key, language) if example.breakdown for name in example.breakdown.names()}
    assert not patterns - shown


@pytest.mark.parametrize("key", KEYS)
def test_every_example_is_used(key: str) -> None:
    used = {example.name for example in pictures(key, "zh_CN")}
    assert not {example.name for example in examples(key).values()} - used
    assert all(example.name.startswith(f"{key}-") for example in examples(key).values())


@pytest.mark.parametrize("key", KEYS)
def test_the_engine_agrees_with_every_example(key: str) -> None:
    text = (PAGES / "examples" / f"{key}.toml").read_text(encoding="utf-8")
    cases = read_cases(text, key, variant)
    assert cases
    assert not [(case.name, failure) for case in cases for failure in case.failures()]


@pytest.mark.parametrize("key", KEYS)
def test_an_example_of_another_page_holds_here_too(key: str) -> None:
    """Sections that are taken from another variant's page show hands of that variant."""
    others = {line.origin for line in lines(key, "zh_CN")} - {key}
    used = {example.name for example in pictures(key, "zh_CN")}
    for other in others:
        text = (PAGES / "examples" / f"{other}.toml").read_text(encoding="utf-8")
        here = text.replace(f'variant = "{other}"', f'variant = "{key}"')
        assert here != text
        cases = [case for case in read_cases(here, key, variant) if case.name in used]
        assert not [(case.name, failure) for case in cases for failure in case.failures()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_no_figure_of_the_scoring_is_written_out(key: str, language: str) -> None:
    written = [line for line in lines(key, language, "score") if re.search(r"\d", without_references(line))]
    written += [line for line in lines(key, language) if FIGURE_WRITTEN_OUT.search(without_references(line))]
    assert not [(line.place, line.text) for line in written]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "zh_CN"])
@pytest.mark.parametrize("key", KEYS)
def test_all_languages_say_the_same(key: str, language: str) -> None:
    for section in SECTIONS:
        first, other = (references(key, name, section) for name in ("zh_CN", language))
        for kinds in (DRAWN, ("choice",)):
            assert [r for r in first if r[0] in kinds] == [r for r in other if r[0] in kinds], section
        assert counted(first, FIGURES) == counted(other, FIGURES), section
        assert {r for r in first if r[0] == "option"} == {r for r in other if r[0] == "option"}, section
        headings = [
            sum(isinstance(block, Heading) for block in load_page(key, name).section(section).blocks)
            for name in ("zh_CN", language)
        ]
        assert headings[0] == headings[1], section


def counted(found: list[tuple[str, tuple[str, ...]]], kinds: tuple[str, ...]) -> Counter[tuple[str, tuple[str, ...]]]:
    return Counter(reference for reference in found if reference[0] in kinds)


@pytest.mark.parametrize("key", KEYS)
def test_traditional_pages_are_written_in_traditional_characters(key: str) -> None:
    text = (PAGES / "zh_TW" / f"{key}.md").read_text(encoding="utf-8")
    assert not SIMPLIFIED_ONLY & set(text)


@pytest.mark.parametrize("key", KEYS)
def test_traditional_pages_are_in_step_with_the_simplified_ones(key: str) -> None:
    """Line for line the same words: everything but the characters, and how many of them there are."""
    simplified, traditional = ((PAGES / name / f"{key}.md").read_text("utf-8") for name in ("zh_CN", "zh_TW"))
    assert [CHARACTER.sub("□", line) for line in simplified.splitlines()] == [
        CHARACTER.sub("□", line) for line in traditional.splitlines()
    ]


def test_a_simplified_character_is_always_written_with_the_same_traditional_one() -> None:
    forms: dict[str, set[str]] = defaultdict(set)
    for key in KEYS:
        pages = [(PAGES / name / f"{key}.md").read_text("utf-8") for name in ("zh_CN", "zh_TW")]
        for character, form in zip(*pages, strict=True):
            forms[character].add(form)
    assert {c: "".join(sorted(found)) for c, found in forms.items() if len(found) > 1} == SEVERAL_FORMS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_draw_every_character(language: str) -> None:
    coverage = read_coverage()
    text = set("".join((PAGES / language / f"{key}.md").read_text(encoding="utf-8") for key in KEYS)) - {"\n"}
    for face in ("sans-regular.otf", "sans-bold.otf"):
        assert not {character for character in text if character not in coverage[face]}


def test_no_page_and_no_example_file_is_left_over() -> None:
    for folder, ending in (*((language, ".md") for language in LANGUAGES), ("examples", ".toml")):
        assert {path.name for path in (PAGES / folder).iterdir()} == {key + ending for key in KEYS}


# ---- reading --------------------------------------------------------------------------------------------------------

EXAMPLE = """
[[hand]]
id = "sichuan-plain"
variant = "sichuan"
winner = 1
from = 2
tile = "7p"
seat.1.hand = "2344567p345789s"
expect.wins = true

[[hand]]
id = "sichuan-suits"
variant = "sichuan"
winner = 1
from = 2
tile = "7p"
seat.1.hand = "234m4567p345789s"
expect.wins = false
"""
REST = "".join(f"## {key} Title\ntext\n" for key in SECTIONS[1:])


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of pages of our own, with one page to be written."""
    for folder in ("en", "examples"):
        (tmp_path / folder).mkdir()
    (tmp_path / "examples" / "sichuan.toml").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "examples" / "sichuan_bloody.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(rulepages, "PAGES", tmp_path)
    loaders = (load_page, read_sections, examples)
    for loader in loaders:
        loader.cache_clear()
    yield tmp_path
    for loader in loaders:
        loader.cache_clear()


def first_blocks(pages: Path, text: str) -> list[rulepages.Block]:
    (pages / "en" / "sichuan.md").write_text(f"## quick In a minute\n{text}\n{REST}", encoding="utf-8")
    return list(load_page("sichuan", "en").section("quick").blocks)


def test_the_subset_of_markdown(pages: Path) -> None:
    heading, item, paragraph, table, picture = first_blocks(
        pages,
        "### {{pattern plain}}\n- **{{pays plain 2}}** and {{gets plain 1}}\n\nLast\n"
        "| Fan | {{value plain}} |\n|---|---|\n| Worth | {{worth root}} |\n{{hand plain}}",
    )
    assert heading == Heading("Plain hand")
    assert item == Paragraph((rulepages.Span("6", strong=True), rulepages.Span(" and 6")), item=True)
    assert paragraph == Paragraph((rulepages.Span("Last"),))
    assert isinstance(table, Table)
    assert [[cell[0].text for cell in row] for row in table.rows] == [["Fan", "1"], ["Worth", "1"]]
    assert isinstance(picture, Picture)
    assert picture.example.hand is not None
    assert picture.example.transfers[0].amount == 6


def test_a_section_is_taken_from_another_page_and_goes_on(pages: Path) -> None:
    first_blocks(pages, "{{pays plain 2}}")
    text = f"## quick = sichuan\nmore\n{REST}"
    (pages / "en" / "sichuan_bloody.md").write_text(text, encoding="utf-8")
    section = load_page("sichuan_bloody", "en").section("quick")
    assert section.title == "In a minute"
    assert [block.words[0].text for block in section.blocks if isinstance(block, Paragraph)] == ["6", "more"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{pays nothing 2}}", "en/sichuan.md:2: {{pays nothing 2}}: 'nothing'"),
        ("{{pays plain 1}}", "en/sichuan.md:2: {{pays plain 1}}: seat 1 has 6 points"),
        ("{{gets plain 7}}", "en/sichuan.md:2: {{gets plain 7}}: tuple index out of range"),
        ("{{gets plain}}", "en/sichuan.md:2: {{gets plain}}: "),
        ("{{paid plain kong}}", "en/sichuan.md:2: {{paid plain kong}}: the payments for kong are []"),
        ("{{value suits}}", "en/sichuan.md:2: {{value suits}}: nobody wins"),
        ("{{worth luck}}", "en/sichuan.md:2: {{worth luck}}: 'luck'"),
        ("a {{hand plain}}", "en/sichuan.md:2: {{hand plain}}: 'hand'"),
        ("\n{{hand nothing}}", "en/sichuan.md:3: no example nothing"),
        ("## more\nx", "en/sichuan.md:2: a text outside a section, or a section without a title"),
        ("## more More\nx", "en/sichuan.md: the sections are to be quick, special"),
    ],
)
def test_a_mistake_is_named_with_its_place(pages: Path, text: str, message: str) -> None:
    with pytest.raises(PageError) as error:
        first_blocks(pages, text)
    assert str(error.value).startswith(message)
