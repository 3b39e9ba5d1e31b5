"""The UDP sockets of discovery: a table that answers, and a finder that asks on every card. Polled, no thread."""

from __future__ import annotations

import ipaddress
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import ifaddr

from net.discovery import DISCOVERY_PORT, QUESTION, FoundTable, FoundTables, Offer, answer, is_question
from net.session import Bucket

MAX_AT_ONCE = 64


def own_addresses() -> tuple[str, ...]:
    """The IPv4 addresses of this machine, those for the machine itself last."""
    found = {ip for ip, _ in _cards()}
    return tuple(sorted(found, key=lambda ip: (ip.startswith("127."), ip)))


def reachable_addresses() -> tuple[str, ...]:
    """Those of them at which others reach it."""
    return tuple(address for address in own_addresses() if not address.startswith("127."))


def broadcast_addresses() -> tuple[str, ...]:
    """Where a broadcast reaches each card's network. Read anew each time: cards come and go."""
    found = set()
    for ip, prefix in _cards():
        network = ipaddress.ip_interface(f"{ip}/{prefix}").network
        if network.num_addresses > 2:
            found.add(str(network.broadcast_address))
    return tuple(sorted(found))


def _cards() -> list[tuple[str, int]]:
    cards = [card for adapter in ifaddr.get_adapters() for card in adapter.ips]
    return [(card.ip, card.network_prefix) for card in cards if isinstance(card.ip, str)]


def share_port(sock: socket.socket) -> None:
    """Let several tables of one machine hear the questions that come to one port."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "darwin":  # there, only this lets two programs have the same port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


class Beacon:
    """A table's ear for questions. Without the port (another program has it) a table still is joined by address."""

    def __init__(self, port: int = DISCOVERY_PORT) -> None:
        """Raises OSError when the port cannot be shared."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        share_port(self._socket)
        self._socket.setblocking(False)
        try:
            self._socket.bind(("", port))
        except OSError:
            self._socket.close()
            raise
        self._asked: dict[str, Bucket] = {}

    def poll(self, now: float, offer: Callable[[], Offer]) -> None:
        """Answer whoever has asked, each address a few times a second."""
        for _ in range(MAX_AT_ONCE):
            try:
                data, sender = self._socket.recvfrom(2048)
            except OSError:
                return
            if is_question(data) and self._not_too_often(sender[0], now):
                _send(self._socket, answer(offer()), sender)

    def fileno(self) -> int:
        """For those who wait for several things."""
        return self._socket.fileno()

    def close(self) -> None:
        """Fall silent."""
        self._socket.close()

    def _not_too_often(self, address: str, now: float) -> bool:
        if len(self._asked) > 1000:
            self._asked.clear()
        return self._asked.setdefault(address, Bucket(5, 10)).take(now)


class Finder:
    """Asks for tables and keeps the list of those that answer."""

    def __init__(self, port: int = DISCOVERY_PORT) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        self._socket.setblocking(False)
        self._port = port
        self._tables = FoundTables()

    def poll(self, now: float) -> tuple[FoundTable, ...]:
        """Ask when it is time; the tables that answer."""
        if self._tables.wants_question(now):
            self._tables.asked(now)
            for address in broadcast_addresses():
                _send(self._socket, QUESTION, (address, self._port))
        for _ in range(MAX_AT_ONCE):
            try:
                data, sender = self._socket.recvfrom(2048)
            except OSError:
                break
            self._tables.heard(data, sender[0], now)
        return self._tables.tables(now)

    def close(self) -> None:
        """Stop."""
        self._socket.close()


def _send(sock: socket.socket, data: bytes, to: tuple[str, int]) -> None:
    """Send a datagram; a card that is down or a network that cannot be reached loses it, like any other."""
    with suppress(OSError):
        sock.sendto(data, to)
