"""Join codes (桌号) and what they are good for: six letters that stand for the key pair of a table.

The key pair of a table's CURVE socket comes from its code by scrypt, so that whoever knows the code can connect and
nobody else can even finish the handshake. One guess costs about 0.1 s of processor time. A table without a code uses
OPEN_CODE, which everybody knows: its traffic is encrypted, but anybody may join.
Source: guides/reliability.md, the decisions at its top.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import scrypt

from rules.errors import RulesError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""
LENGTH = 6
OPEN_CODE = "000000"
_LOOK_ALIKE = str.maketrans("OIL", "011")
_SALT = b"sifang table key 1"


class CodeError(RulesError):
    """A text that is no join code."""


def new_code(chance: Callable[[int], int]) -> str:
    """A fresh code; `chance(n)` gives a number below n from the system's generator. Never OPEN_CODE."""
    while (code := "".join(ALPHABET[chance(len(ALPHABET))] for _ in range(LENGTH))) == OPEN_CODE:
        pass
    return code


def as_typed(text: str) -> str:
    """What is meant by letters that were typed: any case, O for 0, I or L for 1."""
    return text.upper().translate(_LOOK_ALIKE)


def read_code(text: str) -> str:
    """The code that somebody typed, with spaces or dashes or without. Raises CodeError."""
    code = as_typed(text).replace(" ", "").replace("-", "")
    if len(code) != LENGTH or any(letter not in ALPHABET for letter in code):
        raise CodeError(f"a join code has {LENGTH} letters and digits without I, L, O, U; {text!r} is none")
    return code


def show_code(code: str) -> str:
    """The code as people read it: XXX XXX."""
    return f"{code[:3]} {code[3:]}"


@lru_cache(maxsize=16)
def secret_key(code: str) -> bytes:
    """The 32 bytes of the table's secret CURVE key. Slow on purpose."""
    return scrypt(code.encode(), salt=_SALT, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
