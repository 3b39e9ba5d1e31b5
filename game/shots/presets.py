"""My presets: the list with what happened last, and the list before there is anything in it."""

from __future__ import annotations

import tempfile
from errno import ENOENT
from functools import cache
from pathlib import Path
from typing import Final

from game.newtable.choices import Choices
from game.presets import FOLDER, Presets
from game.scenes.presets import PresetsScene
from game.services import Services
from game.shots.acts import STEP, ShotClock
from game.shots.screens import show_new_table
from game.tabletexts import TableTexts
from game.widgets.button import Button
from rules.variants import all_variants

KEPT: Final = 5
_folders: list[tempfile.TemporaryDirectory[str]] = []


@cache
def kept_presets(language: str) -> Path:
    """A folder with the first variants as presets; the second has a house rule changed."""
    folder = tempfile.TemporaryDirectory(prefix="sifang-presets-")
    _folders.append(folder)  # it goes when the program ends
    presets = Presets(Path(folder.name))
    for number, found in enumerate(list(all_variants().values())[:KEPT]):
        new = Choices(found)
        if number == 1:
            new.options[found.options[-1].key] = found.options[-1].values[-1]
        texts = TableTexts(language, found.key)
        presets.save(new.preset(f"{texts.region(found.region)} {number + 1}"))
    return presets.folder


def show_presets(services: Services, clock: ShotClock) -> None:
    """The list, and a message about an import that failed."""
    show_new_table(services, next(iter(all_variants())))
    presets = Presets(kept_presets(services.strings.language))
    scene = PresetsScene(services, presets, lambda preset: None, Path())
    presets.folder = Path(FOLDER)  # the picture tells no path of this computer
    services.scenes.push(scene)
    services.say_refused(FileNotFoundError(ENOENT, "No such file or directory"))
    clock.wait(services, 10 * STEP)


def show_preset_question(services: Services, clock: ShotClock) -> None:
    """Before a preset is deleted."""
    show_new_table(services, next(iter(all_variants())))
    scene = PresetsScene(services, Presets(kept_presets(services.strings.language)), lambda preset: None, Path())
    scene.presets.folder = Path(FOLDER)
    services.scenes.push(scene)
    delete = services.tr("Delete")
    next(one for one in scene.form.widgets if isinstance(one, Button) and one.text == delete).activate()


def show_no_presets(services: Services, clock: ShotClock) -> None:
    """Nothing in it yet."""
    show_new_table(services, next(iter(all_variants())))
    services.scenes.push(PresetsScene(services, Presets(Path(FOLDER)), lambda preset: None, Path()))
