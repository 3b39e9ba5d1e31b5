"""四方城 Sifang: regional Chinese mahjong for the desktop. `python main.py` plays.

`python main.py --help` tells the rest.
"""

from __future__ import annotations

import gc
import io
import os
import sys

from game.bootstrap import ensure_packages


def main() -> int:
    """Make sure that the packages are there, then do what the command line says; the exit status."""
    gc.set_threshold(50_000)  # else it looks for garbage again and again while modules load, where there is none
    ensure_packages()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output belongs to the commands
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a pipe or a file has the system's code page otherwise, such as GBK
            stream.reconfigure(encoding="utf-8")
    from game.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
