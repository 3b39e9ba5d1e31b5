"""What `protocol_text` cannot take from the schema: the prose of net/PROTOCOL.md. Numbers come from the code."""

from __future__ import annotations

from typing import Any

from net.absence import LOST_AFTER
from net.arrivals import SILENT_FROM_ONE
from net.client import ACK_AFTER, ACK_BATCHES
from net.codes import ALPHABET, LENGTH, OPEN_CODE
from net.discovery import ASK_EVERY, DISCOVERY_PORT, GAME_PORT, GONE_AFTER, HURRY_EVERY, PACKET
from net.play import RESUME_COUNTDOWN
from net.reception import MAX_FROM_ONE
from net.schema import ASKED_FOR, NUMBER
from net.session import MAX_WAITING
from net.session import Limits as Pace
from net.shuffle import PATIENCE
from net.table import MAX_HELLO, MOST_DROPPED
from net.table_process import GUESSES
from net.timers import MOST_GRACE
from net.wire import PROTOCOL
from rules.bots import LEVELS

_COUNTED = {
    "frames": Pace().frames, "bytes": Pace().size, "orders": Pace().orders, "lines of chat": Pace().chat,
    "RESEND": Pace().resends, "RESYNC": Pace().snapshots, "broken frames": Pace().invalid,
}  # fmt: skip
_RATES = "\n".join(f"   - {60 * each.rate:g} ({each.burst:g}) {what}" for what, each in _COUNTED.items())
_ASKED_FOR = ", ".join(sorted(name.upper() for name in ASKED_FOR))

