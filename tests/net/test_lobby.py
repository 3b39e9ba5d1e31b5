"""Sitting down: seats, swaps, bots, ready, settings, kicking, chat; who is told, and who may."""

from __future__ import annotations

import pytest

from net.client import Status
from net.schema import Connection, Phase, Role
from net.tableview import settings_data, view_data, view_of
from rules.match import Length, LengthUnit
from tests.net.checks import do, lobby, seen
from tests.net.world import World, settings


def test_the_view_survives_the_wire() -> None:
    world, clients = lobby()
    do(world, clients[0], "sit", player=0, seat=2)
    do(world, clients[0], "bot", seat=1, level="efficient")
    view = world.table.view()
    assert view_of(view_data(view)) == view
    assert all(seen(client) == view for client in clients)


def test_seats_are_taken_changed_and_left() -> None:
    world, (a, b, _) = lobby()
    assert do(world, a, "sit", player=0, seat=2) == ""
    assert do(world, b, "sit", player=0, seat=2) == "taken"
    assert do(world, a, "sit", player=0, seat=0) == ""
    assert [s and s.guest for s in seen(b).seats] == [1, None, None, None]
    assert do(world, a, "sit", player=1, seat=3) == "not_yours"
    assert do(world, a, "stand", player=0) == ""
    assert do(world, a, "stand", player=0) == "not_yours"


def test_bots_give_way() -> None:
    world, (a, b, _) = lobby()
    assert do(world, a, "bot", seat=2, level="efficient") == ""
    assert do(world, a, "bot", seat=2, level="wizard") == "level"
    assert do(world, b, "bot", seat=3, level="uniform") == "not_yours"
    do(world, b, "sit", player=0, seat=0)
    assert do(world, b, "sit", player=0, seat=2) == ""
    seats = seen(a).seats
    assert [s and (s.guest, s.level) for s in seats] == [(0, "efficient"), None, (2, ""), None]
    assert world.table.free_seats == 3, "nobody shall read that such a table is full"
    assert do(world, a, "bot", seat=0, level="") == ""
    assert seen(a).seats[0] is None


def test_two_people_swap_by_consent() -> None:
    world, (a, b, c) = lobby()
    do(world, a, "sit", player=0, seat=0)
    do(world, b, "sit", player=0, seat=1)
    do(world, c, "sit", player=0, seat=2)
    assert do(world, a, "swap", player=0, seat=3) == "nobody_there"
    assert do(world, a, "swap", player=0, seat=1) == ""
    assert [(n.code, n.guest, n.seat) for n in b.notices if n.code.startswith("swap")] == [("swap_asked", 1, 1)]
    assert do(world, c, "swap_answer", seat=0, accept=True) == "not_asked"
    assert do(world, b, "swap_answer", seat=0, accept=False) == ""
    assert do(world, b, "swap_answer", seat=0, accept=True) == "not_asked"
    do(world, a, "swap", player=0, seat=1)
    assert do(world, b, "swap_answer", seat=0, accept=True) == ""
    assert [s and s.guest for s in seen(c).seats] == [2, 1, 3, None]


def test_who_is_ready_does_not_move() -> None:
    world, (a, b, _) = lobby()
    do(world, a, "sit", player=0, seat=0)
    do(world, a, "ready", on=True)
    assert do(world, a, "sit", player=0, seat=1) == "ready"
    assert do(world, b, "ready", on=True) == "not_yours", "without a seat"


def test_only_the_keeper_changes_settings_and_then_nobody_is_ready() -> None:
    world, (a, b, _) = lobby()
    do(world, b, "sit", player=0, seat=0)
    do(world, b, "ready", on=True)
    wanted = settings_data(settings("wuhan"))
    assert do(world, b, "settings", **wanted) == "not_yours"
    assert do(world, a, "settings", **wanted) == ""
    assert seen(b).settings.variant == "wuhan"
    assert seen(b).seats[0] is not None
    assert not seen(b).seats[0].ready  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "wrong", [{"variant": "chess"}, {"options": [["no_such", "x"]]}, {"unit": "rounds", "variant": "changsha"}]
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    world, (a, *_) = lobby()
    before = world.table.settings
    assert do(world, a, "settings", **settings_data(settings()) | wrong) == "settings"
    assert world.table.settings == before


def test_the_owner_by_secret_is_the_keeper_whoever_came_first() -> None:
    world, clients = lobby(clients=2, owner=b"o" * 16)
    assert seen(clients[0]).keeper == 0
    assert do(world, clients[0], "start") == "not_yours"
    owner = world.add_client()
    owner.client.who = type(owner.client.who)("0.1", "rules-hash", owner.client.who.people, bytes(32), owner=b"o" * 16)
    owner.client.outgoing()
    owner.client.connected(world.now)
    world.run(0.2, act=False)
    assert seen(clients[0]).keeper == owner.client.guest


