"""What one may do at a LAN table: people, code, the chat beside the play, seats for spectators, saved matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app import render_scene
from game.files import LAN, RECORDS
from game.lanmatch import ChatLine
from game.lobby.hosting import HostWish
from game.lobby.hosttable import HostTableScene
from game.lobby.openhands import APART, OpenHandsSheet
from game.lobby.people import PeopleSheet
from game.lobby.saved import SavedScene, saved_matches
from game.scene import Scene
from game.scenes.lobby import LobbyScene
from game.services import Services
from game.shots import lan
from game.shots.acts import STEP, ShotClock
from game.widgets.button import Button
from game.widgets.dialog import Dialog
from net.entrants import Entrant
from net.journal import Journal
from net.lan import Outcome, Said
from rules.bots import LEVELS, seeded_chooser
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.simulate import play_hand
from rules.variants import variant
from tests.helpers.lan import all_orders, orders

from .conftest import MakeServices, click, press

SIZES = [(1024, 600), (1280, 720), (2560, 1080)]


@pytest.fixture
def services(timed_services: Services) -> Services:
    return timed_services


def top(services: Services) -> Scene:
    return services.scenes.top


def answer(services: Services, text: str) -> None:
    """Press an answer of the question on top."""
    dialog = top(services)
    assert isinstance(dialog, Dialog)
    next(w for w in dialog.form.widgets if isinstance(w, Button) and w.text == text).activate()


# ---- people ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [100, 150])
def test_the_sheet_of_people_stays_inside(make_services: MakeServices, size: tuple[int, int], text_size: int) -> None:
    services = make_services(size, language="en", text_size=text_size)
    lan.show_menu(services, ShotClock(), keeper=lan.OWN)
    sheet = top(services)
    assert isinstance(sheet, PeopleSheet)
    window = render_scene(sheet).get_rect()
    for key, widget in sheet.widgets.items():
        shown = widget.rect if widget.clip is None else widget.rect.clip(widget.clip)
        assert window.contains(shown), key


def test_the_host_sends_away_after_a_question_and_makes_a_new_code(services: Services, clock: ShotClock) -> None:
    scene = lan.show_lobby(services, clock, lan.OWN)
    scene.show_people()
    sheet = top(services)
    assert isinstance(sheet, PeopleSheet)
    assert "kick guest 4" in sheet.widgets  # the spectator, too
    sheet.widgets["kick 2"].activate()
    answer(services, "Let them stay")
    assert orders(scene.match) == []
    sheet.widgets["kick 2"].activate()
    answer(services, "Send away")
    sheet.widgets["renew"].activate()
    answer(services, "New code")
    assert orders(scene.match) == [("kick", {"guest": 3}), ("renew_code", {})]


def test_a_guest_neither_kicks_nor_renews(services: Services, clock: ShotClock) -> None:
    lan.show_lobby(services, clock).show_people()
    sheet = top(services)
    assert isinstance(sheet, PeopleSheet)
    assert not [key for key in sheet.widgets if key.startswith("kick") or key == "renew"]


def test_hands_are_opened_only_if_all_agree_and_it_can_be_taken_back(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock)
    scene.company.open_menu()
    sheet = top(services)
    assert isinstance(sheet, PeopleSheet)
    agree = sheet.widgets["agree"]
    assert isinstance(agree, Button)
    assert agree.text == "I agree"
    agree.activate()
    assert orders(scene.match) == [("open_hands", {"on": True})]


def test_the_others_are_told_who_looks_at_helps(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock)
    assert all_orders(scene.match) == [("helps", {"on": True})]
    services.preferences.change(waits_panel=False)
    clock.wait(services, 1.0)
    assert all_orders(scene.match)[1:] == [("helps", {"on": False})], "told once, and when it changes"
    badges = [scene.view.table.presence(seat).helps for seat in range(4)]
    assert badges == [False, True, False, False]


def test_who_only_watches_tells_nothing_of_helps(services: Services, clock: ShotClock) -> None:
    assert all_orders(lan.show_table(services, clock, watch=True).match) == []


def test_pause_away_and_leaving_are_in_the_menu(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock)
    for key in ("pause", "away"):
        scene.handle(press(pygame.K_ESCAPE))
        sheet = top(services)
        assert isinstance(sheet, PeopleSheet)
        sheet.widgets[key].activate()
        if top(services) is sheet:
            services.scenes.pop()
    assert orders(scene.match) == [("pause", {"on": True}), ("away", {"on": True})]


# ---- banner ---------------------------------------------------------------------------------------------------------


def test_who_is_awaited_is_named_and_need_not_be_waited_for(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, lan.awaited)
    assert "小满, 老李" in scene.company.banner.text
    scene.company.banner.buttons[0].activate()
    assert orders(scene.match) == [("pause", {"on": False})]


def test_a_change_of_signs_loses_no_press(services: Services, clock: ShotClock) -> None:
    """A card is still held down after bars and banners have changed."""
    scene = lan.show_table(services, clock, hand="call")
    assert scene.desk.box is not None
    card = scene.desk.box.cards[-1]
    down, up = click(card.rect.center)[-2:]
    scene.handle(down)
    assert scene.match.table is not None
    scene.match.table._client.view = lan.seated(lan.play_view("call"), 1, ping=900)
    clock.wait(services, STEP)
    assert scene.desk.box.cards[-1] is card
    assert card.pressed
    scene.handle(up)
    assert scene.playback.prompt is None or scene.playback.prompt.answer is not None


# ---- chat -----------------------------------------------------------------------------------------------------------


def test_one_chats_beside_a_question_and_nothing_covers_it(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, hand="call")
    scene.handle(press(pygame.K_t))
    assert scene.company.talk.types
    scene.handle(pygame.Event(pygame.TEXTINPUT, text="hello"))
    scene.handle(press(pygame.K_p))  # a letter, not a pong
    scene.handle(press(pygame.K_RETURN))
    assert orders(scene.match) == [("chat", {"text": "hello"})]
    assert scene.desk.box is not None
    assert not scene.company.talk.rect.colliderect(scene.desk.box.rect)
    scene.handle(press(pygame.K_ESCAPE))
    assert not scene.company.talk.is_open
    assert scene.playback.prompt is not None
    assert scene.playback.prompt.answer is None


def test_what_was_not_read_is_counted_until_the_chat_is_opened(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, hand="call")
    for text in ("one", "two"):
        scene.match.lines.append(ChatLine(said=Said(1, "小满", text)))
    clock.wait(services, STEP)
    assert scene.company.talk_button.unread() == 2
    box = scene.desk.box
    assert box is not None
    assert not any(scene.company.bubble_place(bubble, scene).colliderect(box.rect) for bubble in scene.company.bubbles)
    for event in click(scene.company.talk_button.rect.center):
        scene.handle(event)
    clock.wait(services, STEP)
    assert scene.company.talk.is_open
    assert scene.company.talk_button.unread() == 0


# ---- seats for spectators -------------------------------------------------------------------------------------------


def test_a_spectator_takes_a_free_seat(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, lan.awaited, watch=True)
    for event in click(scene.seat_button.rect.center):
        scene.handle(event)
    answer(services, "老李")
    assert orders(scene.match) == [("take", {"player": 2})]


def test_who_wanted_to_play_is_asked_at_once(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, watch=True)
    scene.match.watching = scene._asked_for_seat = False
    clock.wait(services, STEP)
    assert isinstance(top(services), Dialog)


def joined(services: Services, clock: ShotClock, free: int) -> Iterator[tuple[str, bool]]:
    """Choose a running table of the list with so many free seats; what is joined then, and whether to watch."""
    lan.show_free_seat(services, clock) if free else lan.show_found(services, clock)
    scene = services.scenes._scenes[-2 if free else -1]
    assert isinstance(scene, LobbyScene)
    told: list[tuple[str, bool]] = []

    def join(place: tuple[str, int], code: str, people: object, watch: bool = False) -> None:
        told.append((place[0], watch))

    scene.match.join = join  # type: ignore[method-assign, assignment]
    if free:
        answer(services, "Take a seat")
    else:
        scene.choose(scene.search.tables[2])
    yield from told


def test_a_running_table_with_a_free_seat_is_joined_to_play_and_a_full_one_to_watch(
    services: Services, clock: ShotClock
) -> None:
    assert list(joined(services, clock, free=1)) == [("192.168.1.32", False)]
    services.scenes.clear()
    assert list(joined(services, clock, free=0)) == [("192.168.1.32", True)]


@pytest.mark.parametrize("size", [(1024, 600), (1024, 768), (1280, 720), (3840, 2160)])
def test_opened_hands_show_every_tile(make_services: MakeServices, clock: ShotClock, size: tuple[int, int]) -> None:
    """Deal and end side by side: the hands take the whole of their bands."""
    services = make_services(size)
    lan.show_open_hands(services, clock)
    sheet = top(services)
    assert isinstance(sheet, OpenHandsSheet)
    dealt = [len(row.dealt.pieces) for row in sheet.rows]
    assert dealt in ([14, 13, 13, 13], [13] * 4, [13, 13, 14, 13])
    assert render_scene(sheet).get_rect().contains(sheet.rect)
    widest = max(row.end.width for row in sheet.rows)
    for band in sheet.places():
        assert sheet.rect.contains(band)
        across = (max(row.dealt.width for row in sheet.rows) + APART + widest) * sheet.tile
        assert 0.9 * band.width < across <= band.width


# ---- saved matches --------------------------------------------------------------------------------------------------


def written(folder: Path, seed: bytes, hands: int = 1, of: int = 4) -> Path:
    """The journal of a match of so many hands, some of them played."""
    key = "lishui"
    settings = MatchSettings(key, (), Length(LengthUnit.HANDS, of), seed)
    match = Match(settings, variant(key))
    folder.mkdir(parents=True)
    journal = Journal(
        folder / f"20261128-211400-{key}.sifang", settings, [Entrant("小满"), *[Entrant("B", "efficient")] * 3]
    )
    for _ in range(hands):
        hand = play_hand(match.rules, match.next_deal(), [LEVELS["uniform"]] * 4, seeded_chooser(seed, 1))
        journal(hand.log)
        match.record(hand.state)
    journal.close()
    return journal.path


def test_matches_that_go_on_are_listed_once_and_hosted_again(services: Services, tmp_path: Path) -> None:
    records = tmp_path / RECORDS
    first = written(records / LAN / "aa", b"a" * 16)
    written(records / LAN / "bb", b"b" * 16, hands=1, of=1)  # over
    copy = records / LAN / "cc" / first.name
    copy.parent.mkdir()
    copy.write_bytes(first.read_bytes())
    (records / LAN / "cc" / "broken.sifang").write_bytes(b"?")
    found = saved_matches(records)
    assert [(match.path, match.hand, match.people) for match in found] == [(copy, 2, ("小满",))]
    hosted: list[object] = []
    scene = SavedScene(services, found, lambda match, open_: hosted.append((match.path, open_)))
    lan.show_found(services, ShotClock())
    services.scenes.push(scene)
    scene.handle(press(pygame.K_RETURN))
    assert hosted == [(copy, False)]


def test_a_match_that_was_played_alone_can_be_hosted_for_others(tmp_path: Path) -> None:
    records = tmp_path / RECORDS
    own = written(records, b"c" * 16)
    assert [match.path for match in saved_matches(records)] == [own]


def test_the_time_for_a_call_is_chosen_beside_that_for_a_turn(services: Services) -> None:
    wishes: list[HostWish] = []
    services.preferences.change(claim_seconds=8)
    scene = HostTableScene(services, wishes.append)
    services.scenes.push(scene)
    scene.begin()
    scene.allowed.claim = 15
    scene.begin()
    scene.choices.seconds = 0
    scene.begin()
    assert [wish.settings.timers.claim for wish in wishes] == [8.0, 15.0, None]
    again = HostTableScene(services, wishes.append, wishes[1])
    assert again.allowed.claim == 15


def test_a_new_code_is_kept_for_the_host_and_unknown_to_guests(
    tmp_path: Path, services: Services, clock: ShotClock
) -> None:
    scene = lan.show_lobby(services, clock, lan.OWN)
    match = scene.match
    match._note.path = tmp_path / "table.json"
    assert match.code == lan.CODE
    assert match.table is not None
    match.table._client.new_code = ("999999", 4711)
    match.poll(clock())
    assert match.code == "999999"
    assert match.places == ["192.168.1.23:4711"]
    kept = match._note.read()
    assert kept is not None
    assert (kept.code, kept.port, kept.new_code) == (lan.CODE, lan.PORT, "999999")
    guest = lan.show_lobby(services, clock).match
    guest.code_changed = True
    assert guest.code == ""


def test_what_became_of_answers_is_left_to_the_link(services: Services, clock: ShotClock) -> None:
    """It offers a question again whose answer came while the clocks stood still."""
    match = lan.show_lobby(services, clock).match
    assert match.table is not None
    match.table._client.outcomes = [Outcome("answer", False, "paused"), Outcome("sit", False, "taken")]
    match.poll(clock())
    assert match.take_outcomes() == [Outcome("sit", False, "taken")]
    assert match.table._client.outcomes == [Outcome("answer", False, "paused")]
