"""States that come and go: banners late in a hand, what is said over a sheet or in a replay, lists, questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from game.encyclopedia.wordwalk import WordWalk
from game.lanmatch import ChatLine
from game.lobby.hosttable import HostTableScene
from game.lobby.rules import RulesSheet
from game.lobby.words import PHRASES
from game.scenes.encyclopedia import EncyclopediaScene
from game.scenes.newtable import NewTableScene
from game.scenes.replay import ReplayScene
from game.scenes.settings import SettingsScene
from game.services import Services
from game.shots.acts import STEP, ShotClock
from game.shots.afterwards import own_replay
from game.shots.lan import NAMES, awaited, deal, play_view, seated, show_lobby, show_table
from game.shots.screens import press
from game.shots.tables import LENGTH, SEED, open_table, show_deal
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Segments
from game.widgets.dropdown import Dropdown
from game.widgets.formscene import FormScene
from game.widgets.keycapture import KeyCapture
from net.lan import Connection, Said, Status
from net.remarks import Remark
from rules.match import MatchSettings
from rules.variants import all_variants

LATE: Final = "fullest"
"""The hand with the longest rivers."""
SHEET: Final = "sheet-discard"
FIXED: Final = 5
"""Seconds for calls after each discard."""
DICE: Final = 1.3
"""Seconds after which both throws of dice lie there."""
REPLAYED: Final = 5
SPOKEN: Final = 60
"""A record, and after how many of its events something was said."""
Show = Callable[[Services, ShotClock], object]


def moments() -> dict[str, Show]:
    """What shows each of them, by name."""
    return {
        "lan-late-paused": partial(show_table, hand=LATE, change=lambda view: replace(view, paused=True)),
        "lan-late-away": partial(
            show_table, hand=LATE, change=lambda view: seated(view, 0, connection=Connection.AWAY)
        ),
        "lan-late-awaited": partial(show_table, hand=LATE, change=awaited),
        "lan-late-lost": partial(show_table, hand=LATE, status=Status.SILENT),
        "lan-sheet-chat": show_chat_over_sheet,
        "lan-sheet-leave": show_leave_over_sheet,
        "lan-own-seat": show_own_seat,
        "lan-rules": show_rules,
        "lan-window": show_window,
        "sheet-leave": show_closing,
        "dice": partial(show_dice, dice=2),
        "dice-two-throws": partial(show_dice, dice=4),
        "replay-said": show_said,
        "rules-word": show_word,
        "new-table-compare": show_compare,
        "new-table-name": show_preset_name,
        "settings-restore": show_restore,
        "settings-key": show_key,
    }


# ---- the deal -------------------------------------------------------------------------------------------------------


def show_dice(services: Services, clock: ShotClock, dice: int) -> None:
    """So many dice lie there while the first tiles are dealt."""
    key = next(key for key, found in all_variants().items() if found.dice == dice)
    services.preferences.change(speed="normal")
    open_table(services, MatchSettings(key, (), LENGTH, SEED), 0)
    clock.wait(services, DICE)


# ---- LAN ------------------------------------------------------------------------------------------------------------


def show_chat_over_sheet(services: Services, clock: ShotClock) -> None:
    """Two say something while the sheet of a hand lies on the table."""
    scene = show_table(services, clock, hand=SHEET)
    for said in (Said(1, NAMES[1], "这把打得漂亮"), Said(3, NAMES[2], "", len(PHRASES) - 1)):
        scene.match.lines.append(ChatLine(said=said))
    clock.wait(services, 4 * STEP)


def show_leave_over_sheet(services: Services, clock: ShotClock) -> None:
    """The window is closed while the sheet lies there."""
    show_table(services, clock, hand=SHEET)
    services.scenes.ask_to_close()


def show_own_seat(services: Services, clock: ShotClock) -> None:
    """What a press on one's own seat of the lobby asks."""
    show_lobby(services, clock).widgets["seat 0"].activate()


def show_rules(services: Services, clock: ShotClock) -> None:
    """The rules of a table, with a fixed time for calls."""
    show_lobby(services, clock)
    settings = play_view("turn").settings
    timers = settings.timers.with_fixed_window(float(FIXED))
    services.scenes.push(RulesSheet(services, replace(settings, timers=timers)))


def show_window(services: Services, clock: ShotClock) -> None:
    """A fixed time for calls is chosen for a new table."""
    scene = HostTableScene(services, lambda wish: None)
    services.scenes.push(scene)
    scene.allowed.window = FIXED
    scene.resize()
    row = next(one for one in scene.form.widgets if isinstance(one, Segments) and one.value == FIXED)
    _focus(services, scene, row)


# ---- over a table and in a replay -----------------------------------------------------------------------------------


def show_closing(services: Services, clock: ShotClock) -> None:
    """The window is closed while the sheet lies on the table."""
    show_deal(services, clock, deal(SHEET))
    services.scenes.ask_to_close()


def show_said(services: Services, clock: ShotClock) -> None:
    """A moment of a recorded hand at which two have said something, one of them at length."""
    recorded = own_replay(services, REPLAYED)
    first, *others = recorded.hands
    said = (
        Remark(SPOKEN, 1, recorded.table.names[1], "这副牌我拿到手就知道有戏，再等等看"),
        Remark(SPOKEN, 2, recorded.table.names[2], "", len(PHRASES) - 1),
    )
    scene = ReplayScene(services, replace(recorded, hands=(replace(first, said=said), *others)))
    services.scenes.push(scene)
    scene.update(0.0)
    scene.transport.go(scene.transport.tape.stop_of(SPOKEN))
    for _ in range(2):
        scene.update(1.0)


# ---- words, lists, questions ----------------------------------------------------------------------------------------


def show_word(services: Services, clock: ShotClock) -> None:
    """A word of a rule page explained, by keys."""
    scene = EncyclopediaScene(services, next(iter(all_variants())), "wins", on_play=lambda key: None)
    services.scenes.push(scene)
    _focus(services, scene, next(one for one in scene.form.widgets if isinstance(one, WordWalk)))
    press(services, "right")


def show_compare(services: Services, clock: ShotClock) -> None:
    """Which variant a new table is compared with."""
    scene = NewTableScene(services, lambda new, timers: None)
    services.scenes.push(scene)
    next(one for one in scene.form.widgets if isinstance(one, Dropdown)).activate()


def show_preset_name(services: Services, clock: ShotClock) -> None:
    """Under which name the rules are kept."""
    scene = NewTableScene(services, lambda new, timers: None)
    services.scenes.push(scene)
    next(one for one in scene.form.widgets if isinstance(one, Button) and one.icon == "star").activate()


def show_restore(services: Services, clock: ShotClock) -> None:
    """Before all settings go back."""
    scene = SettingsScene(services)
    services.scenes.push(scene)
    next(one for one in scene.form.widgets if one.content == services.tr("Restore defaults")).activate()


def show_key(services: Services, clock: ShotClock) -> None:
    """The settings wait for a key."""
    scene = SettingsScene(services, "controls")
    services.scenes.push(scene)
    capture = next(one for one in scene.form.widgets if isinstance(one, KeyCapture))
    _focus(services, scene, capture)
    capture.activate()


def _focus(services: Services, scene: FormScene, widget: Widget) -> None:
    """As Tab does: seen, with its ring."""
    services.keys_used = True
    scene.form.focus(widget)
    widget.stopped_at()
    scene.update(1.0)
