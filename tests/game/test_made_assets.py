"""What is shipped comes from our scripts, and what our scripts make is used."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path

import pygame
import pytest

from assets.make import contact
from assets.make.brush import brush_face
from assets.make.sounds import CUES
from assets.make.voices import WORDS as SPOKEN
from game.audio import SOUND_FOLDER, VOLUME_OF_KIND
from game.tileart import TILE_FOLDER
from game.voices import WORDS

GAME = Path(__file__).resolve().parent.parent.parent / "game"
TELLING = {"captions.py", "audio.py", "services.py", "settings_sound.py"}
"""Files that name cues without playing them (the settings play some as samples)."""


@pytest.mark.parametrize("name", ["1p", "2p", "7p", "9p", "1s", "2s", "8s", "9s", "7z"])
@pytest.mark.parametrize("detail", ["fine", "coarse"])
def test_the_brush_draws_every_tile_as_it_is_shipped(name: str, detail: str) -> None:
    shipped = json.loads((TILE_FOLDER / "brush.json").read_text("utf-8"))
    assert brush_face(name, detail == "fine") == shipped[name][detail]


def test_every_sound_has_its_recipe() -> None:
    shipped = {path.name.removesuffix(".ogg") for path in SOUND_FOLDER.glob("*.ogg")}
    assert shipped == {*CUES, "music.title", "music.table", "ambience.room"}


def test_the_script_speaks_every_word_that_a_voice_may_have() -> None:
    assert sorted(SPOKEN) == sorted(WORDS)


def test_contact_sheets_show_every_set(tmp_path: Path) -> None:
    contact.main(tmp_path)
    sheets = {path.stem: pygame.image.load(path) for path in tmp_path.iterdir()}
    assert sorted(sheets) == sorted(f"tiles-{name}" for name in contact.SHEETS)
    assert {sheet.get_size() for sheet in sheets.values()} == {contact.SIZE}
    assert len({pygame.image.tobytes(sheet, "RGB") for sheet in sheets.values()}) == len(sheets)


@cache
def spelled() -> frozenset[str]:
    """All text constants of the game, the beginnings of f-strings included."""
    found = set()
    for path in GAME.rglob("*.py"):
        if path.name not in TELLING:
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            found |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(found)


@pytest.mark.parametrize("cue", sorted({name.rstrip(".123") for name in CUES}))
def test_every_cue_is_played_somewhere(cue: str) -> None:
    assert cue in spelled() or (cue.startswith("call.") and cue.removeprefix("call.") in spelled())


@pytest.mark.parametrize("cue", sorted(CUES))
def test_every_cue_has_a_volume_of_its_own_kind_or_is_a_signal(cue: str) -> None:
    kind = cue.split(".")[0]
    signals = {"turn", "can", "timer", "no", "pay", "sum", "seat", "table", "chat", "ui", "hand"}
    assert (kind in VOLUME_OF_KIND) != (kind in signals)
