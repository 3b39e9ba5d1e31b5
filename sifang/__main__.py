"""Start an installed copy: `sifang`, or `python -m sifang`.

In a wheel the program lies in `_app` beside this file; in an editable install it is the checkout around it.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    """Run `main.py` as if it had been started by hand."""
    app = HERE / "_app"
    home = app if app.is_dir() else HERE.parent
    sys.path.insert(0, str(home))
    runpy.run_path(str(home / "main.py"), run_name="__main__")


if __name__ == "__main__":
    main()
