"""What can be set, by group: the words of each setting and its control. The layout is the scene's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.preferences import DEFAULT_KEYS, TEXT_SIZES
from game.scenes.settings_pictures import BackChoice, ClothChoice, FacesChoice
from game.scenes.welcome import show_welcome
from game.strings import LANGUAGES, mark, number
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Segments, Toggle
from game.widgets.keycapture import KeyCapture
from game.widgets.slider import Slider
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

# Keys that mean the same everywhere; they cannot be given to an action of the table.
RESERVED_KEYS = {"tab", "escape", "f1", "f6", "f11", "left", "right", *"1234567890-="}


@value
class Group:
    """An entry of the list at the left. `preview`: tiles as they will look stay on top of its page."""

    key: str
    icon: str
    title: str
    preview: bool = False


@value
class Setting:
    """One row: what it is, a note, its controls from left to right. `narrow`: two of these may share a row."""

    title: str
    note: str
    controls: Sequence[Widget]
    narrow: bool = False


PERSON, SOUND = "person", "sound"
"""The groups whose rows are made in `settings_person` and `settings_sound`."""

GROUPS = (
    Group("tiles", "star", mark("Tiles and cloth"), preview=True),
    Group("controls", "hand", mark("Controls")),
    Group("hints", "help", mark("Hints")),
    Group("speed", "play", mark("Speed and time")),
    Group(SOUND, "sound", mark("Sound")),
    Group("access", "eye", mark("Accessibility")),
    Group("language", "book", mark("Language"), preview=True),
    Group(PERSON, "people", mark("Your name")),
    Group("window", "copy", mark("Window and sizes")),
)

ACTION_NAMES: dict[str, str] = {
    "win": mark("Win"),
    "kong": mark("Kong"),
    "pong": mark("Pong"),
    "chow": mark("Chow"),
    "declare": mark("Declare ready"),
    "pass": mark("Pass"),
    "discard": mark("Discard the selected tile"),
    "drawn": mark("Select the drawn tile"),
    "sort": mark("Sort the hand"),
    "auto_win": mark("Win automatically"),
    "no_calls": mark("Pass all calls of this hand"),
    "take_back": mark("Take back"),
    "items": mark("Items"),
    "explain": mark("Tell about the selected tile"),
    "count": mark("Count the tiles"),
    "log": mark("Log"),
    "chat": mark("Chat"),
}


def page_rows(group: str, services: Services) -> list[Setting]:
    """The settings of a group, with new controls that show and change the preferences."""
    return _PAGES[group](_Page(services))


class _Page:
    """Makes controls bound to a preference by its name."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.tr = services.tr

    def set(self, name: str) -> Callable[[object], None]:
        return lambda value: self.services.preferences.change(**{name: value})

    def toggle(self, name: str) -> Toggle:
        return Toggle(self.services, bool(getattr(self.services.chosen, name)), self.set(name))

    def segments(self, name: str, options: Sequence[tuple[object, str]]) -> Segments[object]:
        return Segments(self.services, options, getattr(self.services.chosen, name), self.set(name))

    def seconds(self, name: str, lowest: int, highest: int) -> Slider:
        value, strings = int(getattr(self.services.chosen, name)), self.services.strings

        def describe(seconds: int) -> str:
            return strings.tr("{seconds} s", seconds=number(seconds))

        return Slider(self.services, value, self.set(name), lowest=lowest, highest=highest, step=1, describe=describe)


def volume_slider(services: Services, name: str, cue: str = "") -> Slider:
    """A volume; the new one is heard at once by a cue, music and ambience play anyway."""

    def change(value: int) -> None:
        services.preferences.change(**{name: value})
        if cue:
            services.audio.play(cue)

    return Slider(services, int(getattr(services.chosen, name)), change, describe=lambda percent: f"{percent}%")


def _faces_row(page: _Page) -> Setting:
    tr, chosen = page.tr, page.services.chosen
    options = [("standard", tr("Traditional")), ("clear", tr("Clear")), ("brush", tr("Brush"))]
    control = FacesChoice(page.services, options, chosen.tile_set, page.set("tile_set"))
    return Setting(tr("Tile faces"), tr("Clear is read from far away and without colours"), [control])


def _numerals_row(page: _Page) -> Setting:
    tr = page.tr
    options = [("auto", tr("Auto")), ("off", tr("Off")), ("small", tr("Small")), ("large", tr("Large"))]
    return Setting(
        tr("Corner numerals"), tr("1–9 and E S W N C F B in the corner"), [page.segments("numerals", options)]
    )


def _text_size_row(page: _Page) -> Setting:
    tr = page.tr
    options = [(size, tr("Standard") if size == 100 else f"{size}%") for size in TEXT_SIZES]
    return Setting(tr("Text size"), tr("Does not change the tiles"), [page.segments("text_size", options)])


def _targets_row(page: _Page) -> Setting:
    note = page.tr("Buttons and tiles as large as a finger")
    return Setting(page.tr("Large targets"), note, [page.toggle("large_targets")])


def _motion_row(page: _Page) -> Setting:
    note = page.tr("Short fades instead of movement")
    return Setting(page.tr("Reduced motion"), note, [page.toggle("reduced_motion")])


def captions_row(services: Services) -> Setting:
    """Captions on or off; on the pages for sound and for accessibility."""
    page = _Page(services)
    note = page.tr("Calls and signals are also written at the seats")
    return Setting(page.tr("Captions for sounds"), note, [page.toggle("captions")])


