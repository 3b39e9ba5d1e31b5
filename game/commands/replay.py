"""`main.py replay FILE`: look at a recorded match; `--verify` runs it again, `--json` prints its events."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game.commands.common import FAILED, OK, WRONG_USAGE, Parser, guarded
from game.commands.window import add_window_arguments, heed_window_arguments, windowed
from net.journal import Record, read_journal
from rules.errors import LogError
from rules.log import encode
from rules.rerun import rerun
from rules.variants import variant

if TYPE_CHECKING:
    from game.scene import Scene
    from game.services import Services


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py replay", description=__doc__)
    parser.add_argument("file", type=Path)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--verify", action="store_true", help="run the recorded answers again and compare every event")
    what.add_argument("--json", action="store_true", help="print the events, one JSON object a line")
    what.add_argument("--smoke", action="store_true", help="draw the first picture of the replay, then leave")
    add_window_arguments(parser)
    given = parser.parse_args(arguments)
    heed_window_arguments(given)
    if given.verify or given.json:
        return guarded(lambda: _replay(given.file, given.verify))
    return guarded(lambda: _show(given.file, given.lang, given.smoke))


def _show(path: Path, language: str, smoke: bool) -> int:
    """Open the viewer. A file that cannot be read is refused before there is a window."""
    from game.app import play
    from game.records.recorded import read_recorded
    from game.scenes.replay import ReplayScene

    def first(services: Services) -> Scene:
        return ReplayScene(services, read_recorded(path, services.chosen.player_name))

    read_recorded(path)
    return windowed(lambda: play(first, language, smoke))


def _replay(path: Path, verify: bool) -> int:
    record = read_journal(path)
    status = _verify(path, record) if verify else _print(record)
    if record.cut_off:
        print(f"{path}: cut off after event {sum(map(len, record.hands))}; all before it was read", file=sys.stderr)
        return WRONG_USAGE
    return status


def _print(record: Record) -> int:
    for number, hand in enumerate(record.hands, 1):
        for event in hand:
            print(json.dumps({"hand": number} | encode(event), ensure_ascii=False))
    return OK


def _verify(path: Path, record: Record) -> int:
    rules = variant(record.settings.variant).rules(dict(record.settings.options))
    for number, hand in enumerate(record.hands, 1):
        try:
            rerun(rules, hand)
        except LogError as error:
            print(f"{path}: hand {number}: {error}", file=sys.stderr)
            return FAILED
    events = sum(map(len, record.hands))
    state = "unfinished" if record.unfinished else "complete"
    print(json.dumps({"verified": True, "hands": len(record.hands), "events": events, "state": state}))
    return OK
