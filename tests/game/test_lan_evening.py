"""What an evening at LAN tables has shown: people who share a computer, spectators, who was sent away, addresses."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
import zmq
from hypothesis import example, given
from hypothesis import strategies as st

from game import VERSION
from game.app import render_scene
from game.lanmatch import LOCALHOST
from game.lobby.found import FoundRow
from game.lobby.hosting import Hosting
from game.lobby.kept import Kept
from game.lobby.lines import PersonLine
from game.lobby.openhands import OpenHandsSheet
from game.lobby.people import PeopleSheet
from game.lobby.place import read_place
from game.lobby.questions import invitation, network_test
from game.lobby.words import over_words
from game.navigation import Navigation
from game.scenes.lobby import LobbyScene
from game.services import Services
from game.shots import lan
from game.shots.acts import STEP, ShotClock
from game.widgets.button import Button
from game.widgets.dialog import Dialog
from game.widgets.inputdialog import InputDialog
from net.lan import Finding, LanTable, Status, TableView, own_edition
from tests.helpers.lan import orders


@pytest.fixture
def services(timed_services: Services) -> Services:
    return timed_services


# ---- several people at one computer ---------------------------------------------------------------------------------


def two_here(scene: LobbyScene) -> None:
    """Somebody more has come to this computer, and stands."""
    assert scene.match.table is not None
    assert scene.match.view is not None
    view = scene.match.view
    guests = tuple(replace(g, names=(*g.names, "阿竹")) if g.id == lan.OWN else g for g in view.guests)
    scene.match.table._client.view = replace(view, guests=guests)
    assert scene.match.names == ("竹影", "阿竹")
    assert scene.match.standing == [1]


def test_who_comes_along_sits_down_at_once(services: Services, clock: ShotClock) -> None:
    scene = lan.show_lobby(services, clock, lan.OWN)
    scene.show_people()
    sheet = services.scenes.top
    assert isinstance(sheet, PeopleSheet)
    sheet.widgets["bring"].activate()
    question = services.scenes.top
    assert isinstance(question, InputDialog)
    assert [w.text for w in question.form.widgets if isinstance(w, Button)] == ["Cancel", "Sit down"]
    question._submit("阿竹")
    assert orders(scene.match) == [
        ("bring", {"name": "阿竹", "avatar": ""}), ("sit", {"player": 1, "seat": 3})
    ]  # fmt: skip


def test_who_came_along_and_stands_is_told_of_and_may_go_home(services: Services, clock: ShotClock) -> None:
    scene = lan.show_lobby(services, clock)
    two_here(scene)
    scene.resize()
    assert scene.sheet is not None
    assert scene.sheet.status() == "Still without a seat: 阿竹; press a free one"
    scene.show_people()
    sheet = services.scenes.top
    assert isinstance(sheet, PeopleSheet)
    sheet.widgets[f"home guest {lan.OWN}.1"].activate()
    assert orders(scene.match) == [("send_off", {"player": 1})]


def test_a_guest_is_told_what_he_can_do(services: Services, clock: ShotClock) -> None:
    """Empty seats are filled by the host; and nobody waits for himself."""
    scene = lan.show_lobby(services, clock)
    assert scene.match.table is not None
    view = scene.match.view
    told = []
    for ready in (False, True):
        for other in (False, True):
            assert view is not None
            changed = lan.seated(lan.seated(view, 0, ready=ready), 2, ready=other)
            scene.match.table._client.view = changed
            scene.resize()
            assert scene.sheet is not None
            told.append(scene.sheet.status())
    assert told == [
        'Press "ready" when you are; then the host starts', 'Press "ready" when you are; then the host starts',
        "Waiting for 老李 to be ready", "Waiting for the host to start",
    ]  # fmt: skip


def test_messages_do_not_cover_the_buttons_of_the_sheet(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock)
    scene.update(STEP)
    above = services.toasts.bottom
    scene.company.open_menu()
    scene.update(STEP)
    services.say("小满 is back")
    sheet = services.scenes.top
    assert isinstance(sheet, PeopleSheet)
    render_scene(sheet)
    assert services.toasts.bottom < above
    top = services.units.height - services.px(services.toasts.bottom) - services.control_height(40)
    assert all(widget.rect.bottom <= top for key, widget in sheet.widgets.items() if key in ("pause", "away", "leave"))
    services.scenes.pop()
    scene.update(STEP)
    assert services.toasts.bottom == above


# ---- spectators -----------------------------------------------------------------------------------------------------


def agreeing(view: TableView) -> TableView:
    """Everybody who plays lets spectators see the hands."""
    return replace(view, seats=tuple(replace(s, opens=True) if s and s.guest else s for s in view.seats))


def test_a_spectator_is_told_so_and_has_no_buttons_of_a_hand(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, watch=True)
    shown = [widget for widget in scene.controls.form.widgets if isinstance(widget, Button) and widget.visible]
    assert not {"Sort", "Cover", "Auto-win", "Discard"} & {button.text for button in shown}
    assert scene.seat_button.visible
    assert scene.seat_button.enabled


def test_no_seat_is_offered_while_people_have_all(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, lambda view: lan.seated(view, 3, level="", guest=9), watch=True)
    assert not scene.seat_button.enabled
    assert scene.seat_button.reason == "Every seat has its player"


def test_opened_hands_are_told_of_and_shown_while_all_agree(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, agreeing, watch=True)
    table = scene.match.table
    assert table is not None
    assert scene.company.open_hands() is None
    table.opened[4] = list(lan.deal("turn").log())
    for _ in range(3):
        scene.update(STEP)
    assert services.toasts.texts.count("All tiles of hand 4 may be seen now: in the menu") == 1
    show = scene.company.open_hands()
    assert show is not None
    show()
    assert isinstance(services.scenes.top, OpenHandsSheet)
    assert table.view is not None
    table._client.view = lan.seated(table.view, 1, opens=False)
    assert scene.company.open_hands() is None


def test_who_agrees_is_told_in_words(services: Services, clock: ShotClock) -> None:
    lan.show_table(services, clock, lambda view: lan.seated(view, 1, opens=True)).company.open_menu()
    sheet = services.scenes.top
    assert isinstance(sheet, PeopleSheet)
    lines = [sheet.widgets[f"seat {seat}"] for seat in range(4)]
    assert [isinstance(line, PersonLine) and line.words.endswith(" · agrees") for line in lines] == [
        False, True, False, False
    ]  # fmt: skip


def test_who_uses_helps_is_told_in_words_as_long_as_the_table_allows_them(services: Services, clock: ShotClock) -> None:
    for hints, told in ((True, [False, True, False, False]), (False, [False] * 4)):
        scene = lan.show_table(services, clock, lambda view: lan.seated(lan.seated(view, 1, helps=True), 2, opens=True))
        table = scene.match.table
        assert table is not None
        assert table.view is not None
        settings = replace(table.view.settings, hints=hints)
        table._client.view = replace(table.view, settings=settings)
        scene.company.open_menu()
        sheet = services.scenes.top
        assert isinstance(sheet, PeopleSheet)
        lines = [sheet.widgets[f"seat {seat}"] for seat in range(4)]
        assert [isinstance(line, PersonLine) and "uses helps" in line.words for line in lines] == told
        assert isinstance(lines[2], PersonLine)
        assert lines[2].words.endswith(" · agrees")


# ---- who was sent away ----------------------------------------------------------------------------------------------


def test_why_one_is_in_the_lobby_again_stays_on_the_sheet(services: Services) -> None:
    navigation = Navigation(services)
    services.scenes.push(navigation.title())
    navigation.lan.open("The host has sent you away")
    scene = services.scenes.top
    assert isinstance(scene, LobbyScene)
    scene.update(STEP)
    assert scene.nothing._title == "The host has sent you away"
    navigation.lan.close()


@pytest.mark.parametrize(("build", "words"), [(VERSION, "Other rules of play"), ("9.1", "Version 9.1")])
def test_another_edition_is_told_in_short_and_in_full(services: Services, build: str, words: str) -> None:
    """In the row what fits there; in the hint, and after one has tried, what tells the two apart."""
    (found, *_) = lan.StillSearch().tables
    row = FoundRow(services, replace(found, offer=replace(found.offer, rules="f" * 64, build=build)), VERSION, print)
    assert row.state()[0] == words
    ours = str(own_edition(VERSION))
    assert f"{build} (ffffffff)" in row.reason
    assert ours in row.reason
    refused = SimpleNamespace(status=Status.REFUSED, why="rules", theirs=row.offer.edition)
    told = over_words(services.strings, cast(LanTable, refused))
    assert f"{build} (ffffffff); here {ours}" in told


def test_the_network_test_names_the_port_of_this_table(
    services: Services, clock: ShotClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = lan.show_lobby(services, clock, lan.OWN)
    scene.match.hosting = cast(Hosting, SimpleNamespace(place=(5001, lan.CODE), failed=""))
    scene.match.kept = Kept(LOCALHOST, 5001, lan.CODE)
    monkeypatch.setattr("game.lobby.questions.reaches_itself", lambda port: ())
    (found, *_) = lan.StillSearch().tables
    here = replace(found, offer=replace(found.offer, port=5001), addresses=(LOCALHOST,))
    network_test(services, scene.match, [found, here])
    dialog = services.scenes.top
    assert isinstance(dialog, Dialog)
    assert "The search does not find your table: a firewall of this computer blocks UDP port 27961" in dialog.text
    assert "allow Sifang (TCP 5001, UDP 27961)" in dialog.text
    network_test(services, scene.match, [replace(here, addresses=(LOCALHOST, lan.ADDRESS))])
    dialog = services.scenes.top
    assert isinstance(dialog, Dialog)
    assert "The search finds your table (port 27961)" in dialog.text
    monkeypatch.setattr("game.lobby.questions.self_test", lambda: (Finding("addresses", False),))
    network_test(services, scene.match, [])
    dialog = services.scenes.top
    assert isinstance(dialog, Dialog)
    assert dialog.text.splitlines() == [
        "This computer is on no network", "Connect it first, by cable or wireless, to the network of the others."
    ]  # fmt: skip
    scene.match.hosting = None


# ---- addresses ------------------------------------------------------------------------------------------------------


def test_a_table_joined_on_the_same_machine_is_not_read_out_as_localhost(services: Services, clock: ShotClock) -> None:
    scene = lan.show_lobby(services, clock)
    scene.match.kept = Kept(LOCALHOST, lan.PORT, lan.CODE)
    assert LOCALHOST not in invitation(services.strings, scene.match)


@given(text=st.text("aZ09.-_:*[]%/@ 。：", max_size=12))
@example(text="-")
@example(text="...")
def test_the_library_takes_whatever_address_was_read(text: str) -> None:
    place = read_place(text)
    if place is not None:
        with zmq.Context() as context, context.socket(zmq.DEALER) as dealer:
            dealer.linger = 0
            dealer.connect(f"tcp://{place[0]}:{place[1]}")
