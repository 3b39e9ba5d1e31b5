"""The geometry of the table in numbers, at every size (design section 5)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import pytest
from pygame import Rect

from game.layout import REACH, TableLayout
from game.meldcells import MeldRow, meld_row
from game.places import Position
from game.table.plates import tag_places
from rules.melds import Meld, added_kong, chow, concealed_kong, exposed_kong, pong, solo_kong
from rules.seats import SEATS, Seat
from rules.tiles import Tile

SIZES = [
    (1024, 600), (1024, 768), (1280, 720), (1280, 1024), (1366, 768), (1440, 900), (1600, 900), (1920, 1080),
    (1920, 1200), (2560, 1080), (2560, 1440), (3440, 1440), (3840, 2160),
]  # fmt: skip

# window: hand, own meld, discard, side, across, side grid, centre, rail (the table of design section 5)
CONTRACT = {
    (1024, 600): (51, 38, 34, 28, 25, (5, 5), 170, 0),
    (1024, 768): (51, 38, 37, 30, 27, (6, 4), 222, 0),
    (1280, 720): (64, 48, 43, 34, 30, (5, 5), 215, 0),
    (1366, 768): (68, 51, 46, 36, 32, (5, 5), 230, 0),
    (1440, 900): (72, 54, 48, 42, 38, (5, 5), 240, 0),
    (1920, 1080): (96, 72, 65, 51, 45, (5, 5), 325, 0),
    (2560, 1080): (103, 77, 66, 51, 45, (5, 5), 330, 495),
    (3840, 2160): (192, 144, 129, 102, 91, (5, 5), 645, 0),
}


@pytest.mark.parametrize("size", CONTRACT)
def test_widths_are_those_of_the_contract(size: tuple[int, int]) -> None:
    layout = TableLayout(*size)
    widths = (layout.hand_width, layout.meld_width, layout.river_width, layout.side_width, layout.across_width)
    grid = (layout.rows, layout.columns)
    assert (*widths, grid, layout.centre.width, round(layout.rail_width * layout.u)) == CONTRACT[size]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def layout(request: pytest.FixtureRequest) -> TableLayout:
    return TableLayout(*request.param)


def four_kongs(seat: Seat) -> list[MeldRow]:
    """A concealed one, two exposed ones and an added one, fed from all sides."""
    before, opposite, after = (seat + 3) % 4, (seat + 2) % 4, (seat + 1) % 4
    melds = [
        concealed_kong(Tile(1)),
        exposed_kong(Tile(2), before),
        exposed_kong(Tile(3), opposite),
        added_kong(pong(Tile(4), after)),
    ]
    return [meld_row(meld, seat) for meld in melds]


def meld_rects(layout: TableLayout, position: Position, count: int = 1) -> list[Rect]:
    """Where the four kongs of a seat lie."""
    rows = four_kongs(SEATS[position])
    if position is Position.OWN:
        places = layout.own_melds(rows, count, apart=False)
    elif position is Position.ACROSS:
        places = layout.across_melds(rows, count)
    else:
        places = layout.side(position, count, rows).melds
    return [place.rect for place in places]


def river_rects(layout: TableLayout, position: Position, count: int = 24) -> list[Rect]:
    return [layout.river(position, index).rect for index in range(count)]


def things(layout: TableLayout) -> Iterator[tuple[str, Rect]]:
    """Everything on the fullest table: four kongs and 24 discards each, but for the prompt."""
    yield "centre", layout.centre
    for position in Position:
        name = position.name
        yield f"river {name}", river_rects(layout, position)[0].unionall(river_rects(layout, position))
        yield f"melds {name}", meld_rects(layout, position)[0].unionall(meld_rects(layout, position))
        yield f"plate {name}", layout.plate(position)
    yield "hand", layout.hand_rect(1, apart=False)
    yield "hand across", layout.across_hand(1)[0].rect
    for position in (Position.LEFT, Position.RIGHT):
        column = layout.side(position, 1, four_kongs(SEATS[position])).column
        assert column is not None
        yield f"hand {position.name}", column
    for index, rect in enumerate(layout.icon_buttons(4)):
        yield f"icon {index}", rect
    for index, rect in enumerate(layout.controls()):
        yield f"control {index}", rect
    yield "waits", layout.waits(10_000)
    yield "info", layout.info(10_000)
    yield "log line", layout.log_line(10_000)
    if layout.rail is not None:
        yield "rail", layout.rail


def overlaps(rects: Iterable[tuple[str, Rect]]) -> list[str]:
    return [f"{a} {ra} / {b} {rb}" for (a, ra), (b, rb) in itertools.combinations(rects, 2) if ra.colliderect(rb)]


def by_parts(layout: TableLayout) -> Iterator[tuple[str, Rect]]:
    """The same, but rivers across and one's own by their rows: their bounding boxes are larger than they are."""
    for name, rect in things(layout):
        if name.startswith("river"):
            position = Position[name.removeprefix("river ")]
            yield from ((f"{name} {i}", place) for i, place in enumerate(_faces(layout, position)))
        elif name.startswith("melds"):
            position = Position[name.removeprefix("melds ")]
            yield from ((f"{name} {i}", place) for i, place in enumerate(meld_rects(layout, position)))
        else:
            yield name, rect


