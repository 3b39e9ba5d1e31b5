"""Two people at one computer of a LAN table, with people and hands that are made up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from game.hotseat.flow import Screen
from game.lanmatch import ChatLine
from game.lobby.company import Company
from game.lobby.lantable import table_info
from game.lobby.sharedlink import SharedWire
from game.scenes.hotseat import HotseatScene
from game.services import Services
from game.shots.acts import STEP, ShotClock
from game.shots.lan import NAMES, OWN, StillTable, made_link, made_match, play_view, seated
from game.tableinfo import TableEnd
from net.lan import Connection, Fair, Said, Status, TableView

PEOPLE, HAND = (0, 2), "turn"
THINKING, LATE = 3.0, 7.0


def shared_view(hand: str) -> TableView:
    """Players 0 and 2 sit at this computer, player 1 at another one."""
    view = seated(play_view(hand), 2, guest=OWN, player=1)
    guests = [replace(guest, names=(NAMES[0], NAMES[2])) if guest.id == OWN else guest for guest in view.guests]
    return replace(view, guests=tuple(guest for guest in guests if guest.id != 3))


def shared_table(services: Services, clock: ShotClock, view: TableView, hand: str, status: Status) -> HotseatScene:
    """The table of two people here, before anything is shown."""
    match = made_match(view, made_link(clock(), PEOPLE, hand))
    if isinstance(match.table, StillTable):
        match.table.turn(status, Fair.PROVED)
        match.table.people = PEOPLE
    end = TableEnd()
    company = partial(Company, services, match, end.on_leave)
    scene = HotseatScene(services, SharedWire(match).links(), table_info(view), end, company)
    services.scenes.push(scene)
    return scene


def show_shared(
    services: Services,
    clock: ShotClock,
    change: Callable[[TableView], TableView] = lambda view: view,
    *,
    screen: Screen = Screen.CURTAIN,
    status: Status = Status.JOINED,
) -> HotseatScene:
    """The table of two people here: under the curtain, or open for whoever is asked."""
    scene = shared_table(services, clock, change(shared_view(HAND)), HAND, status)
    while scene.flow.screen is not Screen.CURTAIN:
        clock.wait(services, STEP)
    clock.wait(services, THINKING)
    if screen is Screen.SEAT:
        scene.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        clock.wait(services, 1.0)
    return scene


def show_said(services: Services, clock: ShotClock) -> None:
    """Somebody elsewhere says something while the tiles of one lie open."""
    scene = show_shared(services, clock, screen=Screen.SEAT)
    if scene.company is not None:
        scene.company.match.lines.append(ChatLine(said=Said(1, NAMES[1], "快一点，快一点", -1)))
    clock.wait(services, STEP)


def show_typing(services: Services, clock: ShotClock) -> None:
    """Somebody types while the curtain hangs."""
    scene = show_shared(services, clock)
    if scene.company is not None:
        scene.company.talk.open()
        scene.company.talk.field.insert("马上")
    clock.wait(services, STEP)


def show_menu(services: Services, clock: ShotClock) -> None:
    """Everybody at the table."""
    show_shared(services, clock).public.ask_to_leave()


def away(view: TableView) -> TableView:
    """Both went away for a moment."""
    for player in PEOPLE:
        view = seated(view, player, connection=Connection.AWAY)
    return view


def late(services: Services, clock: ShotClock) -> None:
    """The time to answer is nearly over, and the host is not heard."""
    show_shared(services, clock, status=Status.SILENT)
    clock.wait(services, LATE)


def lan_hotseat_shots() -> dict[str, Callable[[Services, ShotClock], object]]:
    """What shows them, by name."""
    return {
        "lan-hotseat-curtain": show_shared,
        "lan-hotseat-late": late,
        "lan-hotseat-own": partial(show_shared, screen=Screen.SEAT),
        "lan-hotseat-said": show_said,
        "lan-hotseat-typing": show_typing,
        "lan-hotseat-menu": show_menu,
        "lan-hotseat-away": partial(show_shared, change=away, screen=Screen.SEAT),
    }
