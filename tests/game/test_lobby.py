"""The LAN lobby: all inside the window, by mouse and by keys; and a real table hosted, joined, lost and found."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pygame
import pytest

from game import VERSION
from game.app import render_scene
from game.files import DATA_DIR_VARIABLE
from game.lanmatch import LOCALHOST, Absence, Absent, ChatLine, LanMatch
from game.lobby.codefield import CodeField
from game.lobby.found import FoundRow
from game.lobby.hosting import HostWish
from game.lobby.hosttable import HostTableScene
from game.lobby.kept import Kept, Note
from game.lobby.lantable import LanTableScene
from game.lobby.people import PeopleSheet
from game.lobby.place import read_place
from game.lobby.rules import RulesSheet, rule_chips
from game.lobby.search import TableSearch
from game.lobby.seatcard import LobbySeat
from game.lobby.words import NOTICES, OUTCOMES, absence_words, notice_words, phrase_words
from game.navigation import Navigation
from game.scenes.lobby import LobbyActions, LobbyScene
from game.scenes.title import MenuEntry, TitleScene
from game.services import Services
from game.strings import Strings
from game.tableinfo import TableEnd
from game.widgets.base import Widget
from game.widgets.dialog import Dialog
from net.build import rules_hash
from net.discovery import FoundTable, Offer
from net.lan import (
    Connection,
    Fair,
    GuestView,
    Notice,
    Person,
    Phase,
    Role,
    Said,
    Sitter,
    Status,
    TableSettings,
    TableView,
)  # fmt: skip
from net.orders import ORDERS
from net.schema import NOTICES as NOTICE_CODES
from net.timers import Timers
from net.wire import PROTOCOL
from rules.match import Length, LengthUnit
from rules.variants import variant

from .conftest import MakeServices, click, press

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (2560, 1080)]
TIMERS = Timers(20.0, 10.0, 20.0, 20.0, 0.0, None)
EMPTY_HANDED = ("found", "chat", "middle")


def settings(key: str = "wuhan", **changes: Any) -> TableSettings:
    options = tuple(variant(key).choose({}).items())
    return replace(TableSettings(key, options, Length(LengthUnit.HANDS, 1), TIMERS), **changes)


def table_view(keeper: int = 1, phase: Phase = Phase.LOBBY) -> TableView:
    """Three people and an empty seat; one's own guest number is 2."""
    seats = Sitter("竹影", guest=2, ready=True), Sitter("小满", guest=1), Sitter("老李", guest=3, ping=4), None
    guests = tuple(GuestView(s.guest, (s.name,), Role.PLAYER, Connection.HERE) for s in seats if s is not None)
    return TableView("周五家庭局", phase, settings(), seats, guests, keeper, False, True)


class StubTable:
    """A joined table that only writes down what is ordered."""

    def __init__(self, view: TableView, me: int = 2) -> None:
        self.view, self.me = view, me
        self.status, self.why, self.place = Status.JOINED, "", "x"
        self.new_code: tuple[str, int] | None = None
        self.opened: dict[int, list[Any]] = {}
        self.orders: list[tuple[Any, ...]] = []
        self.players: tuple[int, ...] = ()
        self.said: tuple[Said, ...] = ()
        self.link, self.fair = StubLink(), Fair.UNKNOWN

    def take_notices(self) -> list[Notice]:
        return []

    def take_outcomes(self) -> list[Notice]:
        return []

    @property
    def is_keeper(self) -> bool:
        return self.view.keeper == self.me

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *values: self.orders.append((name, *values))


class StubLink:
    """A link that has nothing to say."""

    seats = (0,)

    def poll(self, now: float) -> list[Any]:
        return []

    def may_take_back(self, seat: int) -> bool:
        return False


class StubSearch(TableSearch):
    """Found tables that stay as they are."""

    def poll(self, now: float) -> bool:
        return False


def found(name: str, port: int = 27960, **changes: Any) -> FoundTable:
    offer = Offer(name, name, "sichuan", Phase.LOBBY, 2, 2, True, PROTOCOL, VERSION, rules_hash(), port, False)
    return FoundTable(replace(offer, **changes), "192.168.1.7", ("192.168.1.7",), 0.0, 0.01)