INTRODUCTION = f"""\
# The protocol of a Sifang LAN table, version {PROTOCOL}

Made from `net/schema.py` and `rules/events.py` by `python -m net.protocol_text`. Enough to write another client.
Nothing has been released yet, so what changes is still version {PROTOCOL}; after a release every change counts up.

## Finding and connecting

- Discovery: send the {PACKET} byte datagram `SIFANG?1` + zeros to UDP port {DISCOVERY_PORT} of the broadcast address
  of each network, that of the machine itself (127.255.255.255) among them, every {ASK_EVERY} s; every {HURRY_EVERY} s
  at the beginning and while a table is silent. A table answers with `SIFANG!1`, two bytes of length (big-endian) and
  MessagePack, padded with zeros to the same size: a map, see The answer to discovery; one address five times a second,
  ten times at once. One table may answer from several addresses: `table` says that it is the same. It has gone when it
  has been silent for {GONE_AFTER:.0f} s.
- Game: one ZeroMQ DEALER (no routing id of your own) to the table's ROUTER (TCP {GAME_PORT} unless it was taken),
  CURVE security. The table's secret key is `scrypt(code, salt="sifang table key 1", N=2^15, r=8, p=1, 32 bytes)`;
  connect with the public key of it. A code is {LENGTH} of `{ALPHABET}`, as text without the space that
  people see in it; what they type is meant in capitals, with 0 for O and 1 for I and L. An open table has the code
  {OPEN_CODE}. Your own key pair is who you are: keep it.
- A wrong code: the handshake breaks without a number (`HANDSHAKE_FAILED_NO_DETAIL` of the socket's monitor), and your
  library tries again without end. Close the socket at the second time, or the sixth in a row when you were in before
  (then another table has its place): after {GUESSES} of them within a minute newcomers need another code. With the ZAP
  status 400 your key was sent away; with 500 too many have come: connect again after some seconds, your library may
  not.
- Every message is one part: MessagePack `[protocol, kind, epoch, seq, ack, body]`; body is a map with exactly
  the fields below. No floats, no extension types, no duplicate keys. Times are in milliseconds. From the host, seq is
  the number of a BATCH, or of the order that a RESULT is for, else 0; ack is 0. A frame of another epoch than the
  present one has no effect, on either side; HELLO and REFUSE have epoch 0, WELCOME the new one.

## The course of things

1. On every new connection, and each second until WELCOME, send HELLO (epoch 0, seq 0). For a new session, `session` is
   empty, `token` and `owner` have 0 bytes, `have` is {{hand: 0, again: 0, counts: []}}. WELCOME gives epoch, session
   and token; keep session and token: with them and your key you get your seat back. A WELCOME with a higher
   epoch starts anew: batches count from 1 again. It also comes without HELLO, after RESYNC and TAKE, and when you have
   left more than {MAX_WAITING} batches unacknowledged. On REFUSE `session` begin as somebody new, on `hello` send
   HELLO; the others are final. HELLO has at most {MAX_HELLO} bytes and comes within two seconds; from one other machine
   there are at most {MAX_FROM_ONE} sessions at a time, three new connections a second, and none any more for a minute
   after {SILENT_FROM_ONE} that did not introduce themselves.
2. BATCH frames are numbered (seq) without gaps within an epoch. Take them in order, acknowledge the last one in
   the ack of anything you send, at the latest after {ACK_AFTER * 1000:.0f} ms or {ACK_BATCHES} batches; you need not
   have looked into it yet. What then turns out to be broken you get again after RESYNC. When one is missing (or PONG
   says `last` is higher than you have), ask with RESEND.
3. Orders carry your epoch, and seq = epoch * 2^20 + a count. Send one again after a second, with the same seq, until
   its RESULT, which carries that seq, comes; after a WELCOME too, in the new epoch, still with the seq that it had. It
   is carried out once.
4. PING each second. Nothing for {LOST_AFTER:.0f} s: the other side counts as lost.
5. LOBBY shows the table. SIT on a seat that is null or a bot's, then READY. The match begins by START of the keeper, or
   by itself when the host waits for so many clients. Then you are the players 0-3 whose `guest` in `seats` is the one
   that WELCOME gave you; where they sit in a hand, `players` and NEWS say. Whoever comes later watches, but for
   those of a saved match: they get their places by their names, and its clocks stand still until all have come.
6. NEWS are the events of a hand for one of your players: see Events. PROMPT names an ask of an Asked event; ANSWER with
   the index of the option. When `digest` is not that of your view, forget the hand and send RESYNC; whoever keeps no
   view, but only the asks, need not compare. An answer counts for half of your PING's `ms`
   ({MOST_GRACE * 1000:.0f} ms at most) longer than `left` says. While the clocks stand still (`paused`), it is refused:
   give it again when they go on, {RESUME_COUNTDOWN:.0f} s after PAUSE off. CLOSED says that a prompt is over, by
   whatever answer. When a hand is over, STANDING comes: say NEXT for each of your players who is not `ready`, until one
   comes with `over`. While TAKE_BACK_ASKED waits for TAKE_BACK_OVER, nothing else happens: answer it with CONSENT for
   each of your players who sits on one of `others`. NEWS with another `again` than before begin the hand anew, up to
   before the discard that was taken back; your prompts are closed before.
7. One client may be one to four people (hotseat): `players` of HELLO, BRING and SEND_OFF. In the lobby they are
   numbered 0-3 in that order; in the match each is one of the players 0-3 of `seats` (whoever has no seat when it
   starts is dropped). News, prompts and answers are by player: one stream for each, and STANDING, TAKE_BACK_ASKED and
   TAKE_BACK_OVER come once for each. SHARE is one a client, and counts for its first player. READY, AWAY, LEAVE and
   KICK are for all of them.
8. Protocol and hash of the rules must be the same: compare those of the discovery answer before you connect; HELLO
   carries them, and REFUSE says what the host has. A client without rules of its own says what the host has.
9. A session may send so much a minute (and so much of it at once):
{_RATES}

   What comes faster gets no RESULT: send it again later. {MOST_DROPPED} frames too many end the session (BYE flood),
   and so do broken frames that come faster (BYE invalid); your key is sent away then. What the host asked for and
   carries out counts for nothing: {_ASKED_FOR}.
10. Levels of bots: {", ".join(LEVELS)}. Words for people are the client's own: those of quick phrases are in
   `game/lobby/words.py`, those of variants, patterns and reasons in `assets/locale/`.
"""

