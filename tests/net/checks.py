"""What tests of LAN tables share: a lobby and orders in it, and what must hold of every record and every client."""

from __future__ import annotations

from typing import Any

from net.client import Client, Status
from net.fairness import Fair
from net.schema import Phase
from net.tableview import TableView
from rules.events import RoundEnded
from rules.rerun import rerun
from rules.secrecy import view_of
from tests.net.world import World, settings


def lobby(clients: int = 3, **options: Any) -> tuple[World, list[Client]]:
    """A table with so many clients, in the order in which they came, nobody seated yet."""
    world = World(1, clients=clients, settings=settings(), **options)
    world.run(0.2, act=False)
    return world, [robot.client for robot in sorted(world.robots, key=lambda robot: robot.client.guest)]


def do(world: World, client: Client, name: str, /, **body: object) -> str:
    """Give an order; '' or why it was refused."""
    client.outcomes.clear()
    client.order(name, **body)
    world.run(0.1, act=False)
    (outcome,) = [outcome for outcome in client.outcomes if outcome.order == name]
    return outcome.code


def seen(client: Client) -> TableView:
    """The table as a client knows it."""
    assert client.view is not None
    return client.view


def check_record(world: World, hands: int) -> None:
    """Every hand was dealt once, runs again from its answers, and each client was told its view of it."""
    record = world.book.record()
    assert len(record.hands) == hands
    assert [note["hand"] for note in record.notes if note["n"] == "fair"] == list(range(1, hands + 1))
    assert world.table.play is not None
    for hand in record.hands:
        assert sum(isinstance(event, RoundEnded) for event in hand) == 1
        rerun(world.table.play.host.match.rules, hand)


def check_clients(world: World) -> None:
    """All know the end, and each folded exactly what it may know of the last hand."""
    last = world.book.record().hands[-1]
    for robot in world.robots:
        client = robot.client
        assert client.status is Status.JOINED
        assert client.view is not None
        assert client.view.phase is Phase.OVER
        assert client.standing is not None
        assert client.standing.over
        for view in client.folds.views.values():
            assert view.log == list(view_of(last, view.seat))
        assert Fair.BROKEN not in client.fairness.verdicts.values(), client.fairness.why
        assert not client.reports
