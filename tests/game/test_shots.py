"""The shots: they can be made again and again, and on every one all controls and texts have room."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import pygame
import pytest

from game.commands import shots as command
from game.hotseat.flow import Screen
from game.lobby.chat import ChatPanel
from game.lobby.seatcard import LobbySeat
from game.places import Position
from game.preferences import Language
from game.scene import Scene
from game.scenes.hotseat import HotseatScene
from game.scenes.table import TableScene
from game.services import Services
from game.shots.catalogue import PLAYER, Shot, shots
from game.shots.deals import Deal, deals
from game.shots.lan import NAMES
from game.shots.tables import show_deal
from game.table.hands import meld_places
from game.widgets.form import Form
from rules.variants import all_variants
from tests.helpers.texts import ReadSurface

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]
LANGUAGES: tuple[Language, ...] = ("zh_CN", "zh_TW", "en")
ALL = "SIFANG_ALL_SHOTS" in os.environ
"""Whether every shot is looked at in every size, language and scale: an hour. Otherwise a part of them."""
SCALES: dict[tuple[int, int], list[tuple[int, bool]]] = {
    (1024, 600): [(150, False), (100, True), (150, True), (80, False), (200, True)],
    (1024, 768): [(200, False)],
    (1920, 1080): [(80, False), (200, False)],
    (2560, 1080): [(200, True)],
}
"""For some windows: sizes of text in percent, with large targets or without."""

Look: TypeAlias = tuple[str, tuple[int, int], Language, int, bool]
"""A shot's name, the window, the language, the text size in percent, large targets."""


