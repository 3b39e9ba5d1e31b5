"""What a person types wrongly: one line on standard error that names it, exit status 2, nothing on standard output."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE

import pytest

from game.cli import run
from game.commands import judge
from tests.helpers.records import write_match

WRONG = {
    "nothing": "nothing",
    "play --variant nowhere": "nowhere",
    "play --option x": "K=V",
    "play --option x=y": "'x'",
    "play --seats human": "four seats",
    "play --hands 0": "--hands",
    "play --seed x": "--seed",
    "play --data-dir {file}": "{file} is no folder",
    "--data-dir {file}": "{file} is no folder",
    "check": "FILE",
    "check {missing}": "{missing}: No such file",
    "check {folder}": "{folder}: Is a directory",
    "check {file}": "{file}: not TOML",
    "replay {missing} --verify": "{missing}: No such file",
    "replay {file} --json": "{file}: no Sifang journal",
    "verify-deal {missing}": "{missing}: No such file",
    "verify-deal {file}": "{file}: no Sifang record",
    "simulate nowhere": "nowhere",
    "simulate lishui --hands 0": "--hands",
    "simulate lishui --jobs 0": "--jobs",
    "simulate lishui --seats a,b,c,d": "a,b,c,d",
    "host --variant nowhere": "nowhere",
    "host --option a=b": "'a'",
    "host --port 99999": "--port",
    "host --wait 9": "--wait",
    "host --code abc": "'abc'",
    "host --takeover -1": "'-1'",
    "host --takeover nan": "'nan'",
    "host --bots nobody": "'nobody'",
    "host --journal {folder} --resume": "{folder}",
    "join 1.2.3.4:99999 --bot efficient": "1.2.3.4:99999",
    "join 1.2.3.4 --bot nobody": "'nobody'",
    "join 1.2.3.4 --bot efficient --code abc": "'abc'",
    "find --seconds -1": "'-1'",
    "find --seconds nan": "'nan'",
    "shots {file}": "{file}: File exists",
    "shots {folder}/new --only nothing": "'nothing'",
    "shots {folder}/new --size 1x": "'1x'",
    "bench --only nothing": "'nothing'",
}


@pytest.mark.parametrize("typed", WRONG)
def test_what_is_wrong_is_named_in_one_line(typed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = {"file": tmp_path / "file.txt", "missing": tmp_path / "missing.toml", "folder": tmp_path}
    paths["file"].write_text("hello\n")
    try:
        status = run(typed.format(**paths).split())
    except SystemExit as ended:
        status = int(ended.code or 0)
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert len(told.err.splitlines()) == 1
    assert WRONG[typed].format(**paths) in told.err
    assert sorted(tmp_path.iterdir()) == [paths["file"]]


def test_a_line_break_in_what_is_wrong_makes_no_second_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["find", "--x\ny"])
    assert capsys.readouterr().err == "main.py find: unrecognized arguments: --x y\n"


def test_a_falsified_record_is_not_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_match(tmp_path / "m.sifang", "lishui", 1, change=lambda log: [*log[:-3], *log[-2:]])
    assert run(["replay", str(path), "--verify"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(rf"{re.escape(str(path))}: hand 1: event \d+ differs: .*\n", told.err)


PROGRAM = [sys.executable, str(Path(__file__).parents[2] / "main.py")]


def test_a_reader_who_has_had_enough_ends_a_command_in_silence() -> None:
    with subprocess.Popen([*PROGRAM, "judge"], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as reading:
        assert reading.stdin is not None
        assert reading.stdout is not None
        assert reading.stderr is not None
        reading.stdout.close()
        print("{}", file=reading.stdin, flush=True)
        assert reading.wait() == 1
        assert reading.stderr.read() == ""


def test_ctrl_c_ends_a_command_in_silence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(arguments: Sequence[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(judge, "run", interrupted)
    assert run(["judge"]) == 130
    assert capsys.readouterr() == ("", "")
