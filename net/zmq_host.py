"""The host's socket: one ROUTER under CURVE, and the ZAP handler that says whose key a frame comes from.

Everything here stays in the thread that made it. Source: guides/reliability.md 4.1; what was measured stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import zmq
from zmq.utils import z85

from net.arrivals import Arrivals
from net.codes import secret_key

ZAP_ADDRESS = "inproc://zeromq.zap.01"
FRAMES_AT_ONCE = 500
MAX_DOORS = 32
LET_IN, OLD_CODE, SENT_AWAY, NOT_NOW = b"200", b"300", b"400", b"500"
"""How ZAP answers. Of 400 and 500 the client learns the number; 300 looks to him like a wrong code."""
TRIES, BETWEEN_TRIES = 250, 20
"""To listen again, with so many milliseconds between them, whatever else waits: the library needs the time."""
LAST_WORDS = 300
"""Milliseconds in which a table that ends sends what waits for its peers."""


_EVENTS, _POLLIN = int(zmq.EVENTS), int(zmq.POLLIN)  # plain numbers: the enumerations cost as much as the question


def readable(socket: zmq.Socket[bytes]) -> bool:
    """Whether something has come; cheaper than to poll, or to try in vain."""
    return bool(int(socket.get(_EVENTS)) & _POLLIN)


class _Door:
    """One listening socket with the key pair of one code; the ZAP handler knows it by its domain."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], code: str, port: int, number: int) -> None:
        """Raises OSError when the port is taken."""
        self._number = bytes([number])
        self.failed = 0
        self.router = context.socket(zmq.ROUTER)
        _prepare(self.router, secret_key(code), _domain(number))
        self.monitor = self.router.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL)
        try:
            self.router.bind(f"tcp://*:{port}")
        except zmq.ZMQError as error:
            self.close()
            raise OSError(f"port {port} cannot be opened: {error}") from error
        self.port = int(self.router.getsockopt_string(zmq.LAST_ENDPOINT).rpartition(":")[2])

    def receive(self) -> Iterator[tuple[bytes, str, bytes]]:
        """The frames that have come, at most FRAMES_AT_ONCE."""
        for _ in range(FRAMES_AT_ONCE):
            if not readable(self.router):
                return
            peer = self.router.recv(zmq.NOBLOCK)
            part = self.router.recv(zmq.NOBLOCK, copy=False)
            data = b"" if part.more else part.bytes
            while part.more:
                part = self.router.recv(zmq.NOBLOCK, copy=False)
            yield self._number + peer, str(part.get("User-Id")), data

    def listen_again(self) -> bool:
        """Close every connection and listen again; False when the library has not yet let go of the port."""
        try:
            self.router.bind(f"tcp://*:{self.port}")
        except zmq.ZMQError:
            return False
        return True

    def close(self) -> None:
        """Close the socket and its monitor; what has been said is still sent."""
        self.router.disable_monitor()
        self.monitor.close(0)
        self.router.close(LAST_WORDS)


