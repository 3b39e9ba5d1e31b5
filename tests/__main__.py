"""The one command that checks everything: `python -m tests`.

Makes `.venv` when packages are missing, then runs format check, lint, types and tests, all of them even when one fails,
and sums up. `python -m tests -k claim` and the like: the arguments go to pytest and only pytest runs.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from game.bootstrap import ensure_packages

HOME = Path(__file__).resolve().parent.parent

SHIPPED = ["main.py", "sifang", "game", "net", "rules"]

# The types of other systems tell what Python does not have there. Three workers on the two cores of the machines that
# check this: tests of windows and processes mostly wait. Each group of window tests has a worker and a display of its
# own.
STEPS: dict[str, list[str]] = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy", *SHIPPED, "tests"],
    "types on Windows": ["mypy", "--platform", "win32", *SHIPPED],
    "types on macOS": ["mypy", "--platform", "darwin", *SHIPPED],
    "tests": ["pytest", "-n", "3", "--dist", "loadgroup"],
}


def run(module: list[str]) -> int:
    """Run `python -m MODULE ...` in the project's folder; its exit status."""
    return subprocess.call([sys.executable, "-m", *module], cwd=HOME)


def run_all() -> int:
    """Run every step; 0 when all of them passed, else 1."""
    failed: list[str] = []
    for name, command in STEPS.items():
        print(f"== {name}: {' '.join(command)}", flush=True)
        start = time.monotonic()
        status = run(command)
        if status:
            failed.append(name)
        print(f"== {name}: {'failed' if status else 'ok'} ({time.monotonic() - start:.1f} s)\n", flush=True)
    print(f"failed: {', '.join(failed)}" if failed else f"all {len(STEPS)} steps passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    ensure_packages(testing=True)
    raise SystemExit(run(["pytest", *sys.argv[1:]]) if sys.argv[1:] else run_all())
