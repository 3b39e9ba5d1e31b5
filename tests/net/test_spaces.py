"""Players on several machines (network namespaces): found on every card, and through links that delay and lose."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from net.journal import read_journal
from rules.events import Answered, Cause
from rules.variants import all_variants
from tests.net.processes import Running, host, join, under_way
from tests.net.scale import SCALE, scaled
from tests.net.spaces import ANNA, BOB, CARL, HOST, lines, spaces, two_networks, why_not, within
from tests.net.test_processes import check

WHY_NOT = why_not()
pytestmark = [
    pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "namespaces"),
    pytest.mark.xdist_group("spaces"),
]
KEYS = list(all_variants()) if SCALE > 1 else ["lishui"]
HANDS = 1 if SCALE == 1 else 3
LINES = [(0.05, 0.02)] if SCALE == 1 else [(d, p) for d in (0.0, 0.025, 0.1, 0.25) for p in (0.0, 0.01, 0.05, 0.1)]
"""Delay one way and loss: one in CI, all of guides/reliability.md G12 by SIFANG_SCALE."""
LOSSES = [0.4] if SCALE == 1 else [0.3, 0.4, 0.5]
FEW_SECONDS, SEARCHES = 5.0, scaled(1)
CUT = 5.0 if SCALE == 1 else 30.0
TURN = 20.0
"""Seconds that somebody has to answer; who is away for longer lets his time run out."""


def found_from(space: str, stack: ExitStack, seconds: float = 1.0) -> list[dict[str, object]]:
    finder = Running("find", "--seconds", str(seconds), within=within(space))
    stack.callback(finder.close)
    finder.process.wait(60)
    finder._reader.join(5)
    return finder.lines


@pytest.mark.parametrize("key", KEYS)
def test_players_on_several_machines_find_the_table_once_and_play(key: str, tmp_path: Path, stack: ExitStack) -> None:
    """Anna at the bridge, Bob with a card at each network, Carl at the second network only, one at the host itself."""
    stack.enter_context(spaces())
    two_networks()
    table = host(tmp_path, "--variant", key, "--hands", "2", "--wait", "4", within=within(HOST))
    stack.callback(table.close)
    port = table.lines[0]["port"]
    assert {"10.91.1.1", "10.91.2.1"} <= set(table.lines[0]["addresses"])
    for space, addresses in (
        (HOST, None),
        (ANNA, {"10.91.1.1"}),
        (BOB, {"10.91.1.1", "10.91.2.1"}),
        (CARL, {"10.91.2.1"}),
    ):
        (found,) = found_from(space, stack)
        assert (found["port"], found["code"]) == (port, True)
        assert addresses is None or found["address"] in addresses
    places = ((HOST, "127.0.0.1"), (ANNA, "10.91.1.1"), (BOB, "10.91.2.1"), (CARL, "10.91.2.1"))
    clients = [join(address, port, within=within(space)) for space, address in places]
    for client in clients:
        stack.callback(client.close)
    over = [client.finished()["points"] for client in clients]
    assert over == [table.finished()["points"]] * 4
    check(tmp_path, 2)


@pytest.mark.parametrize("networks", [(92,), (92, 93)])
@pytest.mark.parametrize("loss", LOSSES)
def test_a_table_is_found_once_within_seconds_where_many_packets_are_lost(
    loss: float, networks: tuple[int, ...], tmp_path: Path, stack: ExitStack
) -> None:
    """Questions and answers are lost alike; with two cards on either side, both ways lead to the same table."""
    bad = lines(stack, *networks, loss=loss)
    table = host(tmp_path, "--variant", "lishui", within=within(HOST))
    stack.callback(table.close)
    searches = [found_from(ANNA, stack, FEW_SECONDS) for _ in range(SEARCHES)]
    assert all(line.lost for line in bad)
    assert [len(found) for found in searches] == [1] * SEARCHES
    assert {found["table"] for (found,) in searches} == {table.lines[0]["id"]}
    addresses = {address for (found,) in searches for address in found["addresses"]}  # type: ignore[attr-defined]
    assert addresses == {f"10.{network}.0.1" for network in networks}


def test_a_fifth_program_of_one_machine_does_not_come_in(tmp_path: Path, stack: ExitStack) -> None:
    stack.enter_context(spaces())
    two_networks()
    table = host(tmp_path, "--variant", "lishui", "--hands", "1", within=within(HOST))
    stack.callback(table.close)
    port = table.lines[0]["port"]
    clients = []
    for _ in range(5):
        clients.append(join("10.91.1.1", port, "--spectate", within=within(ANNA)))
        stack.callback(clients[-1].close)
        time.sleep(0.2)
    end = time.monotonic() + 60
    while time.monotonic() < end and all(client.process.poll() is None for client in clients):
        time.sleep(0.05)
    time.sleep(1.0)
    ended = [client for client in clients if client.process.poll() is not None]
    assert [client.wrong() for client in ended] == ["the table said: full\n"]


@pytest.mark.timeout(240 if SCALE == 1 else 600)
@pytest.mark.parametrize(("delay", "loss"), LINES)
def test_a_match_over_a_bad_line_that_is_cut_for_a_while(
    delay: float, loss: float, tmp_path: Path, stack: ExitStack
) -> None:
    """The one beyond the line comes back by himself, and the table has waited for him."""
    (bad,) = lines(stack, 92, delay=delay, loss=loss)
    table = host(
        tmp_path, "--variant", "lishui", "--hands", str(HANDS), "--wait", "3", "--bots", "uniform", "--takeover", "60",
        within=within(HOST),
    )  # fmt: skip
    stack.callback(table.close)
    port = table.lines[0]["port"]
    clients = [join("127.0.0.1", port, within=within(HOST)) for _ in range(2)]
    clients.append(join("10.92.0.1", port, within=within(ANNA)))
    for client in clients:
        stack.callback(client.close)
    journal = under_way(tmp_path)
    bad.cut = True
    time.sleep(CUT)
    bad.cut = False
    ends = [client.finished(100 if SCALE == 1 else 500) for client in clients]
    over = table.finished()
    assert [end["points"] for end in ends] == [over["points"]] * 3
    assert not any("broken" in end["deals"].values() for end in ends)
    assert bad.lost > 0
    check(tmp_path, HANDS)
    hands = [[event for event in hand if isinstance(event, Answered)] for hand in read_journal(journal).hands]
    for answers in hands:
        assert len({(event.seat, event.ask) for event in answers}) == len(answers), "an answer counted twice"
    people = {end["seat"] for end in ends}
    others = {event.seat for event in hands[0] if event.cause in (Cause.BOT, Cause.TIMEOUT)} & people
    assert others <= ({ends[2]["seat"]} if CUT > TURN else set()), "somebody was played for while the table waited"
