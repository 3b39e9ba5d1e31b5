"""四方城 Sifang: regional Chinese mahjong for the desktop. `python main.py` plays.

`python main.py --help` tells the rest.
"""

from __future__ import annotations

import sys

from game.bootstrap import ensure_packages


def main() -> int:
    """Make sure that the packages are there, then do what the command line says; the exit status."""
    ensure_packages()
    from game.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
