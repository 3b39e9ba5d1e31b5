"""Cues sound with their own volume; takes alternate; without files or a card there is silence."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.audio import SOUND_FOLDER, Audio
from game.captions import CAPTIONS
from game.preferences import Preferences


@pytest.fixture
def audio() -> Iterator[Audio]:
    """Audio on the dummy driver."""
    made = Audio(Preferences(volume_all=50, volume_tiles=80, volume_alerts=20))
    assert made.start()
    yield made
    made.stop()


def playing() -> int:
    return sum(pygame.mixer.Channel(index).get_busy() for index in range(pygame.mixer.get_num_channels()))


def test_a_cue_has_the_volume_of_its_kind_times_the_one_for_all(audio: Audio) -> None:
    assert audio.volume("tile.drop") == pytest.approx(0.4)
    assert audio.volume("turn.mine") == pytest.approx(0.1)
    audio.use(Preferences(mute=True))
    assert audio.volume("tile.drop") == 0


def test_cues_sound_and_unknown_or_muted_ones_do_not(audio: Audio) -> None:
    audio.play("no.such.cue")
    assert playing() == 0
    audio.play("turn.mine")
    assert playing() == 1
    audio.use(Preferences(volume_alerts=0))
    audio.play("turn.mine")
    assert playing() == 1


def test_takes_of_one_cue_are_never_the_same_twice_in_a_row(audio: Audio) -> None:
    takes = [next(audio._takes_of("tile.drop")) for _ in range(7)]
    assert len(set(takes)) == 3
    assert all(first != second for first, second in zip(takes, takes[1:], strict=False))


def test_music_asked_for_before_the_sound_card_is_open_starts_with_it() -> None:
    audio = Audio(Preferences())
    audio.music("title")
    audio.start()
    assert pygame.mixer.music.get_busy()
    audio.music("")
    assert not pygame.mixer.music.get_busy()
    audio.stop()


def test_every_caption_belongs_to_a_sound() -> None:
    silent = [cue for cue in CAPTIONS if not list(SOUND_FOLDER.glob(f"{cue}*.ogg"))]
    assert silent == ["call.ready"]  # the only call without a sound of its own