TABLES = (
    found("周五家庭局"), found("Lab at noon", code=True), found("老李的桌", phase=Phase.PLAY, free=0, seats=4, hand=5),
    found("Show", build="0.0.9", rules="ab"), found("Fifth", port=1234),
)  # fmt: skip


@pytest.fixture
def match(tmp_path: Path) -> Iterator[LanMatch]:
    made = LanMatch(tmp_path)
    yield made
    made.close()


def lobby(services: Services, match: LanMatch, view: TableView | None = None, me: int = 2) -> LobbyScene:
    """A lobby; with a view, at that table."""
    if view is not None:
        match.table = StubTable(view, me)  # type: ignore[assignment]
        match.kept = Kept("192.168.1.7", 27960, "47K2QD")
        match.lines = [ChatLine(said=Said(3, "老李", "来了 " * 20)), ChatLine(notice=Notice("lost", "老李", 3))] * 6
    search = StubSearch()
    search.tables = TABLES
    actions = LobbyActions(lambda: [Person("竹影")], services.scenes.clear, lambda: None)
    scene = LobbyScene(services, match, search, actions)
    services.scenes.push(scene)
    return scene


def stub(match: LanMatch) -> StubTable:
    return cast(StubTable, match.table)


def pressable(widgets: dict[str, Widget]) -> dict[str, Widget]:
    return {key: widget for key, widget in widgets.items() if key not in EMPTY_HANDED}


def inside_card(key: str, other: str) -> bool:
    """Buttons that lie on a card, or rows that scroll."""
    return other.startswith("seat ") or key.startswith("seat ") or key.startswith("row ") or other.startswith("row ")


# ---- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "text_size"), [("zh_CN", 100), ("en", 100), ("en", 150), ("zh_TW", 150)])
@pytest.mark.parametrize("state", ["guest", "host", "none"])
def test_no_control_is_off_screen_or_under_another(
    make_services: MakeServices, match: LanMatch, size: tuple[int, int], language: str, text_size: int, state: str
) -> None:
    services = make_services(size, language=language, text_size=text_size)
    view = None if state == "none" else table_view(keeper=2 if state == "host" else 1)
    scene = lobby(services, match, view)
    picture = render_scene(scene)
    window = picture.get_rect()
    widgets = pressable(scene.widgets)
    for key, widget in widgets.items():
        shown = widget.rect if widget.clip is None else widget.rect.clip(widget.clip)
        assert window.contains(shown), (key, widget.rect)
        assert key.startswith("row ") or min(widget.rect.size) > 15, (key, widget.rect)
    for (key, widget), (other, another) in itertools.combinations(widgets.items(), 2):
        if not inside_card(key, other):
            assert not widget.rect.colliderect(another.rect), (key, other)
    match.table = None


@pytest.mark.parametrize("size", SIZES[:3])
def test_rules_talk_and_the_host_screen_stay_inside(
    make_services: MakeServices, match: LanMatch, size: tuple[int, int]
) -> None:
    services = make_services(size, text_size=130)
    for scene in (
        RulesSheet(services, settings("lishui")),
        HostTableScene(services, lambda wish: None),
    ):
        window = render_scene(scene).get_rect()
        for widget in scene.form.widgets:
            shown = widget.rect if widget.clip is None else widget.rect.clip(widget.clip)
            assert not shown.size[1] or window.contains(shown), (type(scene), type(widget), widget.rect)
        services.scenes.pop()


def test_the_chips_tell_no_rule_that_house_rules_have_changed(make_services: MakeServices) -> None:
    services, usual = make_services(), settings("changsha")
    telling = rule_chips(services, usual)[0]
    assert telling not in rule_chips(services, replace(usual, options=(("bird", "no"),)))


# ---- words -----------------------------------------------------------------------------------------------------------


