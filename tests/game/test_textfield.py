"""A field whose text is marked, or longer than the field."""

from __future__ import annotations

import pygame
import pytest

from game.services import Services
from game.widgets.form import Form
from game.widgets.inputdialog import InputDialog
from game.widgets.textfield import TextField
from tests.game.conftest import click, press

PATH = "/home/anna/Documents/mahjong/house rules of the tea house.toml"


@pytest.fixture
def field(services: Services) -> TextField:
    made = TextField(services, PATH, lambda text: None, limit=200)
    made.rect = pygame.Rect(100, 100, 200, 44)
    made.focus(True)
    return made


def caret(services: Services) -> pygame.Rect:
    return services.canvas.input_rect  # type: ignore[attr-defined,no-any-return]


def typed(text: str) -> pygame.Event:
    return pygame.Event(pygame.TEXTINPUT, text=text)


def test_what_is_typed_replaces_a_marked_text(field: TextField) -> None:
    field.handle(press(pygame.K_a, pygame.KMOD_CTRL))
    assert field.marked
    field.handle(typed("a"))
    field.handle(typed("b"))
    assert (field.text, field.marked) == ("ab", False)


@pytest.mark.parametrize("key", [pygame.K_BACKSPACE, pygame.K_DELETE])
def test_a_marked_text_is_deleted_as_a_whole(field: TextField, key: int) -> None:
    field.mark()
    field.handle(press(key))
    assert (field.text, field.caret) == ("", 0)


@pytest.mark.parametrize("key", [pygame.K_LEFT, pygame.K_HOME, pygame.K_END])
def test_a_caret_that_moves_takes_the_mark_away(field: TextField, key: int) -> None:
    field.mark()
    field.handle(press(key))
    field.handle(typed("x"))
    assert field.text.replace("x", "", 1) == PATH


def test_typing_nothing_does_not_delete_what_is_marked(field: TextField) -> None:
    field.mark()
    field.handle(typed("\n"))
    assert field.text == PATH


def test_the_caret_stays_inside_a_field_that_is_too_short(services: Services, field: TextField) -> None:
    places = []
    for _ in range(len(PATH)):
        field.handle(press(pygame.K_LEFT))
        places.append(caret(services).x)
        assert field.rect.contains(caret(services))
    width = services.fonts.width(PATH[:1], services.steps.body)
    assert places[0] > places[-1]
    field.handle(press(pygame.K_RIGHT))
    assert caret(services).x == places[-1] + width


def test_a_click_into_a_long_text_puts_the_caret_below_the_pointer(services: Services, field: TextField) -> None:
    place = (200, field.rect.centery)
    for event in click(place):
        field.handle(event)
    assert field.caret > len(PATH) // 2
    assert abs(caret(services).x - place[0]) < services.fonts.width("m", services.steps.body)


def test_a_name_that_is_asked_for_replaces_the_one_that_was_proposed(services: Services) -> None:
    names: list[str] = []
    services.scenes.push(InputDialog(services, "Save", "A name", "Wuhan", lambda text: names.append(text)))
    dialog = services.scenes.top
    dialog.handle(typed("Home"))
    dialog.handle(press(pygame.K_RETURN))
    assert names == ["Home"]


def test_a_field_reached_by_tab_is_marked_and_one_that_is_clicked_is_not(services: Services) -> None:
    """As everywhere on a desktop: who comes by keys types over what is there."""
    fields = [TextField(services, text, lambda text: None) for text in ("one", "two", "")]
    for place, field in enumerate(fields):
        field.rect = pygame.Rect(100, 100 * place, 200, 44)
    form = Form(services, fields)
    form.handle(press(pygame.K_TAB))
    form.handle(press(pygame.K_TAB))
    assert [field.marked for field in fields] == [False, True, False]
    form.handle(typed("2"))
    assert [field.text for field in fields] == ["one", "2", ""]
    form.handle(press(pygame.K_TAB))
    assert not fields[2].marked, "there is nothing to mark"
    for event in click(fields[0].rect.center):
        form.handle(event)
    assert not fields[0].marked
