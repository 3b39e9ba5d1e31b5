"""The fair deal: honest hands are proved, any tampering is found, also by the stand-alone verifier."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import pytest

from game.commands import verify_deal
from net import fairdeal
from net.fairness import Fair
from net.identity import Identity
from net.journal import Journal
from net.keepsake import check_again
from net.proof import ProofError
from rules.bots import seeded_chooser
from rules.events import Event, Rolled, WallBuilt
from rules.round import Deal
from rules.tiles import NAME_OF, Tile
from rules.wall import random_words, shuffled
from tests.net.scale import scaled
from tests.net.world import World, settings

Note = dict[str, Any]


def played(key: str = "lishui", hands: int = 1, seed: int = 1) -> World:
    world = World(seed, settings=settings(key, hands))
    world.play_out()
    return world


def journal_of(world: World, path: Path, note: Note | None = None, events: list[Event] | None = None) -> Path:
    record = world.book.record()
    journal = Journal(path, record.settings, record.entrants)
    for number, hand in enumerate(record.hands):
        given = world.book.deals[number] if note is None else note
        journal.note("fair", **{key: value for key, value in given.items() if key != "n"})
        journal(hand if events is None else events)
    journal.close()
    return path


@pytest.mark.parametrize("key", ["lishui", "sichuan", "changsha", "yunnan", "wuhan", "shaanxi", "shandong_1"])
def test_honest_hands_are_proved_by_every_client(key: str, tmp_path: Path) -> None:
    world = played(key, 2)
    for robot in world.robots:
        assert robot.client.fairness.verdicts == {1: Fair.PROVED, 2: Fair.PROVED}, robot.client.fairness.why
    assert all(len(share) == 32 for note in world.book.deals for share in note["shares"])
    assert verify_deal.run([str(journal_of(world, tmp_path / "m.sifang"))]) == 0


TAMPERED: list[tuple[str, Callable[[Note], Note]]] = [
    ("host share", lambda n: n | {"share": b"x" * 32}),
    ("host digest", lambda n: n | {"digest": b"x" * 32}),
    ("client share", lambda n: n | {"shares": [b"x" * 32, *n["shares"][1:]]}),
    ("client digest", lambda n: n | {"digests": [b"x" * 32, *n["digests"][1:]]}),
    ("left out", lambda n: n | {"shares": [b"", *n["shares"][1:]]}),
    ("another hand", lambda n: n | {"hand": 1, "table": "other"}),
    ("order of kinds", lambda n: n | {"kinds": n["kinds"][::-1]}),
]


@pytest.mark.parametrize(("what", "change"), TAMPERED, ids=[what for what, _ in TAMPERED])
def test_the_verifier_rejects_a_tampered_note(what: str, change: Callable[[Note], Note], tmp_path: Path) -> None:
    world = played()
    path = journal_of(world, tmp_path / "m.sifang", note=change(world.book.deals[0]))
    assert verify_deal.run([str(path)]) == 1


def test_a_hand_whose_note_is_gone_is_not_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = played(hands=2)
    record = world.book.record()
    journal = Journal(tmp_path / "m.sifang", record.settings, record.entrants)
    journal.note("fair", **{key: value for key, value in world.book.deals[0].items() if key != "n"})
    for hand in record.hands:
        journal(hand)
    journal.close()
    assert verify_deal.run([str(tmp_path / "m.sifang")]) == 1
    assert json.loads(capsys.readouterr().out) == {"fair": False, "hands": 2, "checked": 1}


@pytest.mark.parametrize("place", range(0, 130, 13))
def test_the_verifier_rejects_a_wall_with_two_tiles_swapped(place: int, tmp_path: Path) -> None:
    world = played()
    events = list(world.book.events)
    at = next(n for n, event in enumerate(events) if isinstance(event, WallBuilt))
    wall = list(events[at].tiles)  # type: ignore[union-attr]
    other = next(n for n in range(place + 1, len(wall)) if wall[n] != wall[place])
    wall[place], wall[other] = wall[other], wall[place]
    events[at] = WallBuilt(tuple(wall))
    assert verify_deal.run([str(journal_of(world, tmp_path / "m.sifang", events=events))]) == 1


def test_the_verifier_rejects_other_dice_and_a_second_shuffle(tmp_path: Path) -> None:
    world = played()
    events = [Rolled((1, *[d % 6 + 1 for d in e.dice[1:]])) if isinstance(e, Rolled) else e for e in world.book.events]
    assert verify_deal.run([str(journal_of(world, tmp_path / "dice", events=events))]) == 1
    again = journal_of(world, tmp_path / "again")
    record = world.book.record()
    journal = Journal(tmp_path / "twice", record.settings, record.entrants)
    for note in (world.book.deals[0], world.book.deals[0] | {"share": b"y" * 32}):
        journal.note("fair", **{key: value for key, value in note.items() if key != "n"})
    journal.close()
    assert verify_deal.run([str(again)]) == 0
    assert verify_deal.run([str(tmp_path / "twice")]) == 1


def test_the_verifier_stands_alone_and_survives_any_file(tmp_path: Path) -> None:
    path = journal_of(played(), tmp_path / "m.sifang")
    run = subprocess.run([sys.executable, "-I", fairdeal.__file__, path], capture_output=True, text=True, check=True)
    assert run.stdout == "{'hands': 1, 'checked': 1}\n"
    lines = Path(fairdeal.__file__).read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 150
    whole, chance = path.read_bytes(), seeded_chooser(b"files", 1)
    for _ in range(scaled(1000)):
        data = bytearray(whole[: chance(len(whole)) if chance(3) == 0 else len(whole)])
        for _ in range(1 + chance(3)):
            if data:
                data[chance(len(data))] = chance(256)
        path.write_bytes(data)
        assert verify_deal.run([str(path)]) in (0, 1, 2)


def test_a_client_finds_a_dishonest_host() -> None:
    """The host deals a wall that does not follow from the shares."""
    world = World(3, settings=settings("lishui"))
    world.run(2.0, lambda: world.table.play is not None)
    play = world.table.play
    assert play is not None
    real = play.host.start

    def start_otherwise(now: float, deal: Deal | None = None) -> None:
        assert deal is not None
        real(now, replace(deal, wall=deal.wall[::-1]))

    play.host.start = start_otherwise  # type: ignore[method-assign]
    world.play_out()
    assert all(robot.client.fairness.latest is Fair.BROKEN for robot in world.robots)


def test_a_client_finds_a_host_that_shuffles_twice() -> None:
    world = World(3, settings=settings("lishui"))
    world.play_out()
    client = world.robots[0].client
    client.fairness.promised(2, b"a" * 32, 0)
    client.fairness.promised(2, b"b" * 32, 0)
    assert client.fairness.latest is Fair.BROKEN


def test_the_verifier_shuffles_as_the_rules_do() -> None:
    kinds = [Tile(n) for n in range(1, 35)]
    for number in range(5):
        ours = fairdeal.wall_of(fairdeal.numbers(b"seed", number), [NAME_OF[kind] for kind in kinds])
        assert ours == [NAME_OF[tile] for tile in shuffled(random_words(b"seed", number), kinds)]


def test_every_tile_comes_to_every_place_equally_often() -> None:
    """Chi-square over 8 kinds x 32 places, fixed seeds: within five standard deviations."""
    kinds = [str(n) for n in range(8)]
    rounds = scaled(2000)
    counts: Counter[tuple[int, str]] = Counter()
    for number in range(rounds):
        wall = fairdeal.wall_of(fairdeal.numbers(b"uniform", number), kinds)
        counts.update(enumerate(wall))
    expected = rounds / 8
    chi = sum((counts[place, kind] - expected) ** 2 / expected for place in range(32) for kind in kinds)
    assert abs(chi - 32 * 7) < 5 * (2 * 32 * 7) ** 0.5


def test_every_client_keeps_a_proof_that_can_be_checked_again(tmp_path: Path) -> None:
    world = played("sichuan", 2)
    chance = seeded_chooser(b"proofs", 1)
    for number, robot in enumerate(world.robots):
        identity = Identity(tmp_path / str(number))
        identity.keep_proofs(robot.client.fairness.table, robot.client.fairness.keepsakes)
        identity.close()
        assert robot.client.fairness.keepsakes == {}
        files = sorted((tmp_path / str(number)).rglob("*.proof"))
        assert [file.name[-10:] for file in files] == ["0001.proof", "0002.proof"]
        assert all(verify_deal.run([str(file)]) == 0 for file in files)
        whole = files[0].read_bytes()
        for _ in range(scaled(25)):
            data = bytearray(whole)
            data[chance(len(data))] ^= 1 + chance(255)
            with contextlib.suppress(ProofError):  # a name may change without harm; nothing else may happen
                check_again(bytes(data))
        kept = msgpack.unpackb(whole)
        kept["proof"]["share"] = b"x" * 32
        files[0].write_bytes(msgpack.packb(kept))
        assert verify_deal.run([str(files[0])]) == 1