DEALS = f"""
## The fair deal

If `fair` in LOBBY. H is SHA-256, | puts bytes together, texts are UTF-8, `table` is that of WELCOME, `hand` has 4 bytes
(big-endian).

1. SHUFFLE: the host's commitment, H("sifang commitment" | table | hand | H(the names of the kinds of tiles, with a
   space between) | the host's share). Answer SHARE_COMMIT with H("sifang commitment" | table | hand | your share): 32
   bytes of chance, always the same for this hand. Spectators only listen.
2. COMMITMENTS, by player: if yours is there, answer SHARE. Whoever does not answer within {PATIENCE:.0f} s adds
   nothing.
3. PROOF after the hand (`hand` 0: there is none): check that the shares are those committed to, and that yours is
   there. The seed is H("sifang deal" | table | hand | the host's share | those of players 0-3), each share after a byte
   that says how long it is (0 for who has none).
4. Chance is H(seed | hand | n), n = 0, 1, ... in 4 bytes: each hash is eight numbers of 32 bits (big-endian).
   `below(m)` takes the next number x that is less than 2^32 - 2^32 mod m: x mod m.
5. The wall, in the order of drawing: four of each kind (1m 1m 1m 1m 2m ...); for i from the last place down to the
   second, change the tiles at i and at `below(i + 1)`, counted from 0. That is the first WallBuilt.
6. The dice are `below(6) + 1` each: two that choose the dealer, seat (sum - 1) mod 4, in the first hand of a variant
   where they do so, and after a hand whose `next_dealer` was null; then those of Rolled.

Each tile that you were told of must be where this wall has it (`at` in Events). Whoever has the rules can do more: play
the hand again by `answers` (Left, and Answered but for those with the cause `forced`), and compare all events.

A file of one hand, named *.proof, for `main.py verify-deal`: a MessagePack map of `sifang proof` (1), `table`, `hand`,
`digest` (SHUFFLE), `digests` (COMMITMENTS), `player` and its `own` share (of a spectator -1 and 0 bytes), `proof` (the
body of PROOF), `seat` (of a spectator null), `told` (all events of the hand).
"""

VARIANTS = """
## Variants

With their options, the default of each first. 27 kinds are those without winds and dragons (1z-7z). Where the dice do
not choose the first dealer, it is the first of the keeper's seats, or seat 0. `unit` of SETTINGS is hands, or rounds
(圈) where they are named.
"""

ANSWER = """\
`port`: of the game. `code`: whether one is needed to join. `free`: seats for newcomers (empty, or a bot's, which gives
way; in a match, those of people who are awaited); `seats`: the others.
`watch`: whether spectators may come. `build`: the program, for people; `rules`: SHA-256 of its rules.
`hand`: the number of the one being played, 0 in the lobby.
"""

EVENTS = """
## Events

An event is a map: its kind under `e`, and its fields by name. A seat is 0-3, in the order of play; a tile is `1m`-`9m`
(characters), `1p`-`9p` (dots), `1s`-`9s` (bamboos), `1z`-`7z` (east south west north red green white), or `?` where one
may not know it; None below is null. A command is a text: `discard 5m`, `chow 34m` (the two tiles of the hand), `pong`,
`kong concealed 5m` (or exposed, added, solo), `win`, `pass`, `choose KEY VALUE`. What is marked * only the event's own
seat may read, what is marked ** nobody; others get `?` (or 0) instead. Kinds with a + only their own seat gets at all.

How they add up (`rules/evolve.py`; in a hand that one does not see, every tile is a `?`):

- The wall loses the first tiles to Dealt, the tile at `at` to Drew, WildRevealed, Buried and Flipped (-1: the last one;
  null: none).
- A hand gets those of Dealt and Drew. It loses the tile of Discarded (to the river) and of KongAnnounced, and those of
  Melded but for `taken`, which is the last one of the river of `source`. An added kong takes the place of its pong, and
  nothing else: its tile went with KongAnnounced. Exchanged changes `gave` for `got`.
- Won with `took` takes a discard out of the loser's river; a tile drawn by oneself stays in the hand.
- Asked is open until Answered, or until Staged, which ends all asks. Marks stay until their value is null.
- Shown gives the hand, and all melds if there are any, without changing them. Paid changes points.
"""

EXAMPLES = """
## Examples

Frames and keys in hexadecimal; what comes within the second frame of the host is a CLOSED.
"""

FRAMES: dict[str, tuple[int, int, int, dict[str, Any]]] = {
    "hello": (
        0, 0, 0,
        {
            "low": PROTOCOL, "high": PROTOCOL, "build": "mine 1", "rules": "ab" * 32,
            "players": [{"name": "Li", "avatar": ""}], "watch": False, "session": "", "token": b"", "owner": b"",
            "have": {"hand": 0, "again": 0, "counts": []},
        },
    ),
    "answer": (3, (3 << 20) + 1, 17, {"prompt": 2**62 + 1, "index": 4}),
    "result": (3, (3 << 20) + 1, 0, {"ok": False, "code": "closed"}),
    "batch": (3, 18, 0, {"messages": [[NUMBER["closed"], {"id": 2**62 + 1, "seat": 2}]], "pad": bytes(8)}),
}  # fmt: skip
"""Epoch, seq, ack and body of some frames, by name."""
