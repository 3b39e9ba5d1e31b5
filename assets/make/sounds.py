"""Make the sound effects: `python -m assets.make.sounds` writes one OGG file a cue into `assets/sounds/`.

The cues and their lengths are those of design/README.md, section 11. Bamboo on cloth for tiles, wood blocks for calls,
small bells for what is turned up, soft strings for what concerns the player. A recipe makes the sound of a given name
(which seeds its noise) and length; `CUES` says of each cue how long and how loud it is and which recipe it follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from assets.make.music import write_music
from assets.make.sources import ASSETS
from assets.make.synth import (
    RATE,
    Wave,
    clock,
    decaying,
    finished,
    generator,
    mixed,
    noise,
    plucked,
    save,
    struck,
    swelling,
)

SOUNDS: Final = ASSETS / "sounds"
D4, E4, FIS4, A4, B4 = 293.66, 329.63, 369.99, 440.0, 493.88
D5, E5, FIS5, A5, E6, A6 = 587.33, 659.26, 739.99, 880.0, 1318.51, 1760.0

Recipe = Callable[[str, float], Wave]


class Cue(NamedTuple):
    """Seconds, loudest sample (0-1), and how it is made."""

    length: float
    peak: float
    recipe: Recipe


def layered(*parts: tuple[float, Recipe]) -> Recipe:
    """Several recipes at once, each with its strength."""
    return lambda name, length: mixed(
        length, [(0, strength, recipe(f"{name}/{index}", length)) for index, (strength, recipe) in enumerate(parts)]
    )


def tile_hit(name: str, length: float, pitch: float, thump: float) -> Wave:
    """A tile set down: short bamboo modes over the cloth's thump and a breath of noise."""
    modes = [(1.0, 0.016, 1.0), (1.58, 0.010, 0.7), (2.41, 0.006, 0.5), (3.3, 0.004, 0.3)]
    bamboo = struck(length, [(ratio * pitch, decay, strength) for ratio, decay, strength in modes])
    cloth = struck(length, [(170, 0.030, thump), (260, 0.020, 0.5 * thump)])
    return bamboo + cloth + 0.5 * decaying(noise(generator(name), length, 1200, 7000), 0.007)


def tiles(*hits: tuple[float, float, float]) -> Recipe:
    """Single tiles: (start, pitch, thump of the cloth)."""
    return lambda name, length: mixed(
        length, [(start, 1.0, tile_hit(f"{name}{start}", 0.14, pitch, thump)) for start, pitch, thump in hits]
    )


def clatter(count: int, first: float, last: float, pitch: float = 1750) -> Recipe:
    """Many tiles: `count` of them between two times."""

    def make(name: str, length: float) -> Wave:
        source = generator(name)
        parts = []
        for number, start in enumerate(np.sort(source.uniform(first, last, count))):
            hit = tile_hit(f"{name}{number}", 0.09, pitch * source.uniform(0.85, 1.25), 0.4)
            parts.append((float(start), float(source.uniform(0.35, 1.0)), hit))
        return mixed(length, parts)

    return make


def cloth(peak: float, low: float, high: float) -> Recipe:
    """Cloth drawn past: noise between two pitches, loudest at `peak` (a share of the length)."""
    return lambda name, length: swelling(noise(generator(name), length, low, high), peak)


def modes(*partials: tuple[float, float, float]) -> Recipe:
    """One stroke on a body: (pitch, decay, strength) of each mode."""
    return lambda _, length: struck(length, partials)


def struck_notes(shape: list[tuple[float, float, float]], strokes: tuple[tuple[float, float, float], ...]) -> Recipe:
    """Strokes (start, pitch, decay) on a body whose modes are `shape`: ratios of pitch and decay, and strengths."""
    return lambda _, length: mixed(
        length,
        [
            (start, 1.0, struck(length - start, [(pitch * ratio, decay * fall, loud) for ratio, fall, loud in shape]))
            for start, pitch, decay in strokes
        ],
    )


