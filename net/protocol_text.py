"""Writes net/PROTOCOL.md from the schema: `python -m net.protocol_text`. A test compares file and schema."""

from __future__ import annotations

from pathlib import Path

from net.schema import FROM_CLIENT, FROM_HOST, Kind, Told
from net.wire import PROTOCOL, TO_CLIENT, TO_HOST, Limits

FILE = Path(__file__).with_name("PROTOCOL.md")

INTRODUCTION = f"""\
# The protocol of a Sifang LAN table, version {PROTOCOL}

Made from `net/schema.py` by `python -m net.protocol_text`. Enough to write another client.

## Finding and connecting

- Discovery: send the {480} byte datagram `SIFANG?1` + zeros to UDP port 27961 of each network's broadcast
  address. A table answers with `SIFANG!1`, two bytes of length (big-endian) and MessagePack, padded to the same
  size.
- Game: one ZeroMQ DEALER (no routing id of your own) to the table's ROUTER, CURVE security. The table's secret
  key is `scrypt(code, salt="sifang table key 1", N=2^15, r=8, p=1, 32 bytes)`; connect with the public key of
  it. An open table has the code 000000. Your own key pair is who you are: keep it.
- Every message is one part: MessagePack `[protocol, kind, epoch, seq, ack, body]`; body is a map with exactly
  the fields below. No floats, no extension types, no duplicate keys.

## The course of things

1. On every new connection, and each second until WELCOME, send HELLO (epoch 0). WELCOME gives epoch, session
   and token; keep session and token: with them and your key you get your seat back. A WELCOME with a higher
   epoch starts anew: batches count from 1 again. HELLO has at most 1024 bytes and comes within two seconds; from
   one other machine there are at most four sessions at a time, three new connections a second, and none any more
   for a minute after eight that did not introduce themselves. A handshake that is turned down with the ZAP status
   400: your key was sent away; 500: too many have come, connect again after some seconds (your library may not).
2. BATCH frames are numbered (seq) without gaps within an epoch. Take them in order, acknowledge the last one in
   the ack of anything you send, at the latest after 250 ms or 8 batches; you need not have looked into it yet. What
   then turns out to be broken you get again after RESYNC. When one is missing (or PONG says
   `last` is higher than you have), ask with RESEND.
3. Commands carry seq = epoch * 2^20 + a count. Send one again after a second, with the same seq, until its
   RESULT comes. It is carried out once.
4. PING each second. Nothing for 4 s: the other side counts as lost.
5. NEWS are the events of a hand for one of your players, as `rules/log.py` writes them. Fold them with
   `rules/evolve.py`. PROMPT names the open ask of that view by its id; answer with the index of the option.
   `digest` is that of your view (`net/viewhash.py`; zeros: unknown); when it differs, forget the hand and send
   RESYNC. An answer counts for half of your PING's `ms` (250 ms at most) longer than `left` says.
6. Deals: SHUFFLE holds the host's commitment; answer SHARE_COMMIT with SHA-256("sifang commitment" + table +
   hand as 4 bytes big-endian + your 32 secret bytes). On COMMITMENTS answer SHARE with the bytes. PROOF after
   the hand has what is needed to deal and play it again: `net/fairdeal.py`, `net/proof.py`.
7. One client may be one to four people (hotseat): `players` of HELLO, BRING and SEND_OFF. In the lobby they are
   numbered 0-3 in that order; in the match each is one of the players 0-3 of `seats` (whoever has no seat when it
   starts is dropped). News, prompts and answers are by player: one stream for each. SHARE is one a client, and counts
   for its first player. READY, AWAY, LEAVE and KICK are for all of them.
8. Protocol and hash of the rules must be the same: compare those of the discovery answer before you connect; HELLO
   carries them, and REFUSE says what the host has.
"""


def text() -> str:
    """The whole document."""
    parts = [INTRODUCTION, _limits("a host takes", TO_HOST), _limits("a client takes", TO_CLIENT)]
    parts.append("\n## From the client\n")
    parts += [_kind(kind) for kind in FROM_CLIENT]
    parts.append("\n## From the host\n")
    parts += [_told(told) for told in FROM_HOST]
    return "\n".join(parts)


def _limits(who: str, limits: Limits) -> str:
    return (
        f"\nLimits of a frame that {who}: {limits.size} bytes, lists of {limits.array}, maps of {limits.mapping},"
        f" texts of {limits.text} bytes, binaries of {limits.binary}, depth {limits.depth}, {limits.nodes} values."
    )


def _kind(kind: Kind) -> str:
    phases = "before a session" if kind.phases is None else " ".join(sorted(kind.phases))
    who = "the keeper" if kind.owner else " ".join(sorted(kind.roles))
    repeat = "command" if kind.command else "no command: seq 0, no result"
    return f"### {kind.number} {kind.name}\n{kind.what}\n\n*{who}; {phases}; {repeat}*\n" + _fields(kind)


def _told(told: Told) -> str:
    place = "within a batch" if told.inside else "a frame of its own"
    return f"### {told.number} {told.name}\n{told.what}\n\n*{place}*\n" + _fields(told)


def _fields(entry: Kind | Told) -> str:
    return "".join(f"- `{name}`: {spec.describe()}\n" for name, spec in entry.body.fields.items())


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