def _faces(layout: TableLayout, position: Position) -> list[Rect]:
    """Faces of a river: a tile's thickness lies under its neighbour's face."""
    return [layout.river(position, index).face for index in range(24)]


def test_nothing_overlaps_on_the_fullest_table(layout: TableLayout) -> None:
    assert overlaps(by_parts(layout)) == []


def test_own_melds_end_before_the_buttons_when_a_tile_has_been_drawn(layout: TableLayout) -> None:
    """Whatever is called. They are as large before that, and never cover each other."""
    some = [meld_row(meld, 0) for meld in (pong(Tile(1), 3), exposed_kong(Tile(2), 3), concealed_kong(Tile(3)))]
    for called in range(1, 5):
        for rows in itertools.combinations_with_replacement(some, called):
            waiting, drawn = (layout.own_melds(rows, count - 3 * called, apart=count == 14) for count in (13, 14))
            assert drawn[-1].rect.right < layout.controls()[0].left
            assert overlaps((f"meld {index}", meld.rect) for index, meld in enumerate(drawn)) == []
            assert [meld.rect.size for meld in waiting] == [meld.rect.size for meld in drawn]


def test_everything_is_inside_the_window(layout: TableLayout) -> None:
    window = Rect(0, 0, layout.width, layout.height)
    outside = [name for name, rect in by_parts(layout) if not window.contains(rect)]
    assert outside == []


def test_fourteen_tiles_fit_beside_the_controls(layout: TableLayout) -> None:
    hand = layout.hand_rect(14, apart=True)
    assert overlaps([("hand", hand), *((str(i), rect) for i, rect in enumerate(layout.controls()))]) == []


def test_a_drawn_tile_lies_apart(layout: TableLayout) -> None:
    before, drawn = layout.hand_place(12, 14, apart=True), layout.hand_place(13, 14, apart=True)
    assert drawn.x - before.x - layout.hand_width == pytest.approx(0.32 * layout.hand_width, abs=1)


@pytest.mark.parametrize("position", [Position.LEFT, Position.RIGHT])
@pytest.mark.parametrize(("count", "melds", "opened"), [(14, 0, False), (14, 0, True), (11, 1, True), (2, 4, True)])
def test_side_columns_stay_between_their_bounds(
    layout: TableLayout, position: Position, count: int, melds: int, opened: bool
) -> None:
    side = layout.side(position, count, four_kongs(SEATS[position])[:melds], opened)
    rects = [*(place.rect for place in side.opened), *(meld.rect for meld in side.melds)]
    if side.column is not None:
        rects.append(side.column)
    assert min(rect.top for rect in rects) >= layout.px(88)
    assert max(rect.bottom for rect in rects) <= layout.hand_top - layout.px(18)
    assert side.width >= 24, "a smaller tile shows no face"


@pytest.mark.parametrize("cards", [2, 3, 4])
@pytest.mark.parametrize("wide", [False, True])
def test_a_prompt_of_four_options_covers_no_melds_and_no_rivers_of_others(
    layout: TableLayout, cards: int, wide: bool
) -> None:
    layout = TableLayout(layout.width, layout.height, wide=wide)
    box = layout.prompt([0] * (cards - 1), win=True).box
    others = [p for p in Position if p is not Position.OWN]
    rects = [face for position in others for face in _faces(layout, position)]
    hand = [meld_row(pong(Tile(5), 0), 1), meld_row(chow((Tile(1), Tile(2), Tile(3)), Tile(2), 0), 1)]
    rects += [place.rect for place in layout.side(Position.RIGHT, 7, hand).melds]
    assert box.collidelist(rects) == -1


@pytest.mark.parametrize("cards", [1, 2, 3])
@pytest.mark.parametrize("wide", [False, True])
def test_on_the_fullest_table_a_prompt_lies_beside_what_the_right_has_laid_open(
    layout: TableLayout, cards: int, wide: bool
) -> None:
    layout = TableLayout(layout.width, layout.height, wide=wide)
    laid = meld_rects(layout, Position.RIGHT)
    box = layout.prompt([0] * cards, win=True, laid=laid).box
    rects = [face for position in Position if position is not Position.OWN for face in _faces(layout, position)]
    assert box.collidelist([*rects, *laid]) == -1
    assert layout.hand_left <= box.left
    assert box.right <= layout.width


@pytest.mark.parametrize("least", [[92, 122, 150, 125, 125, 125], [92, 122, 125, 125]])
def test_large_targets_leave_the_discards_of_the_right_open(layout: TableLayout, least: list[int]) -> None:
    layout = TableLayout(layout.width, layout.height, target=64, large=True, wide=True)
    box = layout.prompt([round(width * layout.width / 1024) for width in least], win=False).box
    assert box.collidelist(_faces(layout, Position.RIGHT)) == -1


