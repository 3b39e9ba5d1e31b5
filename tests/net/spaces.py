"""Machines that are network namespaces, joined by a bridge, or by a link of user space that delays and loses.

Needs Linux, root and the command `ip`; `why_not` says in words why there are none.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import random
import select
import shutil
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

HOST, ANNA, BOB, CARL, SWITCH = SPACES = tuple(f"sf{os.getpid() % 100000}{name}" for name in "habcs")
"""The host, three other machines, and the machine that is the bridge."""
_TUNSETIFF = 0x400454CA
_IFF_TUN, _IFF_NO_PI = 0x0001, 0x1000


def ip(*words: str) -> None:
    """Run `ip`."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


def within(space: str) -> list[str]:
    """The words before a command that runs in a namespace."""
    return ["ip", "netns", "exec", space]


def why_not() -> str:
    """Why there are no namespaces here; '' when there are."""
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "network namespaces need Linux and the command ip"
    if os.geteuid() != 0:
        return "network namespaces need root"
    tried = subprocess.run(["ip", "netns", "add", HOST], capture_output=True, check=False)
    _delete()
    return "" if tried.returncode == 0 else "network namespaces are not allowed here"


def _delete() -> None:
    for space in SPACES:
        subprocess.run(["ip", "netns", "delete", space], capture_output=True, check=False)


@contextmanager
def spaces() -> Iterator[None]:
    """All namespaces, each with its loopback and nothing else; gone afterwards, with all that is in them."""
    try:
        for space in SPACES:
            ip("netns", "add", space)
            ip("-n", space, "link", "set", "lo", "up")
        yield
    finally:
        _delete()


def cable(space: str, card: str, address: str, other: str, other_card: str, other_address: str = "") -> None:
    """A cable (veth pair) between two machines."""
    ip("link", "add", card, "netns", space, "type", "veth", "peer", "name", other_card, "netns", other)
    for where, name, own in ((space, card, address), (other, other_card, other_address)):
        if own:
            ip("-n", where, "addr", "add", f"{own}/24", "broadcast", "+", "dev", name)
        ip("-n", where, "link", "set", name, "up")


def two_networks() -> None:
    """The host, Anna and Bob at a bridge (10.91.1.x); the host's second card, Bob's second and Carl at another one."""
    for number, bridge in ((1, "br1"), (2, "br2")):
        ip("-n", SWITCH, "link", "add", bridge, "type", "bridge")
        ip("-n", SWITCH, "link", "set", bridge, "up")
        for place, space in enumerate((HOST, ANNA if number == 1 else CARL, BOB), 1):
            port = f"p{number}{place}"
            cable(space, f"card{number}", f"10.91.{number}.{place}", SWITCH, port)
            ip("-n", SWITCH, "link", "set", port, "master", bridge)


class Line:
    """A link of user space between the host (10.92.0.1) and Anna (10.92.0.2): it delays, loses, or is cut.

    A second one, between other cards, has another `network` than 92.

    Two TUN devices, each in its namespace; one loop carries IP packets from one to the other.
    """

    def __init__(self, delay: float, loss: float, seed: int = 1, network: int = 92) -> None:
        """`delay`: seconds one way; `loss`: the part of all packets that is lost."""
        self.delay, self.loss = delay, loss
        self.cut = False
        self.carried = self.lost = 0
        self._chance = random.Random(seed)
        self._ends = [self._device(network, space, place) for place, space in ((1, HOST), (2, ANNA))]
        self._open = True
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _device(self, network: int, space: str, place: int) -> int:
        name = f"sfl{network}{place}"
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH", name.encode(), _IFF_TUN | _IFF_NO_PI))
        ip("link", "set", name, "netns", space)
        ip("-n", space, "addr", "add", f"10.{network}.0.{place}/24", "dev", name)
        ip("-n", space, "link", "set", name, "up")
        return device

    def _carry(self) -> None:
        waiting: list[tuple[float, int, int, bytes]] = []
        while self._open:
            due = min(0.05, waiting[0][0] - time.monotonic()) if waiting else 0.05
            for device in select.select(self._ends, [], [], max(0.0, due))[0]:
                packet = os.read(device, 65536)
                if packet[0] >> 4 != 4:
                    continue  # what IPv6 has to say at some moment would change which of ours are lost
                if self.cut or self._chance.random() < self.loss:
                    self.lost += 1
                    continue
                self.carried += 1
                other = self._ends[device == self._ends[0]]
                heapq.heappush(waiting, (time.monotonic() + self.delay, self.carried, other, packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, device, packet = heapq.heappop(waiting)
                os.write(device, packet)

    def close(self) -> None:
        """End it."""
        self._open = False
        self._thread.join(3)
        for device in self._ends:
            os.close(device)


def lines(stack: ExitStack, *networks: int, delay: float = 0.0, loss: float = 0.0, seed: int = 1) -> list[Line]:
    """Such links, in namespaces of their own; the stack takes them away."""
    stack.enter_context(spaces())
    made = [Line(delay, loss, seed + number, network) for number, network in enumerate(networks)]
    for each in made:
        stack.callback(each.close)
    return made
