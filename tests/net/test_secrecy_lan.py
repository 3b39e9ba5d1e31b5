"""What a client receives never depends on tiles that its seat may not know: twin worlds give the same bytes in time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.messages import Prompt
from net.shuffle import fair_deal
from net.tableview import WINDOW
from net.timers import Timers
from rules.events import RoundEnded
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.round import Deal
from rules.variants import variant
from tests.net.scale import SCALE
from tests.net.twins import KEYS, decided_differently, meetings, twin_deals
from tests.net.world import World, settings

pytestmark = pytest.mark.xdist_group("twin worlds")  # `met` counts over all of the module
TIMERS = Timers(turn=20.0, claim=10.0, choice=20.0, pace=0.3, window=WINDOW)
met = pytest.fixture(scope="module")(meetings)


def stream_of_seat_0(
    monkeypatch: pytest.MonkeyPatch, key: str, deal: Deal, spectator: bool, own: int = 1
) -> tuple[list[tuple[float, bytes]], int]:
    """Every frame that seat 0 (or a spectator) gets until the end, with its time; and how many claims others had.

    `own`: so many people play at the client of seat 0, on the first seats.
    """
    monkeypatch.setattr(Match, "next_deal", lambda self: deal)
    world = World(3, clients=0, settings=settings(key, timers=TIMERS), wait=5 - own)
    for people in (own, *[1] * (4 - own)):
        world.add_client(people=people)
    world.table.options = replace(world.options, seed=b"a seed of the table")
    world.options = world.table.options
    if spectator:
        world.add_client(watch=True)
    frames: list[tuple[float, bytes]] = []
    world.run(0.3, act=False)
    for seat in range(4):
        world.robots[max(0, seat - own + 1)].client.order("sit", player=seat if seat < own else 0, seat=seat)
    for robot in world.robots:
        robot.client.order("ready", on=True)
    watched = len(world.robots) - 1 if spectator else 0
    world.taps.append(lambda number, frame: frames.append((world.now, frame)) if number == watched else None)
    asked = 0
    while not any(isinstance(event, RoundEnded) for event in world.book.events) and world.now < 200:
        world.step(act=False)
        for robot in world.robots:
            for message in robot.client.messages:
                if isinstance(message, Prompt):
                    asked += message.seat >= own
                    index = message.ask.options.index(message.ask.default)
                    robot.client.order("answer", prompt=message.id, index=index)
            robot.client.messages.clear()
    cut = world.now - 1.5  # the last window hides the end
    return [(at, frame) for at, frame in frames if at < cut], asked


@pytest.mark.parametrize("seed", range(SCALE))
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("own", "spectator"), [(1, False), (2, False), (1, True)], ids=["seat", "hotseat", "spectator"]
)
def test_twin_worlds_look_the_same(
    monkeypatch: pytest.MonkeyPatch, met: list[tuple[int, bool]], key: str, seed: int, own: int, spectator: bool
) -> None:
    one, other = twin_deals(key, seed, own)
    assert one.wall != other.wall
    here, asked_here = stream_of_seat_0(monkeypatch, key, one, spectator, own)
    there, asked_there = stream_of_seat_0(monkeypatch, key, other, spectator, own)
    same = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    assert same == min(len(here), len(there)) or decided_differently(here[same], there[same])
    met.append((same, asked_here != asked_there))


def test_all_batches_have_lengths_of_the_same_steps() -> None:
    world = World(2, settings=settings())
    lengths: list[int] = []
    world.taps.append(lambda number, frame: lengths.append(len(frame)))
    world.play_out()
    assert all(length % 256 == 0 for length in lengths if length > 250)


def test_a_fair_deal_is_the_deal_of_its_note() -> None:
    match = Match(MatchSettings("sichuan", (), Length(LengthUnit.HANDS, 1), bytes(32)), variant("sichuan"))
    note = {"table": "a", "hand": 1, "share": b"1" * 32, "shares": [b"", b"2" * 32, b"", b""]}
    again = {**note, "shares": [b"", b"3" * 32, b"", b""]}
    assert fair_deal(match, note) == fair_deal(match, note)
    assert fair_deal(match, note).wall != fair_deal(match, again).wall
