"""The LAN as lobby screens know it: tables found, one table joined, one table hosted. No thread: poll every frame.

finder = Finder()                                   # net.beacon
for table in finder.poll(now): ...                  # FoundTable: offer (name, variant, free, ...), address

lan = LanTable(address, port, code, Joining([Person("竹影")], VERSION), identity)
lan.poll(now)                                       # every frame; then look at status, why, view, said, take_notices()
lan.sit(0); lan.ready(True); lan.say("好"); lan.phrase(3)
if lan.view and lan.view.phase is Phase.PLAY: TableScene(..., lan.link, lan.link.seats[0], ...)

hosted = HostedTable([sys.executable, "main.py", "host", "--journal", folder, ...], owner)   # net.supervisor
hosted.poll(now)                                    # hosted.ready["port"], hosted.ready["code"]; then join it
lan = LanTable("127.0.0.1", port, code, Joining(people, VERSION, owner=owner), identity)
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Sequence
from contextlib import suppress

from net.beacon import Finder, reachable_addresses, share_port
from net.build import Edition, own_edition, rules_hash
from net.client import Introduction, Notice, Outcome, Said, Status
from net.codes import OPEN_CODE, CodeError, new_code, read_code, show_code
from net.discovery import DISCOVERY_PORT, GAME_PORT, FoundTable, Offer
from net.fairness import Fair
from net.identity import Identity
from net.link import Link
from net.sametable import SameTable
from net.schema import Connection, Phase, Role
from net.supervisor import HostedTable
from net.tableview import GuestView, Person, Sitter, TableSettings, TableView, settings_data
from net.zmq_link import Wire, ZmqLink
from rules.events import Event
from rules.seats import Seat
from rules.values import value


@value
class Joining:
    """Who joins: one or several people of this computer, the program's version, to watch only, the owner's secret.

    `returns`: to the table at which they were before; if another one is there now, they leave it again.
    """

    people: Sequence[Person]
    build: str = ""
    watch: bool = False
    owner: bytes = b""
    returns: bool = False


class LanTable:
    """A table joined, or being joined. Every order is sent at once and repeated until its outcome is known.

    Orders that fail come back in `take_outcomes()` with a code, one of `net.schema.REASONS`.
    """

    def __init__(self, address: str, port: int, code: str, who: Joining, identity: Identity) -> None:
        """Begin to connect; goes back to the own seat when there is a ticket for this place. Raises CodeError."""
        self.place = f"{address}:{port}"
        self._identity = identity
        secret, ticket = identity.share_secret, identity.ticket(self.place)
        intro = Introduction(who.build, rules_hash(), tuple(who.people), secret, who.watch, who.owner, ticket)
        self._wire = Wire(address, port, read_code(code), identity.key, intro)
        self._client = self._wire.client
        self._same = SameTable(ticket.table if who.returns and ticket is not None else "")
        self.link: Link = ZmqLink(self._wire)

    # ---- what is known --------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """connecting, joined, silent (nothing heard for 4 s, trying), refused or ended (see `why`)."""
        return self._client.status

    @property
    def why(self) -> str:
        """Refused: code, version, rules, full, kicked. Ended: left, kicked, superseded, invalid, flood, closed; gone:
        another table is at that place now."""
        return self._client.why

    @property
    def theirs(self) -> Edition | None:
        """Which program a host is that refused; `str` of it is for people, `clash` says in what it differs."""
        return self._client.theirs

    @property
    def view(self) -> TableView | None:
        """The table; None before it is known."""
        return self._client.view

    @property
    def me(self) -> int:
        """One's own number among the guests."""
        return self._client.guest

    @property
    def is_keeper(self) -> bool:
        """Whether one may change settings, seat bots, kick and start."""
        return self.view is not None and self.view.keeper == self.me

    @property
    def said(self) -> tuple[Said, ...]:
        """The chat."""
        return tuple(self._client.said)

    @property
    def ping(self) -> int:
        """Milliseconds to the host and back."""
        return self._client.ping

    @property
    def fair(self) -> Fair:
        """The padlock."""
        return self._client.fairness.latest

    @property
    def record(self) -> str:
        """By what name one's own records of this table are kept (`Identity.keep_proofs`); empty before it is known."""
        return self._client.fairness.table[:32]

    @property
    def players(self) -> tuple[int, ...]:
        """The players 0-3 that are one's own people, once the match runs."""
        return tuple(self._client.players)

    def take_notices(self) -> list[Notice]:
        """What happened to whom since the last call."""
        notices, self._client.notices = self._client.notices, []
        return notices

    def take_outcomes(self) -> list[Outcome]:
        """What became of orders since the last call; those of answers are the link's."""
        outcomes = self._client.outcomes
        self._client.outcomes = [outcome for outcome in outcomes if outcome.order == "answer"]
        return [outcome for outcome in outcomes if outcome.order != "answer"]

    # ---- time -----------------------------------------------------------------------------------------------------

    def poll(self, now: float) -> None:
        """Move frames and time; keep the ticket. Polling `link` does the first too."""
        self._wire.poll(now)
        self._same.watch(self._wire, now)
        with suppress(OSError):  # tried again; what is shown does not depend on it
            if self._client.ticket is not None and self.status is Status.JOINED and not self._same.stranger:
                self._identity.keep(self.place, self._client.ticket)
            self._identity.keep_proofs(self._client.fairness.table, self._client.fairness.keepsakes)
            if self._client.status is Status.ENDED and self.why not in ("superseded", "closed"):
                self._identity.forget(self.place)

    def wait(self, seconds: float) -> None:
        """Sleep until something comes, at most so long: for programs without a window."""
        self._wire.wait(seconds)

    def close(self) -> None:
        """Close the connection; the seat is kept for a while."""
        self._wire.close()

    # ---- orders ---------------------------------------------------------------------------------------------------

    def sit(self, seat: Seat, person: int = 0) -> None:
        """Take an empty seat, or a bot's."""
        self._client.order("sit", player=person, seat=seat)

    def stand(self, person: int = 0) -> None:
        """Leave the seat."""
        self._client.order("stand", player=person)

    def ask_swap(self, seat: Seat, person: int = 0) -> None:
        """Ask whoever sits there to swap; he gets the notice swap_asked with the seat that is wanted."""
        self._client.order("swap", player=person, seat=seat)

    def answer_swap(self, asker: Seat, accept: bool) -> None:
        """Answer the one who asked from that seat."""
        self._client.order("swap_answer", seat=asker, accept=accept)

    def ready(self, on: bool) -> None:
        """Ready to start, or not any more."""
        self._client.order("ready", on=on)

    def rename(self, name: str, avatar: str = "", person: int = 0) -> None:
        """Another name."""
        self._client.order("rename", player=person, name=name, avatar=avatar)

    def bring(self, person: Person) -> None:
        """One more person at this computer, behind those who are there."""
        self._client.order("bring", name=person.name, avatar=person.avatar)

    def send_off(self, person: int) -> None:
        """One of several people at this computer goes; those behind move up by one."""
        self._client.order("send_off", player=person)

    def watch(self, on: bool) -> None:
        """Watch instead of playing, or the other way."""
        self._client.order("watch", on=on)

    def open_hands(self, on: bool) -> None:
        """Let spectators see all hands of a deal when the next one is over, if everybody does."""
        self._client.order("open_hands", on=on)

    def helps(self, on: bool) -> None:
        """Tell everybody whether one looks at waits and other helps."""
        self._client.order("helps", on=on)

    @property
    def opened(self) -> dict[int, list[Event]]:
        """For a spectator: the hand before the last with nothing hidden, when everybody lets him."""
        return self._client.opened

    def take_seat(self, player: int) -> None:
        """A spectator takes a bot's seat in the running match."""
        self._client.order("take", player=player)

    def say(self, text: str) -> None:
        """Chat."""
        self._client.order("chat", text=text)

    def phrase(self, number: int) -> None:
        """A quick phrase by its number."""
        self._client.order("phrase", number=number)

    def seat_bot(self, seat: Seat, level: str) -> None:
        """Seat a bot; level '' sends it away."""
        self._client.order("bot", seat=seat, level=level)

    def settings(self, settings: TableSettings) -> None:
        """Change what is played; nobody is ready any more."""
        self._client.order("settings", **settings_data(settings))

    def kick(self, guest: int) -> None:
        """Send somebody away for good."""
        self._client.order("kick", guest=guest)

    @property
    def new_code(self) -> tuple[str, int] | None:
        """Code and port after the keeper, or too many guesses, made the table get a new code."""
        return self._client.new_code

    def renew_code(self) -> None:
        """A new join code; those who are here keep theirs."""
        self._client.order("renew_code")

    def close_table(self) -> None:
        """End the table for everybody; what was played can be taken up again."""
        self._client.order("close_table")

    def start(self) -> None:
        """Begin the match."""
        self._client.order("start")

    def away(self, on: bool) -> None:
        """Away for a while: a bot plays; or back."""
        self._client.order("away", on=on)

    def pause(self, on: bool) -> None:
        """Stop the clocks of all, or let them go on after three seconds; in a saved match, without who is missing."""
        self._client.order("pause", on=on)

    def leave(self) -> None:
        """Leave for good; the status becomes ENDED with `why` left."""
        self._client.order("leave")


