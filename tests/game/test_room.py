"""What comes above a table covers no tile, and what grows with the text setting leaves room for the rest."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.app import render_scene
from game.lanmatch import ChatLine
from game.lobby.lantable import LanTableScene
from game.lobby.seatcard import LobbySeat
from game.places import Position
from game.preferences import TEXT_SIZES
from game.scenes.settlement import SettlementScene
from game.shots import lan
from game.shots.acts import STEP, ShotClock
from game.shots.catalogue import shots
from game.table.board import lying
from game.table.hands import laid_open
from game.theme import TextStyle
from game.units import Units
from game.widgets.button import Button
from net.lan import Said, Status

from .conftest import MakeServices

SIZES = [(1024, 600), (1024, 768), (1280, 720), (2560, 1080)]
LATE, EARLY = "fullest", "turn"


def table(make: MakeServices, size: tuple[int, int], hand: str, kind: str, text: int, large: bool) -> LanTableScene:
    """A table of the local network of which the banner tells something."""
    services = make(size, language="en", text_size=text, large_targets=large)
    services.clock = clock = ShotClock()
    if kind == "lost":
        return lan.show_table(services, clock, hand=hand, status=Status.SILENT)
    change = lan.awaited if kind == "awaited" else lambda view: replace(view, paused=True)
    return lan.show_table(services, clock, change, hand=hand)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["lost", "paused", "awaited"])
@pytest.mark.parametrize(("text", "large"), [(100, False), (150, True), (200, True)])
@pytest.mark.parametrize("hand", [EARLY, LATE])
def test_the_banner_covers_no_tile(
    make_services: MakeServices, size: tuple[int, int], kind: str, text: int, large: bool, hand: str
) -> None:
    scene = table(make_services, size, hand, kind, text, large)
    banner = scene.company.banner
    assert banner.visible
    assert [rect for rect in lying(scene.view) if rect.colliderect(banner.rect)] == []
    assert all(banner.rect.contains(button.rect) for button in banner.buttons if button.visible)
    assert banner.buttons == [] or banner.buttons[0].visible


def test_the_banner_goes_up_again_when_the_rivers_are_short(make_services: MakeServices) -> None:
    scene = table(make_services, (1280, 720), LATE, "awaited", 100, False)
    banner, centre = scene.company.banner, scene.view.layout.centre
    assert banner.rect == centre
    for seat in scene.view.shown.seats:
        del seat.river[3:]
    scene.company.place(scene, scene.view.layout.court)
    assert banner.rect.bottom < scene.view.layout.river(Position.ACROSS, 0).rect.top
    assert [button.visible for button in banner.buttons] == [True, True]


@pytest.mark.parametrize("text", [100, 200])
def test_what_is_said_at_a_side_covers_no_tile(make_services: MakeServices, text: int) -> None:
    services = make_services((1280, 720), language="en", text_size=text)
    services.clock = clock = ShotClock()
    scene = lan.show_table(services, clock, hand=LATE)
    words = "I knew at once that something could be made of this hand, so let us see"
    scene.match.lines.append(ChatLine(said=Said(1, lan.NAMES[1], words)))
    clock.wait(services, STEP)
    (bubble,) = scene.company.bubbles
    rect = scene.company.bubble_place(bubble, scene)
    assert scene.view.position(scene.table.players.index(1)) is Position.RIGHT
    assert [place for place in laid_open(scene.view, Position.RIGHT) if place.colliderect(rect)] == []
    assert not rect.colliderect(scene.view.layout.plate(Position.RIGHT))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [100, 200])
def test_messages_over_a_sheet_leave_its_payments_alone(
    make_services: MakeServices, size: tuple[int, int], text: int
) -> None:
    services = make_services(size, language="en", text_size=text)
    services.clock = clock = ShotClock()
    below = services.toasts.bottom
    scene = lan.show_table(services, clock, hand="sheet-discard")
    sheet = services.scenes.top
    assert isinstance(sheet, SettlementScene)
    for guest, words in ((1, "well played"), (3, "thank you")):
        scene.match.lines.append(ChatLine(said=Said(guest, lan.NAMES[guest - 1], words)))
    clock.wait(services, STEP)
    places = [rect for _, rect in services.toasts._places()]
    assert len(places) == 2
    assert all(render_scene(sheet).get_rect().contains(rect) for rect in places)
    assert not any(rect.colliderect(plate) for rect in places for plate in sheet._diagram.plates.values())
    services.scenes.pop()
    assert services.toasts.bottom >= below


@pytest.mark.parametrize("large", [False, True])
def test_a_bot_of_the_lobby_keeps_its_name(make_services: MakeServices, large: bool) -> None:
    services = make_services((1024, 600), language="en", large_targets=large)
    scene = lan.show_lobby(services, ShotClock(), lan.OWN)
    card, level = scene.widgets["seat 3"], scene.widgets["level 3"]
    assert isinstance(card, LobbySeat)
    assert card.foot == card.rect.bottom - level.rect.top
    assert card.avatar.bottom <= card._lowest_name() < level.rect.top - card._line()


def test_a_button_spares_its_key_before_its_word(make_services: MakeServices, monkeypatch: pytest.MonkeyPatch) -> None:
    services = make_services((1280, 720), language="en")
    button = Button(services, "Discard", lambda: None, kind="main", key="return")
    drawn: list[str] = []
    render = services.fonts.render

    def noted(text: str, style: TextStyle, colour: str, most: int | None = None) -> pygame.Surface:
        drawn.append(text)
        return render(text, style, colour, most)

    monkeypatch.setattr(services.fonts, "render", noted)
    surface = pygame.Surface((400, 100))
    for width, texts in ((button.natural_size[0], ["Discard", "Enter"]), (button.natural_size[0] // 2, ["Discard"])):
        drawn.clear()
        button.rect = pygame.Rect(0, 0, width, 44)
        button.draw(surface)
        assert drawn == texts


def test_type_is_never_more_than_twice_as_large_as_the_window_has_it() -> None:
    assert Units(1024, 600, 2.0).ut == 2 * Units(1024, 600).u
    assert Units(1920, 1080, 2.0).ut == 3.0
    assert max(TEXT_SIZES) == 200
    assert min(TEXT_SIZES) == 80


def test_small_type_does_not_make_rows_smaller() -> None:
    units = Units(1280, 720, 0.8)
    assert units.type_size(15) == 12
    assert units.type_length(40) == 40


def test_every_size_of_text_has_its_shot_of_the_settings() -> None:
    for size in TEXT_SIZES:
        services = shots()["settings-access"].open((1024, 600), "en", {"text_size": size})
        assert services.chosen.text_size == size