def test_everything_that_can_happen_has_words() -> None:
    assert set(NOTICES) == set(NOTICE_CODES)
    strings = Strings("en")
    assert notice_words(strings, Notice("kicked", "Li", 3)) == "Li was sent away"
    assert phrase_words(strings, 31) == "…"
    assert {"taken", "seats", "not_ready", "spectators"} <= set(OUTCOMES)
    assert {"sit", "swap", "ready", "kick"} <= set(ORDERS)


def test_four_ways_of_being_absent_have_four_words_and_icons() -> None:
    told = [absence_words(Strings("zh_CN"), Absence(kind, 42.0)) for kind in Absent]
    assert len({words for _, words in told}) == len(Absent)
    assert ("link", "掉线 0:42") in told
    icons = {absence_words(Strings("zh_CN"), Absence(kind))[0] for kind in Absent if kind is not Absent.BOT}
    assert len(icons) == len(Absent) - 1


def test_who_left_and_who_was_sent_away_are_told_apart(match: LanMatch) -> None:
    seats = (
        table_view().seats[0], Sitter("小满", level="efficient", connection=Connection.LEFT),
        Sitter("老李", level="efficient", connection=Connection.KICKED), Sitter("梅娘", connection=Connection.LOST),
    )  # fmt: skip
    match.table = StubTable(replace(table_view(phase=Phase.PLAY), seats=seats))  # type: ignore[assignment]
    kinds = {1: Absent.LEFT, 2: Absent.KICKED, 3: Absent.AWAITED}
    assert match.absences() == {player: Absence(kind, 30.0) for player, kind in kinds.items()}
    assert match.free_players == [(1, "小满"), (2, "老李"), (3, "梅娘")]
    match.table = None


# ---- typing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("192.168.1.23", ("192.168.1.23", 27960)), (" host-2.local:5000 ", ("host-2.local", 5000)), ("", None),
        ("a b", None), ("1.2.3.4:", ("1.2.3.4", 27960)), ("1.2.3.4:70000", None), ("1.2.3.4:0", None), ("表", None),
        ("x:\N{FULLWIDTH DIGIT ONE}", ("x", 1)), ("\N{FULLWIDTH DIGIT ONE}.2。3.4：5", ("1.2.3.4", 5)), ("-", None),
        ("...", None), ("a..b", None), ("999.1.1.1", None), ("1.2.3", None), ("::1", None), ("[::1]:27960", None),
        ("fe80::1%eth0", None), ("http://x", None), ("host:27960/", None), ("*", None), ("my_pc", ("my_pc", 27960)),
    ],
)  # fmt: skip
def test_an_address_is_read_or_refused(typed: str, place: tuple[str, int] | None) -> None:
    assert read_place(typed) == place


def test_the_code_field_takes_what_codes_are_made_of(services: Services) -> None:
    sent: list[str] = []
    field = CodeField(services, "", lambda text: None, sent.append)
    field.insert("47k-2u!")
    field.insert("o i9")
    assert field.text == "47K201"  # U is in no code; O and I look like 0 and 1
    field.rect = pygame.Rect(0, 0, 300, 50)
    cells = [field.cell(index) for index in range(6)]
    assert all(one.right < two.left for one, two in itertools.pairwise(cells))
    assert cells[-1].right <= field.rect.right


# ---- what one does ---------------------------------------------------------------------------------------------------


def send(scene: LobbyScene, *events: pygame.Event) -> None:
    for event in events:
        scene.services.scenes.top.handle(event)
    scene.services.scenes.top.update(0.0)


def test_a_table_with_a_code_asks_for_it_and_another_version_is_not_joined(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match)
    scene.form.focus(scene.widgets["row Lab at noon"])
    send(scene, press(pygame.K_RETURN))
    assert scene.form.focused is scene.join_panel.code
    assert scene.join_panel.address.text == "192.168.1.7:27960"
    assert match.status is None
    other = scene.widgets["row Show"]
    assert isinstance(other, FoundRow)
    assert not other.enabled
    assert "0.0.9" in other.reason
    assert VERSION in other.reason
    send(scene, *click(other.rect.center))
    assert match.status is None


