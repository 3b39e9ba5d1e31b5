"""Address and port of a table, as people type them."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import AddressValueError, IPv4Address

from net.discovery import GAME_PORT

_LABEL = r"[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?"
_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_NUMBERS = re.compile(r"[0-9.]+")


def read_place(text: str) -> tuple[str, int] | None:
    """Address and port from what was typed ("192.168.1.23", "host:27960"); None when it is neither.

    An input method may be on: full-width characters count as their narrow ones. IPv6 is not spoken.
    """
    typed = unicodedata.normalize("NFKC", text).replace("。", ".")
    address, _, port = typed.strip().partition(":")
    if not _NAME.fullmatch(address) or (_NUMBERS.fullmatch(address) and not _is_ipv4(address)):
        return None
    if not port:
        return address, GAME_PORT
    return (address, int(port)) if re.fullmatch(r"[0-9]{1,5}", port) and 0 < int(port) < 65536 else None


def _is_ipv4(address: str) -> bool:
    try:
        IPv4Address(address)
    except AddressValueError:
        return False
    return True
