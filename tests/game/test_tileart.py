"""Tile pictures: faces that can be told apart, bodies of the right size, light that stays above."""

from __future__ import annotations

import io
import itertools
import json

import pygame
import pytest

from game import tileart
from game.tileart import (
    TILE_FOLDER,
    WILD_WORDS,
    Back,
    Body,
    FaceSet,
    Numerals,
    Side,
    TileArt,
    TileLook,
    Turn,
    column_art,
    face_art,
    tile_art,
)
from rules.tiles import ALL_TILES, HIDDEN, NAME_OF, Tile, parse_tile

SMALLEST = 28  # px: the narrowest tile whose face must be readable
LOOKS = [
    TileLook(),
    TileLook(numerals=Numerals.SMALL),
    TileLook(numerals=Numerals.LARGE),
    TileLook(faces=FaceSet.CLEAR),
    TileLook(faces=FaceSet.BRUSH),
    TileLook(faces=FaceSet.BRUSH, numerals=Numerals.SMALL),
]


def drawn(art: TileArt) -> pygame.Surface:
    return pygame.image.load_sized_svg(io.BytesIO(art.svg.encode()), art.size)


def unlike(one: pygame.Surface, other: pygame.Surface) -> float:
    """Share of the pixels in which two pictures clearly differ."""
    pairs = zip(pygame.image.tobytes(one, "RGB"), pygame.image.tobytes(other, "RGB"), strict=True)
    different = [abs(a - b) > 48 for a, b in pairs]
    return sum(any(different[at : at + 3]) for at in range(0, len(different), 3)) / (len(different) / 3)


def drawings(name: str) -> list[str]:
    return list(json.loads((TILE_FOLDER / f"{name}.json").read_text("utf-8")))


def test_every_tile_has_a_drawing_in_each_set() -> None:
    for part in (*FaceSet, "numerals"):
        assert drawings(part) == [NAME_OF[tile] for tile in ALL_TILES]
    assert tuple(drawings("wild")) == WILD_WORDS
    assert sorted(path.stem for path in TILE_FOLDER.iterdir()) == sorted([*FaceSet, "numerals", "wild"])


def test_the_first_tile_reads_no_set_but_its_own() -> None:
    tileart._drawings.cache_clear()
    face_art(parse_tile("1m"), 64)
    assert tileart._drawings.cache_info().currsize == 1


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.faces}-{look.numerals}")
@pytest.mark.parametrize("wild", ["", "财"])
def test_no_two_faces_look_alike_when_small(look: TileLook, wild: str) -> None:
    faces = {tile: drawn(face_art(tile, SMALLEST, look, wild=wild)) for tile in ALL_TILES}
    for one, other in itertools.combinations(ALL_TILES, 2):
        assert unlike(faces[one], faces[other]) > 0.02, (NAME_OF[one], NAME_OF[other])


@pytest.mark.parametrize("faces", FaceSet)
def test_no_two_faces_look_alike_without_colours(faces: FaceSet) -> None:
    look = TileLook(faces)
    grey = {tile: pygame.transform.grayscale(drawn(face_art(tile, SMALLEST, look))) for tile in ALL_TILES}
    for one, other in itertools.combinations(ALL_TILES, 2):
        assert unlike(grey[one], grey[other]) > 0.02, (NAME_OF[one], NAME_OF[other])


@pytest.mark.parametrize("faces", FaceSet)
def test_a_face_is_dark_enough_to_be_read_when_small(faces: FaceSet) -> None:
    for tile in ALL_TILES:
        grey = pygame.transform.grayscale(drawn(face_art(tile, SMALLEST, TileLook(faces))))
        levels = [grey.get_at((x, y)).r for x in range(3, SMALLEST - 3) for y in range(3, 34)]
        assert sum(level < 140 for level in levels) > 0.1 * len(levels), NAME_OF[tile]


@pytest.mark.parametrize(
    ("body", "turn", "units"),
    [
        (Body.LYING, Turn.UPRIGHT, (300, 462)),
        (Body.LYING, Turn.RIGHT, (400, 362)),
        (Body.LYING, Turn.OVER, (300, 462)),
        (Body.LYING, Turn.LEFT, (400, 362)),
        (Body.LYING_DOWN, Turn.UPRIGHT, (300, 462)),
        (Body.LYING_DOWN, Turn.RIGHT, (400, 362)),
        (Body.STANDING, Turn.UPRIGHT, (300, 454)),
        (Body.ACROSS, Turn.UPRIGHT, (300, 446)),
    ],
)
@pytest.mark.parametrize("width", [25, 43, 64, 192])
def test_a_body_fills_exactly_its_size(body: Body, turn: Turn, units: tuple[int, int], width: int) -> None:
    art = tile_art(parse_tile("5m"), width, body=body, turn=turn)
    assert art.size == tuple(int(length * width / 300 + 0.5) for length in units)
    assert drawn(art).get_bounding_rect(min_alpha=64) == pygame.Rect((0, 0), art.size)