def test_a_guest_is_ready_by_mouse_and_key_and_sits_where_it_is_pressed(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match, table_view())
    send(scene, press(pygame.K_r))
    send(scene, *click(scene.widgets["main"].rect.center))
    assert stub(match).orders == [("ready", False), ("ready", False)]
    send(scene, *click(scene.widgets["seat 3"].rect.center))
    assert stub(match).orders[-1] == ("sit", 3, 0)
    send(scene, *click(scene.widgets["seat 2"].rect.center))  # somebody sits there: a question first
    assert isinstance(services.scenes.top, Dialog)
    services.scenes.top.form.widgets[0].activate()
    assert stub(match).orders[-1] == ("ask_swap", 2)
    assert "bot 3" not in scene.widgets
    assert "kick 2" not in scene.widgets
    match.table = None


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("chosen", [{}, {"large_targets": True}, {"large_targets": True, "text_size": 150}], ids=str)
def test_no_button_lies_on_an_avatar(
    make_services: MakeServices, match: LanMatch, size: tuple[int, int], chosen: dict[str, int]
) -> None:
    scene = lobby(make_services(size, **chosen), match, table_view(keeper=2))
    kicks = [name for name in scene.widgets if name.startswith("kick")]
    assert kicks
    for name in kicks:
        card = scene.widgets[name.replace("kick", "seat")]
        assert isinstance(card, LobbySeat)
        assert card.rect.contains(card.avatar)
        assert not card.avatar.colliderect(scene.widgets[name].rect)


def may_start(scene: LobbyScene) -> bool:
    return scene.widgets["main"].enabled


def test_the_host_seats_bots_kicks_and_starts_only_when_all_are_ready(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match, table_view(keeper=2))
    start = scene.widgets["main"]
    assert not start.enabled
    assert "小满" in start.reason
    send(scene, press(pygame.K_RETURN))
    assert stub(match).orders == []
    scene.widgets["bot 3"].activate()
    assert stub(match).orders.pop() == ("seat_bot", 3, "efficient")
    scene.widgets["kick 1"].activate()
    assert isinstance(services.scenes.top, Dialog)
    send(scene, press(pygame.K_ESCAPE))
    assert stub(match).orders == []  # the safe answer keeps him
    view = table_view(keeper=2)
    stub(match).view = replace(view, seats=tuple(replace(s, ready=True) if s else None for s in view.seats))
    scene.update(0.0)
    assert may_start(scene)
    send(scene, press(pygame.K_RETURN))
    assert stub(match).orders == [("seat_bot", 3, "efficient"), ("start",)]
    match.bots = False
    scene.resize()
    assert not may_start(scene)
    match.table = None


def test_what_one_types_and_the_focus_survive_news(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match, table_view())
    scene.form.focus(scene.say)
    scene.say.insert("half a sen")
    stub(match).view = replace(table_view(), name="Another name")
    scene.update(0.0)
    assert scene.form.focused is scene.say
    assert scene.say.text == "half a sen"
    scene.form.focus(scene.widgets["leave"])
    stub(match).view = table_view()
    scene.update(0.0)
    assert scene.form.focused is scene.widgets["leave"]
    send(scene, press(pygame.K_ESCAPE))
    assert isinstance(services.scenes.top, Dialog)
    match.table = None


def test_a_wish_to_swap_is_a_question_with_two_answers(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match, table_view())
    match._notices = [Notice("swap_asked", "老李", 3, 0)]
    scene.update(0.0)
    assert isinstance(services.scenes.top, Dialog)
    services.scenes.top.form.widgets[0].activate()
    assert stub(match).orders == [("answer_swap", 2, True)]
    match.table = None


def test_two_at_a_screen_read_whose_seat_is_wished_for(make_services: MakeServices, match: LanMatch) -> None:
    services, view = make_services(language="en"), table_view()
    two = GuestView(2, ("竹影", "梅娘"), Role.PLAYER, Connection.HERE)
    seats = (*view.seats[:3], Sitter("梅娘", guest=2, player=1))
    scene = lobby(services, match, replace(view, seats=seats, guests=(two, *view.guests[1:])))
    match._notices = [Notice("swap_asked", "老李", 3, 3)]
    scene.update(0.0)
    assert isinstance(services.scenes.top, Dialog)
    assert services.scenes.top.title == "老李 would like to swap seats with 梅娘"
    match.table = None