def bells(*strokes: tuple[float, float, float]) -> Recipe:
    """Small bells: slightly inharmonic partials, the high ones dying first."""
    return struck_notes([(1, 1, 1.0), (2.01, 0.6, 0.45), (2.76, 0.4, 0.3), (5.4, 0.15, 0.12)], strokes)


def blocks(*strokes: tuple[float, float, float]) -> Recipe:
    """Wood blocks."""
    return struck_notes([(1, 1, 1.0), (1.47, 0.6, 0.5), (2.6, 0.3, 0.3)], strokes)


def mallets(*strokes: tuple[float, float, float]) -> Recipe:
    """Soft mallet notes."""
    return struck_notes([(1, 1, 1.0), (3.9, 0.3, 0.2)], strokes)


def plucks(damping: float, *notes: tuple[float, float]) -> Recipe:
    """Plucked notes: (start, pitch)."""

    def make(name: str, length: float) -> Wave:
        source = generator(name)
        return mixed(length, [(start, 1.0, plucked(source, pitch, length - start, damping)) for start, pitch in notes])

    return make


def dice(name: str, length: float) -> Wave:
    """Two dice: knocks that come closer and fade."""
    source = generator(name)
    parts, at, gap, strength = [], 0.0, 0.13, 1.0
    while at < length - 0.1:
        knock = struck(0.08, [(2300 * source.uniform(0.9, 1.15), 0.010, 1.0), (3900, 0.006, 0.5), (900, 0.012, 0.5)])
        parts.append((at, strength, knock))
        at, gap, strength = at + gap * source.uniform(0.7, 1.2), max(0.03, gap * 0.86), strength * 0.88
    return mixed(length, parts)


def glide(first: float, last: float) -> Recipe:
    """A soft tone sliding from one pitch to another."""

    def make(_: str, length: float) -> Wave:
        pitch = np.geomspace(first, last, len(clock(length)))
        return swelling(np.asarray(np.sin(2 * np.pi * np.cumsum(pitch) / RATE)), 0.15)

    return make


GONG: Final = modes((146.8, 0.5, 0.8), (221, 0.4, 0.4), (311, 0.3, 0.3), (523, 0.2, 0.15))


def win(*notes: tuple[float, float]) -> Recipe:
    """A gong and a block under plucked notes."""
    return layered((0.5, GONG), (1.0, plucks(0.997, *notes)), (0.4, blocks((0, 620, 0.045))))


