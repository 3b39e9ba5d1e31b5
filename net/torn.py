"""The end of a journal that a crash cut off in the middle of a record: a copy is kept beside the file before it is cut.

Nothing of it was told to anybody; it is kept for whoever looks for the reason. Source: guides/reliability.md 4.14.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from net.files import write_atomically

SUFFIX = ".torn"
MOST_COPIES = 5
MOST_BYTES = 1 << 20


def keep_torn(path: Path, whole: int) -> Path:
    """Copy what follows the first `whole` bytes of a file; where the copy lies. Raises OSError.

    Its name says where the file was cut and what is in it, so that a start that dies before the cut and comes again
    makes the same copy. Only the latest copies are kept: a journal only grows, so these have the highest numbers.
    """
    with path.open("rb") as file:
        file.seek(whole)
        end = file.read(MOST_BYTES)
    kept = path.with_name(f"{path.name}-{whole:010}-{crc32(end):08x}{SUFFIX}")
    write_atomically(kept, end)
    for old in copies(path)[:-MOST_COPIES]:
        old.unlink(missing_ok=True)
    return kept


def copies(path: Path) -> list[Path]:
    """The copies that are kept of a journal's ends, the oldest first."""
    return sorted(one for one in path.parent.iterdir() if one.name.startswith(f"{path.name}-") and one.suffix == SUFFIX)
