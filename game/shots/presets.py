"""My presets: the list with what happened last, and the list before there is anything in it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from game.newtable.choices import Choices
from game.presets import Preset, Presets
from game.scenes.presets import PresetsScene
from game.services import Services
from game.shots.acts import STEP, ShotClock
from rules.variants import all_variants

KEPT: Final = 5
_folders: list[tempfile.TemporaryDirectory[str]] = []


@cache
def kept_presets(language: str) -> Presets:
    """A folder with the first variants as presets; the second has its last house rule changed."""
    folder = tempfile.TemporaryDirectory(prefix="sifang-presets-")
    _folders.append(folder)  # it goes when the program ends
    presets = Presets(Path(folder.name))
    for number, found in enumerate(list(all_variants().values())[:KEPT]):
        options = found.choose({})
        if number == 1:
            last = found.options[-1]
            options[last.key] = last.values[-1]
        new = Choices(found)
        presets.save(Preset(f"{number + 1}", found.key, tuple(options.items()), new.length, new.levels))
    return presets


def show_presets(services: Services, clock: ShotClock) -> None:
    """The list, and a message about an import that failed."""
    presets = kept_presets(services.strings.language)
    services.scenes.push(PresetsScene(services, presets, lambda preset: None, Path()))
    services.say(services.tr("The disk refuses: {error}", error="No such file or directory"), "error")
    clock.wait(services, 10 * STEP)


def show_no_presets(services: Services, clock: ShotClock) -> None:
    """Nothing in it yet."""
    services.scenes.push(PresetsScene(services, Presets(Path("presets")), lambda preset: None, Path()))
