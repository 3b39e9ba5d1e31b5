"""`main.py host`: a table process without a window. Prints one JSON line when it listens and one at the end."""

from __future__ import annotations

import json
import os
import secrets
import signal
from argparse import BooleanOptionalAction, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from game import VERSION
from game.commands.common import (
    OK,
    Parser,
    add_table_arguments,
    chosen_options,
    guarded,
    length_of,
    refuse,
    seconds_of,
    seed_bytes,
)  # fmt: skip
from game.files import LAN, records_folder
from net.codes import OPEN_CODE, new_code, read_code
from net.discovery import GAME_PORT
from net.restart import table_of
from net.supervisor import OWNER_VARIABLE
from net.table import TableOptions
from net.table_process import TABLE_FILE, Serving, TableProcess
from net.tableview import WINDOW, TableSettings
from net.texts import clean
from net.timers import CONSENT, Timers
from rules.bots import LEVELS
from rules.errors import OptionError
from rules.variants import all_variants

TURN, CLAIM, BETWEEN, PACE = 20.0, 10.0, 20.0, 0.9


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    given = _parser().parse_args(arguments)

    def action() -> int:
        if given.bots and given.bots not in LEVELS:
            return refuse(f"--bots takes one of {', '.join(LEVELS)}, not {given.bots!r}")
        if given.fixed_window is not None and not 1 <= given.fixed_window <= 60:
            return refuse("--fixed-window is a number of seconds from 1 to 60")
        if not 0 <= (given.port or 0) < 65536 or not 0 <= given.wait <= 4:
            return refuse("--port is a number from 0 to 65535, --wait one from 0 to 4")
        process = TableProcess(_serving(given), _say)
        if _prepared(process, given):
            for stop in (signal.SIGTERM, signal.SIGINT):
                signal.signal(stop, lambda number, frame: process.end())
            process.run()
        _say(process.outcome())
        return OK

    return guarded(action)


def _prepared(process: TableProcess, given: Namespace) -> bool:
    """Whether there is something to play."""
    saved = _saved(given)
    if saved is not None and not given.resume:
        return process.host_again(saved)
    return not given.resume or process.resume()


def _saved(given: Namespace) -> Path | None:
    """The file of a saved match to go on with; --journal may name one, too."""
    saved: Path | None = given.journal if given.journal is not None and given.journal.is_file() else given.saved
    return saved


def _parser() -> Parser:
    parser = Parser(prog="main.py host", description=__doc__)
    parser.add_argument("--variant", default=next(iter(all_variants())))
    parser.add_argument("--name", default="Sifang", help="what the table is called")
    parser.add_argument("--port", type=int, help=f"0: any free port; without it {GAME_PORT}, or any when that is taken")
    code = parser.add_mutually_exclusive_group()
    code.add_argument("--code", default="", help="join code, six letters and digits; without it a new one is made")
    code.add_argument("--open", action="store_true", help="anybody may join")
    parser.add_argument("--wait", type=int, default=4, metavar="N", help="start when N clients are seated and ready")
    parser.add_argument("--bots", default="", metavar="LEVEL", help="bots on the other seats")
    parser.add_argument("--hands", type=int, help="hands of the match")
    parser.add_argument(
        "--journal", type=Path, metavar="DIR", help="where everything is written down; or a saved match, to go on with"
    )
    parser.add_argument(
        "--saved", type=Path, metavar="FILE",
        help="a saved match to go on with, copied to the journal folder; with clocks and code of its table, if known",
    )  # fmt: skip
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished match of the journal folder")
    parser.add_argument("--fast", action="store_true", help="no waiting for the eye: for tests and for bots alone")
    parser.add_argument(
        "--takeover", type=seconds_of, default=30.0, metavar="S", help="seconds until a bot plays for who is lost"
    )
    parser.add_argument(
        "--fixed-window", type=float, metavar="S",
        help="for tournaments: every discard waits so long for calls, whether or not anybody can call",
    )  # fmt: skip
    parser.add_argument(
        "--take-back", action=BooleanOptionalAction,
        help="a discard may be taken back when all agree; as usual, except with --fixed-window and --fast",
    )  # fmt: skip
    add_table_arguments(parser)
    return parser


def _serving(given: Namespace) -> Serving:
    found, options = chosen_options(given.variant, given.option)
    settings = TableSettings(
        found.key, tuple(options.items()), length_of(found, given.hands), _timers(given), given.takeover
    )
    seed = None if given.seed is None else seed_bytes(given.seed)
    owner = bytes.fromhex(os.environ.get(OWNER_VARIABLE, ""))
    wait = 0 if owner else max(1, given.wait)
    table = TableOptions(clean(given.name, 24) or "Sifang", settings, wait, given.bots, seed, owner)
    return Serving(_folder(given), table, given.port, _code(given), VERSION)


def _code(given: Namespace) -> str:
    """The one that is wanted; for a saved match that of its table, by which its people look for it; else a new one.

    A table that was open is not open again unless that is wanted.
    """
    if given.open or given.code:
        return OPEN_CODE if given.open else read_code(given.code)
    saved = _saved(given)
    before = table_of(saved, TABLE_FILE) if saved is not None else None
    if before is None or before.code == OPEN_CODE:
        return new_code(secrets.randbelow)
    return before.code


def _timers(given: Namespace) -> Timers:
    """Persons have time to think, and between hands to look; fast: no pace for bots, no claim windows."""
    timers = Timers(TURN, CLAIM, TURN, BETWEEN, PACE, WINDOW)
    if given.fast:
        timers = Timers(TURN, CLAIM, TURN, between=BETWEEN)
    usual = given.fixed_window is None and not given.fast
    timers = timers if given.fixed_window is None else timers.with_fixed_window(given.fixed_window)
    wanted = usual if given.take_back is None else given.take_back
    return replace(timers, consent=CONSENT if wanted else None)


def _folder(given: Namespace) -> Path:
    """The folder of the table: a new one, or with --resume the latest that holds a table."""
    folder: Path | None = given.journal
    if folder is not None and folder != _saved(given):
        return folder
    home = records_folder() / LAN
    if not given.resume or folder is not None:
        return home / secrets.token_hex(4)
    tables = sorted(home.glob(f"*/{TABLE_FILE}"), key=lambda path: path.stat().st_mtime)
    if not tables:
        raise OptionError(f"there is no table to resume in {home}")
    return tables[-1].parent


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)
