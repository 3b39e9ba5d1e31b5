"""Two quiet pieces for plucked strings, our own, and the ambience of a room at night.

A piece is written in numbered notation (简谱): one word a beat, `1`-`6` the steps of the key, `'` an octave up, `,` an
octave down, `-` holds, `0` rests; two notes in one word share the beat.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from assets.make.synth import RATE, Wave, clock, finished, generator, looped, mixed, noise, plucked, save, struck

STEPS: Final = {"1": 0, "2": 2, "3": 4, "5": 7, "6": 9}  # the pentatonic scale in semitones
TAIL: Final = 3.5  # seconds for the last notes to die away
AMBIENCE: Final = 24.5
LAP: Final = 0.5  # seconds over which the end of the ambience becomes its beginning


@dataclass(slots=True, frozen=True)
class Piece:
    """A tune over an open bass: the key's first step in Hz, seconds a beat, the notes of both hands."""

    key: float
    beat: float
    tune: str
    bass: str


TITLE: Final = Piece(
    key=293.66,
    beat=0.74,
    tune="""5 - 61' -  5 32 3 -  2 35 6 5  3 - - 0
            5 61' 2' -  1'6 5 6 -  3 56 5 3  2 - - 0
            1' - 2'3' -  2' 1'6 5 -  6 1' 65 3  5 - - 0
            3 5 6 53  2 - 3 -  5, 6, 1 23  1 - - -""",
    bass="""1, - 5, -  1, - 5, -  2, - 6, -  1, - 5, -
            5, - 1 -  6, - 3 -  5, - 2 -  5,, - 2, -
            1, - 5, -  5, - 2 -  6, - 3 -  1, - 5, -
            1, - 5, -  2, - 6, -  5,, - 2, -  1, - - -""",
)
TABLE: Final = Piece(
    key=220.0,
    beat=0.86,
    tune="""6 - - 1'  2' - 1'6 -  5 - - 3  6 - - 0
            3 - 5 -  6 1' 6 -  5 3 2 -  3 - - 0
            2 - 3 5  6 - - 5  3 - 2 1  2 - - 0
            6, - 1 2  3 - 5 3  2 - 1 6,  6, - - -""",
    bass="""6,, - 3, -  2, - - -  1, - 5, -  6,, - 3, -
            6,, - - -  2, - 6, -  5,, - 2, -  6,, - 3, -
            2, - 6, -  6,, - 3, -  1, - 5, -  5,, - 2, -
            6,, - 3, -  1, - 5, -  2, - 3, -  6,, - - -""",
)


def pitch(note: str, key: float) -> float:
    """A note of the numbered notation in Hz."""
    octaves = note.count("'") - note.count(",")
    return float(key * 2 ** (octaves + STEPS[note[0]] / 12))


def voice(name: str, words: str, piece: Piece, damping: float) -> list[tuple[float, float, Wave]]:
    """One hand of a piece as (start, strength, plucked string), its strength and timing a little uneven."""
    source = generator(name)
    parts = []
    for beat, word in enumerate(words.split()):
        played = re.findall(r"[12356][',]*", word)
        for place, note in enumerate(played):
            start = (beat + place / len(played)) * piece.beat + source.uniform(0, 0.012)
            parts.append((start, source.uniform(0.75, 1.0), plucked(source, pitch(note, piece.key), 3.2, damping)))
    return parts


def performed(name: str, piece: Piece) -> Wave:
    """The piece played once, with a short echo off the walls."""
    length = len(piece.tune.split()) * piece.beat + TAIL
    bass = mixed(length, voice(name + ".bass", piece.bass, piece, 0.998))
    dry = mixed(length, [*voice(name, piece.tune, piece, 0.997), (0, 0.45, bass)])
    return mixed(length, [(0, 1.0, dry), (0.043, 0.22, dry), (0.079, 0.16, dry), (0.131, 0.10, dry)])


def room() -> Wave:
    """A teahouse at night: air, water far away, now and then tiles at another table."""
    source = generator("ambience.room")
    time = clock(AMBIENCE)
    wander = sum(np.sin(2 * np.pi * turns * time / AMBIENCE + source.uniform(0, 6)) for turns in (1, 2, 5)) / 3
    air = noise(source, AMBIENCE, 60, 420) * (0.7 + 0.3 * wander)
    water = noise(source, AMBIENCE, 420, 2200) * (0.12 + 0.05 * np.roll(wander, RATE))
    return np.asarray(air + water + 0.5 * _next_table(source), dtype=np.float64)


def _next_table(source: np.random.Generator) -> Wave:
    """Tiles that are set down at a table some rooms away: dull, soft, seldom, never at the ends of the loop."""
    parts = []
    for start in np.sort(source.uniform(1.0, AMBIENCE - 1.5, 16)):
        modes = [(source.uniform(620, 900), 0.018, 1.0), (source.uniform(1150, 1500), 0.009, 0.3), (210, 0.03, 0.7)]
        knock = struck(0.25, modes) * source.uniform(0.2, 0.7)
        parts += [(float(start) + late, strength, knock) for late, strength in ((0, 1.0), (0.031, 0.4), (0.067, 0.25))]
    return mixed(AMBIENCE, parts)


def write_music(folder: Path) -> None:
    """`music.title`, `music.table` and `ambience.room`, quiet enough to lie under the tiles."""
    save(folder / "music.title.ogg", finished(performed("music.title", TITLE), 0.5, 1.0), 0.75)
    save(folder / "music.table.ogg", finished(performed("music.table", TABLE), 0.4, 1.0), 0.75)
    save(folder / "ambience.room.ogg", looped(room(), 0.16, LAP), 0.9)