@value
class Finding:
    """One line of the network self-test: what was tried, and a detail.

    addresses, game_port and discovery (ports that can be opened), loopback and found (one's own table from outside).
    """

    test: str
    ok: bool
    detail: str = ""


def self_test(port: int = GAME_PORT) -> tuple[Finding, ...]:
    """What keeps a table from being found or joined, as far as this machine can tell."""
    addresses = reachable_addresses()
    return (
        Finding("addresses", bool(addresses), ", ".join(addresses)),
        _can_bind("game_port", socket.SOCK_STREAM, port),
        _can_bind("discovery", socket.SOCK_DGRAM, DISCOVERY_PORT),
    )


REACH_SECONDS = 0.5


def reaches_itself(port: int) -> tuple[Finding, ...]:
    """Whether this machine's own table can be reached at its addresses: a firewall may keep even that away."""
    found = []
    for address in reachable_addresses():
        try:
            socket.create_connection((address, port), REACH_SECONDS).close()
        except OSError:
            found.append(Finding("loopback", False, f"{address}:{port}"))
        else:
            found.append(Finding("loopback", True, f"{address}:{port}"))
    return tuple(found)


def is_found(port: int, tables: Sequence[FoundTable]) -> Finding:
    """Whether the search has found one's own table at an address that others have, too."""
    own = [address for table in tables if table.offer.port == port for address in table.addresses]
    return Finding("found", any(not address.startswith("127.") for address in own), str(DISCOVERY_PORT))


def _can_bind(test: str, kind: socket.SocketKind, port: int) -> Finding:
    """A port that a table of ours holds already is as good as a free one for discovery, not for another table."""
    with socket.socket(socket.AF_INET, kind) as sock:
        if kind is socket.SOCK_DGRAM:
            share_port(sock)
        elif os.name == "posix":  # elsewhere, this option takes even a port at which another program listens
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("", port))
        except OSError as error:
            reason = "in use" if error.errno == errno.EADDRINUSE else (error.strerror or str(error))
            return Finding(test, False, f"{port}: {reason}")
    return Finding(test, True, str(port))


__all__ = [
    "OPEN_CODE", "CodeError", "Connection", "Edition", "Fair", "Finder", "Finding", "FoundTable", "GuestView",
    "HostedTable", "Identity", "Joining", "LanTable", "Notice", "Offer", "Outcome", "Person", "Phase", "Role", "Said",
    "Sitter", "Status", "TableSettings", "TableView", "is_found", "new_code", "own_edition", "read_code",
    "reachable_addresses", "reaches_itself", "self_test", "show_code",
]  # fmt: skip
