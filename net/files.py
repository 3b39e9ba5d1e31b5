"""Files that are replaced as a whole, so that a power cut leaves the old one or the new one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file as a whole; only its owner may read it. Raises OSError; the old file is intact then.

    Written beside it, synced, renamed, and the folder synced. Two programs may do so at once: what each writes has a
    name of its own, and what could not be synced is never synced again. Source: guides/reliability.md 4.14.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb", buffering=0) as stream:
            rest = memoryview(content)
            while rest:
                rest = rest[stream.write(rest) :]
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def add_line(path: Path, line: str, most: int) -> None:
    """Add a line to a small file that keeps its last `most` lines; only its owner may read it. Raises OSError."""
    before = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
    write_atomically(path, "".join(f"{one}\n" for one in [*before, line][-most:]).encode())


def sync_folder(path: Path) -> None:
    """Force the names in a folder to the disk, where the system can. Raises OSError."""
    if os.name != "nt":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
