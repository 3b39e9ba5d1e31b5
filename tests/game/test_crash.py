"""An error in a screen: a report without secrets, a picture of it, and the way back to the title."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App, offscreen_services
from game.crash import keep_report, report_of
from game.files import DATA_DIR_VARIABLE
from game.pictures import keep_picture
from game.preferences import Preferences
from game.scene import MOVING, Scene
from game.scenes.crash import CrashScene
from game.services import Services


class Broken(Scene):
    """A screen that fails as soon as it is drawn."""

    def draw(self, surface: pygame.Surface) -> None:
        raise ZeroDivisionError("a broken screen")


class Plain(Scene):
    """A screen that works."""


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    return offscreen_services((1024, 600), Preferences(language="en"))


def test_an_error_is_shown_and_kept(services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = App(services, Plain)
    services.scenes.push(Broken(services))
    assert app.guarded_frame([]) == MOVING
    top = services.scenes.top
    assert isinstance(top, CrashScene)
    assert top.last_line == "ZeroDivisionError: a broken screen"
    (report,) = (tmp_path / "reports").iterdir()
    assert top.path == report
    assert "a broken screen" in report.read_text(encoding="utf-8")
    assert "a broken screen" in capsys.readouterr().err
    app.guarded_frame([])
    services.scenes.top.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
    assert isinstance(services.scenes.top, Plain)


def test_an_error_in_the_picture_of_an_error_ends_the_program(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App(services, Plain)
    services.scenes.push(Broken(services))
    app.guarded_frame([])
    monkeypatch.setattr(CrashScene, "draw", Broken.draw)
    services.invalidate()
    with pytest.raises(ZeroDivisionError):
        app.guarded_frame([])


def test_without_a_title_to_go_to_it_is_raised(services: Services) -> None:
    services.scenes.push(Broken(services))
    with pytest.raises(ZeroDivisionError):
        App(services).guarded_frame([])


def test_a_report_that_cannot_be_written_is_still_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert keep_report(ValueError("lost"), tmp_path / "file" / "reports") is None
    assert "could not be kept" in capsys.readouterr().err


def test_a_report_names_versions_and_the_place(tmp_path: Path) -> None:
    try:
        raise KeyError("missing")
    except KeyError as error:
        text = report_of(error)
    assert text.startswith("Sifang ")
    assert "test_crash.py" in text
    assert text.endswith("KeyError: 'missing'\n")


def test_pictures_never_replace_each_other(tmp_path: Path) -> None:
    surface = pygame.Surface((4, 4))
    paths = {keep_picture(surface, "shot", tmp_path) for _ in range(3)}
    assert len(paths) == 3
    assert all(pygame.image.load(path).get_size() == (4, 4) for path in paths)


def test_f12_keeps_the_screen(services: Services, tmp_path: Path) -> None:
    app = App(services)
    services.scenes.push(Plain(services))
    app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_F12, mod=0, unicode="")])
    (picture,) = (tmp_path / "pictures").iterdir()
    assert pygame.image.load(picture).get_size() == (1024, 600)


def test_a_picture_that_cannot_be_kept_is_told(services: Services, tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("in the way")
    app = App(services)
    services.scenes.push(Plain(services))
    app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_F12, mod=0, unicode="")])
    assert services.toasts.texts