def _tiles(page: _Page) -> list[Setting]:
    tr, services = page.tr, page.services
    backs = BackChoice(
        services, [("celadon", tr("Celadon")), ("azure", tr("Azure"))], services.chosen.back, page.set("back")
    )
    cloths = [("green", tr("Green")), ("indigo", tr("Indigo")), ("maroon", tr("Maroon"))]
    cloth = ClothChoice(services, cloths, services.chosen.cloth, page.set("cloth"))
    rivers = [(False, tr("To each player")), (True, tr("All to me"))]
    return [
        _faces_row(page),
        _numerals_row(page),
        Setting(tr("Backs and cloth"), tr("Text and tiles stand out on each of the three cloths"), [backs, cloth]),
        Setting(
            tr("Direction of discards"), tr("Of the players at the sides"), [page.segments("upright_rivers", rivers)]
        ),
        _text_size_row(page),
        _targets_row(page),
    ]


def _controls(page: _Page) -> list[Setting]:
    tr = page.tr
    rows = [
        Setting(
            tr("Two-step discard"),
            tr("A double click does not discard; the button does"),
            [page.toggle("two_step_discard")],
        ),
        Setting(
            tr("Sort automatically"),
            tr("After each of your turns; a right click always sorts"),
            [page.toggle("auto_sort")],
        ),
    ]
    rows.append(Setting(tr("Keys"), tr("Click one, then press the new key; Esc keeps the old one"), []))
    return rows + [Setting(tr(ACTION_NAMES[action]), "", [_key(page, action)], narrow=True) for action in DEFAULT_KEYS]


def _key(page: _Page, action: str) -> KeyCapture:
    services = page.services

    def change(name: str) -> bool:
        keys = services.chosen.keys
        taken = next((other for other, key in keys.items() if key == name and other != action), None)
        if not name or name in RESERVED_KEYS:
            services.say(services.tr("This key has a fixed meaning."), "warn")
            return False
        if taken is not None:
            services.say(services.tr("This key is used for: {action}", action=services.tr(ACTION_NAMES[taken])), "warn")
            return False
        services.preferences.change(keys={**keys, action: name})
        return True

    return KeyCapture(services, services.chosen.keys[action], change)


def _hints(page: _Page) -> list[Setting]:
    tr = page.tr
    return [
        Setting(
            tr("Waits"),
            tr("What completes your hand, how many are left, what it is worth"),
            [page.toggle("waits_panel")],
        ),
        Setting(
            tr("Same tiles"),
            tr("Mark the tiles on the table that equal the selected one"),
            [page.toggle("same_tile_marks")],
        ),
        Setting(
            tr("Danger marks"),
            tr("On your turn: 1 some risk, 2 risky, 3 very risky to discard"),
            [page.toggle("danger_marks")],
        ),
        Setting(tr("Coach"), tr("Proposes a discard on your turn and says why"), [page.toggle("coach")]),
        Setting(
            tr("First steps"),
            tr("The three hints of the first start"),
            [Button(page.services, tr("Show again"), lambda: show_welcome(page.services), kind="paper")],
        ),
    ]


def _speed(page: _Page) -> list[Setting]:
    tr = page.tr
    speeds = [("slow", tr("Slow")), ("normal", tr("Normal")), ("fast", tr("Fast")), ("instant", tr("Instant"))]
    return [
        Setting(tr("Speed"), tr("Of tiles and bots"), [page.segments("speed", speeds)]),
        _motion_row(page),
        Setting(
            tr("Turn timers"),
            tr("For the next table; when time is up, the drawn tile is discarded and a call is passed"),
            [page.toggle("timers")],
        ),
        Setting(tr("Time for a turn"), tr("For the next table"), [page.seconds("turn_seconds", 5, 120)]),
        Setting(tr("Time for a call"), tr("For the next table"), [page.seconds("claim_seconds", 3, 60)]),
    ]


def _access(page: _Page) -> list[Setting]:
    return [
        _text_size_row(page),
        _targets_row(page),
        _faces_row(page),
        _numerals_row(page),
        _motion_row(page),
        captions_row(page.services),
        Setting(
            page.tr("Lines for screen readers"),
            page.tr("Everything that happens, in sentences, on the console; main.py --speak FILE writes a file"),
            [page.toggle("speak")],
        ),
        Setting(page.tr("Mono"), page.tr("Both ears hear the same"), [page.toggle("mono")]),
    ]


def _language(page: _Page) -> list[Setting]:
    tr = page.tr
    options = [("", tr("System")), *LANGUAGES.items()]
    choice = Setting(tr("Language"), tr("The whole game, at once"), [page.segments("language", options)])
    return [choice, _numerals_row(page)]


def _window(page: _Page) -> list[Setting]:
    tr, services = page.tr, page.services

    def fullscreen(_wanted: bool) -> None:
        services.preferences.change(fullscreen=services.canvas.toggle_fullscreen())

    switch = Toggle(services, services.chosen.fullscreen, fullscreen)
    flashes = {
        "flash_turn": tr("It is your turn"),
        "flash_call": tr("You can call"),
        "flash_full": tr("Your table is full"),
        "flash_back": tr("Somebody is back"),
    }
    head = Setting(tr("Flash in the task bar"), tr("While another window is in front, when:"), [])
    blinking = [head, *(Setting(title, "", [page.toggle(name)], narrow=True) for name, title in flashes.items())]
    return [
        Setting(tr("Full screen"), tr("F11, at any time"), [switch]),
        _text_size_row(page),
        _targets_row(page),
        Setting(
            tr("Graphics acceleration"),
            tr("From the next start; off is usually faster here"),
            [page.toggle("acceleration")],
        ),
        *blinking,
    ]


_PAGES: dict[str, Callable[[_Page], list[Setting]]] = {
    "tiles": _tiles,
    "controls": _controls,
    "hints": _hints,
    "speed": _speed,
    "access": _access,
    "language": _language,
    "window": _window,
}
