"""A match at a LAN table: the host on one side, the sessions of its players and spectators on the other.

Translates what the host says into messages, agrees on every deal, puts bots on the seats of people who are away and
gives the seats back. Knows no frames and no sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from net.entrants import Entrant
from net.host import Host
from net.messages import AutoChanged, Message, News, Prompt, PromptClosed, Standing, TakeBackAsked, TakeBackOver
from net.prompts import shorten, time_left
from net.recording import Book
from net.remarks import MOST_REMARKS, Remark
from net.schema import Connection
from net.session import Body, Session, Stream
from net.shuffle import Shuffle, checked, fair_deal
from net.tableview import Sitter, TableSettings, milliseconds
from net.timers import MOST_GRACE
from net.viewhash import digest
from net.wire import packed
from rules.bots import Chooser
from rules.errors import LogError
from rules.events import Event, Left
from rules.log import encode
from rules.match import Match
from rules.rerun import from_a_player
from rules.seats import SEATS

EVENTS_A_MESSAGE = 100
SPECTATORS_FROM = 100
"""Viewers with such a number and above are spectators: it and their guest's. Players are 0-3."""
UNKNOWN_DIGEST = bytes(8)
RESUME_COUNTDOWN = 3.0
"""Seconds between the order to let the clocks go on and their going on."""
CLOCK_EVERY = 1.0
"""Seconds of thinking time that a player may get back when the table process dies."""


Notice = Callable[..., None]
"""notice(code, session): tell everybody that something happened to somebody."""


