"""Writes net/PROTOCOL.md from the schema and the events: `python -m net.protocol_text`. A test compares."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from inspect import cleandoc
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from net.codes import ALPHABET, LENGTH, OPEN_CODE
from net.discovery import ASK_EVERY, DISCOVERY_PORT, GAME_PORT, GONE_AFTER, HURRY_EVERY, OFFER, PACKET
from net.schema import ASKED_FOR, FROM_CLIENT, FROM_HOST, REASONS, Kind, Told
from net.session import Limits as Pace
from net.specs import Record
from net.table import MOST_DROPPED
from net.wire import PROTOCOL, TO_CLIENT, TO_HOST, Limits
from rules.commands import Command
from rules.events import EVENT_TYPES, OWNER_ONLY
from rules.tiles import Tile
from rules.values import SECRECY

_COUNTED = {
    "frames": Pace().frames, "bytes": Pace().size, "orders": Pace().commands, "lines of chat": Pace().chat,
    "RESEND": Pace().resends, "RESYNC": Pace().snapshots, "broken frames": Pace().invalid,
}  # fmt: skip
_RATES = ", ".join(f"{60 * each.rate:g} ({each.burst:g}) {what}" for what, each in _COUNTED.items())
_ASKED_FOR = ", ".join(sorted(name.upper() for name in ASKED_FOR))

FILE = Path(__file__).with_name("PROTOCOL.md")

INTRODUCTION = f"""\
# The protocol of a Sifang LAN table, version {PROTOCOL}

Made from `net/schema.py` and `rules/events.py` by `python -m net.protocol_text`. Enough to write another client.
Nothing has been released yet, so what changes is still version {PROTOCOL}; after a release every change counts up.

## Finding and connecting

- Discovery: send the {PACKET} byte datagram `SIFANG?1` + zeros to UDP port {DISCOVERY_PORT} of each network's
  broadcast address, every {ASK_EVERY} s; every {HURRY_EVERY} s at the beginning and while a table is silent. A
  table answers with `SIFANG!1`, two bytes of length (big-endian) and MessagePack, padded to the same size: a map, see
  The answer to discovery; one address five times a second, ten times at once. One table may answer from several
  addresses: `table` says that it is the same. It has gone when it has been silent for {GONE_AFTER:.0f} s.
- Game: one ZeroMQ DEALER (no routing id of your own) to the table's ROUTER (TCP {GAME_PORT} unless it was taken),
  CURVE security. The table's secret key is `scrypt(code, salt="sifang table key 1", N=2^15, r=8, p=1, 32 bytes)`;
  connect with the public key of it. A code is {LENGTH} of `{ALPHABET}`, as text without the space that
  people see in it. An open table has the code {OPEN_CODE}. Your own key pair is who you are: keep it.
- Every message is one part: MessagePack `[protocol, kind, epoch, seq, ack, body]`; body is a map with exactly
  the fields below. No floats, no extension types, no duplicate keys. Times are in milliseconds.

## The course of things

1. On every new connection, and each second until WELCOME, send HELLO (epoch 0, seq 0). For a new session, `session` is
   empty, `token` and `owner` have 0 bytes, `have` is {{hand: 0, again: 0, counts: []}}. WELCOME gives epoch, session
   and token; keep session and token: with them and your key you get your seat back. A WELCOME with a higher
   epoch starts anew: batches count from 1 again. HELLO has at most 1024 bytes and comes within two seconds; from
   one other machine there are at most four sessions at a time, three new connections a second, and none any more
   for a minute after eight that did not introduce themselves. A handshake that is turned down with the ZAP status
   400: your key was sent away; 500: too many have come, connect again after some seconds (your library may not).
2. BATCH frames are numbered (seq) without gaps within an epoch. Take them in order, acknowledge the last one in
   the ack of anything you send, at the latest after 250 ms or 8 batches; you need not have looked into it yet. What
   then turns out to be broken you get again after RESYNC. When one is missing (or PONG says
   `last` is higher than you have), ask with RESEND.
3. Commands carry your epoch, and seq = epoch * 2^20 + a count. Send one again after a second, with the same seq, until
   its RESULT, which carries that seq, comes. It is carried out once.
4. PING each second. Nothing for 4 s: the other side counts as lost.
5. LOBBY shows the table. SIT on a seat that is null or a bot's, then READY. The match begins by START of the keeper, or
   by itself when the host waits for so many clients. Then you are the players 0-3 whose `guest` in `seats` is the one
   that WELCOME gave you.
6. NEWS are the events of a hand for one of your players: see Events. `rules/evolve.py` folds them into a view. PROMPT
   names an ask of that view; ANSWER with the index of the option. When `digest` is not that of your view, forget the
   hand and send RESYNC; whoever keeps no view, but only the asks, need not compare. An answer counts for half of your
   PING's `ms` (250 ms at most) longer than `left` says. When a hand is over, STANDING comes: say NEXT for each of your
   players who is not `ready`, until one comes with `over`. While TAKE_BACK_ASKED waits for TAKE_BACK_OVER, nothing else
   happens: answer it with CONSENT if one of your players is among `others`. NEWS with another `again` than before begin
   the hand anew, up to before the discard that was taken back; your prompts are closed before.
7. Deals, if `fair` in LOBBY: SHUFFLE holds the host's commitment; answer SHARE_COMMIT with SHA-256("sifang
   commitment" + `table` of WELCOME as text + hand as 4 bytes big-endian + your 32 secret bytes). On COMMITMENTS answer
   SHARE with the bytes. Whoever does not answer within three seconds adds nothing to the deal. PROOF after the hand
   has what is needed to deal and play it again: `net/fairdeal.py`, `net/proof.py`.
