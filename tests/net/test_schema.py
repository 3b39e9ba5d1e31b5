"""The schema is the protocol: validator, documents, orders and who may do what all agree with it."""

from __future__ import annotations

import inspect
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.lobby.words import OUTCOMES
from net import lobby, orders, play, table
from net.orders import ORDERS
from net.protocol_text import FILE, text
from net.schema import FROM_CLIENT, FROM_HOST, NUMBER, REASONS, Kind, Phase, Role, client_kind, host_kind
from net.session import Session
from net.table import Table
from net.wire import TO_CLIENT, TO_HOST, Frame, ProtocolError, pack, unpack
from rules.bots import seeded_chooser
from tests.net.world import World, settings

CHANCE = seeded_chooser(b"schema", 1)


def test_numbers_and_names_are_used_once() -> None:
    assert len(NUMBER) == len({*NUMBER.values()}) == len(FROM_CLIENT) + len(FROM_HOST)


def test_every_order_is_carried_out() -> None:
    assert {kind.name for kind in FROM_CLIENT if kind.order} == set(ORDERS)


def test_the_document_is_that_of_the_schema() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run: python -m net.protocol_text"


def test_every_reason_why_an_order_fails_is_in_the_document_and_has_words() -> None:
    """Those that have none are told otherwise: a late answer by what happened instead, the disk by a notice."""
    modules = (lobby, orders, play, table)
    source = "".join(Path(inspect.getfile(module)).read_text(encoding="utf-8") for module in modules)
    assert {*re.findall(r'(?:Refused\(|return )"(\w+)"', source)} <= set(REASONS)
    assert set(REASONS) <= {*re.findall(r'"(\w+)"', source)}, "nobody says so"
    assert set(REASONS) - {"closed", "disk"} == set(OUTCOMES)


@pytest.mark.parametrize("kind", FROM_CLIENT, ids=lambda kind: kind.name)
def test_what_a_client_may_say_fits_into_a_frame(kind: Kind) -> None:
    for _ in range(100):
        frame = Frame(kind.number, 1, 1, 1, kind.body.example(CHANCE))
        again = unpack(pack(frame), TO_HOST)
        assert client_kind(again.kind, again.body) is kind


@pytest.mark.parametrize("told", FROM_HOST, ids=lambda told: told.name)
def test_what_a_host_may_say_fits_into_a_frame(told: Any) -> None:
    for _ in range(20):
        frame = Frame(told.number, 1, 1, 1, told.body.example(CHANCE))
        again = unpack(pack(frame), TO_CLIENT)
        assert host_kind(again.kind, again.body, told.inside) is told


@pytest.mark.parametrize("kind", FROM_CLIENT, ids=lambda kind: kind.name)
def test_a_field_more_a_field_less_or_another_type_is_refused(kind: Kind) -> None:
    body = kind.body.example(CHANCE)
    wrong: list[dict[str, Any]] = [body | {"more": 1}]
    wrong += [{key: value for key, value in body.items() if key != name} for name in body]
    others: list[Any] = [1.5, None, [[]], {"x": 1}, -(2**40)]
    wrong += [body | {name: other} for name in body for other in others]
    for damaged in wrong:
        with pytest.raises(ProtocolError):
            client_kind(kind.number, damaged)


# ---- authority: every message, from everybody, at every time --------------------------------------------------------


def tables() -> dict[Phase, World]:
    """A table in each phase, with four players and a spectator; nobody acts by himself any more."""
    worlds = {phase: World(7, clients=4, settings=settings(hands=1)) for phase in Phase}
    for phase, world in worlds.items():
        world.add_client(watch=True)
        if phase is Phase.LOBBY:
            world.run(0.5, act=False)
            for number in range(3):
                world.robots[number].client.order("sit", player=0, seat=number)
            world.run(0.5, act=False)
        elif phase is Phase.PLAY:
            world.run(1.0)
        else:
            world.play_out()
    return worlds


@pytest.fixture(scope="module")
def worlds() -> dict[Phase, World]:
    return tables()


def fingerprint(table: Table) -> str:
    hand = table.play.host.round if table.play is not None else None
    log = len(hand.log) if hand is not None else 0
    return repr((table.view(), log, sorted(table.sessions), table.lobby.wishes, sorted(table.banned)))


def session_with(table: Table, role: Role, owner: bool) -> Session | None:
    found = (s for s in table.sessions.values() if table.role(s) is role and (s.guest == table.keeper) is owner)
    return next(found, None)


@pytest.mark.parametrize(("kind", "phase", "role", "owner"), list(product(FROM_CLIENT, Phase, Role, (False, True))))
def test_whoever_may_not_is_refused_without_effect(
    worlds: dict[Phase, World], kind: Kind, phase: Phase, role: Role, owner: bool
) -> None:
    world = worlds[phase]
    session = session_with(world.table, role, owner)
    if session is None or kind.allowed(role, phase, owner) or not kind.order:
        return
    before = fingerprint(world.table)
    assert session.peer is not None
    frame = pack(Frame(kind.number, session.epoch, 10**9 + world.chance(10**6), 0, kind.body.example(CHANCE)))
    session.limits = type(session.limits)()
    world.table.outgoing()
    world.table.receive(session.peer, session.key, frame, world.now)
    replies = [unpack(data, TO_CLIENT) for peer, data in world.table.outgoing() if peer == session.peer]
    assert [reply.body["ok"] for reply in replies if reply.kind == NUMBER["result"]] == [False]
    assert fingerprint(world.table) == before


def test_the_matrix_meets_every_role_in_every_phase(worlds: dict[Phase, World]) -> None:
    met = {(phase, worlds[phase].table.role(s)) for phase in Phase for s in worlds[phase].table.sessions.values()}
    assert {(Phase.LOBBY, Role.GUEST), (Phase.LOBBY, Role.PLAYER), (Phase.LOBBY, Role.SPECTATOR)} <= met
    assert {(phase, role) for phase in (Phase.PLAY, Phase.OVER) for role in (Role.PLAYER, Role.SPECTATOR)} <= met


def test_a_stranger_gets_nothing_but_the_request_to_introduce_itself(worlds: dict[Phase, World]) -> None:
    for world in worlds.values():
        before = fingerprint(world.table)
        for kind in FROM_CLIENT:
            if kind.name != "hello":
                world.table.receive(
                    b"strange", "nobody", pack(Frame(kind.number, 1, 5, 0, kind.body.example(CHANCE))), 0
                )
        answers = [unpack(data, TO_CLIENT) for peer, data in world.table.outgoing() if peer == b"strange"]
        assert {(answer.kind, answer.body["code"]) for answer in answers} == {(NUMBER["refuse"], "hello")}
        assert fingerprint(world.table) == before


def test_somebody_elses_prompt_cannot_be_answered(worlds: dict[Phase, World]) -> None:
    world = worlds[Phase.PLAY]
    play = world.table.play
    assert play is not None
    assert play.host.round is not None
    log = len(play.host.round.log)
    (opened, *_) = play.host._open.values()
    for session in world.table.sessions.values():
        mine = [play.host.seat_of(player) for player in session.players]
        if opened.ask.seat not in mine:
            assert play.answer(session, opened.prompt_id, 0, world.now) == "closed"
    assert len(play.host.round.log) == log
