"""Fixtures for LAN tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end of a test: processes, clients, sockets."""
    with ExitStack() as opened:
        yield opened
