"""A LAN table from this computer, with a real table process: hosted, joined, lost and found, left."""

from __future__ import annotations

import os
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.app import render_scene
from game.lanmatch import LOCALHOST, LanMatch
from game.lobby.hosting import HostWish
from game.lobby.kept import Note
from game.lobby.lantable import LanTableScene
from game.scenes.table import TableScene
from game.services import Services
from game.tableinfo import TableEnd
from net.lan import Person, Status
from net.messages import Prompt
from tests.helpers.lan import PATIENCE, SETTINGS, in_play, until
from tests.net.processes import CODE, host

from .conftest import MakeServices

pytestmark = [pytest.mark.usefixtures("frozen"), pytest.mark.timeout(300)]


def answer_all(scene: TableScene) -> None:
    """Whatever is asked gets its default."""
    prompt = scene.playback.prompt
    if prompt is not None and prompt.answer is None:
        ask = prompt.prompt.ask
        scene.desk.answer(ask.options.index(ask.default))


def opened(folder: Path) -> tuple[LanMatch, LanMatch]:
    """A table with a code, its host A and a guest B who is ready; bots on the other seats; the match runs."""
    host, guest = LanMatch(folder / "a"), LanMatch(folder / "b")
    host.host(HostWish("Home", SETTINGS, open=False), [Person("A")])
    until(lambda: host.view is not None and len(host.seats) == 1 and host.code != "", host)
    assert host.view is not None
    assert host.view.settings == SETTINGS
    assert host.kept is not None
    guest.join((LOCALHOST, host.kept.port), host.code, [Person("B")])
    until(lambda: guest.view is not None and len(guest.seats) == 1, host, guest)
    assert guest.table is not None
    assert host.table is not None
    guest.table.ready(True)
    until(lambda: guest.ready, host, guest)
    for seat, sitter in enumerate(host.view.seats):
        if sitter is None:
            host.table.seat_bot(seat, "efficient")
    host.table.start()
    until(lambda: in_play(host) and in_play(guest), host, guest)
    return host, guest


def reborn(match: LanMatch, folder: Path, name: str) -> LanMatch:
    """As when a game is killed and started again: nobody says goodbye, the note shows the way back."""
    match.drop()
    match.identity.close()
    again = LanMatch(folder)
    assert again.come_back([Person(name)])
    return again


def test_hosted_joined_played_killed_and_back(make_services: MakeServices, tmp_path: Path) -> None:
    """Guest, table process and host die one after the other and are back at their places; then the hand is played."""
    host, guest = opened(tmp_path)
    hosting = host.hosting
    assert hosting is not None
    assert guest.table is not None
    sits = guest.table.link.seats
    try:
        guest = reborn(guest, tmp_path / "b", "B")
        until(lambda: in_play(guest), host, guest)
        assert guest.table is not None
        assert guest.table.link.seats == sits

        assert hosting._table is not None
        first = hosting._table.pid
        os.kill(first, signal.SIGKILL)
        until(lambda: hosting.restarts == 1 and in_play(host) and in_play(guest), host, guest)
        until(lambda: host.absences() == {} and guest.absences() == {}, host, guest)

        host = reborn(host, tmp_path / "a", "A")
        until(lambda: in_play(host), host, guest)
        assert host.table is not None
        assert host.table.is_keeper
        assert Note(tmp_path / "a").read() is not None
        play_to_the_end(make_services(speed="instant"), host, guest)
    finally:
        host.close()
        guest.close()
        hosting.end()


def test_leaving_takes_the_way_back_and_no_code_is_on_the_command_line(tmp_path: Path) -> None:
    match = LanMatch(tmp_path)
    match.host(HostWish("Home", SETTINGS, open=False), [Person("A")])
    until(lambda: match.view is not None and len(match.seats) == 1, match)
    assert Note(tmp_path).read() == match.kept
    assert match.hosting is not None
    assert not any(match.code in word for word in match.hosting._command)
    match.leave()
    assert Note(tmp_path).read() is None
    assert match.status is None
    match.close()


def play_to_the_end(services: Services, host: LanMatch, guest: LanMatch) -> None:
    """The host plays on the table screen, the guest by hand."""
    over: list[str] = []
    end = TableEnd(
        lambda *hand: over.append("hand"), lambda *hand: over.append("match"), lambda: over.append("left"),
        lambda: over.append("seat"),
    )  # fmt: skip
    assert host.view is not None
    assert host.table is not None
    assert guest.table is not None
    host.table.poll(time.monotonic())
    services.clock = time.monotonic
    scene = LanTableScene(services, host, host.view, end)
    services.scenes.push(scene)
    deadline = time.monotonic() + 2 * PATIENCE
    while "hand" not in over:
        assert time.monotonic() < deadline
        for one in (host, guest):
            one.poll(time.monotonic())
        scene.update(0.05)
        answer_all(scene)
        for message in guest.table.link.poll(time.monotonic()):
            if isinstance(message, Prompt):
                index = message.ask.options.index(message.ask.default)
                guest.table.link.answer(message.seat, message.id, index, time.monotonic())
        time.sleep(0.005)
    assert scene.table.names[host.seats[0]] == "A"
    render_scene(services.scenes.top)


@pytest.mark.parametrize("restarted", [False, True])
def test_another_table_at_the_same_place_is_left_at_once(restarted: bool, tmp_path: Path, stack: ExitStack) -> None:
    """The one that was there has gone for good; the guest waits for it, or was killed, too, and wants to come back."""
    first = host(tmp_path / "one", "--variant", "lishui", "--wait", "1", "--bots", "uniform")
    stack.callback(first.close)
    port = first.lines[0]["port"]
    guest = LanMatch(tmp_path / "b")
    stack.callback(lambda: guest.close())
    guest.join((LOCALHOST, port), CODE, [Person("B")])
    until(lambda: guest.view is not None and len(guest.seats) == 1, guest)
    assert guest.table is not None
    guest.table.ready(True)
    until(lambda: in_play(guest), guest)
    first.kill()
    other = host(tmp_path / "two", "--variant", "lishui", "--wait", "1", "--bots", "uniform", port=port)
    stack.callback(other.close)
    if restarted:
        guest = reborn(guest, tmp_path / "b", "B")
    until(lambda: guest.status is Status.ENDED, guest)
    assert guest.table is not None
    assert guest.table.why == "gone"
    assert Note(tmp_path / "b").read() is None
    assert not list((tmp_path / "two").glob("*.sifang"))