class Front:
    """A listening table: one door for newcomers, and older ones, with codes of before, for keys that are `known`.

    `banned` keys are not let in. A peer is the number of its door and the library's routing id.
    """

    def __init__(
        self, code: str, port: int, banned: Callable[[str], bool] = lambda key: False,
        known: Callable[[str], bool] = lambda key: False,
    ) -> None:  # fmt: skip
        """Listen on all interfaces; port 0 takes a free one. Raises OSError when the port is taken."""
        self._banned, self._known = banned, known
        self._context = zmq.Context()
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind(ZAP_ADDRESS)
        self.arrivals = Arrivals(known)
        self.shut = False
        """Whether nobody but those who are known comes in, also by the newest door."""
        self._poller = zmq.Poller()
        self._poller.register(self._zap, zmq.POLLIN)
        self._doors: list[_Door] = []
        try:
            self.open_door(code, port)
        except OSError:
            self.close()
            raise

    @property
    def port(self) -> int:
        """Where newcomers come in."""
        return self._doors[-1].port

    def take_failed(self) -> int:
        """Handshakes that have broken at the newest door since this was asked: guesses of its code, or noise."""
        door = self._doors[-1]
        failed, door.failed = door.failed, 0
        return failed

    def open_door(self, code: str, port: int) -> None:
        """Newcomers need this code from now on; whoever is known still comes in by the older doors.

        Raises OSError when the port is taken, or there are too many doors.
        """
        if len(self._doors) >= MAX_DOORS:
            raise OSError(f"this table has had {MAX_DOORS} codes already")
        door = _Door(self._context, code, port, len(self._doors))
        self._doors.append(door)
        for socket in (door.router, door.monitor):
            self._poller.register(socket, zmq.POLLIN)

    def watch(self, descriptor: int) -> None:
        """Stop waiting also when there is something to read there."""
        self._poller.register(descriptor, zmq.POLLIN)

    def receive(self, seconds: float, now: float) -> Iterator[tuple[bytes, str, bytes]]:
        """Wait so long for frames: (peer, its CURVE key, the bytes). A message of several parts has no bytes."""
        ready = dict(self._poller.poll(max(0, round(seconds * 1000))))
        if self._zap in ready:
            self._admit(now)
        for door in self._doors:
            if door.monitor in ready:
                door.monitor.recv_multipart()
                door.failed += 1
            if door.router in ready:
                yield from door.receive()

    def send(self, peer: bytes, data: bytes) -> bool:
        """Send; False when the peer is gone or its queue is full. The session's own numbers repair that."""
        try:
            self._doors[peer[0]].router.send_multipart([peer[1:], data], zmq.NOBLOCK)
        except zmq.ZMQError:
            return False
        return True

    def throw_out(self) -> None:
        """Close every connection and listen again: honest clients are back in a moment, banned keys are not.

        Raises OSError when a port does not become free again.
        """
        self.arrivals.all_closed()
        for door in self._doors:
            door.router.unbind(door.router.getsockopt_string(zmq.LAST_ENDPOINT))
            for _ in range(TRIES):
                if door.listen_again():
                    break
                door.router.poll(BETWEEN_TRIES, zmq.POLLERR)  # the library closes the old listener a little later
            else:
                raise OSError(f"port {door.port} cannot be opened again")

    def close(self) -> None:
        """Close everything."""
        for door in self._doors:
            door.close()
        self._zap.close(0)
        self._context.term()

    def _admit(self, now: float) -> None:
        """Answer the library's question whether this key may come in. What it says as user id marks its frames."""
        request = self._zap.recv_multipart()
        version, number, domain, address, _, mechanism, *credentials = request
        key = credentials[0].hex() if mechanism == b"CURVE" and credentials else ""
        newest = domain == _domain(len(self._doors) - 1)
        if not key or self._banned(key):
            code = SENT_AWAY
        elif self._known(key) or (newest and not self.shut):
            code = LET_IN if self.arrivals.admit(key, address.decode(errors="replace"), now) else NOT_NOW
        else:
            code = NOT_NOW if newest else OLD_CODE
        self._zap.send_multipart([version, number, code, b"", key.encode() if code == LET_IN else b"", b""])


def _domain(number: int) -> bytes:
    return f"sifang-{number}".encode()


def _prepare(router: zmq.Socket[bytes], secret: bytes, domain: bytes) -> None:
    router.curve_server = True
    router.curve_secretkey = z85.encode(secret)
    router.zap_domain = domain
    router.router_mandatory = True
    router.sndhwm, router.rcvhwm = 128, 64
    router.maxmsgsize = 4096
    router.handshake_ivl = 2000
    router.heartbeat_ivl, router.heartbeat_timeout, router.heartbeat_ttl = 1000, 3000, 3000
    router.linger = 0
    router.backlog = 32
