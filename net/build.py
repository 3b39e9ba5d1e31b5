"""Which rules this is: two programs play together only when their rules are the same, byte by byte."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import rules


@cache
def rules_hash() -> str:
    """SHA-256 over all source files of `rules`, by name. A build without sources has that of its file names."""
    home = Path(rules.__file__).parent
    total = sha256()
    for path in sorted(home.rglob("*.py*")):
        if path.suffix == ".py":
            total.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()
