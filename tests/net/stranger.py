"""A client written from net/PROTOCOL.md alone, with nothing of this program: `Stranger` plays, `wrongs` checks deals.

It sits down, is ready, answers with what the clock would take, adds to every deal, and knows the document's fields.
"""

from __future__ import annotations

import re
import struct
import time
from collections.abc import Callable, Iterator
from hashlib import scrypt, sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgpack
import zmq
from zmq.utils import z85

DOCUMENT = (Path(__file__).resolve().parents[2] / "net" / "PROTOCOL.md").read_text(encoding="utf-8")
KINDS = [f"{rank}{suit}" for suit, last in (("m", 9), ("p", 9), ("s", 9), ("z", 7)) for rank in range(1, last + 1)]
Map = dict[str, Any]


def sections(mark: str) -> dict[str, str]:
    """What stands under the headings of one level, by heading."""
    parts = re.split(rf"^{mark} (.+)$", DOCUMENT, flags=re.MULTILINE)[1:]
    bodies = (re.split(r"^#", body, flags=re.MULTILINE)[0] for body in parts[1::2])
    return dict(zip(parts[::2], bodies, strict=True))


def fields(body: str) -> set[str]:
    """The names of the fields listed there."""
    return {*re.findall(r"^- `(\w+)`\**: ", body, re.MULTILINE)}


FIELDS = {int(n): fields(body) for name, body in sections("###").items() for n in re.findall(r"^(\d+) ", name)}
NUMBER = {name.split()[1]: int(name.split()[0]) for name in sections("###") if name[0].isdigit()}
NAME = {number: name for name, number in NUMBER.items()}
EVENTS = {name.rstrip("+"): fields(body) for name, body in sections("####").items()}


