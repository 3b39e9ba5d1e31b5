"""Every message of the protocol as data: number, fields, who may send it and when.

From this table come the validator, the fuzz grammar, the authority matrix of the tests and `net/PROTOCOL.md`
(`python -m net.protocol_text`; a test compares). Source: guides/reliability.md 4.2, 4.3, G21.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from net.messages import AutoCause, Regret
from net.specs import Bytes, EventData, Flag, Int, Items, Maybe, OneOf, Padding, Pair, Record, Spec, Text
from net.wire import ProtocolError
from rules.match import LengthUnit
from rules.values import value


class Phase(StrEnum):
    """How far a table is: people sit down, play, or the match has ended."""

    LOBBY = "lobby"
    PLAY = "play"
    OVER = "over"


class Role(StrEnum):
    """What a session is at the table: not seated, seated, or watching."""

    GUEST = "guest"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Connection(StrEnum):
    """Where somebody is: here, lost (no sign of life), away (暂离), replaced by a bot until back, or gone for good.

    Gone for good is who has left by himself, or was kicked.
    """

    HERE = "here"
    LOST = "lost"
    AWAY = "away"
    BOT = "bot"
    LEFT = "left"
    KICKED = "kicked"


@value
class Kind:
    """One kind of message from a client. `keeper`: from nobody else. `phases` None: before a session."""

    name: str
    number: int
    body: Record
    what: str
    roles: frozenset[Role] = frozenset(Role)
    phases: frozenset[Phase] | None = frozenset(Phase)
    keeper: bool = False
    order: bool = True
    """Has a number of its own and gets a RESULT, once; the others are repeated freely."""

    def allowed(self, role: Role, phase: Phase, keeper: bool) -> bool:
        """Whether a session may send it."""
        return self.phases is not None and phase in self.phases and role in self.roles and (keeper or not self.keeper)


@value
class Told:
    """One kind of message from the host. `inside`: comes within a BATCH, else as a frame of its own."""

    name: str
    number: int
    body: Record
    what: str
    inside: bool = True


NAME, CHAT, HEX = Text(24), Text(200), Text(64)
SEAT, PLAYER, LEVEL = Int(0, 3), Int(0, 3), Text(16)
HAND, MILLISECONDS, POINTS = Int(0, 9999), Int(0, 3_600_000), Int(-(10**9), 10**9)
AGAIN = Int(0, 9999)
DIGEST, SHARE = Bytes((32,)), Bytes((0, 32))
OPTIONS = Items(Items(Text(40), 2, 2), 32)
TIMERS = Record(
    turn=Maybe(MILLISECONDS), claim=Maybe(MILLISECONDS), choice=Maybe(MILLISECONDS), between=Maybe(MILLISECONDS),
    pace=MILLISECONDS, window_low=MILLISECONDS, window_high=MILLISECONDS, consent=Maybe(Int(1000, 60_000)),
)  # fmt: skip
SETTINGS = Record(
    variant=Text(32), options=OPTIONS, unit=OneOf(tuple(LengthUnit)), count=Int(1, 999), timers=TIMERS,
    takeover=Int(0, 300_000), hints=Flag(), spectators=Flag(),
)  # fmt: skip
PERSON = Record(name=NAME, avatar=Text(16))
HAVE = Record(hand=HAND, again=AGAIN, counts=Items(Int(0, 9999), 4))

_ALL, _LOBBY, _PLAY = frozenset(Phase), frozenset({Phase.LOBBY}), frozenset({Phase.PLAY})
_PLAYER = frozenset({Role.PLAYER})
_SITTERS = frozenset({Role.GUEST, Role.PLAYER})
_WATCHER = frozenset({Role.SPECTATOR})

FROM_CLIENT: Final = (
    Kind(
        "hello", 1,
        Record(
            low=Int(0, 999), high=Int(0, 999), build=Text(24), rules=HEX, players=Items(PERSON, 4), watch=Flag(),
            session=HEX, token=Bytes((0, 16)), owner=Bytes((0, 16)), have=HAVE,
        ),
        "First frame of a connection: a new session, or (session, token) of the one to go on with. `low` to `high`: the"
        " protocols that one speaks; `build`: one's program, for people. `players`: one's people, a spectator too;"
        " `avatar`: the key of a picture, or ''. `owner`: the bytes, if any, that the table's process was given for its"
        " keeper. `have` counts the events already known of a hand, by one's players in the order of one's people, so"
        " that only the rest is sent. Answered by WELCOME or REFUSE.",
        phases=None, order=False,
    ),
    Kind(
        "ping", 2, Record(n=Int(), ms=MILLISECONDS),
        "Sign of life, every second; answered by PONG. `ms`: how long the last one took there and back.", order=False,
    ),
    Kind("ack", 3, Record(), "Carries nothing but the ack of the envelope.", order=False),
    Kind("resend", 4, Record(first=Int(1)), "Ask for the batches from this number on again.", order=False),
    Kind("resync", 5, Record(), "Ask for everything from the start of the hand: the folds differ.", order=False),
    Kind("sit", 10, Record(player=PLAYER, seat=SEAT), "One of one's own people sits down there.", _SITTERS, _LOBBY),
    Kind("stand", 11, Record(player=PLAYER), "Leave the seat.", _PLAYER, _LOBBY),
    Kind(
        "swap", 12, Record(player=PLAYER, seat=SEAT),
        "Ask whoever sits there to swap seats, by NOTICE swap_asked; he does SWAP_ANSWER.", _PLAYER, _LOBBY,
    ),
    Kind("swap_answer", 13, Record(seat=SEAT, accept=Flag()), "Answer the one asking from that seat.", _PLAYER, _LOBBY),
    Kind("ready", 14, Record(on=Flag()), "All of one's people are ready to start, or not.", _PLAYER, _LOBBY),
    Kind("rename", 15, Record(player=PLAYER, name=NAME, avatar=Text(16)), "Another name.", phases=_LOBBY),
    Kind(
        "bring", 19, Record(name=NAME, avatar=Text(16)),
        "One more person at this client (hotseat), behind those who are there; four at most.", _SITTERS, _LOBBY,
    ),
    Kind(
        "send_off", 25, Record(player=PLAYER),
        "One of one's own people goes; those behind move up by one. The last one cannot.", _SITTERS, _LOBBY,
    ),
    Kind("watch", 16, Record(on=Flag()), "Watch instead of playing, or the other way.", phases=_LOBBY),
    Kind("chat", 17, Record(text=CHAT), "Say something to all."),
    Kind("phrase", 18, Record(number=Int(0, 31)), "Say a quick phrase; the client has its text."),
    Kind(
        "bot", 20, Record(seat=SEAT, level=LEVEL), "Seat a bot, or with the level '' send it away.",
        _SITTERS, _LOBBY, keeper=True,
    ),
    Kind(
        "settings", 21, SETTINGS,
        "What will be played; nobody is ready any more. `timers`: for an ask of each kind, between hands (null: no"
        " limit), the pace of bots, at least and most how long nothing is told after a discard, and for agreeing that a"
        " discard is taken back (null: nobody may ask for it). `takeover`: until a bot plays for somebody who is lost."
        " `hints`: whether people may look at helps; `spectators`: whether anybody may watch.",
        phases=_LOBBY, keeper=True,
    ),
    Kind("kick", 22, Record(guest=Int(1)), "Send somebody away for good.", keeper=True),
    Kind("start", 23, Record(), "Begin the match.", phases=_LOBBY, keeper=True),
    Kind("close_table", 26, Record(), "End the table for all; a match can be taken up again later.", keeper=True),
    Kind(
        "renew_code", 24, Record(),
        "Make a new join code, at another port. Those who are at the table keep theirs; nobody else comes in by it.",
        keeper=True,
    ),
    Kind("answer", 30, Record(prompt=Int(1), index=Int(0, 999)), "Answer an own prompt.", _PLAYER, _PLAY),
    Kind("next", 31, Record(player=PLAYER), "Ready for the next hand.", _PLAYER, _PLAY),
    Kind("auto", 32, Record(player=PLAYER, on=Flag()), "Auto-win mode (听牌).", _PLAYER, _PLAY),
    Kind("pause", 33, Record(on=Flag()), "Stop all clocks, or let them go on after three seconds.", _PLAYER, _PLAY),
    Kind("away", 34, Record(on=Flag()), "A bot plays until one is back (暂离).", _PLAYER, _PLAY),
    Kind("leave", 35, Record(), "Leave the table for good; the rules say what that costs."),
    Kind(
        "open_hands", 39, Record(on=Flag()),
        "Let spectators see all hands of a deal when the next one is over; only if everybody lets them.",
        _PLAYER, frozenset({Phase.LOBBY, Phase.PLAY}),
    ),
    Kind(
        "helps", 40, Record(on=Flag()), "Whether one looks at waits and other helps; everybody is told.",
        _PLAYER, frozenset({Phase.LOBBY, Phase.PLAY}),
    ),
    Kind(
        "take_back", 41, Record(player=PLAYER),
        "Take one's last discard back, if nobody has seen a new tile since: TAKE_BACK_ASKED asks the other people, or"
        " TAKE_BACK_OVER says what became of it.",
        _PLAYER, _PLAY,
    ),
    Kind(
        "consent", 42, Record(player=PLAYER, question=Int(1), agrees=Flag()),
        "Agree to that, or do not, as one of `others`; whoever asks may think better of it.", _PLAYER, _PLAY,
    ),
    Kind(
        "take", 38, Record(player=PLAYER), "Take the seat of a bot for the rest of the match: WELCOME follows.",
        _WATCHER, _PLAY,
    ),
    Kind("share_commit", 36, Record(hand=HAND, digest=DIGEST), "Commit to one's share of a deal.", _PLAYER, _PLAY),
    Kind("share", 37, Record(hand=HAND, share=Bytes((32,))), "Show the share committed to.", _PLAYER, _PLAY),
)  # fmt: skip

CONNECTION = OneOf(tuple(Connection))
SITTER = Record(
    name=NAME, avatar=Text(16), level=LEVEL, guest=Int(), player=PLAYER, ready=Flag(), connection=CONNECTION,
    ping=Int(), opens=Flag(), helps=Flag(),
)  # fmt: skip
GUEST = Record(id=Int(1), names=Items(NAME, 4), role=OneOf(tuple(Role)), connection=CONNECTION)
OUTCOMES = tuple(outcome for outcome in Regret if outcome is not Regret.LOST)
ASKED_FOR = frozenset({"answer", "next", "share_commit", "share", "consent"})
"""Orders that the host has asked for: they count for no limit, and wait for no other order."""
NOTICES: Final = {
    "joined": "is new at the table",
    "left": "has left for good",
    "escaped": "the same in mid-match, and pays for it",
    "kicked": "was sent away for good",
    "lost": "has not been heard of",
    "back": "is heard of again",
    "takeover": "has been lost for too long: a bot plays",
    "handback": "is heard of again, and plays",
    "away": "has said so: a bot plays",
    "returned": "has said so, and plays",
    "paused": "has stopped the clocks",
    "resumed": "lets them go on",
    "settings": "has changed what is played",
    "swap_asked": "wants to swap with `seat`",
    "swapped": "has swapped, from `seat`",
    "swap_refused": "has not: stays on `seat`",
    "took_seat": "has watched, and is player `seat` now",
    "new_code": "has made a new join code",
    "disk": "the match cannot be written down, and stands still (of nobody: `guest` 0)",
    "disk_back": "it goes on (of nobody)",
}
"""What happens to somebody: the codes of NOTICE."""
REASONS: Final = {
    "not_now": "not in this phase of the table",
    "not_yours": "somebody else's person, player or seat; or the keeper's business",
    "ready": "take back READY first",
    "taken": "somebody has that seat",
    "not_seated": "one has no seat",
    "nobody_there": "no other person there",
    "not_asked": "nobody asks from that seat, or not oneself",
    "level": "no such bot",
    "name": "nothing is left of the name when it is cleaned",
    "text": "the same of a line of chat",
    "people": "one to four people are at a client",
    "spectators": "this table lets nobody watch",
    "settings": "no such variant or option, or a length that it does not have",
    "seats": "four have to sit, a person among them",
    "not_ready": "somebody else is not ready",
    "paused": "the clocks stand still; answer again when they go on",
    "closed": "that prompt, that question or that step of a deal is over, or was never one's own",
    "disk": "the match cannot be written down",
}
"""Why an order was not carried out: the codes of RESULT."""

FROM_HOST: Final = (
    Told(
        "welcome", 64,
        Record(version=Int(), build=Text(24), session=HEX, token=Bytes((16,)), guest=Int(1), owner=Flag(),
               table=HEX),
        "The session begins a new epoch: batches count from 1 again, everything follows. The token changes each time;"
        " those before stay good until the first frame with the new epoch.", inside=False,
    ),
    Told(
        "refuse", 65, Record(code=Text(32), low=Int(), high=Int(), build=Text(24), rules=HEX),
        "No session, and why: version, rules, full, session (unknown), hello (say HELLO first).",
        inside=False,
    ),
    Told(
        "result", 66, Record(ok=Flag(), code=Text(32)),
        "What became of order `seq`; the same each time. `code` says why it was not carried out, see below.",
        inside=False,
    ),
    Told("pong", 67, Record(n=Int(), last=Int()), "`last`: number of the latest batch.", inside=False),
    Told(
        "bye", 68, Record(code=Text(32)),
        "Over: superseded, kicked, left, invalid, flood; closed: the whole table, keep session and token.",
        inside=False,
    ),
    Told(
        "batch", 69, Record(messages=Items(Pair(), 256), pad=Padding()), "Messages in order, numbered by seq.",
        inside=False,
    ),
    Told(
        "lobby", 80,
        Record(
            name=NAME, phase=OneOf(tuple(Phase)), settings=SETTINGS, seats=Items(Maybe(SITTER), 4, 4),
            guests=Items(GUEST, 24), keeper=Int(), paused=Flag(), fair=Flag(), players=Items(PLAYER, 4, 4),
        ),
        "The whole table whenever it changed; `seats` by seat in the lobby, by player (0-3) once the match runs;"
        " `players[s]` is who sits on seat s. A seat with `guest` 0 is a bot's (of `level`) or, in a match, of somebody"
        " who is not there. `player`: which one of the people of that guest. `connection`: lost (not heard of), away"
        " (has said so), bot (lost for so long that a bot plays until it is heard of), or gone for good. `ping`: there"
        " and back. `opens`, `helps`: as it has said by OPEN_HANDS and HELPS. `keeper`: the guest who may change and"
        " start it. `fair`: clients add to every deal.",
    ),
    Told(
        "said", 81, Record(guest=Int(), name=NAME, text=CHAT, phrase=Int(-1, 31)), "Chat, or a quick phrase (else -1)."
    ),
    Told(
        "notice", 82, Record(code=OneOf(tuple(NOTICES)), name=NAME, guest=Int(), seat=Int(-1, 3)),
        "Something happened to somebody: see below. `seat` is -1 where nothing else is said.",
    ),
    Told(
        "news", 83,
        Record(
            player=Int(-1, 3), seat=Int(-1, 3), hand=HAND, again=AGAIN, first=Int(), events=Items(EventData(), 128)
        ),
        "Events as that player may know them, from number `first` of his stream of the hand, counted from 0; it begins"
        " anew with `first` 0. `again`: how often a discard was taken back in this hand; when that changes, nothing"
        " told of the hand before counts, and it is told again from its start. -1: spectator.",
    ),
    Told(
        "prompt", 84,
        Record(id=Int(1), player=PLAYER, seat=SEAT, ask=Int(), left=Maybe(MILLISECONDS), limit=Maybe(MILLISECONDS),
               digest=Bytes((8,))),
        "Ask number `ask` of that seat, told in an Asked event before, waits for an answer. `limit`: its whole time."
        " `digest` of the view (net/viewhash.py; zeros: unknown) must be one's own.",
    ),
    Told("closed", 85, Record(id=Int(1), seat=SEAT), "That prompt is over."),
    Told(
        "standing", 86,
        Record(hands=Int(), rounds=Int(), totals=Items(POINTS, 4, 4), players=Items(PLAYER, 4, 4),
               ready=Items(Flag(), 4, 4), over=Flag(), left=Maybe(MILLISECONDS)),
        "The match when a hand is over, and whenever somebody gets ready for the next: `totals` of players 0-3,"
        " `players` and `ready` by seat, `left` until the next hand comes by itself (null: when all are ready)."
        " It means nothing when the match is `over`.",
    ),
    Told(
        "auto_changed", 87, Record(seat=SEAT, cause=OneOf(tuple(AutoCause))),
        "Your seat plays by itself, since it has said so (AUTO) or has let two prompts run out; or no more.",
    ),
    Told("shuffle", 88, Record(hand=HAND, digest=DIGEST), "The host's commitment; players answer with SHARE_COMMIT."),
    Told("commitments", 89, Record(hand=HAND, digests=Items(SHARE, 4, 4)), "All, by player; answer with SHARE."),
    Told(
        "proof", 90, Record(hand=HAND, share=DIGEST, shares=Items(SHARE, 4, 4), answers=Items(EventData(), 999)),
        "After a hand: the host's share, those of the players and everybody's answers, so that each client can deal and"
        " play it again: see The fair deal.",
    ),
    Told(
        "opened", 92, Record(hand=HAND, first=Int(), events=Items(EventData(), 128)),
        "To spectators, when everybody agrees (OPEN_HANDS): all events of the hand before the last, nothing hidden.",
    ),
    Told(
        "take_back_asked", 93, Record(id=Int(1), seat=SEAT, others=Items(SEAT, 3), left=MILLISECONDS),
        "That seat asks the people on `others` to let it take its last discard back: CONSENT. All clocks stand still"
        " until TAKE_BACK_OVER; an answer to a prompt is refused (paused) and may be given again then. Silence means"
        " no.",
    ),
    Told(
        "take_back_over", 94, Record(seat=SEAT, outcome=OneOf(OUTCOMES), by=Int(-1, 3)),
        "taken: the hand is told again up to before the discard. Else the discard stands: refused (by whom), silent,"
        " stopped (a pause, somebody left, the disk); or, to who asked alone: late, asked (once a discard), off.",
    ),
    Told("new_code", 91, Record(code=Text(6), port=Int(1, 65535)), "To the keeper alone: how newcomers join now."),
)  # fmt: skip

KIND_OF: Final = {kind.number: kind for kind in FROM_CLIENT}
TOLD_OF: Final = {told.number: told for told in FROM_HOST}
NUMBER: Final = {entry.name: entry.number for entry in (*FROM_CLIENT, *FROM_HOST)}


def client_kind(number: int, body: dict[str, Any]) -> Kind:
    """The kind of a client's message, its body checked. Raises ProtocolError."""
    kind = KIND_OF.get(number)
    if kind is None:
        raise ProtocolError(f"no message {number}")
    kind.body.check(body, kind.name)
    return kind


def host_kind(number: int, body: dict[str, Any], inside: bool) -> Told:
    """The kind of a host's message, its body checked. Raises ProtocolError."""
    told = TOLD_OF.get(number)
    if told is None or told.inside is not inside:
        raise ProtocolError(f"no message {number} here")
    told.body.check(body, told.name)
    return told


def spec_of(name: str) -> Spec:
    """The body of a message by name."""
    return next(entry.body for entry in (*FROM_CLIENT, *FROM_HOST) if entry.name == name)
