"""net/PROTOCOL.md is enough to write another client: one that was, plays; and what the document says is so."""

from __future__ import annotations

import inspect
import re
import time
from contextlib import ExitStack
from dataclasses import fields as fields_of
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack
import pytest

from net import absence, orders, reception, table
from net.schema import FROM_CLIENT, FROM_HOST, NOTICES, REASONS, client_kind, host_kind
from net.wire import TO_CLIENT, TO_HOST, unpack
from rules.events import EVENT_TYPES
from rules.variants import all_variants
from tests.net.processes import CODE, Running, host
from tests.net.stranger import (
    DOCUMENT,
    EVENTS,
    FIELDS,
    KINDS,
    NUMBER,
    Stranger,
    below,
    commitment,
    fields,
    numbers,
    sections,
    wrongs,
)  # fmt: skip

TABLE = "5a" * 16


def example(name: str) -> str:
    found = re.search(rf"^- {name}: `(.+)`$", DOCUMENT, re.MULTILINE)
    assert found is not None, name
    return found[1]


def shares() -> tuple[bytes, bytes]:
    return bytes.fromhex(example("the host's share")), bytes.fromhex(example("that of player 1, the only other"))


@pytest.mark.parametrize("variant", ["wuhan", "sichuan_bloody"])
def test_a_client_written_from_the_document_plays_a_match(variant: str, tmp_path: Path, stack: ExitStack) -> None:
    hands = 2
    process = host(tmp_path, "--variant", variant, "--hands", str(hands), "--wait", "1", "--bots", "efficient")
    stack.callback(process.close)
    stranger = Stranger(process.lines[0]["port"], CODE)
    stack.callback(stranger.close)
    come_back(stranger)
    stranger.run(lambda: bool(stranger.standing.get("over") and "proof" in stranger.deals.get(hands, {})))
    assert (stranger.standing["hands"], stranger.unknown) == (hands, set())
    line = re.search(rf"^- `{variant}`: (\d+) kinds; \d dice, which (do not )?choose", DOCUMENT, re.MULTILINE)
    assert line is not None
    null = True
    for hand, told in stranger.hands.items():
        choose = null and not line[2]
        kinds = KINDS[: int(line[1])]
        assert wrongs(stranger.welcome["table"], hand, stranger.deals[hand], told, kinds, choose) == []
        null = next(event["next_dealer"] for event in told if event["e"] == "RoundEnded") is None
    check_file(stranger, hands, tmp_path)


def come_back(stranger: Stranger) -> None:
    """In one's turn: it is the same prompt, and its clock has gone on."""
    stranger.thinks_about = "turn"
    stranger.run(lambda: any(stranger.ask_of(prompt)["kind"] == "turn" for prompt in stranger.prompts.values()))
    (before,) = stranger.prompts.values()
    stranger.vanish()
    time.sleep(0.3)
    stranger.connect()
    stranger.run(lambda: bool(stranger.prompts))
    (after,) = stranger.prompts.values()
    assert (after["id"], after["seat"], after["limit"]) == (before["id"], before["seat"], before["limit"])
    assert after["left"] <= after["limit"] - 250
    stranger.thinks_about = ""
    stranger.answer(after)


def check_file(stranger: Stranger, hand: int, folder: Path) -> None:
    """The file of a hand as the document has it, and one with another wall."""
    deal, told = stranger.deals[hand], stranger.hands[hand]
    kept = {
        "sifang proof": 1, "table": stranger.welcome["table"], "hand": hand, "digest": deal["host"],
        "digests": deal["digests"], "player": 2, "own": deal["added"], "proof": deal["proof"],
        "seat": stranger.lobby["players"].index(2), "told": told,
    }  # fmt: skip
    assert named("A file of one hand") == set(kept)
    for name, share, answer in (("right", deal["proof"]["share"], 0), ("wrong", bytes(32), 1)):
        path = folder / f"{name}.proof"
        path.write_bytes(msgpack.packb(kept | {"proof": deal["proof"] | {"share": share}}))
        checked = Running("verify-deal", str(path))
        try:
            assert checked.process.wait(60) == answer
        finally:
            checked.close()


def named(start: str) -> set[str]:
    """The names in the sentence that begins so."""
    sentence = DOCUMENT[DOCUMENT.index(start) :].partition(".\n")[0]
    return {*re.findall(r"`([\w ]+)`", sentence)}


# ---- what the document says -----------------------------------------------------------------------------------------


def test_every_message_and_every_field_is_named() -> None:
    entries: list[Any] = [*FROM_CLIENT, *FROM_HOST]
    assert {each.name: each.number for each in entries} == NUMBER
    assert {each.number: {*each.body.fields} for each in entries} == FIELDS
    events = {kind.__name__: {each.name for each in fields_of(kind)} for kind in EVENT_TYPES}
    assert {name: EVENTS[name] for name in events} == events
    heads = sections("###")
    assert fields(heads["What happens to somebody (NOTICE)"]) == set(NOTICES)
    assert fields(heads["Why an order is not carried out (RESULT)"]) == set(REASONS)
    assert fields(sections("##")["Variants"]) == set(all_variants())


def test_the_example_frames_are_right() -> None:
    for name in ("HELLO", "ANSWER"):
        frame = unpack(bytes.fromhex(example(name)), TO_HOST)
        assert client_kind(frame.kind, frame.body).name == name.lower()
    for name in ("RESULT", "BATCH"):
        frame = unpack(bytes.fromhex(example(name)), TO_CLIENT)
        assert host_kind(frame.kind, frame.body, inside=False).name == name.lower()
    ((number, body),) = frame.body["messages"]
    assert host_kind(number, body, inside=True).name == "closed"


def test_the_example_deal_is_what_the_words_say() -> None:
    mine, own = shares()
    context = sha256(" ".join(KINDS).encode()).digest()
    assert example("the host's commitment") == commitment(TABLE, 7, context, mine).hex()
    assert example("the commitment of player 1") == commitment(TABLE, 7, own).hex()
    words = numbers(bytes.fromhex(example("the seed")), 7)
    wall = [kind for kind in KINDS for _ in range(4)]
    for i in range(len(wall) - 1, 0, -1):
        j = below(words, i + 1)
        wall[i], wall[j] = wall[j], wall[i]
    assert example("the wall").split() == wall
    assert example("two dice after it") == f"{below(words, 6) + 1} {below(words, 6) + 1}"


def test_nothing_is_announced_that_no_table_says() -> None:
    source = "".join(inspect.getsource(module) for module in (absence, orders, reception, table))
    assert set(NOTICES) <= {*re.findall(r'"(\w+)"', source)}
    refused = {*re.findall(r'refuse\(peer, "(\w+)"\)', source), "version", "rules"}
    what = next(told.what for told in FROM_HOST if told.name == "refuse")
    assert {code.split()[0].rstrip(".") for code in what.partition(": ")[2].split(", ")} == refused
