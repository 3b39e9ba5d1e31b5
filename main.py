"""四方城 Sifang: regional Chinese mahjong for the desktop. `python main.py` plays.

`python main.py --help` tells the rest.
"""

from __future__ import annotations

import gc
import os
import sys

from game.bootstrap import ensure_packages


def main() -> int:
    """Make sure that the packages are there, then do what the command line says; the exit status."""
    gc.set_threshold(50_000)  # else it looks for garbage again and again while modules load, where there is none
    ensure_packages()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output belongs to the commands
    from game.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
