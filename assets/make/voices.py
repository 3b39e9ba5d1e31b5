"""Make the synthetic voice: `python -m assets.make.voices` writes `assets/voices/mandarin-synthetic/`.

The words are spoken by the speech engine eSpeak NG (Debian package espeak-ng) from pinyin with tone numbers, then cut
to the sound, evened out in loudness and put into a small room by us. The engine is used here only, never by the game.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import numpy as np
import soundfile  # type: ignore[import-untyped]
import tomli_w

from assets.make.sources import ASSETS
from assets.make.synth import RATE, Wave, finished, mixed, save

PACK: Final = ASSETS / "voices" / "mandarin-synthetic"
ENGINE: Final = ("espeak-ng", "-v", "cmn-latn-pinyin+f3", "-s", "150", "-p", "42")
CALLS: Final = {"chow": "chi1", "pong": "peng4", "kong": "gang4", "win": "hu2", "self_draw": "zi4mo1", "ready": "ting1"}
RANKS: Final = ("yi1", "er4", "san1", "si4", "wu3", "liu4", "qi1", "ba1", "jiu3")
SUITS: Final = {"m": "wan4", "p": "tong3", "s": "tiao2"}
HONOURS: Final = ("dong1feng1", "nan2feng1", "xi1feng1", "bei3feng1", "hong2zhong1", "fa1cai2", "bai2ban3")
TILES: Final = {f"{rank}{suit}": word + SUITS[suit] for suit in SUITS for rank, word in enumerate(RANKS, 1)}
WORDS: Final = CALLS | TILES | {f"{rank}z": word for rank, word in enumerate(HONOURS, 1)}
ECHOES: Final = ((0.0, 1.0), (0.019, 0.14), (0.037, 0.09), (0.061, 0.05))
TAIL: Final = 0.07
LOUDNESS: Final = 0.13  # effective value of the spoken part
PEAK: Final = 0.8
SILENCE: Final = 0.02


def spoken(pinyin: str, folder: Path) -> Wave:
    """A word as the engine says it, at our rate, without the silence around it."""
    path = folder / "word.wav"
    subprocess.run([*ENGINE, "-w", str(path), pinyin], check=True)
    wave, rate = soundfile.read(path)
    loud = np.flatnonzero(np.abs(wave) > SILENCE)
    wave = wave[max(0, loud[0] - rate // 200) : loud[-1] + rate // 50]
    return resampled(np.asarray(wave, dtype=np.float64), rate)


def resampled(wave: Wave, rate: int) -> Wave:
    """`wave` at our rate, by its spectrum."""
    length = round(len(wave) * RATE / rate)
    spectrum = np.fft.rfft(wave)
    padded = np.zeros(length // 2 + 1, dtype=complex)
    padded[: len(spectrum)] = spectrum[: len(padded)]
    return np.asarray(np.fft.irfft(padded, length) * length / len(wave), dtype=np.float64)


def evened(wave: Wave) -> Wave:
    """All words equally loud, as far as their peaks allow."""
    length = len(wave) / RATE + TAIL
    wet = mixed(length, [(start, strength, wave) for start, strength in ECHOES])
    effective = float(np.sqrt(np.mean(wave**2)))
    return finished(wet, min(PEAK, float(np.max(np.abs(wet))) * LOUDNESS / effective), 0.03)


def main() -> None:
    """Write every word, and the file that says what they are."""
    if shutil.which(ENGINE[0]) is None:
        raise SystemExit("this needs the Debian package espeak-ng")
    PACK.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for word, pinyin in WORDS.items():
            save(PACK / f"{word}.ogg", evened(spoken(pinyin, Path(folder))), 0.7)
    about = {"name": "普通话 Mandarin", "language": "zh-CN", "synthetic": True, "author": "eSpeak NG 1.51"}
    (PACK / "voice.toml").write_text(tomli_w.dumps(about), "utf-8")
    total = sum(path.stat().st_size for path in PACK.glob("*.ogg"))
    print(f"{len(WORDS)} words, {total / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
