"""The client's socket: one DEALER under CURVE, and the Link that a table scene gets. No thread: polled every frame.

Source: guides/reliability.md 4.1.
"""

from __future__ import annotations

import zmq
from zmq.utils import z85
from zmq.utils.monitor import parse_monitor_message

from net.client import Client, Introduction, Status
from net.codes import secret_key
from net.messages import Message, News, Prompt, PromptClosed
from net.zmq_host import SENT_AWAY, readable
from rules.seats import Seat

FAILED = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_AUTH
WRONG_CODE_AFTER = 2
"""So many broken handshakes, and never one that worked: the code is wrong."""
GONE, GONE_AFTER = "gone", 6
"""Why a client ends that was let in before: so many in a row, and another table is at that place now."""
SILENT_AFTER = 1.0
"""Seconds after which a broken handshake tells nothing: whoever should have answered sleeps, or is dying."""
AGAIN_AFTER = 2.0
"""Seconds after which a client tries again that was not let in because too many had come."""
FRAMES_AT_ONCE = 200


class Wire:
    """A client connected by ZeroMQ: `poll` moves frames and time."""

    def __init__(self, address: str, port: int, code: str, key: bytes, who: Introduction) -> None:
        """Begin to connect; `key` is the 32 byte secret CURVE key of this player."""
        self.client = Client(who)
        self.address, self.port = address, port
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        _prepare(self._socket, secret_key(code), key)
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_CONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED | FAILED)
        self._endpoint = f"tcp://{address}:{port}"
        self._socket.connect(self._endpoint)
        self._poller = zmq.Poller()
        self._poller.register(self._socket, zmq.POLLIN)
        self._failures = 0
        self._was_in = False
        self._connected_at = 0.0
        self._again_at: float | None = None
        self._closed = False

    def poll(self, now: float) -> None:
        """Take what has come, let time pass, send what is due."""
        if self._closed:
            return
        self.take(now)
        self.client.tick(now)
        self.flush()

    def take(self, now: float) -> None:
        """Take what has come and acknowledge it when that is due; what it means, `poll` will find out."""
        for _ in range(FRAMES_AT_ONCE):
            if not readable(self._socket):
                break
            self.client.receive(self._socket.recv(zmq.NOBLOCK), now)
        self.client.acknowledge(now)
        self.flush()
        self._watch_connection(now)

    def _watch_connection(self, now: float) -> None:
        while readable(self._monitor):
            told = parse_monitor_message(self._monitor.recv_multipart())
            self._heed(told["event"], told["value"], now)
        if self._again_at is not None and now >= self._again_at:
            self._again_at = None
            self._socket.disconnect(self._endpoint)  # or the library thinks that it is connected
            self._socket.connect(self._endpoint)

    def flush(self) -> None:
        """Send what waits; what cannot be sent now is said again later by the client itself."""
        for frame in self.client.outgoing():
            try:
                self._socket.send(frame, zmq.NOBLOCK)
            except zmq.Again:
                continue

    def say_now(self, now: float) -> None:
        """Send what is due without taking anything in: what comes would wait until somebody looks again."""
        self.client.tick(now)
        self.flush()

    def wait(self, seconds: float) -> None:
        """Sleep until something comes, at most so long."""
        self._poller.poll(max(0, round(seconds * 1000)))

    def close(self) -> None:
        """Close the connection; the seat is kept. To leave for good, order "leave" before."""
        if not self._closed:
            self._closed = True
            self._socket.disable_monitor()
            self._monitor.close(0)
            self._socket.close(200)
            self._context.term()

    def _heed(self, event: int, value: int, now: float) -> None:
        if event == zmq.EVENT_CONNECTED:
            self._connected_at = now
        elif event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self._failures, self._was_in = 0, True
            self.client.connected(now)
        elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH and value == int(SENT_AWAY):
            self.client.status, self.client.why = Status.REFUSED, "kicked"
        elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
            self._again_at = now + AGAIN_AFTER  # the library gives up
        else:
            self._broken(now)

    def _broken(self, now: float) -> None:
        """A handshake has come to nothing: this code does not open the door that is there."""
        if self._was_in and now - self._connected_at > SILENT_AFTER:
            return
        self._failures += 1
        if self._failures != (GONE_AFTER if self._was_in else WRONG_CODE_AFTER):
            return
        if self._was_in:
            self.client.status, self.client.why, self.client.ticket = Status.ENDED, GONE, None
        else:
            self.client.status, self.client.why = Status.REFUSED, "code"
        self._socket.disconnect(self._endpoint)  # or the library knocks on and on