def sample() -> list[Look]:
    """Every shot at every size in three languages; with small and large text and with large targets at some."""
    names = list(shots())
    usual: list[Look] = [(name, size, lang, 100, False) for name in names for size in SIZES for lang in LANGUAGES]
    scaled: list[Look] = [
        (name, size, lang, text, targets)
        for name in names for lang in LANGUAGES for size, scales in SCALES.items() for text, targets in scales
    ]  # fmt: skip
    if ALL:
        return usual + scaled
    small = [look for look in usual if look[1] == (1024, 600) and look[2] == "en"]
    return small + usual[:: len(usual) // 24] + scaled[:: len(scaled) // 40]


# ---- the command ----------------------------------------------------------------------------------------------------


def test_two_runs_give_the_same_files(tmp_path: Path) -> None:
    chosen = "--only=title-continue,settings-tiles,new-table-wuhan,call,drag,sheet-several"
    sums = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        assert command.run([str(folder), chosen, "--lang", "en", "--size", "1024x600"]) == 0
        sums.append({path.name: sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.png")})
    assert len(sums[0]) == 6
    assert sums[0] == sums[1]


def test_a_picture_has_the_size_that_was_asked_for(tmp_path: Path) -> None:
    assert command.run([str(tmp_path), "--only", "title", "--size", "1366x768"]) == 0
    assert pygame.image.load(tmp_path / "title.png").get_size() == (1366, 768)


ACTS = [deal for deal in deals() if deal.acts and not deal.name.endswith(tuple(all_variants()))]


@pytest.mark.parametrize("deal", ACTS, ids=[deal.name for deal in ACTS])
def test_what_is_done_at_a_table_can_be_seen(deal: Deal) -> None:
    shown = [Shot(deal.name, partial(show_deal, deal=one)) for one in (deal, replace(deal, acts=()))]
    done, still = (shot.picture((1024, 600), "zh_CN") for shot in shown)
    assert pygame.image.tobytes(done, "RGB") != pygame.image.tobytes(still, "RGB")


def test_the_help_lists_every_shot(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        command.run(["--help"])
    assert set(shots()) <= set(capsys.readouterr().out.split())


def test_every_variant_has_its_table_its_sheet_and_its_choices() -> None:
    for key in all_variants():
        assert {f"table-{key}", f"sheet-{key}", f"new-table-{key}"} <= set(shots())


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--only", "nix"], "'nix'"),
        (["--size", "640x480"], "'640x480'"),
        (["--size", "wide"], "'wide'"),
        (["--size", "9999x9999"], "'9999x9999'"),
    ],
)
def test_wrong_words_are_named(
    words: list[str], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = command.run([str(tmp_path), *words])
    except SystemExit as leaving:
        status = leaving.code  # type: ignore[assignment]
    error = capsys.readouterr().err
    assert status == 2
    assert named in error
    assert error.count("\n") == 1


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert command.run([str(tmp_path / "file"), "--only", "title"]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


# ---- what is on them ------------------------------------------------------------------------------------------------


def vars_of(part: object) -> list[object]:
    """What an object holds, or nothing."""
    return list(vars(part).values()) if hasattr(part, "__dict__") else []


def controls(services: Services) -> Iterator[pygame.Rect]:
    """Everything on the top screen that can be pressed, as far as it can be seen, and one's own melds beside it."""
    scene = services.scenes.top
    if isinstance(scene, HotseatScene):
        if scene.flow.screen in (Screen.CURTAIN, Screen.PUBLIC):
            hung = scene.flow.screen is Screen.CURTAIN
            yield from seen_of([scene.curtain.form if hung else scene.corners.form])
            return
        scene = scene.active
    parts = [scene, *(part for part in vars(scene).values() if not isinstance(part, Scene))]
    forms = [form for part in parts for form in vars_of(part) if isinstance(form, Form)]
    if isinstance(scene, TableScene):
        forms += [scene.desk.box.form] if scene.desk.box is not None else []
        yield scene.view.layout.hand_rect(len(scene.hand.arrangement), scene.hand.arrangement.apart)
        piles = {tuple(meld.rect) for meld in meld_places(scene.view, Position.OWN)}
        yield from map(pygame.Rect, piles)
    yield from seen_of(forms)


def seen_of(forms: list[Form]) -> Iterator[pygame.Rect]:
    """What can be seen of everything in these that can be pressed."""
    carriers = (LobbySeat, ChatPanel)  # cards and a panel that carry buttons of their own
    widgets = {id(widget): widget for form in forms for widget in form.widgets if widget.takes_focus}
    for widget in widgets.values():
        if isinstance(widget, carriers):
            continue
        seen = widget.rect if widget.clip is None else widget.rect.clip(widget.clip)
        if seen.width and seen.height:
            yield seen


class Cuts:
    """Notes every text that is cut because it has no room."""

    def __init__(self, services: Services) -> None:
        self.texts: list[str] = []
        self._cut = services.fonts.cut
        services.fonts.cut = self._watched  # type: ignore[method-assign, assignment]

    def _watched(self, *given: object) -> str:
        shown = self._cut(*given)  # type: ignore[arg-type]
        if shown != given[0]:
            self.texts.append(str(given[0]))
        return shown


def names_of(services: Services, language: Language) -> str:
    """A pattern of the names at the table: texts that may be cut."""
    bots = [services.tr(name) for name in ("Xiaoman", "Meiniang", "Chenbo")]
    return "|".join(map(re.escape, [PLAYER[language], *bots, *NAMES]))


def looked_at(look: Look) -> tuple[Services, ReadSurface, list[str]]:
    """A shot on its surface, and the texts that were cut on it, but for names."""
    name, size, language, text, targets = look
    chosen = {"text_size": text, "large_targets": targets}
    services = shots()[name].open(size, language, chosen)
    cuts, surface = Cuts(services), ReadSurface(services, size)
    services.invalidate()
    services.scenes.top.update(0.0)
    services.scenes.draw(surface)
    names = names_of(services, language)
    return services, surface, [text for text in cuts.texts if not re.fullmatch(names, text)]


@pytest.mark.parametrize("look", sample(), ids=lambda look: "-".join(map(str, look)))
def test_controls_and_texts_have_room(look: Look) -> None:
    services, surface, cut = looked_at(look)
    window = surface.get_rect()
    pressable = list(controls(services))
    assert pressable
    assert [rect for rect in pressable if not window.contains(rect)] == []
    assert [pair for pair in itertools.combinations(pressable, 2) if pair[0].colliderect(pair[1])] == []
    assert cut == []
    assert surface.overlaps == []
    assert [text for text in surface.hidden if not text.isdecimal()] == []  # the chat may lie on the timer


def test_a_text_under_a_button_is_found() -> None:
    services = shots()["title"].open((1024, 600), "en")
    surface = ReadSurface(services, (1024, 600))
    surface.blit(services.fonts.render("under", services.steps.body, "#FFFFFF"), (10, 10))
    services.painter.box(surface, pygame.Rect(0, 0, 100, 100), "button_ink")
    assert surface.hidden == ["under"]


def test_texts_that_overlap_are_found() -> None:
    services = shots()["title"].open((1024, 600), "en")
    surface = ReadSurface(services, (1024, 600))
    style = services.steps.body
    for text, corner in (("under", (10, 10)), ("over", (14, 12)), ("apart", (200, 10))):
        surface.blit(services.fonts.render(text, style, "#FFFFFF"), corner)
    assert surface.overlaps == [("under", "over")]
    services.painter.box(surface, pygame.Rect(0, 0, 100, 100), "ink")
    assert [text for text, _ in surface.texts] == ["apart"]
