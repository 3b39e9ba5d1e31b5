"""How hard tests are to try: `pytest tests/net --scale 40`, or SIFANG_SCALE=40, makes them forty times as long.

The figures of guides/reliability.md: 1,000 kills of the host 40; 10,000,000 hostile frames at the core, and 1,000,000
by a socket, 50; 100,000 orders that come again and again 50; 100,000 crash states of the disk 200. Above 1, all
variants play between processes and machines, and bad lines are cut for 30 s.
"""

from __future__ import annotations

import os

SCALE = int(os.environ.get("SIFANG_SCALE", "1"))


def scaled(count: int) -> int:
    """So many in CI, more by the environment."""
    return count * SCALE