class ZmqLink:
    """The Link of a LAN table, for `game.scenes.table.TableScene`."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._client = wire.client
        self._open: dict[Seat, Prompt] = {}
        self._paused = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where one's own people sit in the present hand."""
        return tuple(self._client.seats_by_player.values())

    def poll(self, now: float) -> list[Message]:
        """What the host has to say; a prompt again whose answer was refused while its clock stood still."""
        self._wire.poll(now)
        messages, self._client.messages = self._client.messages, []
        for message in messages:
            match message:
                case Prompt(seat=seat):
                    self._open[seat] = message
                case PromptClosed(seat=seat):
                    self._open.pop(seat, None)
                case News(viewer=seat, first=0) if seat is not None:  # another hand, or everything anew
                    self._open.pop(seat, None)
        messages += self._refused()
        return messages

    def _refused(self) -> list[Message]:
        """Nothing while they stand still: answered again at once, as of itself, it would be refused again."""
        client = self._client
        self._paused |= any(o.order == "answer" and o.code == "paused" for o in client.outcomes)
        client.outcomes = [o for o in client.outcomes if o.order != "answer"]
        stands = client.view is None or client.view.paused or client.regrets.question is not None
        if stands or not self._paused:
            return []
        self._paused = False
        return [prompt for seat, prompt in self._open.items() if seat in self.seats]

    def answer(self, seat: Seat, prompt_id: int, index: int, now: float) -> bool:
        """Send an answer; whether it came in time, the host says later."""
        self._order("answer", now, prompt=prompt_id, index=index)
        return True

    def ready(self, seat: Seat, now: float) -> None:
        """Ready for the next hand."""
        self._order("next", now, player=self._player(seat))

    def set_auto(self, seat: Seat, on: bool, now: float) -> None:
        """Auto-win mode."""
        self._order("auto", now, player=self._player(seat), on=on)

    def pause(self, paused: bool, now: float) -> None:
        """Stop the clocks of the whole table, or let them go on."""
        self._order("pause", now, on=paused)

    def may_take_back(self, seat: Seat) -> bool:
        """As far as one knows: the host decides."""
        return self._client.may_take_back(seat)

    def take_back(self, seat: Seat, now: float) -> None:
        """Take it back, or have the host ask the others."""
        self._order("take_back", now, player=self._player(seat))

    def consent(self, seat: Seat, question: int, agrees: bool, now: float) -> None:
        """Agree, or do not."""
        self._order("consent", now, player=self._player(seat), question=question, agrees=agrees)

    def leave(self, seat: Seat, now: float) -> None:
        """Leave the table for good, with all one's people."""
        self._order("leave", now)

    def close(self) -> None:
        """Close the connection; the seat is kept for a while."""
        self._wire.close()

    def _player(self, seat: Seat) -> int:
        seats = self._client.seats_by_player
        return next((player for player, at in seats.items() if at == seat), 0)

    def _order(self, name: str, now: float, **body: object) -> None:
        self._client.order(name, **body)
        self._wire.say_now(now)


def _prepare(dealer: zmq.Socket[bytes], table_secret: bytes, key: bytes) -> None:
    own = z85.encode(key)
    dealer.curve_serverkey = zmq.curve_public(z85.encode(table_secret))
    dealer.curve_secretkey, dealer.curve_publickey = own, zmq.curve_public(own)
    dealer.sndhwm, dealer.rcvhwm = 64, 256
    dealer.maxmsgsize = 256 * 1024
    dealer.handshake_ivl = 3000
    dealer.heartbeat_ivl, dealer.heartbeat_timeout, dealer.heartbeat_ttl = 1000, 3000, 3000
    dealer.reconnect_ivl, dealer.reconnect_ivl_max = 250, 1000  # a table that was killed is back within seconds
    dealer.immediate = True
    dealer.linger = 200
