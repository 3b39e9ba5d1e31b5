"""What is shipped in assets/: fonts that cover our texts, icons that draw, sounds that last as designed."""

from __future__ import annotations

import array
import io
import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pygame
import pytest

from game import iconart
from game.fonts import read_coverage

ASSETS = Path(iconart.__file__).parent.parent / "assets"
FONTS = ASSETS / "fonts"
SOUNDS = ASSETS / "sounds"
TEXT_FONTS = ["sans-regular.otf", "sans-medium.otf", "sans-bold.otf"]
TITLE_FONTS = ["serif-semibold.otf", "serif-bold.otf", "kai.ttf"]
ALL_FONTS = [*TEXT_FONTS, *TITLE_FONTS, "sans-black.otf", "brush.ttf"]
LATIN = [chr(code) for code in range(0x21, 0x7F)]
UNKNOWN = "\ue123"  # private use: no font may claim it

# The cues of design/README.md, section 11, with the shortest and the longest they may be, in seconds.
LENGTHS = {
    **dict.fromkeys(("tile.pick", "tile.drop.1", "tile.drop.2", "tile.drop.3", "tile.swap", "tile.sort"), (0.04, 0.16)),
    **dict.fromkeys(("deal", "dice", "wall.push"), (0.3, 1.2)),
    **dict.fromkeys(("wild.reveal", "bird.flip"), (0.35, 0.35)),
    **dict.fromkeys(("call.chow", "call.pong", "call.kong", "call.hidden"), (0.25, 0.25)),
    **dict.fromkeys(("win.discard", "win.self", "win.rob", "hand.draw"), (0.8, 1.4)),
    "turn.mine": (0.18, 0.18),
    "can.call": (0.22, 0.22),
    "timer.tick": (0.02, 0.1),
    "no": (0.12, 0.12),
    **dict.fromkeys(("pay.in", "pay.out"), (0.09, 0.09)),
    "sum.zero": (0.2, 0.2),
    **dict.fromkeys(("seat.join", "seat.leave", "seat.lost", "seat.back", "seat.ready"), (0.15, 0.3)),
    **dict.fromkeys(("table.full", "chat"), (0.15, 0.3)),
    **dict.fromkeys(("curtain.close", "curtain.open"), (0.22, 0.22)),
    **dict.fromkeys(("ui.click", "ui.back", "ui.toggle"), (0.03, 0.03)),
    **dict.fromkeys(("music.title", "music.table", "ambience.room"), (24.0, 60.0)),
}
RATE = 44100


@pytest.fixture(scope="module", autouse=True)
def _font_module() -> None:
    pygame.font.init()


@cache
def coverage() -> dict[str, frozenset[str]]:
    every = [chr(code) for code in range(0x30000)]
    return {name: frozenset(c for c in every if c in covered) for name, covered in read_coverage().items()}


def national_standard(codec: str, first: int, last: int) -> list[str]:
    """The characters with a lead byte from `first` to `last`."""
    pairs = (bytes((lead, trail)) for lead in range(first, last + 1) for trail in range(0x40, 0xFF))
    return [text for text in (pair.decode(codec, "ignore") for pair in pairs) if len(text) == 1 and not text.isascii()]


GB2312_LEVEL_1 = national_standard("gb2312", 0xB0, 0xD7)
GB2312_ALL = national_standard("gb2312", 0xB0, 0xF7)
BIG5_LEVEL_1 = national_standard("big5", 0xA4, 0xC6)


def test_the_coverage_table_knows_every_font_file() -> None:
    assert sorted(coverage()) == sorted(ALL_FONTS) == sorted(path.name for path in FONTS.glob("*.[ot]tf"))


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_text_fonts_cover_both_scripts_and_the_rare_words(name: str) -> None:
    assert len(GB2312_LEVEL_1) == 3755
    assert len(GB2312_ALL) == 6763
    assert len(BIG5_LEVEL_1) >= 5401
    wanted = {*GB2312_ALL, *BIG5_LEVEL_1, *LATIN, *"搶槓癞筊𠮷−×…→←↑↓●○▲▼✓★□，。、：；！？（）《》“”"}
    assert wanted <= coverage()[name]


@pytest.mark.parametrize("name", TITLE_FONTS)
def test_title_fonts_cover_any_common_title(name: str) -> None:
    assert {*GB2312_LEVEL_1, *LATIN} <= coverage()[name]


def test_brush_has_the_logo_and_the_calls() -> None:
    assert set("四方城胡杠碰吃过自摸听鸟混癞财") <= coverage()["brush.ttf"]


