"""The program as `main.py` starts it, in a real window, with a touch screen and a gamepad that a test commands.

    python -m tests.helpers.touchprogram [--watch FILE] [--deal-from N] [WORD...]     from the folder of the program

Commands come by standard input, a line each; each is answered by a line on standard output:

    down F X Y | move F X Y | up F     a finger, its place in shares of the window
    press B | release B | axis A V     a gamepad
    where                              the screen on top, the table, whether tiles are covered, what a hotseat shows
    hands                              of everybody here: the tiles on the screen, the tiles at the table
    texts                              what stands in the text fields of the screen on top

`--watch FILE`: every answer that is given is judged (see `watch.py`) and written there, a JSON object a line. Input
that comes where no table is open is then thrown away: what is played with is the table, not the computer.
`--deal-from N`: a match that is begun with the title has this seed (`play` has an argument of its own for it).
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import main
from game import navigation
from game.app import App
from game.commands.common import seed_bytes
from game.newmatch import NewMatch, RunningMatch, start_match
from game.scene import Scene, SceneStack
from game.scenes.hotseat import HotseatScene
from game.scenes.table import TableScene
from game.services import Services
from game.widgets.formscene import FormScene
from game.widgets.textfield import TextField
from net.timers import Timers
from rules.tiles import Tile
from tests.helpers.glass import Glass
from tests.helpers.watch import active, table_in, watch_program


def report(scenes: SceneStack) -> dict[str, Any]:
    """What is on top, the table under it if there is one, and how that is shown."""
    table = table_in(scenes)
    shown = None if table is None else active(table)
    return {
        "scene": type(scenes.top).__name__ if len(scenes) else "",
        "table": "" if table is None else type(table).__name__,
        "covered": isinstance(table, TableScene) and table.view.covered,
        "screen": table.flow.screen.name if isinstance(table, HotseatScene) else "",
        "size": None if shown is None else shown.services.canvas.size,
    }


def hands(scenes: SceneStack) -> list[tuple[list[Tile], list[Tile]]]:
    """For every person here: the tiles as they lie on the screen, and those that the table has dealt."""
    table = table_in(scenes)
    own = [] if table is None else [table] if isinstance(table, TableScene) else list(table.tables.values())
    return [
        (sorted(piece.tile for piece in each.hand.arrangement.pieces), each.view.shown.seats[each.seat].hand.tiles())
        for each in own
    ]


def texts(scenes: SceneStack) -> list[str]:
    """What stands in the text fields of the screen on top."""
    widgets = scenes.top.form.widgets if isinstance(scenes.top, FormScene) else ()
    return [widget.text for widget in widgets if isinstance(widget, TextField)]


class Commands:
    """Carries out what standard input says."""

    def __init__(self) -> None:
        self._apps: list[App] = []
        self._glass: Glass | None = None
        run = App.run

        def remembered(app: App, make_first: Callable[[Services], Scene], smoke: bool = False) -> None:
            self._apps.append(app)
            run(app, make_first, smoke)

        App.run = remembered  # type: ignore[method-assign, assignment]

    def listen(self) -> None:
        """Until standard input ends."""
        for line in sys.stdin:
            print(json.dumps(self._do(line.split())), flush=True)

    def _do(self, words: list[str]) -> dict[str, Any]:
        scenes = self._apps[0].services.scenes if self._apps else SceneStack()
        if words == ["where"]:
            return report(scenes)
        if words == ["hands"]:
            return {"hands": hands(scenes)}
        if words == ["texts"]:
            return {"texts": texts(scenes)}
        self._glass = glass = self._glass or Glass()
        match words:
            case ["down" | "move" as verb, finger, x, y]:
                (glass.down if verb == "down" else glass.move)(int(finger), (float(x), float(y)))
            case ["up", finger]:
                glass.up(int(finger))
            case ["press" | "release" as verb, button]:
                glass.pad_button(verb == "press", int(button))
            case ["axis", axis, value]:
                glass.pad_axis(int(axis), int(value))
            case _:
                raise ValueError(f"no command: {words}")
        return {}


def dealt_from(seed: bytes) -> AbstractContextManager[object]:
    """As long as this is open, every new match has this seed."""

    def started(new: NewMatch, timers: Timers, folder: Path, now: float) -> RunningMatch:
        return start_match(new, timers, folder, now, seed)

    return patch.object(navigation, "start_match", started)


def begin() -> int:
    """Start the program with the words that are left."""
    words = sys.argv[1:]
    with ExitStack() as stack:
        if words[:1] == ["--watch"]:
            said = stack.enter_context(Path(words[1]).open("a", encoding="utf-8", buffering=1))
            watch_program(lambda answer: said.write(json.dumps(answer) + os.linesep))
            words = words[2:]
        if words[:1] == ["--deal-from"]:
            stack.enter_context(dealt_from(seed_bytes(int(words[1]))))
            words = words[2:]
        threading.Thread(target=Commands().listen, daemon=True).start()
        sys.argv = ["main.py", *words]
        return main.main()


if __name__ == "__main__":
    sys.exit(begin())
