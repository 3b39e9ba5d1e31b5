"""What makes a screen look finished: ends that fade, screens that follow each other softly, lines that break well."""

from __future__ import annotations

import errno

import pygame
import pytest

from game.fonts import LAST_LINE, NO_LINE_END
from game.layout import TableLayout
from game.places import Position
from game.scene import FADE_SECONDS, MOVING, STILL, Scene
from game.scenes.encyclopedia import EncyclopediaScene
from game.scenes.newtable import NewTableScene
from game.scenes.people import PeopleScene
from game.scenes.settings import SettingsScene
from game.scenes.table import TableScene
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.catalogue import shots
from game.table.compass import draw_compass
from game.widgets.base import VEIL
from game.widgets.button import Button
from game.widgets.dialog import PARAGRAPH, Answer, CheckedDialog
from game.widgets.form import Form
from game.widgets.formscene import FormScene
from game.widgets.keycapture import KeyCapture
from game.widgets.label import Label
from game.widgets.listbox import Row, ScrollList
from game.widgets.scroll import ScrollView
from rules.variants import all_variants
from tests.helpers.texts import ReadSurface

from .conftest import MakeServices

GROUND, INK = (250, 240, 220), (10, 20, 30)


class Filled(Scene):
    """A screen of one colour."""

    def __init__(self, services: Services, colour: tuple[int, int, int], fades: bool = True) -> None:
        super().__init__(services)
        self.colour, self.fades = colour, fades

    def draw(self, surface: pygame.Surface) -> None:
        """Fill all."""
        surface.fill(self.colour)


class Block(Label):
    """A widget that is all ink."""

    def draw(self, surface: pygame.Surface) -> None:
        """Fill its place."""
        surface.fill(INK, self.rect)


# ---- what scrolls ---------------------------------------------------------------------------------------------------


def scrolled(services: Services, offset: int) -> pygame.Surface:
    view = ScrollView(services)
    block = Block(services, "", services.steps.body, "#000000")
    block.rect = pygame.Rect(0, 0, 200, 600)
    view.lay_out(pygame.Rect(0, 0, 200, 200), [block], 600)
    view.scroll_to(offset)
    surface = pygame.Surface((200, 200))
    surface.fill(GROUND)
    Form(services, [view, block]).draw(surface)
    return surface


def test_what_scrolls_fades_where_more_is_hidden(services: Services) -> None:
    top, middle, end = (scrolled(services, offset) for offset in (0, 200, 400))
    assert top.get_at((50, 199))[:3] == GROUND
    assert top.get_at((50, 0))[:3] == INK
    assert middle.get_at((50, 0))[:3] == middle.get_at((50, 199))[:3] == GROUND
    assert middle.get_at((50, 100))[:3] == INK
    assert end.get_at((50, 0))[:3] == GROUND
    assert end.get_at((50, 199))[:3] == INK


def test_a_long_list_fades_and_its_rows_end_before_the_bar(services: Services) -> None:
    listed = ScrollList(services, [Row(number, str(number)) for number in range(30)], 4, lambda value: None)
    listed.rect = pygame.Rect(0, 0, 300, 200)
    surface = pygame.Surface((300, 200))
    surface.fill(GROUND)
    listed.draw(surface)
    assert surface.get_at((150, 199))[:3] == GROUND
    assert surface.get_at((150, 180))[:3] != GROUND
    assert surface.get_at((listed.bar.x - 2, 180))[:3] == GROUND
    assert services.px(VEIL) > 10


# ---- screens that follow each other ---------------------------------------------------------------------------------


def followed(services: Services, before: Scene, after: Scene) -> pygame.Surface:
    surface = pygame.Surface((40, 40))
    services.scenes.smooth = True
    services.scenes.push(before)
    services.scenes.draw(surface)
    services.scenes.push(after)
    services.scenes.draw(surface)
    return surface