class Stranger:
    """One person at a table of this machine."""

    def __init__(self, port: int, code: str) -> None:
        secret = scrypt(code.encode(), salt=b"sifang table key 1", n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
        self._host, self._keys = zmq.curve_public(z85.encode(secret)), zmq.curve_keypair()
        self._port, self._context = port, zmq.Context()
        self.rules, self.welcome, self.lobby, self.standing = "", Map(), Map(), Map()
        self.epoch = self._got = self._count = 0
        self._hello_at = self._ping_at = 0.0
        self._orders: dict[int, tuple[int, Map, float]] = {}
        self.hands: dict[int, list[Map]] = {}
        self.prompts: dict[int, Map] = {}
        self.deals: dict[int, Map] = {}
        self.thinks_about = ""
        """The kind of asks that are not answered at once."""
        self.unknown: set[str] = set()
        """What came and does not stand in the document."""
        self.connect()

    def connect(self) -> None:
        """With the same key as ever."""
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.linger = 0
        self._socket.curve_serverkey = self._host
        self._socket.curve_publickey, self._socket.curve_secretkey = self._keys
        self._socket.connect(f"tcp://127.0.0.1:{self._port}")
        self._joined, self._hello_at = False, 0.0

    def vanish(self) -> None:
        """Without a word."""
        self._socket.close(0)
        self.prompts.clear()

    def close(self) -> None:
        """For good."""
        self._socket.close(0)
        self._context.term()

    def run(self, until: Callable[[], bool], seconds: float = 120.0) -> None:
        """Play until it is so."""
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, (self.lobby, self.standing)
            self._say_what_is_due(time.monotonic())
            if self._socket.poll(20):
                self._take(msgpack.unpackb(self._socket.recv()))

    # ---- out ------------------------------------------------------------------------------------------------------

    def order(self, name: str, **body: Any) -> None:
        """An order, sent until its result comes."""
        self._count += 1
        self._orders[(self.epoch << 20) + self._count] = NUMBER[name], body, 0.0

    def _send(self, number: int, body: Map, seq: int = 0, epoch: int | None = None) -> None:
        assert set(body) == FIELDS[number]
        self._socket.send(msgpack.packb([1, number, self.epoch if epoch is None else epoch, seq, self._got, body]))

    def _say_what_is_due(self, now: float) -> None:
        if not self._joined and now - self._hello_at > 1:
            self._hello_at = now
            self._say_hello()
        if not self._joined:
            return
        if now - self._ping_at > 1:
            self._ping_at = now
            self._send(NUMBER["ping"], {"n": 1, "ms": 0})
        for seq, (number, body, sent) in self._orders.items():
            if now - sent > 1:
                self._orders[seq] = number, body, now
                self._send(number, body, seq)

    def _say_hello(self) -> None:
        hand = max(self.hands, default=0)
        have = {"hand": hand, "again": 0, "counts": [len(self.hands[hand])] if hand else []}
        session, token = self.welcome.get("session", ""), self.welcome.get("token", b"")
        people = [{"name": "Stranger", "avatar": ""}]
        body = {"low": 1, "high": 1, "build": "mine", "rules": self.rules, "players": people, "watch": False}
        self._send(NUMBER["hello"], body | {"session": session, "token": token, "owner": b"", "have": have}, epoch=0)

    # ---- in -------------------------------------------------------------------------------------------------------

    def _take(self, frame: list[Any]) -> None:
        _, number, epoch, seq, _, body = frame
        self._look_at(number, body)
        match NAME.get(number):
            case "refuse" if body["code"] == "rules":  # whoever has no rules says what the host has
                self.rules, self._hello_at = body["rules"], 0.0
            case "welcome" if epoch > self.epoch:
                self.welcome, self.epoch, self._got, self._joined = body, epoch, 0, True
            case "result" if epoch == self.epoch:
                order, said, _ = self._orders.pop(seq)
                assert body["ok"] or body["code"] == "closed", body  # somebody else's call came before one's answer
                if order == NUMBER["share"]:
                    self.deals[said["hand"]]["added"] = said["share"] if body["ok"] else b""
            case "batch" if epoch == self.epoch and seq == self._got + 1:
                self._got = seq
                for each, told in body["messages"]:
                    self._look_at(each, told)
                    getattr(self, f"_on_{NAME[each]}", lambda told: None)(told)
                self._send(NUMBER["ack"], {})

    def _look_at(self, number: int, body: Map) -> None:
        if FIELDS.get(number) != set(body):
            self.unknown.add(f"{number} {sorted(body)}")

    def _on_lobby(self, told: Map) -> None:
        self.lobby = told
        mine = next((seat for seat in told["seats"] if seat and seat["guest"] == self.welcome["guest"]), None)
        if told["phase"] == "lobby" and not self._orders and not (mine and mine["ready"]):
            self.order("ready", on=True) if mine else self.order("sit", player=0, seat=2)

    def _on_news(self, told: Map) -> None:
        events = self.hands.setdefault(told["hand"], [])
        assert told["first"] == len(events)
        events += told["events"]
        for event in told["events"]:
            if EVENTS.get(event["e"]) != set(event) - {"e"}:
                self.unknown.add(f"{sorted(event.items())}")

    def _on_prompt(self, told: Map) -> None:
        self.prompts[told["id"]] = told
        if self.ask_of(told)["kind"] != self.thinks_about:
            self.answer(told)

    def ask_of(self, prompt: Map) -> Map:
        """What is asked."""
        asks: Iterator[Map] = (event["ask"] for event in self.hands[max(self.hands)] if event["e"] == "Asked")
        return next(ask for ask in asks if ask["id"] == prompt["ask"])

    def answer(self, prompt: Map) -> None:
        """With the default."""
        ask = self.ask_of(prompt)
        self.order("answer", prompt=prompt["id"], index=ask["options"].index(ask["default"]))

    def _on_closed(self, told: Map) -> None:
        self.prompts.pop(told["id"], None)

    def _on_standing(self, told: Map) -> None:
        self.standing = told
        seat = self.lobby["players"].index(2)
        says_so = any(number == NUMBER["next"] for number, _, _ in self._orders.values())
        if not told["over"] and not told["ready"][seat] and not says_so:
            self.order("next", player=2)

    def _on_shuffle(self, told: Map) -> None:
        share = sha256(b"mine" + bytes([told["hand"]])).digest()
        self.deals[told["hand"]] = {"host": told["digest"], "own": share}
        self.order("share_commit", hand=told["hand"], digest=commitment(self.welcome["table"], told["hand"], share))

    def _on_commitments(self, told: Map) -> None:
        self.deals[told["hand"]]["digests"] = told["digests"]
        self.order("share", hand=told["hand"], share=self.deals[told["hand"]]["own"])

    def _on_proof(self, told: Map) -> None:
        self.deals[told["hand"]]["proof"] = told


# ---- the fair deal --------------------------------------------------------------------------------------------------


def commitment(table: str, hand: int, *parts: bytes) -> bytes:
    """Of the host: the hash of the kinds, and the share; of others: the share."""
    return sha256(b"sifang commitment" + table.encode() + hand.to_bytes(4, "big") + b"".join(parts)).digest()


def wrongs(table: str, hand: int, deal: Map, told: list[Map], kinds: list[str], dice_choose: bool) -> list[str]:
    """What does not fit in the deal of a hand."""
    proof, found = deal["proof"], []
    if commitment(table, hand, sha256(" ".join(kinds).encode()).digest(), proof["share"]) != deal["host"]:
        found.append("the host's share")
    for digest, share in zip(deal["digests"], proof["shares"], strict=True):
        if share and commitment(table, hand, share) != digest:
            found.append("a share")
    if deal["added"] not in proof["shares"]:
        found.append("one's own share")
    shares = b"".join(bytes([len(share)]) + share for share in (proof["share"], *proof["shares"]))
    words = numbers(sha256(b"sifang deal" + table.encode() + hand.to_bytes(4, "big") + shares).digest(), hand)
    wall = [kind for kind in kinds for _ in range(4)]
    for i in range(len(wall) - 1, 0, -1):
        j = below(words, i + 1)
        wall[i], wall[j] = wall[j], wall[i]
    start, rolled = told[0], next(event["dice"] for event in told if event["e"] == "Rolled")
    if dice_choose and (below(words, 6) + below(words, 6) + 1) % 4 != start["dealer"]:
        found.append("the dealer")
    if [below(words, 6) + 1 for _ in rolled] != rolled:
        found.append("the dice")
    return found + [*misplaced(wall, told)]


def misplaced(wall: list[str], told: list[Map]) -> Iterator[str]:
    """The tiles told that are not where the wall has them."""
    for event in told:
        tiles = event["tiles"] if event["e"] == "Dealt" else [event.get("tile", event.get("indicator"))]
        for tile in tiles if event["e"] == "Dealt" or event.get("at") is not None else []:
            there = wall.pop(event.get("at", 0))
            if tile not in ("?", there):
                yield f"{event}: {there}"


def numbers(seed: bytes, hand: int) -> Iterator[int]:
    """All chance of a hand."""
    for n in count():
        yield from struct.unpack(">8I", sha256(seed + hand.to_bytes(4, "big") + n.to_bytes(4, "big")).digest())


def below(words: Iterator[int], limit: int) -> int:
    """The next number of some."""
    return next(word for word in words if word < 2**32 - 2**32 % limit) % limit
