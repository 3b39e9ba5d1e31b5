"""Cloth and panels are drawn at their exact size; the cloth follows the palette without bands."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from game.images import SurfaceCache
from game.paint import blend, make_cloth, soft_box
from game.services import Services
from game.theme import load_theme
from game.units import Units, rounded

from .conftest import MakeServices


def colour_near(surface: pygame.Surface, place: tuple[int, int]) -> tuple[int, int, int, int]:
    return pygame.transform.average_color(surface, pygame.Rect(place, (8, 8)))


@pytest.mark.parametrize("name", ["green", "indigo", "maroon"])
def test_the_cloth_has_its_centre_colour_and_darkens_to_the_corner(services: Services, name: str) -> None:
    centre, middle, corner = (pygame.Color(colour) for colour in services.theme.cloths[name])
    cloth = make_cloth((640, 360), services.theme.cloths[name])
    assert cloth.get_size() == (640, 360)
    lit, dark = colour_near(cloth, (316, 162)), colour_near(cloth, (632, 352))
    assert all(abs(lit[channel] - centre[channel]) <= 2 for channel in range(3))
    assert corner.g <= dark[1] < middle.g


def test_the_cloth_shows_no_bands(services: Services) -> None:
    cloth = make_cloth((640, 360), services.theme.cloths["green"])
    means = [colour_near(cloth, (320, y))[1] for y in range(168, 352, 8)]
    assert all(0 <= before - after <= 4 for before, after in zip(means, means[1:], strict=False))
    shades = {tuple(cloth.get_at((x, 300))[:3]) for x in range(316, 324)}
    assert len(shades) > 1  # dithered: neighbours differ, their mean does not


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (641, 361)])
def test_a_cloth_of_any_size_can_be_made(size: tuple[int, int]) -> None:
    assert make_cloth(size, load_theme().cloths["green"]).get_size() == size


def test_every_box_of_the_theme_can_be_drawn_at_every_scale(make_services: MakeServices) -> None:
    for size in ((1024, 600), (1280, 720), (3840, 2160)):
        services = make_services(size)
        for name in services.theme.boxes:
            services.painter.box(services.canvas.surface, services.units.rect(100, 100, 200, 60), name)
            assert services.canvas.surface.get_at(services.units.rect(200, 130, 1, 1).topleft) != pygame.Color("black")


def test_a_box_stays_inside_its_rectangle_when_it_has_no_shadow(services: Services) -> None:
    surface = pygame.Surface((200, 100))
    services.painter.box(surface, pygame.Rect(50, 20, 100, 60), "paper_card")
    inside = surface.copy()
    inside.fill("black", (50, 20, 100, 60))
    assert pygame.mask.from_threshold(inside, "black", (1, 1, 1, 255)).count() == 200 * 100


def test_a_shadow_of_a_large_box_is_the_same_at_its_corners_as_that_of_a_small_one() -> None:
    small, large = (soft_box(size, 12, 6, "#04100E", 0.5) for size in ((120, 90), (500, 300)))
    corner = pygame.Rect(0, 0, 40, 40)
    assert pygame.image.tobytes(small.subsurface(corner), "RGBA") == pygame.image.tobytes(
        large.subsurface(corner), "RGBA"
    )
    assert large.get_size() == (524, 324)
    assert large.get_at((262, 162)).a == pytest.approx(127, abs=2)


def test_a_wide_shadow_is_as_soft_as_a_narrow_one_twice_as_large() -> None:
    """However it is blurred: alphas along a line into the box."""
    narrow, wide = (soft_box((100 * by, 80 * by), 8 * by, 6 * by, "#04100E", 0.8) for by in (1, 2))
    for x in range(0, 40, 3):
        assert wide.get_at((2 * x, 104)).a == pytest.approx(narrow.get_at((x, 52)).a, abs=5)


def test_a_large_frame_has_the_corners_of_a_small_one_and_nothing_inside(services: Services) -> None:
    surface = pygame.Surface((400, 300), pygame.SRCALPHA)
    small, large = pygame.Rect(10, 10, 49, 49), pygame.Rect(80, 10, 300, 250)
    for rect in (small, large):
        services.painter.frame(surface, rect, "#FFFFFF", 3, 20)
    for corner in ("topleft", "topright", "bottomleft", "bottomright"):
        parts = []
        for rect in (small, large):
            part = pygame.Rect(0, 0, 24, 24)
            setattr(part, corner, getattr(rect, corner))
            parts.append(pygame.image.tobytes(surface.subsurface(part), "RGBA"))
        assert parts[0] == parts[1]
    assert surface.get_at((large.centerx, large.top + 1)).a == 255
    assert surface.get_at((large.left + 1, large.centery)).a == 255
    assert surface.get_bounding_rect() == small.union(large)
    inside = surface.subsurface(large.inflate(-60, -60))
    assert inside.get_bounding_rect().size == (0, 0)


def test_the_cache_forgets_the_least_recently_used() -> None:
    cache = SurfaceCache(250)
    made: list[str] = []

    def get(key: str) -> None:
        def make() -> pygame.Surface:
            made.append(key)
            return pygame.Surface((10, 10))

        cache.get(key, make)

    for key in ("a", "b", "a", "c", "a", "b"):
        get(key)
    assert made == ["a", "b", "c", "b"]
    assert len(cache) == 2


def test_colours_blend() -> None:
    assert blend("#000000", "#FFFFFF", 0.5) in ("#7F7F7F", "#808080")


def test_units_round_halves_up_and_keep_neighbours_together() -> None:
    assert [rounded(value) for value in (-0.5, 0.5, 1.5, 2.4)] == [0, 1, 2, 2]
    units = Units(1366, 768)
    rects = [units.rect(10 + 7.3 * index, 0, 7.3, 5) for index in range(20)]
    assert all(left.right == right.left for left, right in zip(rects, rects[1:], strict=False))


@pytest.mark.parametrize(
    ("size", "u", "ut"), [((1024, 600), 0.8, 0.9), ((1920, 1080), 1.5, 1.5), ((1280, 960), 1.0, 1.0)]
)
def test_the_scale_is_that_of_the_design(size: tuple[int, int], u: float, ut: float) -> None:
    assert Units(*size).u == pytest.approx(u)
    assert Units(*size).ut == pytest.approx(ut)


def test_a_sheet_of_paper_is_as_round_at_its_foot_as_a_panel_without_a_light_edge(make_services: MakeServices) -> None:
    for size in ((1280, 720), (1920, 1080), (3840, 2160)):
        painter = make_services(size).painter
        paper = painter.theme.boxes["paper"]
        plain = msgspec.structs.replace(paper, light="", shadow="")
        rect, feet = pygame.Rect(0, 0, 301, 240), []
        for box in (msgspec.structs.replace(paper, shadow=""), plain):
            surface = pygame.Surface(rect.size, pygame.SRCALPHA)
            painter.box(surface, rect, box)
            foot = range(rect.height // 2, rect.height)
            feet.append([surface.get_at((x, y)).a for y in foot for x in range(rect.width)])
        assert feet[0] == feet[1]
