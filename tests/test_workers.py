"""Tests that share something slow, such as an X display, run in one worker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT, group_of


def test_a_group_is_found_in_every_module_that_names_one() -> None:
    modules = [path for path in (ROOT / "tests").rglob("test_*.py") if "mark.xdist_group" in path.read_text("utf-8")]
    groups = [group_of(path.relative_to(ROOT).as_posix()) for path in modules if path != Path(__file__)]
    assert all(groups)
    assert "touch window" in groups
    assert group_of("tests/test_architecture.py") == ""


def test_a_group_has_one_worker(tmp_path: Path) -> None:
    """With the hook and the versions that are installed: alone, xdist would share these tests out."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text("utf-8"), "utf-8")
    for name in ("first", "second"):
        (folder / f"test_{name}.py").write_text(
            f'import pytest\npytestmark = pytest.mark.xdist_group("{name}")\n'
            + "".join(f"def test_{number}(worker_id): print(worker_id)\n" for number in range(4)),
            "utf-8",
        )
    words = ["-n", "2", "--dist", "loadgroup", "-v", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", "tests"]
    told = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=tmp_path, check=True, capture_output=True)
    lines = [line.split() for line in told.stdout.decode().splitlines() if line.startswith("[gw")]
    workers = {name: {line[0] for line in lines if f"test_{name}.py" in line[-1]} for name in ("first", "second")}
    assert len(lines) == 8
    assert [len(found) for found in workers.values()] == [1, 1]