def test_black_has_figures_and_our_own_words() -> None:
    assert {*LATIN, *"四方城东南西北中发白万胡杠碰吃过"} <= coverage()["sans-black.otf"]


@pytest.mark.parametrize("path", sorted((ASSETS / "locale").rglob("*.po")), ids=lambda path: path.parent.parent.name)
def test_text_fonts_cover_our_catalogues(path: Path) -> None:
    used = set(path.read_text("utf-8")) - set("\n\t\u2009")  # a thin space is drawn as a gap, by no font
    for name in TEXT_FONTS:
        assert used <= coverage()[name]


@pytest.mark.parametrize("name", ALL_FONTS)
def test_covered_characters_have_glyphs(name: str) -> None:
    font = pygame.font.Font(FONTS / name, 24)
    missing = pygame.image.tobytes(font.render(UNKNOWN, True, "white"), "RGBA")
    assert UNKNOWN not in coverage()[name]
    characters = sorted(char for char in coverage()[name] if ord(char) > 0x3000)
    for char in characters[:: max(1, len(characters) // 150)]:
        assert pygame.image.tobytes(font.render(char, True, "white"), "RGBA") != missing, f"U+{ord(char):04X}"


@pytest.mark.parametrize("name", ALL_FONTS)
def test_fonts_are_small_and_bear_no_reserved_name(name: str) -> None:
    assert (FONTS / name).stat().st_size < 3_000_000
    assert pygame.font.Font(FONTS / name, 12).name.startswith("Sifang ")


def test_every_font_has_its_licence() -> None:
    for project in ("noto-cjk", "lxgw-wenkai", "ma-shan-zheng"):
        text = (FONTS / f"OFL-{project}.txt").read_text("utf-8")
        assert text.startswith("Copyright")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
    overview = (ASSETS / "LICENSES.md").read_text("utf-8")
    assert all(name in overview for name in ALL_FONTS)


def rendered(document: str) -> pygame.Surface:
    size = re.search(r'width="(\d+)" height="(\d+)"', document)
    assert size is not None
    return pygame.image.load_sized_svg(io.BytesIO(document.encode()), (int(size[1]), int(size[2])))


@pytest.mark.parametrize("size", [14, 24, 40])
def test_every_icon_draws_and_no_two_are_alike(size: int) -> None:
    pictures = {}
    for name in iconart.icon_names():
        picture = rendered(iconart.icon_svg(name, "#F5EEDF", size))
        assert pygame.mask.from_surface(picture).count() > size * size * 0.04, name
        pictures[name] = pygame.image.tobytes(picture, "RGBA")
    assert len(set(pictures.values())) == len(pictures) >= 30


def test_an_icon_takes_its_colour() -> None:
    picture = rendered(iconart.icon_svg("help", "#DDB564", 48))
    assert picture.get_at((6, 24))[:3] == (0xDD, 0xB5, 0x64)


def test_signal_bars_fill_up() -> None:
    levels = [pygame.mask.from_surface(rendered(iconart.signal_svg(n, "#7CCDA6", 48))).count() for n in range(5)]
    assert levels == sorted(set(levels))


def test_the_logo_is_the_same_from_all_four_sides() -> None:
    logo = rendered(iconart.logo_svg("#DDB564", 100))
    quarter = pygame.transform.rotate(logo, 90)
    overlap = pygame.mask.from_surface(logo).overlap_area(pygame.mask.from_surface(quarter), (0, 0))
    assert overlap > 0.97 * pygame.mask.from_surface(logo).count() > 1000


def test_a_panel_has_smooth_round_corners() -> None:
    panel = rendered(iconart.panel_svg((80, 40), 12, ("#C93D31", "#A92219"), line="#FFFFFF", line_width=2))
    alphas = {panel.get_at((x, y)).a for x in range(12) for y in range(12)}
    assert panel.get_at((0, 0)).a == 0
    assert len(alphas) > 8
    assert panel.get_at((40, 6)).r > panel.get_at((40, 34)).r
    assert panel.get_at((40, 0))[:3] == (255, 255, 255)


def test_a_translucent_panel_keeps_its_alpha() -> None:
    panel = rendered(iconart.panel_svg((80, 40), 12, ("#0A201D80", "#0A201DC0")))
    assert panel.get_at((40, 1)).a == pytest.approx(0x82, abs=3)
    assert panel.get_at((40, 38)).a == pytest.approx(0xBE, abs=3)


def test_the_ring_runs_clockwise_from_the_top() -> None:
    quarter = rendered(iconart.ring_svg(120, 8, "#DDB564", 0.25))
    assert quarter.get_at((102, 18)).a > 200
    for x, y in ((102, 102), (18, 102), (18, 18)):
        assert quarter.get_at((x, y)).a == 0
    assert pygame.mask.from_surface(rendered(iconart.ring_svg(120, 8, "#DDB564", 0.0))).count() == 0


def test_a_dashed_ring_is_broken() -> None:
    whole, broken = (rendered(iconart.ring_svg(120, 8, "#FF7A66", dashed=dashed)) for dashed in (False, True))
    count = [pygame.mask.from_surface(picture).connected_components(20) for picture in (whole, broken)]
    assert len(count[0]) == 1
    assert len(count[1]) > 10


@pytest.mark.parametrize("diameter", [97, 120, 129, 138, 194])
def test_nothing_crosses_the_middle_of_the_ring(diameter: int) -> None:
    side = int((diameter - 16) / 2**0.5) - 4
    corner = (diameter - side) // 2
    middle = pygame.Rect(corner, corner, side, side)
    for dashed, step in itertools.product((False, True), range(121)):
        ring = rendered(iconart.ring_svg(diameter, 8, "#FF7A66", step / 120, dashed=dashed))
        assert pygame.mask.from_surface(ring.subsurface(middle), 20).count() == 0, (dashed, step)


def test_an_arrow_is_widest_just_behind_its_end() -> None:
    arrow = pygame.mask.from_surface(rendered(iconart.arrow_svg((200, 60), (10, 30), (190, 30), "#1B5E9B", 4)))
    heights = [sum(arrow.get_at((x, y)) for y in range(60)) for x in range(200)]
    assert heights[100] == 4
    assert 170 < heights.index(max(heights)) < 190


@pytest.mark.parametrize(
    "document",
    [
        iconart.seal_svg(64),
        iconart.brackets_svg((72, 96), "#1B72B8", 4),
        iconart.pin_svg(32),
        iconart.forbidden_svg(32),
        iconart.danger_svg(32),
        iconart.polygon_svg((30, 30), [(1, 15), (29, 2), (29, 28)], "#F3D899", line="#1A1204", line_width=2),
    ],
    ids=["seal", "brackets", "pin", "forbidden", "danger", "polygon"],
)
def test_marks_reach_across_their_size(document: str) -> None:
    picture = rendered(document)
    bounds = picture.get_bounding_rect(min_alpha=32)
    assert bounds.width > 0.75 * picture.get_width()
    assert bounds.height > 0.75 * picture.get_height()


@pytest.fixture(scope="module")
def mixer() -> Iterator[None]:
    pygame.mixer.quit()  # another test may have opened it in its own format
    pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
    yield
    pygame.mixer.quit()


def samples(cue: str) -> array.array[int]:
    return array.array("h", pygame.mixer.Sound(SOUNDS / f"{cue}.ogg").get_raw())


def test_every_cue_has_its_sound_and_no_other_is_shipped() -> None:
    assert sorted(LENGTHS) == sorted(path.name.removesuffix(".ogg") for path in SOUNDS.glob("*.ogg"))


@pytest.mark.usefixtures("mixer")
@pytest.mark.parametrize("cue", LENGTHS)
def test_a_sound_lasts_as_designed_and_neither_clips_nor_clicks(cue: str) -> None:
    wave = samples(cue)
    shortest, longest = LENGTHS[cue]
    assert shortest - 0.005 <= len(wave) / RATE <= longest + 0.005
    loudest = max(abs(value) for value in wave) / 32768
    assert (0.05 if cue == "ambience.room" else 0.25) < loudest < 0.8
    if cue != "ambience.room":  # its end meets its beginning instead: test_sounds.py
        assert max(abs(value) for value in wave[-16:]) / 32768 < 0.01
    assert abs(wave[0]) / 32768 < 0.05


@pytest.mark.usefixtures("mixer")
def test_takes_and_cues_all_sound_different() -> None:
    short = [cue for cue, (_, longest) in LENGTHS.items() if longest < 2]
    waves = {cue: samples(cue) for cue in short}
    for one, other in itertools.combinations(short, 2):
        assert waves[one] != waves[other], (one, other)


def test_sound_files_are_small() -> None:
    sizes = {path.name.removesuffix(".ogg"): path.stat().st_size for path in SOUNDS.glob("*.ogg")}
    for cue, size in sizes.items():
        assert size < (400_000 if LENGTHS[cue][1] > 2 else 20_000), cue
