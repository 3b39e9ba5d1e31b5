"""What the table draws: at every size, only when something changed, and everything that moves."""

from __future__ import annotations

import pygame
import pytest

from game.scenes.table import TableScene
from game.table.board import Resting
from game.table.plates import info_parts
from game.table.tilecard import draw_card
from net.messages import News
from rules import events as e
from rules.melds import Meld, pong
from rules.score import Breakdown, ScoreItem, Unit, pay, plus
from rules.tiles import parse_tile, parse_tiles
from tests.helpers.tables import (
    LONG_NAMES,
    OWN,
    beginning,
    claimed,
    click,
    fullest_events,
    local_table,
    mouse,
    my_turn,
    order,
    preferences,
    press,
    scripted_table,
    six_options,
    tile_centre,
)  # fmt: skip

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080)]


def picture(scene: TableScene) -> bytes:
    scene.services.scenes.draw(scene.services.canvas.surface)
    return pygame.image.tobytes(scene.services.canvas.surface, "RGB")


def test_drawing_changes_nothing() -> None:
    scene, _, _ = scripted_table(*my_turn())
    click(scene, tile_centre(scene, 3))
    assert picture(scene) == picture(scene)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["zh_CN", "zh_TW", "en"])
def test_the_fullest_table_is_drawn_at_every_size(size: tuple[int, int], language: str) -> None:
    chosen = preferences(language=language, text_size=150 if language == "en" else 100)
    scene, _, _ = scripted_table(fullest_events(), six_options(), size, chosen, names=LONG_NAMES)
    empty, _, _ = scripted_table(beginning({}), None, size, chosen)
    assert picture(scene) != picture(empty)


def test_nothing_is_drawn_anew_while_nothing_changes() -> None:
    scene, _, clock = scripted_table(*my_turn())
    for _ in range(40):
        clock.now += 0.05
        scene.update(0.05)
    picture(scene)
    drawn = scene.board.drawn
    scene.services.dirty = False
    for _ in range(20):
        clock.now += 0.05
        wait = scene.update(0.05)
        assert wait > 0
    assert not scene.services.dirty
    picture(scene)
    assert scene.board.drawn == drawn


def test_the_still_table_is_kept_while_only_ones_own_tiles_move() -> None:
    scene, _, _ = scripted_table(*my_turn())
    picture(scene)
    drawn = scene.board.drawn
    mouse(scene, pygame.MOUSEMOTION, tile_centre(scene, 4))
    scene.update(0.02)
    picture(scene)
    assert scene.board.drawn == drawn


def test_a_covered_hand_shows_no_face_and_takes_no_click() -> None:
    events, prompt = my_turn()
    scene, link, _ = scripted_table(events, prompt)
    other, _, _ = scripted_table(*my_turn(tiles="444555666m7777s"))
    for table in (scene, other):
        press(table, pygame.K_TAB)
        for _ in range(30):
            table.update(0.05)
    area = scene.view.layout.hand_rect(14, apart=True)
    images = []
    for table in (scene, other):
        picture(table)
        images.append(pygame.image.tobytes(table.services.canvas.surface.subsurface(area), "RGB"))
    assert images[0] == images[1], "two hands look the same"
    click(scene, tile_centre(scene, 3))
    click(scene, tile_centre(scene, 3))
    assert link.answers == []
    press(scene, pygame.K_TAB)
    assert not scene.view.covered


def test_a_discard_flies_and_lands_where_it_belongs() -> None:
    scene, link, _ = scripted_table(beginning({0: OWN}), chosen=preferences(speed="normal"))
    scene.playback.finish()
    link.messages = [News(0, 1, 99, (e.Discarded(3, parse_tile("6p"), False),))]
    scene.update(0.0)
    assert len(scene.view.effects.flights) == 1
    assert ("river", 3, 0) in scene.view.effects.hidden
    flying = picture(scene)
    scene.update(0.1)
    assert picture(scene) != flying
    scene.update(0.2)
    scene.update(0.2)
    assert scene.view.effects.flights == []
    assert scene.view.effects.last == ("river", 3, 0)
    assert not scene.view.effects.hidden


def test_every_picture_of_a_flight_is_as_if_all_had_been_drawn_anew() -> None:
    scene, link, _ = scripted_table(beginning({0: OWN}), chosen=preferences(speed="normal"))
    scene.playback.finish()
    link.messages = [News(0, 1, 99, (e.Discarded(3, parse_tile("6p"), False),))]
    flown = 0
    for _ in range(20):
        scene.update(0.03)
        flown += bool(scene.view.effects.flights)
        seen = picture(scene)
        scene.services.dirty = True
        assert picture(scene) == seen
        scene.services.dirty = False
    assert flown > 2


def test_what_rests_is_painted_once_while_something_moves_above_it() -> None:
    painted: list[pygame.Surface] = []
    resting = Resting(painted.append)
    window = pygame.Surface((40, 30))
    resting.draw(window, moving=True, changed=True)
    for _ in range(3):
        resting.draw(window, moving=True, changed=False)
    assert len(painted) == 2
    assert painted[0] is window
    assert painted[1] is not window
    resting.draw(window, moving=False, changed=False)
    assert painted[2] is window
    resting.draw(window, moving=True, changed=False)
    assert len(painted) == 4


