"""Which program this is: two play together only when protocol and rules are the same, the latter byte by byte."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import rules
from net.wire import PROTOCOL
from rules.values import value


@cache
def rules_hash() -> str:
    """SHA-256 over all source files of `rules`, by name. A build without sources has that of its file names."""
    home = Path(rules.__file__).parent
    total = sha256()
    for path in sorted(home.rglob("*.py*")):
        if path.suffix == ".py":
            total.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()


@value
class Edition:
    """A program at a table, this one or the host's: its protocol, its version, the hash of its rules."""

    protocol: int
    build: str
    rules: str

    def clash(self, other: Edition) -> str:
        """Why these two cannot play together: version (of the protocol), rules, or '' when they can."""
        if self.protocol != other.protocol:
            return "version"
        return "rules" if self.rules != other.rules else ""

    def __str__(self) -> str:
        """What tells two of them apart for people: 0.2.0 (3fa91c22)."""
        return f"{self.build or '?'} ({self.rules[:8]})"


def own_edition(build: str) -> Edition:
    """This program, of that version."""
    return Edition(PROTOCOL, build, rules_hash())