class Play:
    """A running match. `fair`: clients add to every deal; else the match's own seed decides."""

    def __init__(
        self, match: Match, entrants: Sequence[Entrant], settings: TableSettings, chance: Chooser, book: Book,
        table: str,
        fair: bool,
    ) -> None:  # fmt: skip
        self.host = Host(match, entrants, settings.timers, chance, book)
        self.host.deals_itself = not fair
        self.fair = fair
        self.sessions: dict[int, Session] = {}
        self.gone: dict[int, Connection] = {}
        self._settings = settings
        self._book = book
        self._table = table
        self._viewers: dict[int, Session] = {}
        self._shuffle: Shuffle | None = None
        self._proved = -1
        self._last: tuple[int, tuple[Event, ...]] | None = None
        self._unproved: dict[int, Session] = {}
        self._unpause_at: float | None = None
        self._notes: dict[int, dict[str, Any]] = {}
        self._written: dict[int, tuple[Event, bytes]] = {}
        self._noted: Body = {}
        self._noted_at = 0.0
        self._remarks = 0
        self.refused_by_disk = False
        """Whether something could not be written down: it is tried again, and nobody is told of it before."""

    # ---- beginning ------------------------------------------------------------------------------------------------

    def start(self, now: float) -> None:
        """The first hand, or the next one after a restart between two."""
        if self.fair:
            self.host.waits_for_deal = True
        else:
            self.host.start(now)

    def resume(self, hand: Sequence[Event], notes: Sequence[dict[str, Any]], now: float) -> None:
        """Go on after a restart: with the last hand, finished or not; a deal whose shares were written down stands.

        Raises LogError, also for notes that no table has written.
        """
        self.host.taking_back.recall(hand, notes)
        if hand:
            self.host.resume(hand, now)
        try:
            for note in notes:
                self._heed(note, now)
        except (LookupError, TypeError, ValueError) as error:
            raise LogError(f"a note about the table is damaged ({error!r})") from error
        if not hand:
            self.start(now)

    def _heed(self, note: dict[str, Any], now: float) -> None:
        hand = self.host.round
        present = hand is not None and note.get("hand") == hand.state.number
        present = present and note.get("again", 0) == self.host.taking_back.again
        match note["n"]:
            case "fair":
                self._notes[checked(note)["hand"]] = note
            case "said":
                self._remarks += 1
            case "clock" if present:
                shorten(self.host.open_prompts, dict(note["left"]), now)
            case "rest" if present:
                self.host.rest.take_up(note, now)

    # ---- viewers --------------------------------------------------------------------------------------------------

    def viewers_of(self, session: Session) -> list[int]:
        """The numbers under which the host knows a session: its players, or that of a spectator."""
        return [SPECTATORS_FROM + session.guest] if session.watching else list(session.players)

    def attach(self, session: Session, have: Body) -> None:
        """Begin telling a session everything; `have` says what it knows of the hand."""
        viewers = self.viewers_of(session)
        hand = self.host.round
        told = (hand.state.number, self.host.taking_back.again) if hand is not None else None
        same = (have["hand"], have["again"]) == told and len(have["counts"]) == len(viewers)
        for number, viewer in enumerate(viewers):
            self._viewers[viewer] = session
            self.host.attach(viewer, have["counts"][number] if same else 0)
        self._unproved[session.guest] = session
        if self._shuffle is not None:
            session.stream.add("shuffle", {"hand": self._shuffle.hand, "digest": self._shuffle.digest})
            if self._shuffle.opened:
                session.stream.add("commitments", {"hand": self._shuffle.hand, "digests": self._shuffle.digests})

    def detach(self, session: Session) -> None:
        """Stop telling a session."""
        for viewer in [v for v, s in self._viewers.items() if s is session]:
            del self._viewers[viewer]
            self.host.detach(viewer)

    def pump(self, now: float) -> None:
        """Move what the host has to say into the streams of the sessions."""
        for viewer, session in self._viewers.items():
            for message in self.host.outbox(viewer, now):
                self._put(session.stream, message, viewer if viewer in SEATS else -1)
        self._written.clear()
        hand = self.host.round
        if hand is None or not self.host.between_hands:
            return
        if self._proved != hand.state.number:
            self._proved = hand.state.number
            self._unproved = {session.guest: session for session in self._viewers.values()}
            self._open_hands(hand.state.number, hand.log)
        for session in self._unproved.values():
            session.stream.add("proof", self._proof())
        self._unproved.clear()

    def _open_hands(self, hand: int, log: Sequence[Event]) -> None:
        """A hand is over: spectators may see the one before, when everybody lets them; nobody does who has a seat."""
        before, self._last = self._last, (hand, tuple(log))
        people = [session for session in self.sessions.values() if session.players]
        if before is None or not people or not all(session.opens for session in people):
            return
        keys = {session.key for session in people}
        number, events = before
        for viewer, session in self._viewers.items():
            if viewer in SEATS or session.key in keys:
                continue
            for start in range(0, len(events), EVENTS_A_MESSAGE):
                told = [encode(event) for event in events[start : start + EVENTS_A_MESSAGE]]
                session.stream.add("opened", {"hand": number, "first": start, "events": told})

    def _tell(self, name: str, body: Body) -> None:
        for session in {session.guest: session for session in self._viewers.values()}.values():
            session.stream.add(name, body)

    def _put(self, stream: Stream, message: Message, player: int) -> None:
        match message:
            case News(seat, hand, first, events, again):
                place = -1 if seat is None else seat
                for start in range(0, len(events), EVENTS_A_MESSAGE):
                    heading = {"player": player, "seat": place, "hand": hand, "again": again, "first": first + start}
                    stream.add_events(heading, [*map(self._packed, events[start : start + EVENTS_A_MESSAGE])])
            case Prompt():
                stream.add("prompt", self._prompt(message, player))
            case PromptClosed(prompt_id, seat):
                stream.add("closed", {"id": prompt_id, "seat": seat})
            case AutoChanged(seat, cause):
                stream.add("auto_changed", {"seat": seat, "cause": str(cause)})
            case Standing():
                stream.add("standing", _standing(message))
            case TakeBackAsked(question, seat, others, seconds):
                body = {"id": question, "seat": seat, "others": list(others), "left": milliseconds(seconds)}
                stream.add("take_back_asked", body)
            case TakeBackOver(seat, outcome, by):
                stream.add("take_back_over", {"seat": seat, "outcome": str(outcome), "by": -1 if by is None else by})

    def _packed(self, event: Event) -> bytes:
        """An event that all may know is one object for all viewers, and packed once."""
        known = self._written.get(id(event))
        if known is None:
            known = self._written[id(event)] = event, packed(encode(event))
        return known[1]

    def _prompt(self, prompt: Prompt, player: int) -> Body:
        state = self.host.round.state if self.host.round is not None else None
        known = state is not None and self.host.is_open(prompt.seat, prompt.id)
        return {
            "id": prompt.id, "player": player, "seat": prompt.seat, "ask": prompt.ask.id,
            "left": milliseconds(prompt.seconds), "limit": milliseconds(prompt.limit),
            "digest": digest(state.masked(prompt.seat)) if known and state is not None else UNKNOWN_DIGEST,
        }  # fmt: skip

    def _proof(self) -> Body:
        hand = self.host.round
        known = self._notes.get(hand.state.number) if hand is not None else None
        note = known or {"hand": 0, "share": bytes(32), "shares": [b""] * 4}
        answers = [encode(event) for event in hand.log if from_a_player(event)] if hand is not None else []
        return {"hand": note["hand"], "share": note["share"], "shares": note["shares"], "answers": answers}

    # ---- what sessions want ---------------------------------------------------------------------------------------

    def answer(self, session: Session, prompt: int, index: int, now: float) -> str:
        """An answer; the same one again has the same result, also after a restart."""
        if self.host.paused or self.host.taking_back.question is not None:
            return "paused"
        for player in session.players:
            seat = self.host.seat_of(player)
            if self.host.answer(seat, prompt, index, now) or self.host.was_answered(seat, prompt, index):
                return ""
        return "closed"

    def next_hand(self, player: int, now: float) -> None:
        """Ready for the next hand."""
        self.host.ready(self.host.seat_of(player), now)

    def auto(self, player: int, on: bool, now: float) -> None:
        """Auto-win mode."""
        self.host.set_auto(self.host.seat_of(player), on, now)

    def said(self, session: Session, text: str, phrase: int) -> None:
        """Somebody has spoken: it is kept with the match."""
        if self._remarks >= MOST_REMARKS:
            return
        self._remarks += 1
        hand = self.host.round
        at, number = (len(hand.log), hand.state.number) if hand is not None else (0, self.host.match.hands + 1)
        remark = Remark(at, min(session.players, default=-1), session.name, text, phrase)
        with suppress(OSError):  # a full disk stops the match at its next event; words are not worth stopping it
            self._book.note("said", sync=False, hand=number, **remark.plain())

    def pause(self, on: bool, now: float) -> None:
        """Stop the clocks, or let them go on after a countdown."""
        if on:
            self.host.pause(now)
            self._unpause_at = None
        elif self.host.paused:
            self._unpause_at = now + RESUME_COUNTDOWN

    def unpause(self, now: float) -> None:
        """Let the clocks go on at once."""
        self._unpause_at = None
        self.host.unpause(now)

    def take_over(self, session: Session, now: float) -> None:
        """Bots play for a session's people."""
        for player in session.players:
            self.host.stand_in(player, now)

    def hand_back(self, session: Session) -> None:
        """They play themselves again, from their next prompts on."""
        for player in session.players:
            self.host.answerers.hand_back(player)

    def allow_for(self, session: Session) -> None:
        """Answers of who is far away come later: half the way there and back, a quarter of a second at most."""
        for player in session.players:
            self.host.answerers.grace[player] = min(MOST_GRACE, session.ping / 2000)

    def take(self, session: Session, player: int) -> str:
        """A spectator takes the seat of a bot or of nobody from the next prompt on; '' or why not."""
        if any(player in other.players for other in self.sessions.values()):
            return "taken"
        self.detach(session)
        session.players, session.watching = [player], False
        self.gone.pop(player, None)
        self.host.answerers.seat_person(player, session.name)
        return ""

    def leave(self, session: Session, now: float, willing: bool) -> bool:
        """They go for good; whether that had a price. `willing`: by themselves, as opposed to being sent away."""
        log = self.host.round.log if self.host.round is not None else []
        before = len(log)
        for player in session.players:
            self.gone[player] = Connection.LEFT if willing else Connection.KICKED
            if willing:
                self.host.leave(self.host.seat_of(player), now)
            else:
                self.host.replace(player, now)
            if self._shuffle is not None:
                self._shuffle.gone(player)
        return willing and any(isinstance(event, Left) for event in log[before:])

    # ---- deals ----------------------------------------------------------------------------------------------------

    def commit(self, session: Session, hand: int, data: bytes) -> str:
        """A client's commitment."""
        shuffle = self._shuffle
        taken = shuffle is not None and shuffle.hand == hand and shuffle.commit(session.players[0], data)
        return "" if taken else "closed"

    def show(self, session: Session, hand: int, share: bytes) -> str:
        """A client's share."""
        shuffle = self._shuffle
        taken = shuffle is not None and shuffle.hand == hand and shuffle.show(session.players[0], share)
        return "" if taken else "closed"

    def _deal(self, now: float) -> None:
        """A hand is due: agree on its deal, step by step."""
        host = self.host
        if (agreed := self._notes.get(host.match.hands + 1)) is not None:
            host.start(now, fair_deal(host.match, agreed))
            return
        if self._shuffle is None:
            first = {s.players[0] for s in self.sessions.values() if s.here and s.players and not s.watching}
            self._shuffle = Shuffle(host.match, self._table, first, now)
            self._tell("shuffle", {"hand": self._shuffle.hand, "digest": self._shuffle.digest})
        if self._shuffle.opens(now):
            self._tell("commitments", {"hand": self._shuffle.hand, "digests": self._shuffle.digests})
        if self._shuffle.done(now):
            note = self._shuffle.note()
            self._book.note("fair", **note)
            self._notes[self._shuffle.hand] = note
            self._shuffle = None
            host.start(now, fair_deal(host.match, note))

    # ---- time -----------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do what is due."""
        if self._unpause_at is not None and now >= self._unpause_at:
            self.unpause(now)
        self.host.tick(now)
        try:
            if self.host.waits_for_deal and not self.host.paused:
                self._deal(now)
            self._note_time(now)
        except OSError:
            self.refused_by_disk = True
        else:
            self.refused_by_disk = self.host.recording.refused

    def _note_time(self, now: float) -> None:
        """How much time everybody has left, every second while a clock runs; between hands, who is ready, too."""
        host, hand = self.host, self.host.round
        if hand is None or host.over or now - self._noted_at < CLOCK_EVERY:
            return
        clock = host.clock(now)
        if host.between_hands:
            kind, told = "rest", host.rest.plain(clock)
        else:
            kind, told = "clock", {"left": [*time_left(host.open_prompts, clock).items()]}
        if any(told.values()) and told != self._noted:
            self._noted, self._noted_at = told, now
            self._book.note(kind, sync=False, hand=hand.state.number, again=host.taking_back.again, **told)

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        dealing = self._shuffle.due if self._shuffle is not None and not self.host.paused else None
        times = [t for t in (self.host.next_due(), self._unpause_at, dealing) if t is not None]
        return min(times, default=None)

    def sitters(self) -> tuple[Sitter | None, ...]:
        """Players 0-3 as everybody may know them."""
        by_player = {p: s for s in self.sessions.values() for p in s.players}
        found = []
        for player, entrant in enumerate(self.host.entrants):
            session = by_player.get(player)
            if session is None:
                expected = Connection.LOST if entrant.level is None else Connection.HERE
                state = self.gone.get(player, expected)
                found.append(Sitter(entrant.name, level=entrant.level or "", connection=state))
                continue
            number = session.players.index(player)
            person = session.people[number] if number < len(session.people) else session.people[0]
            here = (session.ready, session.connection, session.ping, session.opens, session.helps)
            found.append(Sitter(person.name, person.avatar, "", session.guest, number, *here))
        return tuple(found)


def _standing(standing: Standing) -> Body:
    return {
        "hands": standing.hands, "rounds": standing.rounds, "totals": list(standing.totals),
        "players": list(standing.players), "ready": list(standing.ready), "over": standing.over,
        "left": milliseconds(standing.seconds),
    }  # fmt: skip
