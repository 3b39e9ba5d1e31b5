"""Widgets react to mouse, keys, touch and input methods in the same way, and say what changed."""

from __future__ import annotations

import pygame
import pytest

from game.app import render_scene
from game.scene import Scene
from game.services import Services
from game.widgets.button import Button
from game.widgets.choices import Segments, Toggle
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import Form
from game.widgets.keycapture import KeyCapture
from game.widgets.label import Label
from game.widgets.listbox import Row, ScrollList
from game.widgets.scroll import ScrollView
from game.widgets.slider import Slider
from game.widgets.textfield import TextField
from game.widgets.toast import Toasts

from .conftest import click, press


def button(services: Services, pressed: list[str], name: str, left: int = 0) -> Button:
    made = Button(services, name, lambda: pressed.append(name))
    made.rect = pygame.Rect(left, 0, 100, 40)
    return made


def play(form: Form, *events: pygame.Event) -> None:
    for event in events:
        form.handle(event)


def test_a_click_presses_a_button_and_a_right_click_does_not(services: Services) -> None:
    pressed: list[str] = []
    form = Form(services, [button(services, pressed, "one")])
    form.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=3))
    form.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=(5, 5), button=3))
    assert pressed == []
    play(form, *click((5, 5)))
    assert pressed == ["one"]


def test_letting_go_beside_a_button_does_not_press_it(services: Services) -> None:
    pressed: list[str] = []
    form = Form(services, [button(services, pressed, "one")])
    form.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    form.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=(300, 5), button=1))
    form.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1))
    assert pressed == []


def test_tab_goes_in_order_round_the_end_and_skips_what_cannot_be_pressed(services: Services) -> None:
    pressed: list[str] = []
    one, two, three = (button(services, pressed, name) for name in ("one", "two", "three"))
    two.enabled = False
    label = Label(services, "text", services.steps.body, "#000000")
    form = Form(services, [one, label, two, three])
    seen = []
    for key in (press(pygame.K_TAB), press(pygame.K_TAB), press(pygame.K_TAB), press(pygame.K_TAB, pygame.KMOD_SHIFT)):
        form.handle(key)
        seen.append(form.focused)
    assert seen == [one, three, one, three]
    form.handle(press(pygame.K_RETURN))
    assert pressed == ["three"]


def test_a_disabled_button_with_a_reason_can_be_reached_and_shows_it(services: Services) -> None:
    pressed: list[str] = []
    one = button(services, pressed, "one")
    one.enabled, one.reason = False, "Not before everybody is ready"
    form = Form(services, [one])
    services.keys_used = True
    before = services.canvas.surface.copy()
    play(form, press(pygame.K_TAB), press(pygame.K_RETURN), *click((5, 5)))
    form.draw(services.canvas.surface)
    below = pygame.Rect(0, 60, 400, 60)
    assert pressed == []
    assert pygame.image.tobytes(before.subsurface(below), "RGB") != pygame.image.tobytes(
        services.canvas.surface.subsurface(below), "RGB"
    )


def test_small_targets_reach_further_once_a_touch_was_seen(services: Services) -> None:
    one = button(services, [], "one")
    one.rect = pygame.Rect(100, 100, 30, 30)
    assert not one.hit((96, 110))
    services.touched = True
    assert one.hit((96, 110))
    assert not one.hit((93, 110))


def test_the_focus_ring_is_only_shown_after_a_key(services: Services) -> None:
    one = button(services, [], "one")
    one.focus(True)
    assert not one.ring
    services.keys_used = True
    assert one.ring


def test_a_switch_tells_its_new_state(services: Services) -> None:
    told: list[bool] = []
    switch = Toggle(services, False, told.append)
    switch.rect = pygame.Rect(0, 0, 52, 28)
    play(Form(services, [switch]), *click((10, 10)), *click((10, 10)))
    assert told == [True, False]


def test_segments_are_chosen_by_click_and_by_arrow_without_leaving_the_ends(services: Services) -> None:
    told: list[str] = []
    segments = Segments(services, [("a", "A"), ("b", "B"), ("c", "C")], "a", told.append)
    segments.rect = pygame.Rect(0, 0, 300, 40)
    form = Form(services, [segments])
    play(form, *click((250, 20)), press(pygame.K_RIGHT), press(pygame.K_LEFT), *click((150, 20)))
    assert told == ["c", "b"]


