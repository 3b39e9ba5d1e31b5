"""A finger pulls what is longer than its place; what it pressed at first is let go, and a mouse pulls only pages."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.encyclopedia.sidelist import PageScroll
from game.lanmatch import ChatLine
from game.lobby.chat import ChatPanel
from game.records.daylist import DayList, DayRow
from game.scene import Scene
from game.scenes.settings import SettingsScene
from game.services import Services
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.dropdown import Dropdown, DropdownList
from game.widgets.form import Form
from game.widgets.listbox import Row, ScrollList
from game.widgets.scroll import ScrollView
from game.widgets.slider import Slider

AREA = pygame.Rect(100, 100, 400, 300)


def pointer(kind: int, place: tuple[int, int], touch: bool = True) -> pygame.Event:
    if kind == pygame.MOUSEMOTION:
        return pygame.Event(kind, pos=place, rel=(0, 0), buttons=(1, 0, 0), touch=touch)
    return pygame.Event(kind, pos=place, button=1, touch=touch)


def pull(form: Form, start: tuple[int, int], end: tuple[int, int], touch: bool = True) -> None:
    form.handle(pointer(pygame.MOUSEBUTTONDOWN, start, touch))
    for part in (1, 2, 3, 4):
        place = start[0] + (end[0] - start[0]) * part // 4, start[1] + (end[1] - start[1]) * part // 4
        form.handle(pointer(pygame.MOUSEMOTION, place, touch))
    form.handle(pointer(pygame.MOUSEBUTTONUP, end, touch))


class Page:
    """A page of buttons that is three times as long as its place, and what was pressed on it."""

    def __init__(self, services: Services, view: ScrollView) -> None:
        self.pressed: list[int] = []
        self.view, buttons = view, []
        for number in range(9):
            button = Button(services, str(number), lambda number=number: self.pressed.append(number))  # type: ignore[misc]
            button.rect = pygame.Rect(AREA.x, AREA.y + 100 * number, 300, 100)
            buttons.append(button)
        view.lay_out(AREA.copy(), buttons, 900)
        self.form = Form(services, [view, *buttons])


@pytest.fixture
def page(services: Services) -> Page:
    return Page(services, ScrollView(services))


def test_a_finger_pulls_and_presses_nothing(page: Page) -> None:
    pull(page.form, (200, 350), (200, 150))
    assert page.view.offset == 200
    assert page.pressed == []
    assert not any(widget.pressed for widget in page.form.widgets), "a later release means nothing either"
    pull(page.form, (200, 150), (200, 390))
    assert page.view.offset == 0, "no further than to the top"


def test_a_tap_presses_and_a_hand_that_trembles_too(page: Page) -> None:
    pull(page.form, (200, 350), (200, 346))
    assert page.pressed == [2]
    assert page.view.offset == 0


def test_a_mouse_pulls_pages_of_text_only(services: Services, page: Page) -> None:
    pull(page.form, (200, 350), (200, 310), touch=False)
    assert page.view.offset == 0
    assert page.pressed == [2]
    read = Page(services, PageScroll(services))
    pull(read.form, (200, 350), (200, 310), touch=False)
    assert read.view.offset == 40
    assert read.pressed == []


def test_what_follows_a_finger_by_itself_is_not_pulled_away(services: Services) -> None:
    view, told = ScrollView(services), list[int]()
    slider = Slider(services, 0, told.append, lowest=0, highest=100, step=1, describe=str)
    slider.rect = pygame.Rect(AREA.x, AREA.y, 300, 40)
    view.lay_out(AREA.copy(), [slider], 900)
    form = Form(services, [view, slider])
    pull(form, (150, 120), (250, 200))
    assert told
    assert view.offset == 0
    pull(form, (AREA.right - 2, 110), (AREA.right - 2, 390))
    assert view.offset > 280, "the bar goes with the finger, so the page goes the other way"


def lists(services: Services) -> Iterator[Widget]:
    """Everything else that scrolls."""
    yield ScrollList(services, [Row(n, str(n)) for n in range(40)], None, lambda value: None)
    days = DayList(services, lambda key: None, lambda: None)
    days.rect = AREA.copy()
    days.load([DayRow(str(n), key=str(n)) for n in range(40)], "")
    yield days


def test_lists_are_pulled_and_nothing_is_chosen(services: Services) -> None:
    for widget in lists(services):
        widget.rect = AREA.copy()
        form = Form(services, [widget])
        pull(form, (200, 380), (200, 180))
        assert widget.offset == 200, widget
        assert widget.value in (None, ""), widget  # type: ignore[attr-defined]


def test_the_bar_of_a_list_scrolls_it_and_chooses_nothing(services: Services) -> None:
    for widget in lists(services):
        widget.rect = AREA.copy()
        pull(Form(services, [widget]), (AREA.right - 2, AREA.y + 20), (AREA.centerx, AREA.centery), touch=False)
        assert abs(widget.offset - widget.longest / 2) < 3, widget
        assert widget.value in (None, ""), widget  # type: ignore[attr-defined]


def test_the_open_list_of_a_dropdown_is_pulled_and_stays_open_until_a_row_is_pressed(services: Services) -> None:
    scenes, chosen = services.scenes, list[int]()
    scenes.push(Scene(services))
    opened = DropdownList(services, Dropdown(services, [Row(n, str(n)) for n in range(40)], 0, chosen.append))
    scenes.push(opened)
    x, y = place = opened.list.rect.center
    for kind, at in ((pygame.MOUSEBUTTONDOWN, y), (pygame.MOUSEMOTION, y - 80), (pygame.MOUSEBUTTONUP, y - 80)):
        opened.handle(pointer(kind, (x, at)))
    assert opened.list.offset == 80
    assert scenes.top is opened
    opened.handle(pointer(pygame.MOUSEBUTTONDOWN, place))
    opened.handle(pointer(pygame.MOUSEBUTTONUP, place))
    assert scenes.top is not opened
    assert len(chosen) == 1


def test_the_chat_is_pulled_back_to_what_was_said_before(services: Services) -> None:
    chat = ChatPanel(services, [ChatLine() for _ in range(30)], {})
    chat.rect = AREA.copy()
    newest = chat.offset
    assert newest == chat.longest
    pull(Form(services, [chat]), (200, 180), (200, 380))
    assert 150 < newest - chat.offset < 250


def test_a_page_that_is_built_anew_under_the_finger_is_still_pulled(services: Services) -> None:
    scene = SettingsScene(services, "controls")
    services.scenes.push(scene)
    view = scene._scroll.rect
    start = view.left + 60, view.bottom - 60
    scene.handle(pointer(pygame.MOUSEBUTTONDOWN, start))
    scene.handle(pointer(pygame.MOUSEMOTION, (start[0], start[1] - 100)))
    scene.resize()
    scene.handle(pointer(pygame.MOUSEMOTION, (start[0], start[1] - 150)))
    assert scene._scroll.offset == 150


def test_nothing_comes_of_a_press_when_the_window_is_left(page: Page) -> None:
    page.form.handle(pointer(pygame.MOUSEBUTTONDOWN, (200, 350)))
    page.form.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
    page.form.handle(pointer(pygame.MOUSEMOTION, (200, 150)))
    assert page.view.offset == 0
    page.form.handle(pointer(pygame.MOUSEBUTTONUP, (200, 350)))
    assert page.pressed == []
