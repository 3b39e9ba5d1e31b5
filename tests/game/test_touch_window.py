"""Fingers alone at a real window: whole hands from the title on, four people at one screen, pages pulled, fingers lost.

SDL's own events come from a touch screen in the program's process (`tests/helpers/glass.py`): no X server without a
touch device, and no xdotool, can make them. All else is the program in a real window with its real main loop.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import render_scene
from game.files import RECORDS
from game.hotseat.flow import Screen
from game.newtable.choices import BOT_NAMES
from game.preferences import FILE_NAME, Language, Preferences, PreferenceStore
from game.scene import Scene
from game.scenes.newtable import NewTableScene
from game.scenes.people import PeopleScene
from game.scenes.settings import GroupEntry, SettingsScene
from game.scenes.settings_pages import GROUPS
from game.scenes.settlement import SettlementScene
from game.scenes.table import TableScene
from game.scenes.title import MenuEntry, NewGameEntry
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.hotseat import show_hotseat, show_people
from game.shots.screens import show_new_table, show_settings, show_title
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.card import Card
from game.widgets.choices import Segments
from game.widgets.formscene import FormScene
from game.widgets.textfield import TextField
from rules.bots import efficient, seeded_chooser
from rules.commands import PASS, Discard
from rules.events import Answered, AskKind, Cause, RoundEnded
from rules.evolve import fold
from rules.seats import SEATS, Seat
from rules.variants import ORDER, variant
from tests.helpers.realwindow import (
    RETRY,
    SETTLE,
    SIZE,
    Game,
    assert_played_as_answered,
    likeness,
    play_together,
    play_until,
    sheet_of,
    wait_for,
    wait_until_shown,
    xdotool,
)

pytestmark = [pytest.mark.xdist_group("touch window"), pytest.mark.timeout(400)]

LONGEST_HAND = 300.0
EARLY, SHORT = 73, 65
"""Seeds: a hand in which one may call early, and one that ends soon."""
SECRET = 1.2
"""Seconds for calls in secret: enough to read the journal and to see whether somebody wants to call."""
ALIKE = 0.99
HELD = 0.6
"""Longer than a finger has to rest on a tile to ask about it, and on the curtain to look."""

BESIDE_THE_CAPTION = 165
"""Pixels at the left where it is told that it is one's turn, for some seconds."""