def test_a_screen_fades_in_over_the_one_before(make_services: MakeServices, clock: ShotClock) -> None:
    services = make_services()
    services.clock = clock
    surface = followed(services, Filled(services, GROUND), Filled(services, INK))
    assert surface.get_at((5, 5))[:3] == GROUND
    assert services.scenes.wait == MOVING
    clock.now += FADE_SECONDS / 2
    services.scenes.draw(surface)
    assert INK[0] + 50 < surface.get_at((5, 5))[0] < GROUND[0] - 50
    clock.now += FADE_SECONDS
    services.dirty = False
    assert services.scenes.wait == MOVING
    assert services.dirty
    services.scenes.draw(surface)
    assert surface.get_at((5, 5))[:3] == INK
    assert services.scenes.wait == STILL


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True)])
def test_nothing_of_a_screen_that_does_not_fade_stays(
    make_services: MakeServices, clock: ShotClock, first: bool, second: bool
) -> None:
    """Hotseat is one of these: no face may be seen after its screen has gone."""
    services = make_services()
    services.clock = clock
    surface = followed(services, Filled(services, GROUND, first), Filled(services, INK, second))
    assert surface.get_at((5, 5))[:3] == INK
    assert services.scenes.wait == STILL


def test_nothing_fades_at_instant_speed(timed_services: Services) -> None:
    surface = followed(timed_services, Filled(timed_services, GROUND), Filled(timed_services, INK))
    assert surface.get_at((5, 5))[:3] == INK


def test_hotseat_never_fades() -> None:
    services = shots()["hotseat-own"].open((1024, 600), "en")
    assert not services.scenes.top.fades
    assert FormScene.fades
    assert TableScene.fades


# ---- lines ----------------------------------------------------------------------------------------------------------


def test_no_line_ends_with_an_opening_bracket_and_the_last_one_is_no_single_letter(services: Services) -> None:
    style = services.steps.body
    text = "自摸还是放铳、哪一家、杠上花、海底，都在“怎么胡”里选（或者按键），不选就是自摸。"
    least, alone = LAST_LINE * services.fonts.size(style), 0
    for width in range(160, 420, 5):
        lines = services.fonts.wrap(text, style, width)
        assert "".join(lines) == text
        assert not any(line[-1] in NO_LINE_END for line in lines)
        assert all(services.fonts.width(line, style) <= width for line in lines)
        alone += services.fonts.width(lines[-1], style) < least
    assert alone <= 3  # where the other lines have nothing to spare; 7 without


# ---- widgets --------------------------------------------------------------------------------------------------------


def test_a_disabled_button_has_the_colours_of_what_it_lies_on(services: Services) -> None:
    pictures = []
    for kind, on_paper in (("paper", True), ("main", True), ("main", False)):
        button = Button(services, "", print, kind=kind)  # type: ignore[arg-type]
        button.rect, button.enabled, button.on_paper = pygame.Rect(0, 0, 60, 40), False, on_paper
        surface = pygame.Surface((60, 40))
        button.draw(surface)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1] != pictures[2]


def test_each_finding_of_a_test_has_its_paragraph(services: Services) -> None:
    dialog = CheckedDialog(services, "Test", [(True, "one"), (False, "two"), (None, "three")], [Answer("OK")])
    plain = CheckedDialog(services, "Test", [(True, "one")], [Answer("OK")])
    for one in (plain, dialog):
        services.scenes.push(one)
    surface = ReadSurface(services, (1280, 720))
    dialog.draw(surface)
    places = dict(surface.texts)
    assert places["one"].x == places["two"].x == places["three"].x > dialog.rect.x + services.px(24)
    assert places["one"].y < places["two"].y < places["three"].y < dialog.form.widgets[-1].rect.y
    line = services.fonts.line_height(services.steps.body)
    assert dialog.rect.height >= plain.rect.height + 2 * (line + services.px(PARAGRAPH))
    assert dialog.text.splitlines() == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "没有权限"),
        (OSError(errno.ENOSPC, "No space left on device"), "磁盘满了"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
    ],
)
def test_a_refusal_of_the_disk_is_told_in_the_players_words(
    make_services: MakeServices, error: OSError, told: str
) -> None:
    services = make_services(language="zh_CN")
    services.say_refused(error)
    assert services.toasts.texts[-1].endswith(told)


