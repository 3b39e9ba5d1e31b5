"""The replay of a record: folded as at the table, from any eyes, by mouse and by keys alone."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from game.app import render_scene
from game.commands import replay as command
from game.files import DATA_DIR_VARIABLE
from game.places import Position
from game.records.readystrips import strip_place
from game.records.recorded import Recorded, RecordError, read_recorded
from game.records.sitters import Sitters, note_hand
from game.records.tape import LandmarkKind, Tape
from game.records.transport import ALL_OPEN, SPEEDS, Transport
from game.scene import Scene
from game.scenes.replay import ReplayScene
from game.scenes.settlement import SettlementScene
from game.services import Services
from game.table.hands import hand_of
from net.journal import JournalError
from rules import events as e
from rules.evolve import fold
from rules.hints import Wait, waits_now
from rules.seats import SEATS
from rules.secrecy import view_of
from rules.tiles import HIDDEN
from rules.variants import all_variants
from tests.helpers.records import write_kept, write_match

from .conftest import MakeServices, click, press


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


@pytest.fixture(scope="module")
def recorded(folder: Path) -> Recorded:
    return read_recorded(write_match(folder / "a.sifang", "sichuan_bloody", hands=3), "Zhu")


def opened(services: Services, recorded: Recorded, hand: int = 0) -> ReplayScene:
    scene = ReplayScene(services, recorded, hand)
    services.scenes.push(scene)
    scene.update(0.0)
    return scene


def top(services: Services) -> Scene:
    return services.scenes.top


def run(scene: ReplayScene, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        top(scene.services).update(0.05)


# ---- records and tapes ----------------------------------------------------------------------------------------------


def test_a_journal_is_read_with_its_seats_and_totals(recorded: Recorded) -> None:
    assert len(recorded.hands) == 3
    assert (recorded.person, recorded.partial) == (0, False)
    points = [fold(hand.events).seats for hand in recorded.hands]
    for number, hand in enumerate(recorded.hands):
        assert hand.before == tuple(sum(points[n][seat].points for n in range(number)) for seat in SEATS)
    assert recorded.totals == tuple(sum(seats[seat].points for seats in points) for seat in SEATS)


@pytest.mark.parametrize("key", list(all_variants()))
def test_every_stop_of_a_tape_is_the_fold_of_what_that_seat_was_told(key: str, tmp_path: Path) -> None:
    hand = read_recorded(write_match(tmp_path / "x.sifang", key, hands=1)).hands[0]
    for viewer in (None, 2):
        tape = Tape(hand, viewer)
        for stop in range(0, tape.end + 1, 7):
            count = tape.stops[stop]
            told = hand.events[:count] if viewer is None else tuple(view_of(hand.events[:count], viewer))
            assert tape.state(stop) == fold(told), (key, viewer, stop)
        assert tape.stops[-1] == len(hand.events)


def test_moments_are_the_calls_kongs_and_wins(recorded: Recorded) -> None:
    hand = recorded.hands[0]
    tape = Tape(hand, None)
    kinds = [landmark.kind for landmark in tape.landmarks]
    assert kinds.count(LandmarkKind.WIN) == sum(isinstance(event, e.Won) for event in hand.events)
    for landmark in tape.landmarks:
        event = hand.events[tape.stops[landmark.stop] - 1]
        assert isinstance(event, e.Melded | e.KongAnnounced | e.Won | e.Exhausted), landmark


def test_a_decision_is_where_the_seat_answers_next(recorded: Recorded) -> None:
    tape = Tape(recorded.hands[0], None)
    for seat in SEATS:
        decisions = tape.decisions(seat)
        assert decisions
        for stop in decisions:
            following = tape.seen[tape.stops[stop] : tape.stops[min(tape.end, stop + 1)]]
            assert any(isinstance(event, e.Answered) and event.seat == seat for event in following)


def test_the_log_tells_what_was_let_go_only_where_it_is_known(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    words = scene.view.words
    passes = [text for hand in recorded.hands for _, text in Tape(hand, None).lines(words) if " passes (" in text]
    own = [text for hand in recorded.hands for _, text in Tape(hand, 0).lines(words) if " passes (" in text]
    assert len(passes) > len(own)
    assert all(text.startswith("Zhu ") for text in own)


def test_a_clients_own_record_knows_one_seat_alone(folder: Path, services: Services) -> None:
    path = write_kept(folder / "proofs", "sichuan", seat=1, hands=2)
    recorded = read_recorded(path, "Zhu")
    assert (recorded.partial, recorded.person, len(recorded.hands)) == (True, 1, 2)
    scene = opened(services, recorded)
    assert scene.view.own == 1
    assert not scene.controls.eyes.enabled
    assert scene.controls.eyes.reason
    assert scene.view.table.name(1) == "Zhu"
    assert scene.view.table.name(2) == "Player 3"
    scene.transport.look(ALL_OPEN)
    assert not scene.view.open_hands


def test_a_clients_own_record_knows_names_where_they_were_noted(tmp_path: Path) -> None:
    lan = tmp_path / "lan"
    path = write_kept(lan / "player-1" / "proofs", "sichuan", seat=1, hands=2, table="t1")
    for number, players in ((1, (0, 1, 2, 3)), (2, (3, 2, 1, 0))):
        note_hand(lan, "t1", Sitters(("A", "B", "C", "D"), (False, False, True, False)), number, players)
    recorded = read_recorded(path, "B")
    assert recorded.table.names == ("A", "B", "C", "D")
    assert [hand.players for hand in recorded.hands] == [(0, 1, 2, 3), (3, 2, 1, 0)]
    points = [[owner.points for owner in fold(hand.events).seats] for hand in recorded.hands]
    assert recorded.totals == tuple(points[0][player] + points[1][3 - player] for player in SEATS)
    (lan / "sitters" / "t1.json").write_text("{", "utf-8")
    assert read_recorded(path, "B").table.names[1] == "B"


@pytest.mark.parametrize("content", [b"", b"SIFANG2\n", b"SIFANG9\nxx", b"nothing at all"])
def test_a_file_that_is_no_record_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.sifang"
    path.write_bytes(content)
    with pytest.raises(JournalError):
        read_recorded(path)
    kept = tmp_path / "x-0001.proof"
    kept.write_bytes(content)
    with pytest.raises(RecordError):
        read_recorded(kept)


def test_events_that_do_not_follow_from_each_other_are_refused(tmp_path: Path) -> None:
    path = write_match(tmp_path / "x.sifang", "sichuan", hands=1, change=lambda log: [log[0], *log[40:]])
    with pytest.raises(RecordError, match="do not follow"):
        read_recorded(path)


# ---- the screen -----------------------------------------------------------------------------------------------------


def test_steps_forward_and_back_show_what_the_tape_says(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    for key in [pygame.K_RIGHT] * 30 + [pygame.K_LEFT] * 12 + [pygame.K_RIGHT] * 20:
        scene.handle(press(key))
        scene.playback.finish()
        assert scene.playback.shown == scene.transport.tape.state(scene.transport.stop)
        held = sorted(piece.tile for piece in scene.hand.arrangement.pieces)
        assert held == scene.view.shown.seats[scene.view.own].hand.tiles()


def test_the_keys_go_everywhere(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    transport = scene.transport
    scene.handle(press(pygame.K_END))
    assert transport.stop == transport.tape.end
    scene.handle(press(pygame.K_HOME))
    assert transport.stop == 0
    scene.handle(press(pygame.K_PAGEDOWN))
    assert transport.stop == transport.tape.landmarks[0].stop
    scene.handle(press(pygame.K_RIGHT, pygame.KMOD_SHIFT))
    assert transport.stop in transport.tape.decisions(transport.own)
    scene.handle(press(pygame.K_DOWN))
    assert transport.number == 1
    scene.handle(press(pygame.K_UP))
    assert transport.number == 0
    scene.handle(press(pygame.K_PLUS))
    assert transport.speed == 2.0
    scene.handle(press(pygame.K_MINUS))
    scene.handle(press(pygame.K_MINUS))
    assert transport.speed == SPEEDS[0]
    assert transport.looks == ALL_OPEN
    seen = []
    for _ in range(5):
        scene.handle(press(pygame.K_v))
        seen.append(transport.looks)
    assert seen == [0, 1, 2, 3, ALL_OPEN]
    scene.handle(press(pygame.K_l))
    assert scene.log_open
    scene.handle(press(pygame.K_ESCAPE))
    assert len(services.scenes) == 0


def test_from_one_seats_eyes_no_other_hand_is_known(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    scene.transport.go(20)
    assert all(HIDDEN not in hand_of(scene.view, seat).opened for seat in SEATS if seat != scene.view.own)
    assert all(hand_of(scene.view, seat).opened for seat in SEATS if seat != scene.view.own)
    scene.transport.look(2)
    assert scene.view.own == 2
    for seat in SEATS:
        known = scene.view.shown.seats[seat].hand.tiles()
        assert (HIDDEN in known) == (seat != 2)
        assert not hand_of(scene.view, seat).opened


def test_playing_shows_the_whole_hand_its_sheet_and_the_next_hand(
    recorded: Recorded, make_services: MakeServices
) -> None:
    services = make_services(speed="fast")
    scene = opened(services, recorded)
    scene.transport.speed = SPEEDS[-1]
    scene.handle(press(pygame.K_SPACE))
    assert scene.transport.playing
    run(scene, 0.5)
    assert 1 < scene.transport.stop < scene.transport.tape.end
    run(scene, 90.0)
    sheet = top(services)
    assert isinstance(sheet, SettlementScene)
    assert scene.transport.stop == scene.transport.tape.end
    sheet.handle(press(pygame.K_RETURN))
    sheet.handle(press(pygame.K_RETURN))
    assert top(services) is scene
    assert scene.transport.number == 1


def test_after_the_last_hand_the_sheet_leads_back_to_the_table(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded, hand=2)
    scene.handle(press(pygame.K_s))
    top(services).handle(press(pygame.K_ESCAPE))
    assert top(services) is scene
    scene.open_sheet()
    sheet = top(services)
    assert isinstance(sheet, SettlementScene)
    assert sheet.standing.totals == recorded.totals
    for _ in range(2):
        top(services).handle(press(pygame.K_RETURN))
    assert top(services) is scene
    assert scene.transport.number == 2


def test_the_mouse_does_all_of_it(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    controls, transport = scene.controls, scene.transport
    x, y = controls.bar.place_of(40)
    for event in click((x, y)):
        scene.handle(event)
    assert transport.stop == 40
    scene.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
    goal = controls.bar.place_of(10)
    scene.handle(pygame.Event(pygame.MOUSEMOTION, pos=goal, rel=(0, 0), buttons=(1, 0, 0)))
    scene.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=goal, button=1))
    assert transport.stop == 10
    playing = []
    for _ in range(2):
        for event in click(controls.play.rect.center):
            scene.handle(event)
        playing.append(transport.playing)
    assert playing == [True, False]
    scene.handle(pygame.Event(pygame.MOUSEMOTION, pos=controls.bar.place_of(30), rel=(0, 0), buttons=(0, 0, 0)))
    assert scene.told(30)
    render_scene(scene)


def test_the_wheel_steps_and_a_plate_seats_oneself_there(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    scene.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert scene.transport.stop == 2
    scene.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert scene.transport.stop == 1
    across = scene.view.seat(Position.ACROSS)
    for event in click(scene.view.layout.plate(Position.ACROSS).center):
        scene.handle(event)
    assert scene.view.own == across
    assert scene.view.open_hands
    render_scene(scene)


def test_a_call_is_captioned_and_spoken_at_its_plate_as_in_a_match(
    recorded: Recorded, make_services: MakeServices, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    services = make_services(captions=True, voice="mandarin-synthetic", speed="normal")
    spoken: list[tuple[str, int]] = []

    def speak(path: Path, seat: int, side: float = 0.0) -> bool:
        spoken.append((path.stem, seat))
        return True

    monkeypatch.setattr(services.audio, "speak", speak)
    scene = opened(services, recorded)
    landmark = next(m for m in scene.transport.tape.landmarks if m.kind is LandmarkKind.CALL)
    scene.transport.go(landmark.stop - 1)
    scene.step(1)
    run(scene, 0.3)
    last = scene.transport.tape.last(landmark.stop)
    assert last is not None
    position = scene.view.position(last[1])
    assert scene.hearing.captions.shown(services.clock())[position].startswith(("Pong", "Chow"))
    assert spoken[-1] in (("pong", position), ("chow", position))
    scene.transport.go(0)
    assert scene.hearing.captions.shown(services.clock()) == {}, "not of a moment that is no longer shown"


def test_nothing_is_drawn_while_a_replay_rests(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    run(scene, 1.0)
    render_scene(scene)
    services.dirty = False
    assert scene.update(1.0) > 0
    assert not services.dirty


@pytest.mark.parametrize("key", list(all_variants()))
def test_a_random_walk_through_a_hand_never_fails(key: str, tmp_path: Path, make_services: MakeServices) -> None:
    services = make_services((1024, 600), speed="normal")
    recorded = read_recorded(write_match(tmp_path / "x.sifang", key, hands=2))
    scene = opened(services, recorded)
    chance = random.Random(key)
    for _ in range(60):
        walk(scene, chance)
        scene.update(chance.choice((0.0, 0.05, 0.3)))
    scene.playback.finish()
    assert scene.playback.shown == scene.transport.tape.state(scene.transport.stop)
    render_scene(scene)


def walk(scene: ReplayScene, chance: random.Random) -> None:
    keys = (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_v, pygame.K_DOWN, pygame.K_UP,
            pygame.K_END, pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_l)  # fmt: skip
    scene.handle(press(chance.choice(keys), chance.choice((0, pygame.KMOD_SHIFT))))


def test_a_hand_that_is_not_over_has_no_sheet(tmp_path: Path, services: Services) -> None:
    recorded = read_recorded(write_match(tmp_path / "x.sifang", "sichuan", hands=2, cut=60))
    scene = opened(services, recorded, hand=1)
    assert not recorded.hands[1].over
    assert not scene.controls.sheet.enabled
    scene.open_sheet()
    assert top(services) is scene


def test_the_transport_stays_within_the_hand(recorded: Recorded) -> None:
    told: list[str] = []
    transport = Transport(recorded, lambda: told.append("hand"), lambda: told.append("jump"))
    transport.go(-5)
    assert transport.stop == 0
    transport.go(10**6)
    assert transport.stop == transport.tape.end
    assert not transport.open_hand(3)
    assert transport.open_hand(2)
    assert told == ["jump", "jump", "hand"]


@pytest.mark.parametrize("size", [(1024, 600), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080)])
def test_the_strips_of_ready_seats_and_the_time_bar_cover_nothing(
    recorded: Recorded, make_services: MakeServices, size: tuple[int, int]
) -> None:
    scene = opened(make_services(size), recorded)
    layout, controls = scene.view.layout, scene.controls
    rivers = [layout.river(position, index).rect for position in Position for index in range(20)]
    hand = layout.hand_rect(14, apart=True)
    assert controls.strip.collidelist([*rivers, hand]) == -1
    others = [place for place in Position if place is not Position.OWN]
    strips = [strip_place(scene.view, position) for position in others]
    taken = [*rivers, hand, controls.panel, controls.strip, *(layout.plate(position) for position in Position)]
    for strip in strips:
        assert pygame.Rect((0, 0), size).contains(strip)
        assert strip.collidelist(taken) == -1
    assert all(first.collidelist(strips[:number]) == -1 for number, first in enumerate(strips))


def test_with_all_hands_open_everybody_who_is_ready_is_told(recorded: Recorded, services: Services) -> None:
    scene = opened(services, recorded)
    ready: set[int] = set()
    for stop in range(scene.transport.tape.end):
        scene.transport.go(stop)
        scene.update(0.0)
        for seat, waits in scene.waits.others.items():
            assert waits == tuple(sorted(waits_now(scene.view.shown, scene.view.table.rules, seat), key=copies_left))
            ready.add(seat)
    assert len(ready) >= 2
    scene.transport.look(0)
    scene.update(0.0)
    assert scene.waits.others == {}


def copies_left(wait: Wait) -> int:
    return -wait.left


# ---- the command ----------------------------------------------------------------------------------------------------


def test_the_command_opens_the_viewer(
    folder: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(folder))
    assert command.run([str(folder / "a.sifang"), "--smoke", "--data-dir", str(folder)]) == 0
    assert capsys.readouterr().out.endswith("drawn\n")


def test_the_command_refuses_a_file_before_there_is_a_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.app.play", lambda *_: pytest.fail("a window was opened"))
    broken = tmp_path / "x.sifang"
    broken.write_bytes(b"nothing")
    for path in (broken, tmp_path / "missing.sifang"):
        assert command.run([str(path)]) == 2
        error = capsys.readouterr().err
        assert path.name in error
        assert error.count("\n") == 1
