"""Ports for the tables of tests, which nobody else takes while a table is away and about to come back."""

from __future__ import annotations

import itertools
import os
import socket
from contextlib import suppress

FIRST, WORKERS, EACH = 10_000, 1000, 20
"""Below those that systems deal out by themselves; workers that run at the same time have different ones."""
_numbers = itertools.count()


def own_port() -> int:
    """The next port of this worker at which nobody listens. Raises OSError when there is none."""
    first = FIRST + os.getpid() % WORKERS * EACH
    for number in itertools.islice(_numbers, EACH):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("", first + number % EACH))
            return first + number % EACH
    raise OSError(f"none of {EACH} ports from {first} on is free")