def test_with_reduced_motion_nothing_flies() -> None:
    chosen = preferences(speed="normal", reduced_motion=True)
    scene, link, _ = scripted_table(beginning({0: OWN}), chosen=chosen)
    scene.playback.finish()
    link.messages = [News(0, 1, 99, (e.Discarded(3, parse_tile("6p"), False), e.Melded(0, _pong_of_six(), ())))]
    scene.update(0.0)
    assert scene.view.effects.flights == []


def _pong_of_six() -> Meld:
    return pong(parse_tile("6p"), 3)


def test_a_click_ends_the_animation_and_counts() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(beginning({0: OWN}, dealer=3), chosen=preferences(speed="normal"))
    scene.playback.finish()
    asked = (e.Discarded(3, parse_tile("6p"), False), e.Asked(0, prompt.ask))
    link.messages = [News(0, 1, 99, asked), prompt]
    scene.update(0.0)
    assert not scene.playback.settled
    press(scene, pygame.K_s)
    assert scene.view.effects.flights == []
    scene.update(0.0)
    press(scene, pygame.K_SPACE)
    assert link.answers == [(77, 6)]


def test_every_cue_has_a_picture() -> None:
    """Win, payment, tile turned up, calls: everything that moves is drawn on its way."""
    won = e.Won(2, parse_tile("6p"), e.WinSource.DISCARD, 3, (), (), _breakdown(), True)
    moving: list[e.Event] = [
        e.WildRevealed(parse_tile("5p"), -2, (parse_tile("5p"),), ()),
        e.Flipped(parse_tile("3s"), "bird", 0),
        e.Discarded(3, parse_tile("6p"), False),
        e.Melded(2, _pong_of_six(), ()),
        e.KongAnnounced(2, parse_tile("6p")),
        e.Discarded(3, parse_tile("6p"), False),
        won,
        e.Paid((pay(3, 2, "win", plus("base", 6)),)),
    ]
    for event in moving:
        thrown = [e.Discarded(3, parse_tile("6p"), False)] if isinstance(event, e.Melded | e.Won) else []
        before = [*beginning({0: OWN}), *thrown]
        scene, link, _ = scripted_table(before, chosen=preferences(speed="normal"))
        scene.playback.finish()
        picture(scene)
        still = picture(scene)
        link.messages = [News(0, 1, 99, (event,))]
        scene.update(0.0)
        scene.update(0.12)
        assert scene.timeline.busy, event
        assert picture(scene) != still, event
        scene.playback.finish()
        assert not scene.view.effects.flights
        assert not scene.view.effects.words


def _breakdown() -> Breakdown:
    return Breakdown((ScoreItem("plain", 1),), 1, Unit.FAN)


def test_a_robbed_tile_flies_from_the_pong_to_the_winner() -> None:
    hand = tuple(parse_tiles("123m456s78p11s"))
    robbed = e.Won(2, parse_tile("6p"), e.WinSource.ROB_KONG, 1, (), hand, _breakdown(), True)
    before = [
        *beginning({0: OWN}),
        e.Discarded(3, parse_tile("6p"), False),
        e.Melded(1, pong(parse_tile("6p"), 3), ()),
        e.KongAnnounced(1, parse_tile("6p")),
    ]
    scene, link, _ = scripted_table(before, chosen=preferences(speed="normal"))
    scene.playback.finish()
    link.messages = [News(0, 1, 99, (robbed,))]
    scene.update(0.0)
    (flight,) = scene.view.effects.flights
    assert flight.tile == parse_tile("6p")
    scene.playback.finish()
    assert scene.view.effects.flights == []


def test_resizing_and_changing_the_language_keep_the_hand_and_the_prompt() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    before = order(scene)
    scene.services.preferences.change(language="en")
    scene.services.preferences.change(text_size=150)
    assert order(scene) == before
    assert scene.desk.box is not None
    assert [card.word for card in scene.desk.box.cards][:2] == ["Win", "Kong"]
    press(scene, pygame.K_p)
    assert link.answers == [(77, 2)]


def test_escape_opens_the_menu_and_closes_it() -> None:
    scene, _, _ = scripted_table(*my_turn())
    tops = [scene.services.scenes.top]
    for _ in range(2):
        press(scene, pygame.K_ESCAPE)
        tops.append(scene.services.scenes.top)
    assert [type(top).__name__ for top in tops] == ["TableScene", "TableMenu", "TableScene"]


def test_the_info_card_tells_no_rule_that_house_rules_have_changed() -> None:
    usual, changed = (local_table("changsha", options=options) for options in ((), (("bird", "no"),)))
    assert usual.run_until_asked()
    assert changed.run_until_asked()
    assert info_parts(usual.scene.view) == ["扎鸟 · 通炮"]
    assert info_parts(changed.scene.view) == ["改了 1 条桌规"]


def test_the_card_about_a_tile_leaves_the_prompt_clear() -> None:
    prompt = six_options()
    scene, _, clock = scripted_table(claimed(prompt), prompt)
    box = scene.desk.box
    assert box is not None
    below = next(
        place
        for place in range(len(scene.hand.arrangement))
        if box.rect.left < tile_centre(scene, place)[0] < box.rect.right
    )
    mouse(scene, pygame.MOUSEMOTION, tile_centre(scene, below))
    clock.now += 1.0
    scene.update(1.0)
    drawn = draw_card(scene, scene.services.canvas.surface)
    assert drawn is not None
    assert not drawn.colliderect(box.rect)
