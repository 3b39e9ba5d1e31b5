"""Rare states of the table: solo kongs, open hands, the last stretch, a bird, a robbery, other seats, what moves."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.layout import TableLayout
from game.meldcells import MeldRow, meld_row, piles
from game.places import Position
from game.prompts import prompt_model
from game.scenes.table import TableScene
from game.table.hands import hand_of, rows_of
from game.table.plates import cut_under, log_labels
from net.messages import News, Prompt, Standing
from rules import events as e
from rules.commands import PASS, PONG, WIN, Choose, Chow, Kong
from rules.melds import KongKind, added_kong, exposed_kong, pong, solo_kong
from rules.score import Breakdown, ScoreItem, Unit
from rules.tiles import HIDDEN, Tile, parse_tile, parse_tiles
from tests.helpers.tables import LONG_NAMES, OWN, beginning, claimed, mouse, preferences, scripted_table, six_options

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080)]
SIX = parse_tile("6p")


def shown(events: list[e.Event], key: str = "sichuan", **chosen: object) -> TableScene:
    scene, _, _ = scripted_table(events, chosen=preferences(**chosen), key=key)
    return scene


def told(scene: TableScene, *events: e.Event) -> None:
    """The next messages arrive."""
    scene.link.messages = [News(0, 1, 99, events)]  # type: ignore[attr-defined]
    scene.update(0.0)


def won(seat: int, loser: int | None, source: e.WinSource = e.WinSource.DISCARD) -> e.Won:
    hand = tuple(parse_tiles("123m456s789s22m78p"))
    return e.Won(seat, SIX, source, loser, (), hand, Breakdown((ScoreItem("plain", 1),), 1, Unit.FAN), True)


# ---- melds and hands ------------------------------------------------------------------------------------------------


def test_equal_solo_kongs_lie_on_one_pile() -> None:
    red, laizi = meld_row(solo_kong(Tile(32)), 0), meld_row(solo_kong(Tile(5)), 0)
    triplet = meld_row(pong(Tile(7), 1), 0)
    assert piles([red, triplet, laizi, red]) == ([red, triplet, laizi], [0, 1, 2, 0])
    assert piles([triplet, triplet]) == ([triplet, triplet], [0, 1]), "only solo kongs are piled"


@pytest.mark.parametrize("size", SIZES)
def test_with_solo_kongs_the_own_hand_and_four_kongs_keep_their_room(size: tuple[int, int]) -> None:
    layout = TableLayout(*size)
    solos = [meld_row(solo_kong(Tile(kind)), 0) for kind in (32, 32, 5, 5)]
    kongs = [meld_row(exposed_kong(Tile(kind), 1), 0) for kind in (1, 2, 3, 4)]
    rows: list[MeldRow] = [solos[0], kongs[0], solos[1], *kongs[1:], *solos[2:]]
    places = layout.own_melds(rows, 2, apart=True)
    assert [place.rect for place in (places[1], *places[3:6])] == [
        place.rect for place in layout.own_melds(kongs, 2, apart=True)
    ]
    assert places[0] == places[2] != places[6] == places[7]
    rivers = [layout.river(p, i).rect for p in Position for i in range(24)]
    for place in (places[0].rect, places[6].rect):
        assert place.collidelist([*rivers, layout.hand_rect(14, apart=True)]) == -1
        assert layout.court.contains(place)


def test_the_tile_that_is_being_added_lies_on_its_pong_until_it_is_robbed() -> None:
    events = [*beginning({0: OWN}), e.Discarded(3, SIX, False), e.Melded(1, pong(SIX, 3), ())]
    scene = shown([*events, e.KongAnnounced(1, SIX)])
    assert rows_of(scene.view, 1) == [meld_row(added_kong(pong(SIX, 3)), 1)]
    assert scene.view.effects.last == ("kong", 1, 0)
    told(scene, won(2, 1, e.WinSource.ROB_KONG))
    assert rows_of(scene.view, 1) == [meld_row(pong(SIX, 3), 1)]


def test_a_declared_ready_hand_lies_open_and_its_drawn_tile_face_down() -> None:
    tiles = tuple(parse_tiles("123m456p789s2233z"))
    ready: list[e.Event] = [e.Marked(2, "ready", 1), e.Shown(2, tiles, (), "ready")]
    scene = shown([*beginning({0: OWN}), *ready], key="hebei_1")
    assert hand_of(scene.view, 2).opened == tiles
    assert hand_of(scene.view, 1).opened == ()
    told(scene, e.Drew(2, HIDDEN, 0, False))
    assert hand_of(scene.view, 2).opened == (*tiles, HIDDEN)
    assert hand_of(scene.view, 2).apart


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_winner_lies_open_with_the_winning_tile_apart(seat: int) -> None:
    hands = {0: "123m456s789s22m78p"}
    thrower = (seat + 1) % 4
    scene = shown([*beginning(hands), e.Discarded(thrower, SIX, False), won(seat, thrower)])
    hand = hand_of(scene.view, seat)
    assert hand.opened[-1] == SIX
    assert (hand.count, hand.apart) == (14, True)
    assert HIDDEN not in hand.opened


def test_a_hand_opens_from_left_to_right_while_the_table_is_dim() -> None:
    before = [*beginning({0: OWN}), e.Discarded(3, SIX, False)]
    scene = shown(before, speed="normal")
    scene.playback.finish()
    told(scene, won(2, 3))
    assert ("won", 2, 0) in scene.view.effects.hidden, "the tile is on its way"
    scene.update(0.3)
    assert set(hand_of(scene.view, 2).opened) == {HIDDEN}
    assert 0 < scene.view.effects.dim < 0.5
    scene.update(0.3)
    scene.update(0.1)
    opened = hand_of(scene.view, 2).opened
    assert opened[0] != HIDDEN == opened[-1]
    scene.playback.finish()
    assert HIDDEN not in hand_of(scene.view, 2).opened
    assert scene.view.effects.dim > 0, "the payments are made in the dark"
    told(scene, e.Drew(1, HIDDEN, 0, False))
    scene.playback.finish()
    scene.stage.beside.finish()
    assert scene.view.effects.dim == 0


# ---- marks and lights -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "wall", "word"),
    [("sichuan", 5, ""), ("sichuan", 4, "强胡"), ("yunnan", 6, "强胡"), ("wuhan", 14, "海底"), ("changsha", 1, "海底"),
     ("changsha", 2, ""), ("shandong_1", 1, "")],
)  # fmt: skip
def test_the_last_stretch_of_the_wall_has_a_name(key: str, wall: int, word: str) -> None:
    scene = shown(beginning({0: OWN}, wall=wall), key=key)
    assert scene.view.stretch == word


def test_a_bird_rings_the_plate_it_hits() -> None:
    pictures = []
    for marks in ([], [e.Marked(1, "bird", 1)]):
        scene = shown([*beginning({0: OWN}), *marks], key="changsha")
        scene.services.scenes.draw(scene.services.canvas.surface)
        plate = scene.view.layout.plate(Position.RIGHT)
        pictures.append(pygame.image.tobytes(scene.services.canvas.surface.subsurface(plate), "RGB"))
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("reduced", [False, True])
def test_the_pin_bobs_three_times_and_holds_nobody_up(reduced: bool) -> None:
    scene = shown(beginning({0: OWN}), speed="normal", reduced_motion=reduced)
    scene.playback.finish()
    told(scene, e.Discarded(3, SIX, False))
    scene.update(0.25)
    assert scene.playback.settled
    assert scene.stage.beside.busy
    heights = []
    for _ in range(120):
        scene.update(0.01)
        heights.append(scene.view.effects.pin)
    tops = sum(before < now >= after for before, now, after in zip(heights, heights[1:], heights[2:], strict=False))
    assert tops == (0 if reduced else 3)
    assert heights[-1] == 0


def test_the_light_of_the_turn_crosses_over() -> None:
    scene = shown(beginning({0: OWN}, dealer=2), speed="normal")
    scene.playback.finish()
    scene.stage.beside.finish()
    assert scene.view.light(Position.ACROSS) == 1
    told(scene, e.Staged(e.Stage.TURN, 3))
    scene.update(0.08)
    assert scene.view.light(Position.ACROSS) == pytest.approx(0.5)
    assert scene.view.light(Position.LEFT) == pytest.approx(0.5)
    scene.update(0.1)
    assert (scene.view.light(Position.ACROSS), scene.view.light(Position.LEFT)) == (0, 1)


def test_a_name_that_is_cut_is_told_whole_under_the_pointer() -> None:
    scene, _, _ = scripted_table(beginning({0: OWN}), names=LONG_NAMES)
    centre = scene.view.layout.plate(Position.LEFT).move(30, -10).center
    mouse(scene, pygame.MOUSEMOTION, centre)
    cut = cut_under(scene.view, scene.log, centre)
    assert cut is not None
    assert cut.text == LONG_NAMES[3]
    short, _, _ = scripted_table(beginning({0: OWN}))
    assert cut_under(short.view, short.log, centre) is None


# ---- seats ----------------------------------------------------------------------------------------------------------


def test_after_a_change_of_seats_the_next_hand_is_seen_from_the_new_seat() -> None:
    scene, link, clock = scripted_table(beginning({0: OWN}))
    assert [scene.view.table.name(seat) for seat in range(4)] == ["竹影", "小满", "梅娘", "陈伯"]
    link.seats = (2,)
    standing = Standing(4, 1, (10, 20, 30, 40), (1, 2, 0, 3), (True,) * 4, False, None)
    link.messages = [standing, News(2, 5, 0, tuple(beginning({2: OWN})))]
    scene.update(0.0)
    assert [scene.view.table.name(seat) for seat in range(4)] == ["小满", "梅娘", "竹影", "陈伯"]
    assert scene.view.position(2) is Position.OWN
    assert len(scene.hand.arrangement) == 13
    assert [scene.view.points(seat) for seat in range(4)] == [20, 30, 10, 40]
    scene.toggle_auto()
    prompt = Prompt(5, 2, e.Ask(0, 2, e.AskKind.CHOICE, (WIN, PASS), PASS), None, None)
    link.messages = [prompt]
    scene.update(0.0)
    scene.desk.press("pass")
    assert link.answers == [(5, 1)]


# ---- prompts --------------------------------------------------------------------------------------------------------


def test_winning_with_the_first_tile_that_an_answer_names_has_one_card() -> None:
    options = (WIN, Choose("turned_up", "4s"), Choose("turned_up", "6z"), PASS)
    model = prompt_model(e.Ask(0, 0, e.AskKind.CHOICE, options, PASS), None)
    assert model.win is not None
    assert [card_tile.tile for card_tile in model.win.tiles] == [parse_tile("4s")]
    assert [card.index for card in model.all_cards] == [0, 2, 3]
    opening = prompt_model(e.Ask(0, 0, e.AskKind.CHOICE, (WIN, Choose("opening", "win"), PASS), PASS), None)
    assert [card.index for card in opening.all_cards] == [0, 1, 2], "another win is another card"


def test_with_large_targets_five_cards_leave_the_discards_at_the_right_alone() -> None:
    options = (Kong(KongKind.EXPOSED, SIX), PONG, Chow((Tile(13), Tile(14))), Chow((Tile(14), Tile(16))), PASS)
    prompt = Prompt(7, 0, e.Ask(0, 0, e.AskKind.CLAIM, (WIN, *options), PASS), 9.0, 10.0)
    chosen = preferences(large_targets=True)
    scene, _, _ = scripted_table(claimed(prompt), prompt, (1024, 768), chosen)
    assert scene.desk.box is not None
    river = [scene.view.layout.river(Position.RIGHT, index).rect for index in range(24)]
    assert scene.desk.box.rect.collidelist(river) == -1
    assert all(card.rect.height + 12 >= 64 for card in scene.desk.box.cards)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["zh_CN", "en"])
def test_no_tile_on_a_card_covers_another(size: tuple[int, int], language: str) -> None:
    prompt = six_options()
    scene, _, _ = scripted_table(claimed(prompt), prompt, size, preferences(language=language, text_size=150))
    assert scene.desk.box is not None
    screen = Rect((0, 0), size)
    assert screen.contains(scene.desk.box.rect)
    for card in scene.desk.box.cards:
        if card.model.action != "win":
            assert card.rect.width >= card.least_width


def test_a_long_action_is_told_in_lines_under_the_icons_and_cut_only_at_the_end() -> None:
    scene, _, _ = scripted_table(beginning({0: OWN}))
    layout, ten = scene.view.layout, "一二三四五六七八九十"
    for text, most in (("陈伯打出六筒", 1), (ten * 3, 2), (ten * 20, 4)):
        labels = log_labels(scene.view, text)
        assert len(labels) <= most
        told = "".join(label.text for label in labels)
        assert told == text or told.endswith("…")
        assert max(label.rect.right for label in labels) <= layout.width
        assert labels[0].rect.top >= layout.icon_buttons(1)[0].bottom
    cut = cut_under(scene.view, [ten * 20], labels[-1].rect.center)
    assert cut is not None
    assert cut.text == ten * 20