def test_the_keeper_starts_when_all_sit_and_are_ready() -> None:
    world, (a, b, _) = lobby(wait=0)
    assert do(world, a, "start") == "seats"
    do(world, a, "sit", player=0, seat=0)
    do(world, b, "sit", player=0, seat=1)
    for seat in (2, 3):
        do(world, a, "bot", seat=seat, level="uniform")
    assert do(world, a, "start") == "not_ready"
    do(world, b, "ready", on=True)
    assert do(world, a, "start") == ""
    assert seen(a).phase is Phase.PLAY
    assert [guest.role for guest in seen(a).guests] == [Role.PLAYER, Role.PLAYER, Role.SPECTATOR]
    assert world.table.play is not None
    world.play_out()


def test_left_lost_and_kicked_are_three_things() -> None:
    world, (a, b, c) = lobby()
    for seat, client in enumerate((a, b, c)):
        do(world, client, "sit", player=0, seat=seat)
    b.order("leave")
    world.run(0.1, act=False)
    assert (b.status, b.why) == (Status.ENDED, "left")
    assert do(world, a, "kick", guest=3) == ""
    assert (c.status, c.why) == (Status.ENDED, "kicked")
    assert c.ticket is None
    assert [n.code for n in a.notices if n.guest in (2, 3) and n.code != "joined"] == ["left", "kicked"]
    assert [s and s.guest for s in seen(a).seats] == [1, None, None, None]
    number = next(n for n, robot in enumerate(world.robots) if robot.client is a)
    other = world.add_client()
    world.run(0.2, act=False)
    world.cut(number, 60.0)
    world.run(5.0, act=False)
    assert [n.code for n in other.client.notices][-1] == "lost"
    assert {g.id: g.connection for g in seen(other.client).guests}[1] is Connection.LOST


def test_who_was_kicked_does_not_come_back() -> None:
    world, (a, b, _) = lobby()
    number = next(n for n, robot in enumerate(world.robots) if robot.client is b)
    do(world, a, "kick", guest=2)
    world.kill_client(number)
    world.run(3.0, act=False)
    assert world.robots[number].client.status is Status.CONNECTING


def test_chat_is_cleaned_and_reaches_everybody() -> None:
    world, (a, b, _) = lobby()
    assert do(world, a, "chat", text="老李\u202e你坐\n对面") == ""
    assert do(world, a, "chat", text="\u202e") == "text"
    assert do(world, a, "phrase", number=3) == ""
    assert [(s.guest, s.text, s.phrase) for s in b.said] == [(1, "老李你坐 对面", -1), (1, "", 3)]


def test_names_are_changed_and_cleaned() -> None:
    world, (a, b, _) = lobby()
    assert do(world, a, "rename", player=0, name="竹\x07影", avatar="bamboo") == ""
    assert do(world, a, "rename", player=0, name="\x07", avatar="") == "name"
    assert seen(b).guests[0].names == ("竹影",)


@pytest.mark.parametrize(("key", "word"), [("sichuan", "escaped"), ("lishui", "left")])
def test_leaving_in_a_match_has_its_price_where_the_rules_say_so(key: str, word: str) -> None:
    world = World(1, settings=settings(key))
    world.run(3.0, lambda: len(world.book.events) > 80)
    leaver, other = world.robots[0].client, world.robots[1].client
    told: list[bytes] = []
    world.taps.append(lambda number, frame: told.append(frame) if number == 1 else None)
    leaver.order("leave")
    world.run(0.1, act=False)
    assert leaver.why == "left"
    assert any(word.encode() in frame for frame in told)
    assert other.status is Status.JOINED
    world.run(20.0, lambda: world.over)
    assert world.over


def test_a_pause_is_told_holds_answers_and_ends_after_a_countdown() -> None:
    world = World(1, settings=settings())
    world.run(3.0, lambda: len(world.book.events) > 80)
    client = world.robots[0].client
    client.order("pause", on=True)
    world.run(0.1)
    before = len(world.book.events)
    world.run(2.0)
    assert len(world.book.events) == before
    assert seen(client).paused
    client.order("pause", on=False)
    world.run(2.5)
    assert seen(client).paused
    world.run(1.0)
    assert not seen(client).paused
    world.play_out()


def test_a_match_by_length_of_hands_is_what_is_played() -> None:
    world = World(1, settings=settings(hands=2))
    assert world.table.settings.length == Length(LengthUnit.HANDS, 2)
    world.play_out()
    assert [robot.client.standing.hands for robot in world.robots if robot.client.standing] == [2] * 4


def test_everybody_is_told_who_looks_at_helps() -> None:
    world, (a, b, _) = lobby()
    do(world, a, "sit", player=0, seat=0)
    do(world, b, "sit", player=0, seat=1)
    assert do(world, b, "helps", on=True) == ""
    assert [sitter and sitter.helps for sitter in seen(a).seats] == [False, True, None, None]
    assert do(world, b, "helps", on=False) == ""
    assert not any(sitter and sitter.helps for sitter in seen(a).seats)