def test_a_slider_follows_the_pointer_in_steps_and_the_arrows(services: Services) -> None:
    told: list[int] = []
    slider = Slider(services, 50, told.append)
    slider.rect = pygame.Rect(0, 0, 300, 40)
    form = Form(services, [slider])
    form.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(0, 20), button=1))
    form.handle(pygame.Event(pygame.MOUSEMOTION, pos=(900, 20), rel=(9, 0), buttons=(1, 0, 0)))
    form.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=(900, 20), button=1))
    play(form, press(pygame.K_LEFT), press(pygame.K_HOME))
    assert told == [0, 100, 95, 0]


@pytest.fixture
def field(services: Services) -> TextField:
    made = TextField(services, "", lambda text: None)
    made.rect = pygame.Rect(100, 100, 200, 44)
    made.focus(True)
    return made


def typed(text: str) -> pygame.Event:
    return pygame.Event(pygame.TEXTINPUT, text=text)


def test_the_input_method_is_on_exactly_while_a_field_has_the_focus(services: Services, field: TextField) -> None:
    canvas = services.canvas
    assert field.rect.contains(canvas.input_rect)  # type: ignore[attr-defined]
    field.focus(False)
    assert canvas.input_rect is None  # type: ignore[attr-defined]


def test_the_candidates_follow_the_caret(services: Services, field: TextField) -> None:
    before = services.canvas.input_rect.x  # type: ignore[attr-defined]
    field.handle(typed("竹影"))
    assert services.canvas.input_rect.x == before + services.fonts.width("竹影", services.steps.body)  # type: ignore[attr-defined]


def test_keys_belong_to_the_input_method_while_it_composes(field: TextField) -> None:
    field.handle(typed("竹"))
    field.handle(pygame.Event(pygame.TEXTEDITING, text="ying", start=0, length=4))
    field.handle(press(pygame.K_BACKSPACE))
    field.handle(press(pygame.K_LEFT))
    assert (field.text, field.caret) == ("竹", 1)
    field.handle(typed("影"))
    field.handle(press(pygame.K_BACKSPACE))
    assert field.text == "竹"


def test_typing_edits_at_the_caret_and_respects_the_limit(field: TextField) -> None:
    field.handle(typed("ac"))
    field.handle(press(pygame.K_LEFT))
    field.handle(typed("b"))
    assert (field.text, field.caret) == ("abc", 2)
    field.handle(press(pygame.K_DELETE))
    assert field.text == "ab"
    field.handle(typed("x\x00" * 40))
    assert field.text == "ab" + "x" * 14


def test_a_space_between_words_is_kept(field: TextField) -> None:
    for text in (" ", "A", " ", "B"):
        field.handle(typed(text))
    assert field.text == "A B"


def test_text_is_copied_cut_and_pasted(field: TextField) -> None:
    field.handle(typed("竹影"))
    field.handle(press(pygame.K_x, pygame.KMOD_CTRL))
    assert field.text == ""
    for _ in range(2):
        field.handle(press(pygame.K_v, pygame.KMOD_CTRL))
    assert field.text == "竹影竹影"


def test_the_caret_blinks_only_with_the_focus(services: Services, field: TextField) -> None:
    drawn_again = []
    for seconds in (0.1, 0.5):
        services.dirty = False
        field.update(seconds)
        drawn_again.append(services.dirty)
    assert drawn_again == [False, True]
    field.focus(False)
    assert field.update(1.0) == float("inf")


def test_a_scrolled_child_moves_is_clipped_and_cannot_be_clicked_outside(services: Services) -> None:
    pressed: list[str] = []
    buttons = [button(services, pressed, str(index)) for index in range(10)]
    for index, child in enumerate(buttons):
        child.rect = pygame.Rect(0, 50 * index, 100, 40)
    view = ScrollView(services)
    view.lay_out(pygame.Rect(0, 0, 120, 200), buttons, 500)
    form = Form(services, [view, *buttons])
    play(form, *click((10, 210)))
    assert pressed == []
    form.handle(pygame.Event(pygame.MOUSEMOTION, pos=(110, 20), rel=(0, 0), buttons=(0, 0, 0)))
    form.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-100))
    assert view.offset == view.longest == 300
    play(form, *click((10, 160)))
    assert pressed == ["9"]


