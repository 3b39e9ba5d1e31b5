"""Small synthesis: struck wood, bells, plucked strings and cloth as mono arrays of float64, by numpy.

Everything is deterministic: noise comes from a generator seeded by the sound's name. Lengths are seconds, pitches Hz.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import soundfile  # type: ignore[import-untyped]

Wave = npt.NDArray[np.float64]

RATE: Final = 44100
FADE: Final = 0.004  # at both ends, so that no sound starts or stops with a click


def clock(length: float) -> Wave:
    """The times of the samples of a sound."""
    return np.arange(round(length * RATE)) / RATE


def generator(name: str) -> np.random.Generator:
    """The noise source of a sound."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def struck(length: float, modes: Iterable[Sequence[float]]) -> Wave:
    """A struck body: each mode is (pitch, time to fall to 37 %, strength)."""
    time = clock(length)
    out = np.zeros_like(time)
    for pitch, decay, strength in modes:
        out += strength * np.sin(2 * np.pi * pitch * time) * np.exp(-time / decay)
    return out


def noise(source: np.random.Generator, length: float, low: float, high: float) -> Wave:
    """White noise between two pitches, about 1 at its peaks."""
    raw = source.standard_normal(round(length * RATE))
    spectrum = np.fft.rfft(raw)
    pitches = np.fft.rfftfreq(len(raw), 1 / RATE)
    spectrum[(pitches < low) | (pitches > high)] = 0
    band = np.fft.irfft(spectrum, len(raw))
    return np.asarray(band / np.max(np.abs(band)), dtype=np.float64)


def decaying(wave: Wave, decay: float) -> Wave:
    """`wave` under an exponential fall."""
    return wave * np.exp(-clock(len(wave) / RATE) / decay)


def swelling(wave: Wave, peak: float) -> Wave:
    """`wave` under a smooth rise to `peak` (a share of its length) and a fall."""
    place = np.linspace(0, 1, len(wave))
    rise = np.clip(place / peak, 0, 1)
    fall = np.clip((1 - place) / (1 - peak), 0, 1)
    return np.asarray(wave * np.sin(np.pi / 2 * rise) ** 2 * np.sin(np.pi / 2 * fall) ** 2, dtype=np.float64)


def plucked(source: np.random.Generator, pitch: float, length: float, damping: float = 0.996) -> Wave:
    """A plucked string (Karplus-Strong): a burst of noise smoothed a little more in each period."""
    period = round(RATE / pitch)
    shape = source.standard_normal(period)
    soft = max(5, period // 12)  # a finger, not a pick
    shape = np.convolve(np.tile(shape, 3), np.ones(soft) / soft, "same")[period : 2 * period]
    shape -= shape.mean()
    periods = []
    for _ in range(int(length * RATE / period) + 2):
        periods.append(shape)
        shape = damping * (0.5 * shape + 0.25 * np.roll(shape, 1) + 0.25 * np.roll(shape, -1))
    string = np.concatenate(periods)
    # The loop has a whole number of samples; stretching it by the remainder puts the string in tune.
    places = np.arange(round(length * RATE)) * (pitch * period / RATE)
    return np.asarray(np.interp(places, np.arange(len(string)), string), dtype=np.float64)


def mixed(length: float, parts: Iterable[tuple[float, float, Wave]]) -> Wave:
    """Parts laid over each other: (start, strength, wave); what runs past `length` is cut."""
    out = np.zeros(round(length * RATE))
    for start, strength, wave in parts:
        at = round(start * RATE)
        room = max(0, len(out) - at)
        out[at : at + min(room, len(wave))] += strength * wave[:room]
    return out


def finished(wave: Wave, peak: float, fade: float = FADE) -> Wave:
    """`wave` with its loudest sample at `peak` and both ends faded to silence."""
    ramp = np.sin(np.linspace(0, np.pi / 2, round(fade * RATE))) ** 2
    short = np.sin(np.linspace(0, np.pi / 2, round(FADE / 4 * RATE))) ** 2
    out = wave - wave.mean()
    out[: len(short)] *= short
    out[-len(ramp) :] *= ramp[::-1]
    return np.asarray(out * (peak / np.max(np.abs(out))), dtype=np.float64)


def looped(wave: Wave, peak: float, lap: float) -> Wave:
    """`wave` without its last `lap` seconds, which are blended into its beginning: played over and over, no seam."""
    count = round(lap * RATE)
    share = np.linspace(0, np.pi / 2, count)
    out = wave[:-count] - wave.mean()
    out[:count] = out[:count] * np.sin(share) + (wave[-count:] - wave.mean()) * np.cos(share)
    return np.asarray(out * (peak / np.max(np.abs(out))), dtype=np.float64)


def save(path: Path, wave: Wave, compression: float = 0.6) -> None:
    """Write an OGG file, unless it already holds this sound (every encoding gets a random stream number)."""
    fresh = path.with_suffix(".new.ogg")
    with soundfile.SoundFile(fresh, "w", RATE, 1, "VORBIS", format="OGG", compression_level=compression) as file:
        for start in range(0, len(wave), RATE):  # libsndfile's Vorbis writer crashes on one long block
            file.write(wave[start : start + RATE])
    if path.exists() and np.array_equal(_samples(path), _samples(fresh)):
        fresh.unlink()
    else:
        fresh.replace(path)


def _samples(path: Path) -> Any:
    return soundfile.read(path)[0]