class Dragging(Game):
    """Throws tiles by pulling them out of the hand, and sorts with two fingers now and then."""

    def _throw(self, scene: TableScene, command: Discard) -> None:
        pieces = scene.hand.arrangement.pieces
        index = max(place for place, piece in enumerate(pieces) if piece.tile == command.tile)
        start = tile_place(scene, index)
        self.fingers.drag([start, (start[0], start[1] - 60), (SIZE[0] // 2, SIZE[1] // 2)])


def tile_place(scene: TableScene, index: int) -> tuple[int, int]:
    """Where a tile of the hand is touched."""
    return scene.view.layout.hand_place(index, len(scene.hand.arrangement), scene.hand.arrangement.apart).face.center


def wait_for_scene(game: Game, kind: type[Scene]) -> None:
    """Wait until a screen is on top."""
    wait_for(game, lambda: game.fingers.where()["scene"] == kind.__name__, f"no {kind.__name__}")
    time.sleep(SETTLE)


def form_of(game: Game, show: Callable[[Services], object]) -> list[Widget]:
    """The widgets of a screen as they lie in the window."""
    services = game.services(ShotClock())
    show(services)
    render_scene(services.scenes.top)
    assert isinstance(services.scenes.top, FormScene)
    return services.scenes.top.form.widgets


def touch(game: Game, show: Callable[[Services], object], kind: Callable[[Widget], bool]) -> None:
    """Tap the first widget of a kind on a screen."""
    game.fingers.tap(next(widget for widget in form_of(game, show) if kind(widget)).rect.center)


def is_entry(icon: str) -> Callable[[Widget], bool]:
    """A line of the menu of the title."""
    return lambda widget: isinstance(widget, MenuEntry) and widget.icon == icon


def is_main(widget: Widget) -> bool:
    """The button that goes on."""
    return isinstance(widget, Button) and widget.kind == "main"


def open_table_from_the_title(game: Game) -> None:
    """New game, the variant, deal."""
    wait_for(game, lambda: game.fingers.where()["scene"] == "TitleScene", "no title")
    time.sleep(SETTLE)
    touch(game, show_title, lambda widget: isinstance(widget, NewGameEntry))
    wait_for_scene(game, NewTableScene)
    cards = [widget for widget in form_of(game, lambda s: show_new_table(s, ORDER[0])) if isinstance(widget, Card)]
    game.fingers.tap(cards[ORDER.index(game.variant)].rect.center)
    touch(game, lambda services: show_new_table(services, game.variant), is_main)
    wait_for_scene(game, TableScene)


PLAYED: list[tuple[str, type[Game], Language]] = [
    ("lishui", Game, "zh_CN"),
    ("changsha", Dragging, "zh_TW"),
    ("sichuan", Game, "en"),
]


@pytest.fixture(scope="module")
def played(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Game]]:
    """Three hands played at the same time by one person who looks round: bots take their time."""
    games = {
        key: kind(display, tmp_path_factory.mktemp(key), key, language, "touch", title=True)
        for key, kind, language in PLAYED
    }
    try:
        for game in games.values():
            game.start()
            open_table_from_the_title(game)
        play_together(games.values(), LONGEST_HAND)
        yield games
    finally:
        for game in games.values():
            game.stop()


@pytest.mark.parametrize("key", [key for key, *_ in PLAYED])
def test_a_hand_from_the_title_to_the_sheet_and_on_to_the_next(played: dict[str, Game], key: str) -> None:
    game = played[key]
    assert_played_as_answered(game)
    assert game.record().settings.variant == key
    wait_for_scene(game, SettlementScene)
    wait_until_shown(game, sheet_of(game), 0.98)
    sheet = game.mirror().services.scenes.top
    assert isinstance(sheet, SettlementScene)
    game.fingers.tap(sheet._next.rect.center)
    wait_for(game, lambda: len(game.record().hands) == 2, "no next hand")
    assert game.complaints == ""


# ---- one's own hand -------------------------------------------------------------------------------------------------


@pytest.fixture
def game(display: str, tmp_path: Path) -> Iterator[Game]:
    """A table at which one is asked for a discard."""
    xdotool(display, "mousemove", 0, 0)  # a tile under the mouse, wherever another test left it, would be lifted
    game = Game(display, tmp_path, "sichuan", "zh_CN", "touch", EARLY, matches=100)
    game.start()
    try:
        wait_for_scene(game, TableScene)
        play_until(game, AskKind.TURN)
        yield game
        assert game.complaints == ""
    finally:
        game.stop()


class Rearranged:
    """The hand in the window beside the one off screen, to which the same is done without a finger."""

    def __init__(self, game: Game) -> None:
        self.game, self.scene = game, game.mirror()
        arrangement = self.scene.hand.arrangement
        area = self.scene.view.layout.hand_rect(len(arrangement), arrangement.apart)
        self.area = area.inflate(0, 40).clip(pygame.Rect((0, 0), SIZE))

    def wait_until_alike(self) -> None:
        """Wait until the hands look the same."""
        wait_until_shown(self.game, self._picture(), ALIKE, self.area)

    def wait_until_different(self) -> None:
        """Wait until they do not."""
        mine = self._picture()
        wait_for(self.game, lambda: likeness(self.game.picture(), mine, self.area) < ALIKE, "nothing has changed")

    def _picture(self) -> pygame.Surface:
        services = self.scene.services
        for _ in range(30):
            services.clock.now += 0.05  # type: ignore[attr-defined]
            self.scene.update(0.05)
        return render_scene(self.scene)


def test_tiles_are_moved_swapped_and_sorted_by_fingers(game: Game) -> None:
    both, before = Rearranged(game), game.hand()
    scene, fingers = both.scene, game.fingers
    both.wait_until_alike()
    fingers.drag([tile_place(scene, 1), tile_place(scene, 7)])
    both.wait_until_different()
    assert scene.hand.insert(1, 7)
    both.wait_until_alike()  # a tile is pulled along the hand
    fingers.tap(tile_place(scene, 2))
    fingers.tap(tile_place(scene, 9))
    assert scene.hand.swap(2, 9)
    both.wait_until_alike()  # two tiles change places by a tap on each
    fingers.down(tile_place(scene, 4), 1)
    fingers.down(tile_place(scene, 8), 2)
    fingers.up(2)
    fingers.up(1)
    scene.hand.sort()
    both.wait_until_alike()  # two fingers at once sort
    fingers.tap(tile_place(scene, 4))
    scene.hand.input.select(scene.hand.arrangement.pieces[4].id)
    both.wait_until_alike()  # and one raises a tile as before
    assert game.hand() == before


def test_a_long_press_tells_about_a_tile_until_the_finger_goes(game: Game) -> None:
    scene, before = game.mirror(), game.hand()
    game.fingers.tap((5, SIZE[1] // 2))
    still = game.picture()
    game.fingers.down(tile_place(scene, 3))
    wait_for(game, lambda: likeness(game.picture(), still) < 0.995, "no card about the tile")
    game.fingers.up()
    beside = pygame.Rect(BESIDE_THE_CAPTION, 0, SIZE[0] - BESIDE_THE_CAPTION, SIZE[1])
    wait_for(game, lambda: likeness(game.picture(), still, beside) == 1.0, "it stays until a finger comes")
    assert game.hand() == before


def test_a_finger_that_leaves_the_window_throws_and_answers_nothing(game: Game) -> None:
    both, before = Rearranged(game), game.hand()
    start = tile_place(both.scene, 3)
    for end in ((start[0], SIZE[1] + 80), (-90, start[1]), (SIZE[0] + 90, start[1])):
        game.fingers.drag([start, end])
        both = Rearranged(game) if end[1] > SIZE[1] else both
        assert game.hand() == before
    play_until(game, AskKind.CLAIM)
    scene, before = game.mirror(), game.hand()
    assert scene.desk.box is not None
    for card in scene.desk.box.cards:
        game.fingers.drag([card.rect.center, (card.rect.centerx, -50)])
    assert game.picture() is not None
    assert game.hand() == before


def lose_the_window(game: Game) -> None:
    """Another window comes to the front, then this one again; fingers that are down stay there."""
    game.xdotool("windowminimize", "--sync", game.window)
    time.sleep(SETTLE)
    game.xdotool()
    time.sleep(SETTLE)


def test_a_finger_that_is_down_when_the_window_loses_the_focus_means_nothing_any_more(game: Game) -> None:
    scene, before = game.mirror(), game.hand()
    start = tile_place(scene, 3)
    game.fingers.drag([start, (start[0], start[1] - 200)], lift=False)
    lose_the_window(game)
    game.fingers.up()
    time.sleep(SETTLE)
    assert game.hand() == before
    play_until(game, AskKind.CLAIM)
    scene, before = game.mirror(), game.hand()
    assert scene.desk.box is not None
    for card in scene.desk.box.cards:
        game.fingers.down(card.rect.center)
        lose_the_window(game)
        game.fingers.up()
        time.sleep(SETTLE)
        assert game.hand() == before, "the card was let go"
    last = scene.desk.box.cards[-1]
    game.fingers.tap(last.rect.center)
    wait_for(game, lambda: game.hand() != before, "a tap answers as before")


# ---- pages and fields ------------------------------------------------------------------------------------------------


@pytest.fixture
def title(display: str, tmp_path: Path) -> Iterator[Game]:
    """The title."""
    game = Game(display, tmp_path, "sichuan", "zh_CN", "touch", title=True)
    game.start()
    try:
        wait_for(game, lambda: game.fingers.where()["scene"] == "TitleScene", "no title")
        time.sleep(SETTLE)
        yield game
        assert game.complaints == ""
    finally:
        game.stop()


def kept(game: Game) -> Preferences:
    """The settings as the program has saved them."""
    return PreferenceStore(game.folder / FILE_NAME).current


def test_a_page_of_settings_is_pulled_by_a_finger_and_nothing_on_it_changes(title: Game) -> None:
    game, group = title, "controls"
    touch(game, show_title, is_entry("gear"))
    wait_for_scene(game, SettingsScene)
    number = [each.key for each in GROUPS].index(group)
    entries = [w for w in form_of(game, lambda s: show_settings(s, GROUPS[0].key)) if isinstance(w, GroupEntry)]
    game.fingers.tap(entries[number].rect.center)
    time.sleep(SETTLE)
    before = kept(game)
    scene = SettingsScene(game.services(ShotClock()), group)
    top = render_scene(scene)
    assert scene._scroll.longest > 100
    wait_until_shown(game, top, ALIKE)
    view = scene._scroll.rect
    chance = random.Random(3)
    for _ in range(3):
        x = chance.randrange(view.left + 20, view.right - 40)
        game.fingers.drag([(x, view.bottom - 30), (x, view.bottom - 30 - 250)])
    scene._scroll.scroll_to(scene._scroll.longest)
    wait_until_shown(game, render_scene(scene), ALIKE)  # pulled to the end
    for _ in range(3):
        x = chance.randrange(view.left + 20, view.right - 40)
        game.fingers.drag([(x, view.top + 30), (x, view.top + 30 + 250)])
    wait_until_shown(game, top, ALIKE)  # and back
    assert kept(game) == before


def test_a_field_gets_the_focus_by_touch_and_loses_it_by_touch(title: Game) -> None:
    game = title
    touch(game, show_title, is_entry("people"))
    wait_for_scene(game, PeopleScene)

    def two(services: Services) -> None:
        show_people(services, ShotClock(), 2)

    counts = next(widget for widget in form_of(game, two) if isinstance(widget, Segments))
    game.fingers.tap(counts.part(2).center)

    def four(services: Services) -> None:
        show_people(services, ShotClock(), 4)

    fields = [widget for widget in form_of(game, four) if isinstance(widget, TextField)]
    for number in (3, 1):
        game.fingers.tap(fields[number].rect.center)
        typed = f"Guest{number}"
        game.xdotool("type", "--delay", 20, typed)
        wait_for(game, lambda typed=typed: typed in game.fingers.send("texts")["texts"], "no text")  # type: ignore[misc]
    touch(game, four, is_main)
    wait_for_scene(game, NewTableScene)
    game.xdotool("type", "--delay", 20, "xyz")
    show: Callable[[Services], object] = lambda services: services.scenes.push(  # noqa: E731
        NewTableScene(services, lambda new, timers: None, people=BOT_NAMES)
    )
    touch(game, show, is_main)
    wait_for(game, lambda: any((game.folder / RECORDS).glob("*")) and bool(game.hand()), "no table")
    names = [entrant.name for entrant in game.record().entrants]
    assert names[1] == "Guest1"
    assert names[3] == "Guest3"
    assert all(entrant.level is None for entrant in game.record().entrants)


# ---- four people -----------------------------------------------------------------------------------------------------


@pytest.fixture
def shared(display: str, tmp_path: Path) -> Iterator[Game]:
    """Four people at one screen."""
    game = Game(display, tmp_path, "sichuan", "zh_CN", "touch", SHORT, seats="human,human,human,human", secret=SECRET)
    game.start()
    try:
        wait_for(game, lambda: game.fingers.where()["screen"] != "", "no table")
        yield game
        assert game.complaints == ""
    finally:
        game.stop()


@pytest.fixture
def places(shared: Game) -> Any:
    """A hotseat table off screen: where the buttons of the curtain and the corners are."""
    services = shared.services(ShotClock())
    show_hotseat(services, services.clock, "curtain")  # type: ignore[arg-type]
    return services.scenes.top


def screen_of(game: Game) -> str:
    """What the hotseat screen shows."""
    return str(game.fingers.where()["screen"])


def look(game: Game, places: Any) -> None:
    """Hold a finger on the curtain: it opens, and falls when the finger goes, or leaves the window."""
    curtain = game.picture()
    place = places.curtain.hold.rect.center
    for end in (place, (place[0], -80)):
        game.fingers.down(place)
        wait_for(game, lambda: screen_of(game) == Screen.LOOK.name, "the tiles are not shown")
        game.fingers.move(end)
        wait_for(game, lambda: likeness(game.picture(), curtain) < 0.9, "the tiles are not shown")
        game.fingers.up()
        wait_for(game, lambda: screen_of(game) == Screen.CURTAIN.name, "the curtain does not fall")
        wait_until_shown(game, curtain, ALIKE)
    game.fingers.down(place)
    game.xdotool("windowminimize", "--sync", game.window)
    time.sleep(HELD)
    assert screen_of(game) == Screen.CURTAIN.name, "nobody looks at a window that is not there"
    game.xdotool()
    time.sleep(SETTLE)
    game.fingers.up()
    assert screen_of(game) == Screen.CURTAIN.name


def sit(game: Game, places: Any) -> None:
    """I am here."""
    if screen_of(game) == Screen.CURTAIN.name:
        game.fingers.tap(places.curtain.sit.rect.center)
    wait_for(game, lambda: screen_of(game) != Screen.CURTAIN.name, "the curtain does not open")


def answer(game: Game, places: Any, seat: Seat) -> None:
    """Whoever is asked takes the screen and answers as a good bot would."""
    hand = game.hand()
    ask, scene = fold(hand).asks[seat], game.mirror(seat=seat)
    command = efficient(fold(hand).masked(seat), scene.view.table.rules, ask, seeded_chooser(b"p", len(hand)))
    sit(game, places)
    time.sleep(SETTLE)
    for _ in range(4):
        game.give_at(scene, ask, command)
        end = time.monotonic() + RETRY
        while time.monotonic() < end:
            if len(game.hand()) > len(hand):
                return
            time.sleep(0.03)
    raise AssertionError(f"{command} is not taken")


def test_four_people_play_a_hand_by_touch_and_call_in_secret(shared: Game, places: Any) -> None:
    game, end, called, looked = shared, time.monotonic() + LONGEST_HAND, 0, False
    while not any(isinstance(event, RoundEnded) for event in game.hand()):
        assert time.monotonic() < end, "the hand does not end"
        assert game.process.poll() is None, game.complaints
        shown, hand = screen_of(game), game.hand()
        asks = fold(hand).asks if hand else {}
        turns = [seat for seat, ask in asks.items() if ask.kind is not AskKind.CLAIM]
        if shown in (Screen.CURTAIN.name, Screen.SEAT.name) and turns:
            if not looked and shown == Screen.CURTAIN.name:
                look(game, places)
                looked = True
            answer(game, places, turns[0])
        elif shown == Screen.PUBLIC.name and asks and not turns:
            called += call(game, places, next(iter(asks)))
        time.sleep(0.05)
    answers = [event for event in game.hand() if isinstance(event, Answered) and event.cause is Cause.PLAYER]
    thrown = {seat: sum(isinstance(a.command, Discard) for a in answers if a.seat == seat) for seat in SEATS}
    assert all(count >= 3 for count in thrown.values()), thrown
    assert called > 0
    taken = [a for a in answers if not isinstance(a.command, Discard) and a.command != PASS]
    assert len(taken) >= called, "who calls gets the screen"
    wait_for(game, lambda: game.fingers.where()["scene"] == "SettlementScene", "no sheet")


def call(game: Game, places: Any, seat: Seat) -> bool:
    """Press one's own corner in secret when one wants the tile, and take it."""
    hand, settings = game.hand(), game.record().settings
    state, rules = fold(hand), variant(settings.variant).rules(dict(settings.options))
    ask = state.asks.get(seat)
    if ask is None or efficient(state.masked(seat), rules, ask, seeded_chooser(b"p", len(hand))) == PASS:
        return False
    game.fingers.tap(places.corners.keys[seat].rect.center)
    end = time.monotonic() + 5
    while screen_of(game) == Screen.PUBLIC.name and time.monotonic() < end:
        time.sleep(0.03)
    if screen_of(game) != Screen.CURTAIN.name or seat not in fold(game.hand()).asks:
        return False
    answer(game, places, seat)
    return True
