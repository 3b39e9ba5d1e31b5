"""What lies over, beside and under what: nothing hides what has to be seen, and depth is told apart."""

from __future__ import annotations

import pygame
import pytest

from game.layout import TableLayout
from game.lobby.seatcard import LobbySeat, SeatFacts
from game.places import Position
from game.scenes.table import TableScene
from game.services import Services
from game.settlement.band import HandBand, open_row
from game.table.compass import BOX, DISC_RADIUS, RING_RADIUS, RING_WIDTH, WIND
from game.table.hands import meld_places
from game.table.promptbox import PromptBox
from game.tabletexts import TableTexts
from net.messages import News, Prompt
from rules import events as e
from rules.commands import Kong
from rules.melds import KongKind, pong
from rules.tiles import parse_tile, parse_tiles
from tests.helpers.tables import beginning, called, preferences, scripted_table

WIND_HALF = 9
"""Half of what a wind takes of the compass's box, without the air round it."""


def thrown(still: bool = False) -> TableScene:
    """One's own hand with a pong beside it, just after the tile that was drawn has been thrown."""
    three = parse_tile("3m")
    chosen = preferences(speed="normal", reduced_motion=still)
    start = [
        *beginning({0: "33m456789p12234s"}, dealer=3),
        *called(0, 3, pong(three, 3)),
        e.Discarded(0, parse_tile("4s"), False),
        e.Drew(0, parse_tile("9s"), 0, False),
    ]
    scene, link, _ = scripted_table(start, chosen=chosen)
    scene.playback.finish()
    for _ in range(20):
        scene.update(0.05)
    link.messages = [News(0, 1, 99, (e.Discarded(0, parse_tile("4p"), False),))]
    scene.update(0.0)
    return scene


def covered(scene: TableScene) -> bool:
    """Whether a tile of the hand lies over a meld beside it."""
    melds = meld_places(scene.view, Position.OWN)[0].rect.move(scene.view.effects.own_melds, 0)
    return any(scene.hand.piece_at((x, melds.centery)) is not None for x in range(melds.left, melds.right, 3))


def test_the_melds_close_up_with_a_hand_that_becomes_shorter() -> None:
    scene = thrown()
    ways = []
    for _ in range(15):
        assert not covered(scene)
        ways.append(scene.view.effects.own_melds)
        scene.update(0.02)
    assert ways[0] > scene.view.layout.hand_width
    assert ways == sorted(ways, reverse=True)
    assert ways[-1] == 0


def test_the_melds_are_drawn_where_they_are_on_their_way() -> None:
    scene, faces = thrown(), []
    face = meld_places(scene.view, Position.OWN)[0].cells[-1].face.inflate(-20, -20)
    for _ in range(15):
        scene.services.scenes.draw(scene.services.canvas.surface)
        shown = scene.services.canvas.surface.subsurface(face.move(scene.view.effects.own_melds, 0))
        faces.append(pygame.image.tobytes(shown, "RGB"))
        scene.update(0.02)
    assert len(set(faces)) == 1


def test_with_reduced_motion_the_melds_are_where_they_belong_at_once() -> None:
    assert thrown(still=True).view.effects.own_melds == 0


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (3840, 2160)])
def test_the_log_leaves_time_and_wall_in_sight(size: tuple[int, int]) -> None:
    layout = TableLayout(*size)
    assert layout.log_panel.left >= layout.centre.right


def test_the_disc_of_the_compass_holds_the_ring_and_leaves_the_winds_free() -> None:
    assert DISC_RADIUS >= RING_RADIUS + RING_WIDTH / 2
    for x, y in WIND.values():
        assert max(abs(x - BOX / 2), abs(y - BOX / 2)) - WIND_HALF >= DISC_RADIUS


def test_a_menu_lies_on_darker_cloth_than_a_table(services: Services) -> None:
    size = services.canvas.surface.get_size()
    table, menu = pygame.Surface(size), pygame.Surface(size)
    services.painter.cloth(table, "green")
    services.painter.menu_cloth(menu, "green")
    light, dark = (sum(pygame.transform.average_color(surface)[:3]) for surface in (table, menu))
    assert 0.7 * light < dark < 0.85 * light


def test_a_claimed_meld_hangs_no_lower_on_a_band_than_what_is_above_it(services: Services) -> None:
    band = HandBand(services, TableTexts("zh_CN", "changsha"), (), "")
    rect = pygame.Rect(0, 0, 900, 120)
    row = open_row(0, tuple(parse_tiles("456789p123s1m")), [pong(parse_tile("3m"), 2)], ())
    bare, laid = pygame.Surface(rect.size), pygame.Surface(rect.size)
    services.painter.box(bare, rect, "band")
    band.draw(laid, rect, row, "")
    laid.blit(bare, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    drawn = pygame.mask.from_threshold(laid, "white", (200, 200, 200, 255))
    box = drawn.get_bounding_rects()[0].unionall(drawn.get_bounding_rects())
    assert abs(box.top - (rect.height - box.bottom)) <= 8


def test_what_is_on_a_high_seat_card_lies_in_its_middle(services: Services) -> None:
    tops = []
    for height in (132, 182):
        card = LobbySeat(services, SeatFacts(None, "北", 0, tall=True), "", None)
        card.rect = pygame.Rect(40, 40, 110, height)
        tops.append(card.avatar.top)
    assert tops[1] - tops[0] == pytest.approx(25, abs=1)


def test_word_and_tiles_of_a_lonely_call_keep_together() -> None:
    kong = Kong(KongKind.CONCEALED, parse_tile("1m"))
    ask = e.Ask(0, 0, e.AskKind.TURN, (kong,), kong)
    start = [*beginning({0: "1111m456789p123s"}, dealer=0), e.Asked(0, ask)]
    scene, _, _ = scripted_table(start, Prompt(5, 0, ask, None, None))
    box = scene.desk.box
    assert isinstance(box, PromptBox)
    (card,) = box.cards
    assert card.rect.width > card.least_width + scene.services.px(48)
    surface = pygame.Surface(scene.services.canvas.surface.get_size())
    card.draw(surface)
    white = pygame.mask.from_threshold(surface.subsurface(card.rect), "white", (40, 40, 60, 255))
    marks = [rect for rect in white.get_bounding_rects() if rect.height > 8]
    assert min(rect.left for rect in marks) > scene.services.px(20)
