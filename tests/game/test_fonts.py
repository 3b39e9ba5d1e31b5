"""Text is measured, cut, wrapped and drawn in one consistent way, whatever characters it has."""

from __future__ import annotations

import pygame
import pytest

from game.fonts import ELLIPSIS, Coverage
from game.services import Services
from game.theme import TextStyle
from game.units import Units


def ink(surface: pygame.Surface) -> int:
    return pygame.mask.from_surface(surface).count()


@pytest.mark.parametrize("text", ["四方城", "Sifang", "一 1", "−12\N{THIN SPACE}345", "萬東發搶槓", "", "한국 😀"])
def test_the_measured_width_is_the_drawn_width(services: Services, text: str) -> None:
    style = services.steps.body
    assert services.fonts.render(text, style, "#000000").get_width() == services.fonts.width(text, style)


def test_a_missing_glyph_is_drawn_as_a_hollow_square(services: Services) -> None:
    style = services.steps.body
    square = services.fonts.render("□", TextStyle("sans-bold", style.size), "#000000")
    assert ink(services.fonts.render("😀", style, "#000000")) == ink(square) > 0


def test_a_glyph_the_face_lacks_is_taken_from_sans_bold(services: Services) -> None:
    brush, bold = TextStyle("brush", 30), TextStyle("sans-bold", 30)
    assert ink(services.fonts.render("萬", brush, "#000000")) == ink(services.fonts.render("萬", bold, "#000000")) > 0


def test_a_text_too_long_is_cut_with_an_ellipsis_and_fits(services: Services) -> None:
    style = services.steps.body
    cut = services.fonts.cut("abcdefghijklmnopqrstuvwxyz", style, 100)
    longer = cut.replace(ELLIPSIS, "") + "abcdefghijklmnopqrstuvwxyz"[len(cut) - 1] + ELLIPSIS
    assert cut.endswith(ELLIPSIS)
    assert services.fonts.width(cut, style) <= 100 < services.fonts.width(longer, style)


def test_a_text_is_made_smaller_down_to_twelve_pixels(services: Services) -> None:
    style = services.steps.body
    width = services.fonts.width("Local network", style)
    assert services.fonts.fit("Local network", style, width) is style
    smaller = services.fonts.fit("Local network", style, width - 8)
    assert services.fonts.width("Local network", smaller) <= width - 8
    assert services.fonts.size(smaller) == 13
    assert services.fonts.size(services.fonts.fit("Local network", style, 5)) == 12


def test_wrapped_lines_fit_and_never_begin_with_closing_punctuation(services: Services) -> None:
    style = services.steps.body
    text = "牌局还没完。可以先“暂离”，机器人替你打，回来接着打。The quick brown fox jumped, and won."
    for width in range(80, 400, 7):
        lines = services.fonts.wrap(text, style, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line[0] in "，。”" for line in lines)


def test_the_last_line_allowed_ends_with_an_ellipsis(services: Services) -> None:
    lines = services.fonts.wrap("一二三四五六七八九十" * 9, services.steps.body, 150, 2)
    assert len(lines) == 2
    assert lines[1].endswith(ELLIPSIS)


def test_text_is_never_under_twelve_pixels_and_keycaps_never_under_eleven(services: Services) -> None:
    services.fonts.units = Units(640, 360)
    assert services.fonts.size(services.steps.small) == 12
    assert services.fonts.size(services.steps.micro) == 11


def test_coverage_knows_both_ends_of_a_range() -> None:
    coverage = Coverage([65, 71, 80, 81])
    assert [character in coverage for character in "@AFGPQ"] == [False, True, True, False, True, False]