def test_after_joining_by_code_keys_are_the_lobby_s_again(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match)
    scene.form.focus(scene.join_panel.code)
    match.join = lambda *place, **how: None  # type: ignore[method-assign]
    scene.join(("192.168.1.7", 27960), "47K2QD")
    assert scene.form.focused is None


def test_rules_that_stay_as_they_are_keep_everybody_ready(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match, table_view(keeper=2))
    for wished in (settings(), settings("lishui")):
        scene.change_rules()
        assert isinstance(services.scenes.top, HostTableScene)
        assert services.scenes.top.heading[0] == services.tr("Change the rules")
        services.scenes.top.open_table(HostWish("周五家庭局", wished, False))
    assert stub(match).orders == [("settings", settings("lishui"))]
    match.table = None


def test_every_widget_is_reached_by_tab(services: Services, match: LanMatch) -> None:
    scene = lobby(services, match, table_view(keeper=2))
    reached = set()
    for _ in range(60):
        send(scene, press(pygame.K_TAB))
        reached |= {key for key, widget in scene.widgets.items() if widget.focused}
    missed = {key for key, widget in scene.widgets.items() if widget.takes_focus} - reached
    assert not missed
    match.table = None


def test_the_title_opens_the_lobby_and_tells_what_was_found(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    now = [0.0]
    services.clock = lambda: now[0]
    navigation = Navigation(services)
    navigation.lan._search = search = StubSearch()
    title = navigation.title()
    services.scenes.push(title)
    entry = next(w for w in title.form.widgets if isinstance(w, MenuEntry) and w.icon == "lan")
    search.tables = TABLES
    title.update(0.0)
    assert entry.note == "With others nearby"  # the first picture waits for no network
    now[0] = 1.0
    title.update(1.0)
    assert entry.note == "5 tables found"
    Note(tmp_path).write(Kept(LOCALHOST, 1, "47K2QD"))
    title.update(1.0)
    assert entry.note == "Your seat waits"
    Note(tmp_path).forget()
    title.handle(press(pygame.K_l))
    scene = services.scenes.top
    assert isinstance(scene, LobbyScene)
    assert services.background() == float("inf")
    scene.handle(press(pygame.K_ESCAPE))
    assert isinstance(services.scenes.top, TitleScene)
    navigation.lan.close()


def test_the_padlock_the_banner_and_the_absent_are_drawn(services: Services, match: LanMatch) -> None:
    """The table of a LAN match, beside the same one with nothing to tell."""
    view = replace(table_view(phase=Phase.PLAY), seats=(*table_view().seats[:3], Sitter("梅娘", level="efficient")))
    match.table = StubTable(view)  # type: ignore[assignment]
    scene = LanTableScene(services, match, view, TableEnd())
    plain = render_scene(scene)
    assert scene.company.banner.text == ""
    stub(match).status, stub(match).fair = Status.SILENT, Fair.BROKEN
    seats = (view.seats[0], replace(view.seats[1], connection=Connection.AWAY), *view.seats[2:])  # type: ignore[type-var]
    stub(match).view = replace(view, seats=seats)
    told = render_scene(scene)
    assert "reconnecting" in scene.company.banner.text
    assert scene.company.banner.visible
    assert scene.table.presences[1].icon == "moon"
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(told, "RGB")
    for event in click(scene.company.talk_button.rect.center):
        scene.handle(event)
    assert scene.company.talk.is_open
    scene.company.talk.close()
    scene.ask_to_leave()
    assert isinstance(services.scenes.top, PeopleSheet)
    services.scenes.top.widgets["leave"].activate()
    assert isinstance(services.scenes.top, Dialog)
    assert [answer.text for answer in services.scenes.top.answers] == ["Leave for good", "Away for a moment", "Play on"]
    services.scenes.top.form.widgets[1].activate()
    assert stub(match).orders[-1] == ("away", True)
    match.table = None
