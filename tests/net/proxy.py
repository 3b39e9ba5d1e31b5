"""A link of user space between two sockets: TCP bytes are passed on late, or not at all for a while."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections import deque


class Proxy:
    """Listens on `port` and passes everything on to another port of this machine, `delay` seconds late."""

    def __init__(self, target: int, delay: float) -> None:
        self.delay = delay
        self.cut_until = 0.0
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open = True
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def cut(self, seconds: float) -> None:
        """Nothing gets through for so long; the connections stay."""
        self.cut_until = time.monotonic() + seconds

    def close(self) -> None:
        """End everything."""
        self._open = False
        self._listener.close()
        for thread in self._threads:
            thread.join(3)

    def _accept(self) -> None:
        self._listener.settimeout(0.1)
        while self._open:
            with contextlib.suppress(TimeoutError, OSError):
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                thread = threading.Thread(target=self._carry, args=(near, far), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        waiting: dict[socket.socket, deque[tuple[float, bytes]]] = {near: deque(), far: deque()}
        other = {near: far, far: near}
        with near, far, selectors.DefaultSelector() as selector, contextlib.suppress(OSError):
            for sock in (near, far):
                selector.register(sock, selectors.EVENT_READ)
            while self._open:
                now = time.monotonic()
                for key, _ in selector.select(0.005):
                    reading = key.fileobj
                    assert isinstance(reading, socket.socket)
                    data = reading.recv(65536)
                    if not data:
                        return
                    waiting[other[reading]].append((now + self.delay, data))
                for sock, queue in waiting.items():
                    while queue and queue[0][0] <= now and now >= self.cut_until:
                        sock.sendall(queue.popleft()[1])
