"""What is heard is measured, since nobody listens to a build: peaks, loudness, offset, ends, and the seams of loops."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile  # type: ignore[import-untyped]

from game.audio import SOUND_FOLDER
from game.voices import CALL_WORDS, SHIPPED, WORDS

EFFECTS = sorted(
    path.name.removesuffix(".ogg")
    for path in SOUND_FOLDER.glob("*.ogg")
    if not path.name.startswith(("music", "ambience"))
)
MUSIC = ("music.title", "music.table")
PACKS = sorted(path for path in SHIPPED.iterdir() if path.is_dir())
FULL = 0.95
OFFSET = 0.004
BLOCK = 0.02


@cache
def wave(path: Path) -> tuple[Any, int]:
    samples, rate = soundfile.read(path)
    return (samples if samples.ndim == 1 else samples.mean(axis=1)), rate


def cue(name: str) -> tuple[Any, int]:
    return wave(SOUND_FOLDER / f"{name}.ogg")


def loudness(samples: Any, rate: int) -> float:
    """The effective value of the loudest fiftieth of a second."""
    size = min(len(samples), round(BLOCK * rate))
    squares = np.convolve(np.asarray(samples) ** 2, np.ones(size) / size, "valid")
    return float(np.sqrt(squares.max()))


@pytest.mark.parametrize("name", [*EFFECTS, *MUSIC, "ambience.room"])
def test_nothing_clips_or_leans_to_one_side(name: str) -> None:
    samples, _ = cue(name)
    assert 0.05 < np.abs(samples).max() < FULL
    assert abs(samples.mean()) < OFFSET
    longest_flat = max(len(run) for run in np.split(samples, np.flatnonzero(np.abs(np.diff(samples)) > 0) + 1))
    assert longest_flat < 40 or np.abs(samples).max() < FULL


@pytest.mark.parametrize("name", [*EFFECTS, *MUSIC])
def test_nothing_begins_or_ends_with_a_click(name: str) -> None:
    samples, _ = cue(name)
    assert abs(samples[0]) < 0.05
    assert abs(samples[-1]) < 0.005


def test_cues_of_one_kind_are_about_equally_loud() -> None:
    for kind, most in (("call.", 1.5), ("tile.drop", 1.2), ("win.", 1.4), ("pay.", 1.4), ("ui.", 1.5)):
        levels = [loudness(*cue(name)) for name in EFFECTS if name.startswith(kind)]
        assert max(levels) / min(levels) < most, kind


def test_what_matters_is_louder_than_what_does_not() -> None:
    level = {name: loudness(*cue(name)) for name in (*EFFECTS, "ambience.room")}
    assert level["ambience.room"] < level["tile.pick"] < level["tile.drop.1"] < level["can.call"]
    assert level["ui.click"] < level["turn.mine"] < level["win.self"]
    assert level["timer.tick"] < level["turn.mine"]


@pytest.mark.parametrize("name", MUSIC)
def test_music_lies_under_the_tiles_and_never_jumps(name: str) -> None:
    samples, rate = cue(name)
    effective = float(np.sqrt(np.mean(samples**2)))
    assert 0.02 < effective < 0.5 * loudness(*cue("tile.drop.1"))
    seconds = [float(np.sqrt(np.mean(samples[at : at + rate] ** 2))) for at in range(0, len(samples) - 4 * rate, rate)]
    assert min(seconds) > 0.1 * max(seconds)  # no hole


def seam(samples: Any) -> float:
    """The step from the end of a loop to its beginning, measured in steps that the sound makes anyway."""
    usual = float(np.percentile(np.abs(np.diff(samples)), 99))
    return abs(float(samples[0] - samples[-1])) / usual


def test_loops_have_no_seam() -> None:
    assert seam(cue("ambience.room")[0]) < 1.5
    for name in MUSIC:
        assert seam(cue(name)[0]) < 1.5


def test_the_ambience_does_not_breathe_at_its_seam() -> None:
    samples, rate = cue("ambience.room")
    half = rate // 2
    around = np.concatenate([samples[-half:], samples[:half]])
    blocks = [np.sqrt(np.mean(around[at : at + rate // 10] ** 2)) for at in range(0, len(around), rate // 10)]
    assert max(blocks) / min(blocks) < 2.5


def test_music_uses_the_five_steps_of_its_scale() -> None:
    """Nine tenths of what is heard lies on the tones of the pentatonic scale (D for the title)."""
    samples, rate = cue("music.title")
    power = np.abs(np.fft.rfft(samples)) ** 2
    pitches = np.fft.rfftfreq(len(samples), 1 / rate)
    heard = (pitches > 140) & (pitches < 700)
    steps = 12 * np.log2(pitches[heard] / 293.66) % 12
    distance = np.min([np.minimum(abs(steps - step), 12 - abs(steps - step)) for step in (0, 2, 4, 7, 9)], axis=0)
    assert power[heard][distance < 0.5].sum() > 0.9 * power[heard].sum()


@pytest.mark.parametrize("pack", PACKS, ids=lambda path: path.name)
def test_a_shipped_voice_says_every_word_clearly(pack: Path) -> None:
    levels = []
    for word in WORDS:
        samples, rate = wave(pack / f"{word}.ogg")
        assert 0.2 < len(samples) / rate < (0.8 if word in CALL_WORDS else 1.1), word
        assert np.abs(samples).max() < FULL, word
        assert abs(samples.mean()) < OFFSET, word
        assert max(abs(samples[0]), abs(samples[-1])) < 0.02, word
        levels.append(loudness(samples, rate))
    assert max(levels) / min(levels) < 2.2
    assert sum(path.stat().st_size for path in pack.iterdir()) < 500_000


def pitch_of(samples: Any, rate: int, at: float) -> float:
    """The pitch around a moment, a share of the length, by autocorrelation."""
    size = round(0.06 * rate)
    start = min(len(samples) - size, max(0, round(at * len(samples)) - size // 2))
    part = samples[start : start + size] - samples[start : start + size].mean()
    likeness = np.correlate(part, part, "full")[size - 1 :]
    low, high = rate // 400, rate // 80
    return float(rate / (low + np.argmax(likeness[low:high])))


@pytest.mark.parametrize(("word", "falls"), [("pong", True), ("kong", True), ("win", False)])
def test_tones_go_the_right_way(word: str, falls: bool) -> None:
    """碰 and 杠 fall (fourth tone), 胡 rises (second tone)."""
    samples, rate = wave(SHIPPED / "mandarin-synthetic" / f"{word}.ogg")
    early, late = pitch_of(samples, rate, 0.45), pitch_of(samples, rate, 0.7)
    assert (late < 0.95 * early) is falls
    assert (late > 1.02 * early) is not falls
