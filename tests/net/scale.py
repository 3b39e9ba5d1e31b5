"""How hard tests are to try: SIFANG_SCALE=40 makes them forty times as long (the figures of guides/reliability.md)."""

from __future__ import annotations

import os

SCALE = int(os.environ.get("SIFANG_SCALE", "1"))


def scaled(count: int) -> int:
    """So many in CI, more by the environment."""
    return count * SCALE
