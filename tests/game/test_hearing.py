"""What the table lets one hear: sides, spoken calls, captions at the plates, and the task bar."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.audio import SPEAKERS, Audio
from game.captions import CAPTIONS, STAYS
from game.files import DATA_DIR_VARIABLE
from game.places import Position
from game.preferences import Preferences
from game.scenes.table import TableScene
from game.table.hearing import caption_rect, word_of
from game.voices import SHIPPED, WORDS
from game.widgets.toast import Toasts
from net.messages import News
from rules import events as e
from rules.melds import concealed_kong, exposed_kong, pong
from rules.tiles import parse_tile
from tests.helpers.tables import OWN, Clock, beginning, called, my_turn, preferences, scripted_table

VOICE = "mandarin-synthetic"
SIX = parse_tile("6p")
PONG = called(3, 1, pong(SIX, 1))


class Heard(Audio):
    """Keeps what it is asked to play and to say."""

    def __init__(self, chosen: Preferences) -> None:
        super().__init__(chosen)
        self.cues: list[tuple[str, float]] = []
        self.said: list[tuple[str, int, float]] = []
        self.broken = False

    def play(self, cue: str, side: float = 0.0) -> None:
        super().play(cue, side)
        self.cues.append((cue, side))

    def speak(self, path: Path, seat: int, side: float = 0.0) -> bool:
        self.said.append((path.stem, seat, side))
        return not self.broken


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))


def table(**chosen: Any) -> tuple[TableScene, Heard, Clock]:
    """A table at normal speed where a hand has begun, with ears."""
    scene, _, clock = scripted_table(beginning({0: OWN}), chosen=preferences(speed="normal", **chosen))
    scene.playback.finish()
    clock.now += STAYS  # what was said of the beginning is gone
    heard = Heard(scene.services.chosen)
    heard.listeners = scene.services.audio.listeners
    scene.services.audio = heard
    return scene, heard, clock


def show(scene: TableScene, clock: Clock, events: list[e.Event], seconds: float = 1.2) -> None:
    """Play events and let time pass."""
    scene.playback.receive([News(scene.seat, scene.view.shown.number, 0, tuple(events))], clock.now)
    for _ in range(round(seconds / 0.05)):
        clock.now += 0.05
        scene.update(0.05)


def captions(scene: TableScene) -> dict[Position, str]:
    return scene.hearing.captions.shown(scene.services.clock())


# ---- words ----------------------------------------------------------------------------------------------------------


def test_every_call_has_its_word() -> None:
    assert word_of(e.Melded(1, pong(SIX, 3), ())) == "pong"
    assert word_of(e.Melded(1, exposed_kong(SIX, 3), ())) == "kong"
    assert word_of(e.Melded(1, concealed_kong(SIX), ())) == "kong"
    assert word_of(e.KongAnnounced(1, SIX)) == "kong"
    assert word_of(e.Marked(1, "ready", True)) == "ready"
    assert word_of(e.Marked(1, "bird", True)) == ""
    assert word_of(e.Discarded(1, SIX, False)) == "6p"
    assert word_of(e.Drew(1, SIX, 0, False)) == ""
    assert word_of(None) == ""


def test_a_call_is_heard_from_its_side_and_written_at_its_plate() -> None:
    scene, heard, clock = table()
    show(scene, clock, PONG)
    assert ("call.pong", -1.0) in heard.cues
    assert ("tile.drop", 1.0) in heard.cues
    assert captions(scene)[Position.LEFT] == "碰 六筒"
    assert heard.said == []


def test_a_caption_goes_after_a_while() -> None:
    scene, _, clock = table()
    show(scene, clock, PONG)
    assert captions(scene)
    scene.services.dirty = False
    show(scene, clock, [], STAYS)
    assert not captions(scene)
    assert scene.services.dirty


def test_captions_can_be_switched_off() -> None:
    scene, heard, clock = table(captions=False)
    show(scene, clock, PONG)
    assert ("call.pong", -1.0) in heard.cues
    assert not captions(scene)


def test_a_chosen_voice_says_the_call_and_no_tile() -> None:
    scene, heard, clock = table(voice=VOICE)
    show(scene, clock, PONG)
    assert heard.said == [("pong", 3, -1.0)]


def test_tiles_are_named_when_that_is_wanted() -> None:
    scene, heard, clock = table(voice=VOICE, voice_tiles=True)
    show(scene, clock, PONG[:1])
    assert heard.said == [("6p", 1, 1.0)]
    assert captions(scene) == {Position.RIGHT: "六筒"}


def test_each_seat_may_have_a_voice_of_its_own_or_none() -> None:
    scene, heard, clock = table(voice=VOICE, seat_voices={"left": ""})
    show(scene, clock, PONG)
    assert heard.said == []
    scene, heard, clock = table(seat_voices={"left": VOICE})
    show(scene, clock, PONG)
    assert heard.said == [("pong", 3, -1.0)]


def test_a_voice_that_is_gone_is_silence() -> None:
    scene, heard, clock = table(voice="no such pack")
    show(scene, clock, PONG)
    assert heard.said == []
    assert captions(scene)[Position.LEFT] == "碰 六筒"


def test_a_broken_voice_file_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scene, heard, clock = table(voice=VOICE)
    heard.broken = True
    told: list[str] = []
    monkeypatch.setattr(Toasts, "say", lambda toasts, text, tone="info": told.append(text))
    show(scene, clock, PONG)
    show(scene, clock, PONG)
    assert len(heard.said) == 2
    assert len(told) == 1
    assert "pong.ogg" in told[0]


def test_ready_is_spoken_though_it_has_no_other_sound() -> None:
    scene, heard, clock = table(voice=VOICE)
    show(scene, clock, [e.Marked(2, "ready", True)])
    assert heard.said == [("ready", 2, 0.0)]
    assert captions(scene) == {Position.ACROSS: "听"}


def test_signals_are_written_at_ones_own_plate() -> None:
    scene, heard, clock = table()
    for cue in ("turn.mine", "can.call", "timer.tick", "no"):
        heard.play(cue)
        assert captions(scene) == {Position.OWN: scene.services.tr(CAPTIONS[cue])}
    scene.leave()
    clock.now += STAYS + 1
    heard.play("turn.mine")
    assert not captions(scene)


def test_where_others_look_on_signals_are_not_written() -> None:
    scene, heard, _ = table()
    scene.leave()
    scene.hearing.signals = False
    scene.enter()
    heard.play("can.call")
    assert not captions(scene)


def test_after_the_settings_a_cue_is_heard_once() -> None:
    scene, _, _ = table()
    for _ in range(3):
        scene.leave()
        scene.enter()
    assert scene.services.audio.listeners.count(scene.hearing._alert) == 1


# ---- events without a sound of their own -----------------------------------------------------------------------------


def test_walls_dice_and_deal_sound_one_after_the_other() -> None:
    scene, heard, clock = table()
    show(scene, clock, beginning({0: OWN}, number=4), 3.0)
    assert [cue for cue, _ in heard.cues][:3] == ["wall.push", "dice", "deal"]


def test_at_once_sounds_and_captions_come_all_the_same() -> None:
    scene, heard, clock = table(voice=VOICE)
    scene.services.preferences.change(speed="instant")
    show(scene, clock, PONG, 0.1)
    assert [cue for cue, _ in heard.cues] == ["tile.drop", "call.pong"]
    assert heard.said == [("pong", 3, -1.0)]
    assert captions(scene)[Position.LEFT] == "碰 六筒"


# ---- pictures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh_CN", "zh_TW", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("size", [(1024, 600), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160)])
def test_captions_stay_in_the_window_and_off_the_hand(size: tuple[int, int], text_size: int, language: str) -> None:
    chosen = preferences(language=language, text_size=text_size)
    scene, _, _ = scripted_table(beginning({0: OWN}), size=size, chosen=chosen)
    view = scene.view
    hand = view.layout.hand_rect(13, False)
    for position in Position:
        for cue in CAPTIONS:
            text = f"{scene.services.tr(CAPTIONS[cue])} {view.words.tile(SIX)}"
            rect, lines = caption_rect(view, position, text)
            assert pygame.Rect((0, 0), size).contains(rect)
            assert not rect.colliderect(hand)
            assert len(lines) <= 3


def test_a_caption_is_drawn() -> None:
    scene, _, clock = table()
    show(scene, clock, PONG, 2.5)
    before = pygame.image.tobytes(drawn(scene), "RGB")
    scene.hearing.captions.say(Position.ACROSS, "碰 六筒", clock.now)
    scene.update(0.0)
    assert pygame.image.tobytes(drawn(scene), "RGB") != before


def drawn(scene: TableScene) -> pygame.Surface:
    scene.services.scenes.draw(scene.services.canvas.surface)
    return scene.services.canvas.surface


# ---- task bar -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cue", "name"),
    [("turn.mine", "turn"), ("can.call", "call"), ("table.full", "full"), ("seat.back", "back")],
)
def test_the_task_bar_entry_flashes_and_each_can_be_switched_off(cue: str, name: str) -> None:
    scene, heard, _ = table()
    flashed: list[str] = []
    scene.services.canvas.flash = lambda: flashed.append(cue)  # type: ignore[method-assign]
    heard.play(cue)
    heard.play("tile.drop")
    assert flashed == [cue]
    scene.services.preferences.change(**{f"flash_{name}": False})
    heard.play(cue)
    assert flashed == [cue]


def test_ones_own_turn_is_called_and_flashes() -> None:
    scene, link, clock = scripted_table(beginning({0: OWN}), chosen=preferences(speed="normal"))
    flashed: list[bool] = []
    scene.services.canvas.flash = lambda: flashed.append(True)  # type: ignore[method-assign]
    scene.playback.finish()
    _, prompt = my_turn()
    link.messages = [prompt]
    for _ in range(60):
        clock.now += 0.05
        scene.update(0.05)
    assert flashed == [True]
    assert captions(scene) == {} or captions(scene)[Position.OWN] == "轮到你"


# ---- the sound card -------------------------------------------------------------------------------------------------


@pytest.fixture
def audio() -> Iterator[Audio]:
    made = Audio(Preferences(volume_all=100, volume_voices=100))
    assert made.start()
    yield made
    made.stop()


def test_a_side_is_louder_in_its_ear_and_mono_knows_no_sides(audio: Audio) -> None:
    left, right = audio._ears(1.0, -1.0)
    assert left == 1.0
    assert right < 0.5
    assert audio._ears(1.0, 0.0) == (1.0, 1.0)
    audio.use(Preferences(mono=True))
    assert audio._ears(1.0, -1.0) == (1.0, 1.0)


def test_each_seat_speaks_on_a_channel_of_its_own(audio: Audio) -> None:
    for seat in range(4):
        assert audio.speak(SHIPPED / VOICE / f"{WORDS[seat]}.ogg", seat)
    assert all(pygame.mixer.Channel(channel).get_busy() for channel in SPEAKERS)


def test_a_file_that_is_no_sound_is_refused(audio: Audio, tmp_path: Path) -> None:
    (tmp_path / "pong.ogg").write_bytes(b"OggS and nothing more")
    assert not audio.speak(tmp_path / "pong.ogg", 0)
    assert not audio.speak(tmp_path / "gone.ogg", 0)


def test_the_room_is_heard_at_the_table_only(audio: Audio) -> None:
    room = pygame.mixer.Channel(0)
    audio.music("title")
    assert not room.get_busy()
    audio.music("table")
    assert room.get_busy()
    audio.use(Preferences(volume_ambience=0))
    room.stop()  # do not wait for it to fade
    audio.use(Preferences())
    assert room.get_busy()
    audio.use(Preferences(mute=True))
    assert audio.volume("ambience") == 0