# ---- screens --------------------------------------------------------------------------------------------------------


def test_keys_stand_in_two_columns_where_there_is_room(make_services: MakeServices) -> None:
    wide, large = make_services(language="zh_CN"), make_services((1024, 600), language="en", text_size=200)
    columns = []
    for services in (wide, large):
        scene = SettingsScene(services, "controls")
        services.scenes.push(scene)
        captures = [widget for widget in scene.form.widgets if isinstance(widget, KeyCapture)]
        assert len(captures) % 2, "the last one stands alone and is no wider for it"
        columns.append({widget.rect.x for widget in captures})
        assert captures[-1].rect.x == captures[0].rect.x
    assert [len(found) for found in columns] == [2, 1]


def test_a_long_name_in_brackets_leaves_room_for_the_chips(make_services: MakeServices) -> None:
    services = make_services(language="zh_CN")
    scene = NewTableScene(services, lambda new, timers: None)
    services.scenes.push(scene)
    for key in all_variants():
        scene.choose(key)
        surface = ReadSurface(services, (1280, 720))
        scene.draw(surface)
        shown = {text for text, _ in surface.texts}
        assert {*scene._chips()} <= shown, key
    name = scene.texts.name
    assert "（" in name
    assert {name.partition("（")[0], name.partition("（")[2].rstrip("）")} <= shown


def test_the_ring_of_a_person_shows_the_name_as_it_is_typed(services: Services) -> None:
    services.preferences.change(hotseat_names=("Ada", "Bo"))
    scene = PeopleScene(services, lambda names: None)
    services.scenes.push(scene)
    scene.names[1] = "Zoe"
    surface = ReadSurface(services, (1280, 720))
    scene.draw(surface)
    assert {"A", "Z", "Calls in secret with Z", "Calls in secret with /"} <= {text for text, _ in surface.texts}


def test_the_log_tells_who_in_one_column_and_what_in_another() -> None:
    services = shots()["log"].open((1280, 720), "zh_CN")
    surface = ReadSurface(services, (1280, 720))
    services.scenes.draw(surface)
    scene = services.scenes.top
    assert isinstance(scene, TableScene)
    body = scene.panel.body
    names = [place for text, place in surface.texts if text in scene.table.names and body.contains(place)]
    told = [place for text, place in surface.texts if text.startswith("打出 ") and body.contains(place)]
    assert len(names) > 8
    assert max(place.right for place in names) < min(place.x for place in told)
    assert max(place.x for place in told) - min(place.x for place in told) <= 3


def test_a_button_of_the_table_opens_its_rules_where_there_is_room() -> None:
    for size, wishes in (((1280, 720), {}), ((1024, 600), {"large_targets": True})):
        services = shots()["turn"].open(size, "en", wishes)
        scene = services.scenes.top
        assert isinstance(scene, TableScene)
        rules = next(one for one in scene.controls.form.widgets if isinstance(one, Button) and one.icon == "help")
        layout: TableLayout = scene.view.layout
        assert rules.visible == (not wishes)
        icons = [one for one in scene.controls.form.widgets if isinstance(one, Button) and one.icon == "list"]
        assert icons[0].rect.left > layout.plate(Position.ACROSS).right
        if rules.visible:
            rules.activate()
            assert isinstance(services.scenes.top, EncyclopediaScene)


def test_nothing_is_counted_before_the_walls_stand() -> None:
    services = shots()["turn"].open((1280, 720), "en")
    scene = services.scenes.top
    assert isinstance(scene, TableScene)
    shown, texts = scene.view.shown, []
    for empty in (False, True):
        if empty:
            shown.wall.clear()
            for seat in shown.seats:
                seat.river.clear()
        surface = ReadSurface(services, (1280, 720))
        draw_compass(scene.view, surface)
        texts.append([text for text, _ in surface.texts])
    assert texts[0] == [*texts[1][:-2], texts[1][-2], "23", texts[1][-1]]
