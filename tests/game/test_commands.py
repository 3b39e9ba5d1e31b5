"""What a person types wrongly: one line on standard error that names it, exit status 2, nothing on standard output."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import run

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