@pytest.mark.parametrize("turn", Turn)
def test_a_lying_tile_shows_its_thickness_at_the_bottom_however_it_is_turned(turn: Turn) -> None:
    picture = drawn(tile_art(parse_tile("1p"), 60, turn=turn))
    middle, bottom = picture.get_width() // 2, picture.get_height() - 3
    red, green, blue, _ = picture.get_at((middle, bottom))
    assert green > red + 20
    assert green > blue
    assert min(picture.get_at((middle, 3))[:3]) > 225


@pytest.mark.parametrize("turn", [Turn.RIGHT, Turn.OVER, Turn.LEFT])
def test_the_art_turns_clockwise(turn: Turn) -> None:
    look = TileLook(faces=FaceSet.CLEAR)  # its plate has no shading that would stay behind
    upright = drawn(face_art(parse_tile("7s"), 60, look, wild="财"))
    turned = drawn(face_art(parse_tile("7s"), 60, look, turn=turn, wild="财"))
    assert unlike(pygame.transform.rotate(upright, -int(turn)), turned) < 0.02


def test_detail_grows_with_the_width() -> None:
    tile = parse_tile("3p")
    assert face_art(tile, 49).svg == face_art(tile, 24).svg
    assert len(face_art(tile, 50).svg) > len(face_art(tile, 49).svg)


def test_below_24_pixels_no_face_is_drawn() -> None:
    assert len({face_art(tile, 23).svg for tile in ALL_TILES}) == 1


def test_large_numerals_are_larger_only_where_small_ones_are_small() -> None:
    small, large = TileLook(numerals=Numerals.SMALL), TileLook(numerals=Numerals.LARGE)
    tile = parse_tile("4s")
    assert face_art(tile, 96, small).svg != face_art(tile, 96, large).svg
    assert face_art(tile, 40, small).svg == face_art(tile, 40, large).svg


def test_the_clear_set_has_no_numerals() -> None:
    for numerals in Numerals:
        assert face_art(parse_tile("4s"), 96, TileLook(FaceSet.CLEAR, numerals)) == face_art(
            parse_tile("4s"), 96, TileLook(FaceSet.CLEAR)
        )


@pytest.mark.parametrize("width", [SMALLEST, 96])
def test_a_wild_tile_carries_its_word(width: int) -> None:
    pictures = [drawn(face_art(parse_tile("5p"), width, wild=word)) for word in ("", *WILD_WORDS)]
    for one, other in itertools.combinations(pictures, 2):
        assert unlike(one, other) > 0.01


@pytest.mark.parametrize("body", [Body.LYING_DOWN, Body.ACROSS])
def test_a_back_gives_nothing_away(body: Body) -> None:
    assert len({tile_art(tile, 43, body=body).svg for tile in (HIDDEN, *ALL_TILES)}) == 1


def test_backs_come_in_two_colours() -> None:
    pictures = [drawn(tile_art(HIDDEN, 43, TileLook(back=back), body=Body.LYING_DOWN)) for back in Back]
    assert unlike(*pictures) > 0.5


@pytest.mark.parametrize("count", [1, 5, 14])
def test_a_column_shows_its_ivory_to_its_owner(count: int) -> None:
    left = drawn(column_art(count, 60, owner=Side.LEFT))
    right = drawn(column_art(count, 60, owner=Side.RIGHT))
    assert left.get_size() == (44, 38 * count + 46)
    assert unlike(pygame.transform.flip(left, True, False), right) < 0.02
    assert min(left.get_at((8, 16))[:3]) > 225
    assert min(left.get_at((36, 16))[:3]) < 200


@pytest.mark.parametrize(
    ("tile", "width", "wild"), [(HIDDEN, 60, ""), (parse_tile("1m"), 60, "王"), (parse_tile("1m"), 0, "")]
)
def test_a_picture_that_cannot_be_is_refused(tile: Tile, width: int, wild: str) -> None:
    with pytest.raises(ValueError, match="hidden tile|no such tile"):
        tile_art(tile, width, wild=wild)


def test_an_empty_column_is_refused() -> None:
    with pytest.raises(ValueError, match="column of 0"):
        column_art(0, 60, owner=Side.LEFT)


def test_documents_use_only_what_the_reader_of_sdl_draws() -> None:
    documents = [
        tile_art(tile, width, look, body=body, wild=wild).svg
        for tile in ALL_TILES
        for width in (SMALLEST, 96)
        for look in LOOKS
        for body in Body
        for wild in ("", "混")
    ]
    for element in ("<text", "<clipPath", "<filter", "<use", "<mask", "<style"):
        assert not any(element in document for document in documents)
    for document in documents:
        assert document.count("<linearGradient") == document.count('gradientUnits="userSpaceOnUse"')
