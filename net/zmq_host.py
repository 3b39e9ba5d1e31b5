"""The host's socket: one ROUTER under CURVE, and the ZAP handler that says whose key a frame comes from.

Everything here stays in the thread that made it. Source: guides/reliability.md 4.1; what was measured stands there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

import zmq
from zmq.utils import z85

from net.codes import secret_key
from net.session import Bucket

ZAP_ADDRESS = "inproc://zeromq.zap.01"
MAX_PARTS = 2
FRAMES_AT_ONCE = 500
FLOOD = 500
_LOOPBACK = ("127.", "::1")


class Front:
    """A listening table. `banned` keys are not let in; `failed` counts handshakes that broke: guesses of the code."""

    def __init__(self, code: str, port: int, banned: Callable[[str], bool] = lambda key: False) -> None:
        """Listen on all interfaces; port 0 takes a free one. Raises OSError when the port is taken."""
        self.failed = 0
        self._banned = banned
        self._context = zmq.Context()
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind(ZAP_ADDRESS)
        self._router = self._context.socket(zmq.ROUTER)
        _prepare(self._router, secret_key(code))
        self._monitor = self._router.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL)
        self._arrivals: dict[str, Bucket] = {}
        self._offenders: deque[float] = deque(maxlen=FLOOD)
        self._poller = zmq.Poller()
        for socket in (self._zap, self._router, self._monitor):
            self._poller.register(socket, zmq.POLLIN)
        try:
            self.port = self._bind(port)
        except zmq.ZMQError as error:
            self.close()
            raise OSError(f"port {port} cannot be opened: {error}") from error

    def _bind(self, port: int) -> int:
        if port:
            self._router.bind(f"tcp://*:{port}")
            return port
        self._router.bind("tcp://*:0")
        return int(self._router.getsockopt_string(zmq.LAST_ENDPOINT).rpartition(":")[2])

    def receive(self, seconds: float, now: float) -> Iterator[tuple[bytes, str, bytes]]:
        """Wait so long for frames: (peer, its CURVE key, the bytes). A message of several parts has no bytes."""
        ready = dict(self._poller.poll(max(0, round(seconds * 1000))))
        if self._zap in ready:
            self._admit(now)
        if self._monitor in ready:
            self._monitor.recv_multipart()
            self.failed += 1
        for _ in range(FRAMES_AT_ONCE if self._router in ready else 0):
            try:
                parts = self._router.recv_multipart(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return
            yield parts[0].bytes, str(parts[-1].get("User-Id")), parts[1].bytes if len(parts) == MAX_PARTS else b""

    def send(self, peer: bytes, data: bytes) -> bool:
        """Send; False when the peer is gone or its queue is full. The session's own numbers repair that."""
        try:
            self._router.send_multipart([peer, data], zmq.NOBLOCK)
        except zmq.ZMQError:
            return False
        return True

    def throw_out(self) -> None:
        """Close every connection and listen again: honest clients are back in a moment, banned keys are not."""
        self._router.unbind(self._router.getsockopt_string(zmq.LAST_ENDPOINT))
        for attempt in range(50):
            try:
                self._router.bind(f"tcp://*:{self.port}")
            except zmq.ZMQError:
                self._poller.poll(20)  # the library closes the old listener a little later
                if attempt == 49:
                    raise
            else:
                return

    def close(self) -> None:
        """Close everything."""
        self._router.disable_monitor()
        self._monitor.close(0)
        self._router.close(0)
        self._zap.close(0)
        self._context.term()

    def _admit(self, now: float) -> None:
        """Answer the library's question whether this key may come in. What it says as user id marks its frames."""
        request = self._zap.recv_multipart()
        version, number, _, address, _, mechanism, *credentials = request
        key = credentials[0].hex() if mechanism == b"CURVE" and credentials else ""
        welcome = bool(key) and not self._banned(key) and self._not_too_many(address.decode(errors="replace"), now)
        status = (b"200", b"OK", key.encode()) if welcome else (b"400", b"no", b"")
        self._zap.send_multipart([version, number, *status, b""])

    def _not_too_many(self, address: str, now: float) -> bool:
        """Three new connections a second from one machine; any number from this one."""
        if address.startswith(_LOOPBACK):
            return True
        if len(self._arrivals) > 1000:
            self._arrivals.clear()
        return self._arrivals.setdefault(address, Bucket(3, 12)).take(now)


def _prepare(router: zmq.Socket[bytes], secret: bytes) -> None:
    router.curve_server = True
    router.curve_secretkey = z85.encode(secret)
    router.zap_domain = b"sifang"
    router.router_mandatory = True
    router.sndhwm, router.rcvhwm = 128, 64
    router.maxmsgsize = 4096
    router.handshake_ivl = 2000
    router.heartbeat_ivl, router.heartbeat_timeout, router.heartbeat_ttl = 1000, 3000, 3000
    router.linger = 0
    router.backlog = 32