8. One client may be one to four people (hotseat): `players` of HELLO, BRING and SEND_OFF. In the lobby they are
   numbered 0-3 in that order; in the match each is one of the players 0-3 of `seats` (whoever has no seat when it
   starts is dropped). News, prompts and answers are by player: one stream for each. SHARE is one a client, and counts
   for its first player. READY, AWAY, LEAVE and KICK are for all of them.
9. Protocol and hash of the rules must be the same: compare those of the discovery answer before you connect; HELLO
   carries them, and REFUSE says what the host has.
10. A session may send so much a minute (and so much of it at once):
   {_RATES}.
   What comes faster gets no RESULT: send it again later. {MOST_DROPPED} frames too many end the session (BYE flood),
   and so do broken frames that come faster (BYE invalid); your key is sent away then. What the host asked for and
   carries out counts for nothing: {_ASKED_FOR}.
"""

ANSWER = """\
`port`: of the game. `code`: whether one is needed to join. `free`: seats for newcomers; `seats`: those that are taken.
`hand`: the number of the one being played, 0 in the lobby.
"""

EVENTS = """
## Events

An event is a map: its kind under `e`, and its fields by name. A seat is 0-3, in the order of play; a tile is `1m`-`9m`
(characters), `1p`-`9p` (dots), `1s`-`9s` (bamboos), `1z`-`7z` (east south west north red green white), or `?` where one
may not know it; None below is null. A command is a text: `discard 5m`, `chow 34m` (the two tiles of the hand), `pong`,
`kong concealed 5m` (or exposed, added, solo), `win`, `pass`, `choose KEY VALUE`. What is marked * only the event's own
seat may read, what is marked ** nobody; others get `?` (or 0) instead. Kinds with a + only their own seat gets at all.
"""


def text() -> str:
    """The whole document."""
    parts = [INTRODUCTION, _limits("a host takes", TO_HOST), _limits("a client takes", TO_CLIENT)]
    parts += ["\n## The answer to discovery\n", ANSWER, _fields(OFFER)]
    parts.append("\n## From the client\n")
    parts += [_kind(kind) for kind in FROM_CLIENT]
    parts.append("\n## From the host\n")
    parts += [_told(told) for told in FROM_HOST]
    parts.append("\n### Why an order is not carried out\n")
    parts += [f"- `{code}`: {why}" for code, why in REASONS.items()]
    parts.append(EVENTS)
    parts += [_event(kind) for kind in EVENT_TYPES]
    parts.append("\n### Parts of events\n")
    parts += [_event(kind) for kind in _parts(EVENT_TYPES)]
    return "\n".join(parts) + "\n"


def _limits(who: str, limits: Limits) -> str:
    return (
        f"\nLimits of a frame that {who}: {limits.size} bytes, lists of {limits.array}, maps of {limits.mapping},"
        f" texts of {limits.text} bytes, binaries of {limits.binary}, depth {limits.depth}, {limits.nodes} values."
    )


def _kind(kind: Kind) -> str:
    phases = "before a session" if kind.phases is None else " ".join(sorted(kind.phases))
    who = "the keeper" if kind.keeper else " ".join(sorted(kind.roles))
    repeat = "command" if kind.command else "no command: seq 0, no result"
    return f"### {kind.number} {kind.name}\n{kind.what}\n\n*{who}; {phases}; {repeat}*\n" + _fields(kind.body)


def _told(told: Told) -> str:
    place = "within a batch" if told.inside else "a frame of its own"
    return f"### {told.number} {told.name}\n{told.what}\n\n*{place}*\n" + _fields(told.body)


def _fields(record: Record) -> str:
    return "".join(f"- `{name}`: {spec.describe()}\n" for name, spec in record.fields.items())


def _event(kind: Any) -> str:
    """A kind of event, or a part of one: what it is, and its fields."""
    name, what = kind.__name__ + "+" * (kind in OWNER_ONLY), " ".join(cleandoc(kind.__doc__).split())
    hints = get_type_hints(kind)
    lines = (
        f"- `{each.name}`{_STARS[each.metadata.get(SECRECY, 'public')]}: {_form(hints[each.name])}\n"
        for each in fields(kind)
    )
    return f"#### {name}\n{what}\n\n" + "".join(lines)


def _form(hint: Any) -> str:
    """How values of a field are written."""
    if hint is Tile or hint == Command:
        return "tile" if hint is Tile else "command"
    if get_origin(hint) is tuple:
        first, *rest = get_args(hint)
        return f"list of {_form(first)}" if rest == [...] else f"[{', '.join(map(_form, (first, *rest)))}]"
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(map(_form, get_args(hint)))
    if issubclass(hint, StrEnum):
        return " | ".join(f"'{one}'" for one in hint)
    name: str = hint.__name__
    return _NAMES.get(hint, name)


def _parts(kinds: Iterable[Any], known: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The classes of which the fields of events are made, each once."""
    for kind in kinds:
        for part in dict.fromkeys(_classes(get_type_hints(kind).values())):
            if part not in known:
                known = (*known, part)
                yield part
                yield from _parts([part], known)


def _classes(hints: Iterable[Any]) -> Iterator[Any]:
    for hint in hints:
        if is_dataclass(hint):
            yield hint
        elif hint != Command:
            yield from _classes(get_args(hint))


_STARS = {"public": "", "secret": "*", "unseen": "**"}
_NAMES = {str: "text", type(None): "null"}


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