@pytest.mark.parametrize("win", [False, True])
@pytest.mark.parametrize("cards", range(1, 8))
@pytest.mark.parametrize("target", [0, 44, 64])
def test_cards_lie_in_the_box_and_do_not_overlap(layout: TableLayout, cards: int, win: bool, target: int) -> None:
    layout = TableLayout(layout.width, layout.height, target=target, wide=True)
    found = layout.prompt([0] * cards, win)
    box, places = found.box, found.cards
    assert len(places) == cards
    all_cards = [*places, found.win] if found.win is not None else places
    assert all(box.contains(rect) and rect.height + 2 * REACH >= max(44, target) for rect in all_cards)
    assert overlaps((str(i), rect) for i, rect in enumerate(all_cards)) == []
    assert Rect(0, 0, layout.width, layout.height).contains(box)
    assert overlaps([("box", box), *((str(i), rect) for i, rect in enumerate(layout.controls()))]) == []


def test_large_targets_and_touch_keep_everything_apart(layout: TableLayout) -> None:
    for target, large in ((44, False), (64, True)):
        touched = TableLayout(layout.width, layout.height, target=target, large=large)
        buttons = [*touched.controls(), *touched.icon_buttons(3)]
        assert all(min(rect.size) >= 44 for rect in buttons)
        named = [(f"button {i}", rect) for i, rect in enumerate(buttons)]
        named += [(f"plate {position.name}", touched.plate(position)) for position in Position]
        named.append(("hand", touched.hand_rect(14, apart=True)))
        assert overlaps(named) == []


@pytest.mark.parametrize(("feeder", "place"), [(3, 0), (2, 1), (1, 3)])
@pytest.mark.parametrize("owner", SEATS)
def test_the_turned_tile_lies_where_its_feeder_sits(owner: Seat, feeder: int, place: int) -> None:
    row = meld_row(exposed_kong(Tile(7), (owner + feeder) % 4), owner)
    assert [cell.claimed for cell in row.cells].index(True) == place
    assert row.feeder == feeder


@pytest.mark.parametrize("meld", [concealed_kong(Tile(7)), concealed_kong(Tile(7)).face_down()])
def test_a_concealed_kong_lies_with_its_ends_or_wholly_face_down(meld: Meld) -> None:
    down = [cell.down for cell in meld_row(meld, 0).cells]
    assert down == ([True] * 4 if meld.down else [True, False, False, True])


def test_a_solo_kong_lies_open() -> None:
    assert [cell.down for cell in meld_row(solo_kong(Tile(32)), 0).cells] == [False]


@pytest.mark.parametrize("position", Position)
def test_the_added_tile_lies_on_the_turned_one(layout: TableLayout, position: Position) -> None:
    row = meld_row(added_kong(pong(Tile(4), (position + 1) % 4)), SEATS[position])
    places = {
        Position.OWN: lambda: layout.own_melds([row], 10, apart=False)[0],
        Position.ACROSS: lambda: layout.across_melds([row], 10)[0],
    }.get(position, lambda: layout.side(position, 10, [row]).melds[0])()
    below, above = (place for cell, place in zip(row.cells, places.cells, strict=True) if cell.claimed)
    assert below.rect.colliderect(above.rect)
    assert below != above


def test_discards_fill_rows_and_columns_as_they_should() -> None:
    layout = TableLayout(1280, 720)
    own = [layout.river(Position.OWN, index) for index in range(13)]
    assert [place.y for place in own[:11]] == [own[0].y] * 11
    assert own[11].x == own[0].x
    assert own[11].y > own[0].y
    left = [layout.river(Position.LEFT, index) for index in range(6)]
    assert left[0].y < left[4].y
    assert (left[5].x < left[0].x, left[5].y) == (True, left[0].y)
    right = [layout.river(Position.RIGHT, index) for index in range(6)]
    assert right[0].y > right[4].y
    assert (right[5].x > right[0].x, right[5].y) == (True, right[0].y)


def test_upright_rivers_use_the_same_slots(layout: TableLayout) -> None:
    for position, index in itertools.product((Position.LEFT, Position.RIGHT), range(24)):
        slot = layout.river(position, index).rect
        assert slot.contains(layout.river(position, index, upright=True).face)


@pytest.mark.parametrize("position", Position)
def test_tags_that_would_touch_the_avatar_go_to_the_lower_edge(layout: TableLayout, position: Position) -> None:
    plate = layout.plate(position)
    one, two, three = tag_places(layout, plate, [layout.px(50), layout.px(30), layout.px(60)], layout.px(19))
    avatar = layout.px(50)
    assert one.top == two.top < plate.centery < three.centery
    assert three.right == one.right
    assert all(tag.left >= plate.left + avatar for tag in (one, two, three))
    assert overlaps([("one", one), ("two", two), ("three", three)]) == []
    assert Rect(0, 0, layout.width, layout.height).contains(three)