CUES: Final[dict[str, Cue]] = {
    "tile.pick": Cue(0.06, 0.32, tiles((0, 2300, 0.3))),
    "tile.drop.1": Cue(0.13, 0.60, tiles((0, 1650, 0.8))),
    "tile.drop.2": Cue(0.13, 0.60, tiles((0, 1780, 0.95))),
    "tile.drop.3": Cue(0.14, 0.60, tiles((0, 1540, 0.7))),
    "tile.swap": Cue(0.12, 0.40, tiles((0, 2100, 0.3), (0.05, 1850, 0.4))),
    "tile.sort": Cue(0.16, 0.40, clatter(6, 0.0, 0.1, 2100)),
    "deal": Cue(1.2, 0.55, clatter(26, 0.0, 1.08)),
    "dice": Cue(0.8, 0.50, dice),
    "wall.push": Cue(0.7, 0.50, layered((0.35, cloth(0.6, 150, 1500)), (0.8, clatter(12, 0.2, 0.6)))),
    "wild.reveal": Cue(
        0.35, 0.50, layered((0.5, tiles((0, 1700, 0.8))), (1.0, bells((0.06, 1174.66, 0.15), (0.12, A6, 0.1))))
    ),
    "bird.flip": Cue(
        0.35, 0.50, layered((0.5, tiles((0, 1700, 0.8))), (1.0, bells((0.05, 1568, 0.09), (0.15, E6, 0.11))))
    ),
    "call.chow": Cue(0.25, 0.60, blocks((0, 720, 0.045), (0.09, 880, 0.04))),
    "call.pong": Cue(0.25, 0.65, blocks((0, 560, 0.045), (0.08, 560, 0.045))),
    "call.kong": Cue(0.25, 0.70, blocks((0, 430, 0.05), (0.06, 430, 0.05), (0.12, 430, 0.05))),
    "call.hidden": Cue(
        0.25, 0.50, layered((1.0, mallets((0, 260, 0.06), (0.11, 240, 0.05))), (0.2, cloth(0.2, 200, 900)))
    ),
    "win.discard": Cue(1.0, 0.70, win((0, D4), (0.09, A4), (0.18, D5), (0.27, FIS5))),
    "win.self": Cue(1.3, 0.70, win((0, D4), (0.08, FIS4), (0.16, A4), (0.24, D5), (0.34, FIS5), (0.46, A5))),
    "win.rob": Cue(1.1, 0.70, win((0, A5), (0.07, FIS5), (0.18, D5), (0.30, A5))),
    "hand.draw": Cue(0.9, 0.50, plucks(0.996, (0, D4), (0, A4), (0.24, E4), (0.24, B4))),
    "turn.mine": Cue(0.18, 0.45, plucks(0.985, (0, D4))),
    "can.call": Cue(0.22, 0.55, plucks(0.990, (0, A4), (0.08, E5))),
    "timer.tick": Cue(0.04, 0.40, modes((1250, 0.006, 1.0), (2700, 0.003, 0.5))),
    "no": Cue(0.12, 0.50, modes((150, 0.035, 1.0), (225, 0.025, 0.5), (420, 0.010, 0.3))),
    "pay.in": Cue(0.09, 0.40, bells((0, A6, 0.02), (0.025, 2217, 0.03))),
    "pay.out": Cue(0.09, 0.40, bells((0, E6, 0.02), (0.025, 1046.5, 0.03))),
    "sum.zero": Cue(0.2, 0.45, bells((0, 1174.66, 0.09), (0, A6, 0.07))),
    "seat.join": Cue(0.26, 0.45, mallets((0, A4, 0.09), (0.09, E5, 0.09))),
    "seat.leave": Cue(0.26, 0.45, mallets((0, E5, 0.09), (0.09, A4, 0.09))),
    "seat.lost": Cue(0.30, 0.50, glide(392, 233)),
    "seat.back": Cue(0.30, 0.50, mallets((0, D5, 0.1), (0.07, FIS5, 0.1), (0.14, A5, 0.1))),
    "seat.ready": Cue(0.18, 0.45, layered((1.0, blocks((0, 980, 0.03))), (0.6, bells((0.05, A5, 0.07))))),
    "table.full": Cue(0.30, 0.55, plucks(0.995, (0, D4), (0.06, A4), (0.12, D5), (0.12, FIS5))),
    "chat": Cue(0.15, 0.35, mallets((0, A5, 0.03), (0.06, A5, 0.03))),
    "curtain.close": Cue(0.22, 0.45, cloth(0.25, 250, 2600)),
    "curtain.open": Cue(0.22, 0.45, cloth(0.7, 400, 4200)),
    "ui.click": Cue(0.03, 0.35, modes((1500, 0.006, 1.0), (3100, 0.003, 0.4))),
    "ui.back": Cue(0.03, 0.35, modes((1000, 0.006, 1.0), (2100, 0.003, 0.4))),
    "ui.toggle": Cue(0.03, 0.35, modes((1900, 0.004, 1.0), (1250, 0.007, 0.7))),
}


def main() -> None:
    """Write every cue, the music and the room's ambience."""
    SOUNDS.mkdir(exist_ok=True)
    for name, (length, peak, recipe) in CUES.items():
        save(SOUNDS / f"{name}.ogg", finished(recipe(name, length), peak, min(0.02, length / 5)))
    write_music(SOUNDS)
    total = sum(path.stat().st_size for path in SOUNDS.glob("*.ogg"))
    print(f"{len(list(SOUNDS.glob('*.ogg')))} sounds, {total / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