def test_the_keyboard_focus_scrolls_into_view(services: Services) -> None:
    buttons = [button(services, [], str(index)) for index in range(10)]
    for index, child in enumerate(buttons):
        child.rect = pygame.Rect(0, 50 * index, 100, 40)
    view = ScrollView(services)
    view.lay_out(pygame.Rect(0, 0, 120, 200), buttons, 500)
    form = Form(services, [view, *buttons])
    services.keys_used = True
    form.focus(buttons[9])
    form.update(0.0)
    assert view.rect.contains(buttons[9].rect)
    form.focus(buttons[0])
    form.update(0.0)
    assert view.offset == 0


def test_a_row_with_a_reason_cannot_be_chosen(services: Services) -> None:
    told: list[str] = []
    rows = [Row("a", "A"), Row("b", "B", reason="too old"), Row("c", "C")]
    rows_list = ScrollList(services, rows, "a", told.append)
    rows_list.rect = pygame.Rect(0, 0, 300, 200)
    form = Form(services, [rows_list])
    height = rows_list.row_height
    play(form, *click((10, height + 5)), *click((10, 2 * height + 5)), press(pygame.K_UP), press(pygame.K_UP))
    assert told == ["c", "a"]


def test_a_key_is_captured_only_while_listening_and_only_if_allowed(services: Services) -> None:
    offered: list[str] = []

    def offer(name: str) -> bool:
        offered.append(name)
        return name != "x"

    capture = KeyCapture(services, "h", offer)
    capture.rect = pygame.Rect(0, 0, 120, 40)
    form = Form(services, [capture])
    play(form, *click((5, 5)), press(pygame.K_x))
    assert capture.shown_key == "h"
    play(form, press(pygame.K_RETURN), press(pygame.K_j), press(pygame.K_k))
    assert (offered, capture.shown_key) == (["x", "j"], "j")


def test_escape_gives_the_safe_answer_of_a_dialog(services: Services) -> None:
    given: list[str] = []
    answers = [Answer(name, lambda name=name: given.append(name)) for name in ("leave", "stay")]  # type: ignore[misc]
    services.scenes.push(Scene(services))
    for key in (pygame.K_ESCAPE, pygame.K_RETURN):
        dialog = Dialog(services, "Leave?", "The hand is not over.", answers)
        services.scenes.push(dialog)
        dialog.handle(press(key))
    assert given == ["stay", "stay"]
    assert len(services.scenes) == 1


def test_the_focus_stays_inside_a_dialog(services: Services) -> None:
    services.scenes.push(Scene(services))
    dialog = Dialog(services, "Leave?", "", [Answer("leave"), Answer("stay")])
    render_scene(dialog)
    for _ in range(5):
        dialog.handle(press(pygame.K_TAB))
        assert dialog.form.focused is not None


def test_at_most_two_messages_are_shown_and_each_goes_by_itself(services: Services) -> None:
    toasts = Toasts(services)
    for text in ("one", "two", "three", "two"):
        toasts.say(text)
    assert toasts.texts == ["three", "two"]
    toasts.update(2.5)
    assert toasts.texts == []


def test_a_long_message_can_be_read_to_its_end(services: Services) -> None:
    toasts = Toasts(services)
    toasts.say("Exported to /home/somebody/Documents/changsha.toml", "good")
    toasts.update(4.0)
    assert toasts.texts
    toasts.update(2.0)
    assert not toasts.texts


def test_a_message_with_an_action_stays_longer_and_acts_once(services: Services) -> None:
    acted: list[bool] = []
    toasts = Toasts(services)
    toasts.say("Saved", "good", "Undo", lambda: acted.append(True))
    toasts.update(3.0)
    place = (services.units.width // 2, services.units.height - services.px(50))
    assert toasts.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    assert not toasts.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    assert acted == [True]


def test_a_list_shows_that_there_is_more_of_it(services: Services) -> None:
    def right_edge(rows: int) -> bytes:
        made = ScrollList(services, [Row(number, "") for number in range(rows)], 0, print)
        made.rect = pygame.Rect(0, 0, 300, 5 * made.row_height)
        surface = pygame.Surface((300, made.rect.height))
        made.draw(surface)
        return pygame.image.tobytes(surface.subsurface((292, made.row_height + 2, 8, made.rect.height // 2)), "RGB")

    assert right_edge(5) == right_edge(4)
    assert right_edge(9) != right_edge(5)
