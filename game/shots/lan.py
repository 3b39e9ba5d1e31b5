"""The LAN screens, with people and tables that are made up: nothing is sent, nothing is heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from game import VERSION
from game.lanmatch import ChatLine, LanMatch
from game.lobby.hosttable import HostTableScene, usual_settings
from game.lobby.kept import Kept
from game.lobby.lantable import LanTableScene
from game.lobby.openhands import OpenHandsSheet
from game.lobby.people import PeopleSheet
from game.lobby.questions import ask_to_kick, ask_to_renew, ask_to_swap, explain_fair, tell_findings
from game.lobby.saved import SavedMatch, SavedScene
from game.lobby.search import TableSearch
from game.scenes.lobby import LobbyActions, LobbyScene
from game.services import Services
from game.shots.acts import STEP, ShotClock
from game.shots.deals import Deal, deals
from game.shots.tables import LENGTH, LOOKING, SEED, TIMERS
from game.tableinfo import TableEnd
from game.widgets.scroll import ScrollView
from net.build import rules_hash
from net.client import Client, Introduction
from net.discovery import DISCOVERY_PORT, FoundTable, Offer
from net.entrants import Entrant
from net.fairness import Fair
from net.host import Host
from net.lan import (
    Connection,
    Finding,
    GuestView,
    Identity,
    LanTable,
    Notice,
    Person,
    Phase,
    Role,
    Said,
    Sitter,
    Status,
    TableView,
)  # fmt: skip
from net.link import Link, LocalLink
from net.wire import PROTOCOL
from rules.bots import seeded_chooser
from rules.match import Match, MatchSettings
from rules.seats import Seat
from rules.variants import all_variants, variant

ADDRESS: Final = "192.168.1.23"
PORT: Final = 27960
CODE: Final = "47K2QD"
NAMES: Final = ("竹影", "小满", "老李", "梅娘")
TABLE: Final = "周五家庭局"
OWN: Final = 2
WATCHER: Final = 4
"""Numbers among the guests: one's own, and that of a spectator."""

Change = Callable[[TableView], TableView]


class StillTable(LanTable):
    """A table that stays as it is."""

    def __init__(self, view: TableView, me: int, link: Link) -> None:
        self.place = f"{ADDRESS}:{PORT}"
        self.link = link
        self.people: tuple[int, ...] = ()
        self._client = Client(Introduction("", "", (), b""))
        self._client.status, self._client.view, self._client.guest = Status.JOINED, view, me

    @property
    def players(self) -> tuple[int, ...]:
        """Several people at this computer; empty where it does not matter."""
        return self.people

    def poll(self, now: float) -> None:
        """Nothing comes."""

    def close(self) -> None:
        """Nothing is open."""

    def stand_before(self, status: Status, why: str = "") -> None:
        """One is not in: still asking, or refused."""
        self._client.status, self._client.view, self._client.why = status, None, why

    def turn(self, status: Status, fair: Fair) -> None:
        """Let connection and padlock look otherwise."""
        self._client.status = status
        self._client.fairness.verdicts = {1: fair}


class StillSearch(TableSearch):
    """Tables that stay as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.tables = tuple(_found())

    @property
    def addresses(self) -> list[str]:
        """Of no computer."""
        return [ADDRESS]

    def poll(self, now: float) -> bool:
        """Nothing is new."""
        return False


def _found() -> Iterator[FoundTable]:
    own = deal("turn").variant
    second, third, fourth = [key for key in all_variants() if key != own][:3]
    usual = Offer(TABLE, TABLE, own, Phase.LOBBY, 1, 3, True, PROTOCOL, VERSION, "", PORT, False)
    others = (
        usual,
        replace(usual, table="2", code=True, name="实验室午休", variant=second, free=2, seats=2, port=PORT + 1),
        replace(usual, table="3", name="老李的桌", variant=third, free=0, seats=4, phase=Phase.PLAY, hand=5),
        replace(usual, table="4", name="前台展示机", variant=fourth, free=3, seats=1, build="0.0.9"),
    )  # fmt: skip
    for number, offer in enumerate(others):
        address = ADDRESS if number == 0 else f"192.168.1.{30 + number}"
        rules = rules_hash() if offer.build == VERSION else "0" * 16
        yield FoundTable(replace(offer, rules=rules), address, (address,), 0.0, 0.01 + 0.06 * number)


def deal(name: str) -> Deal:
    """The hand of another shot."""
    return next(deal for deal in deals() if deal.name == name)


def lobby_view(keeper: int) -> TableView:
    """Three people and an empty seat, and a spectator."""
    seats = (
        Sitter(NAMES[0], guest=OWN, ready=keeper != OWN), Sitter(NAMES[1], guest=1, ready=True, ping=2, helps=True),
        Sitter(NAMES[2], guest=3, ping=4), None,
    )  # fmt: skip
    guests = [GuestView(s.guest, (s.name,), Role.PLAYER, Connection.HERE) for s in seats if s is not None]
    guests.append(GuestView(WATCHER, ("阿杰",), Role.SPECTATOR, Connection.HERE))
    return TableView(
        TABLE, Phase.LOBBY, usual_settings(deal("turn").variant), seats, tuple(guests), keeper, False, True
    )


def made_link(now: float, seats: Sequence[Seat], name: str) -> Link:
    """The wire of some seats, or of a spectator, to the hand of another shot."""
    shot = deal(name)
    match = Match(MatchSettings(shot.variant, shot.options, LENGTH, SEED), variant(shot.variant))
    entrants = [Entrant(player) for player in NAMES[:3]] + [Entrant(NAMES[3], "efficient")]
    host = Host(match, entrants, TIMERS, seeded_chooser(SEED, 1), lambda events: None)
    host.resume(shot.log(), now)
    return LocalLink(host, seats)


def made_match(view: TableView, link: Link, me: int = OWN) -> LanMatch:
    """The match of one computer, with something said before."""
    match = LanMatch(Path(), Identity())
    match.sit_at(StillTable(view, me, link), Kept(ADDRESS, PORT, CODE, TABLE))
    said = ((1, "老李你坐对面"), (3, "好，等我倒杯茶"), (OWN, "扎鸟？上回输惨了"), (1, "这回靠手气"))
    names = {1: NAMES[1], OWN: NAMES[0], 3: NAMES[2]}
    match.lines = [ChatLine(said=Said(guest, names[guest], text)) for guest, text in said]
    match.lines.insert(3, ChatLine(notice=Notice("settings", NAMES[1], 1)))
    return match


# ---- the lobby ------------------------------------------------------------------------------------------------------


def show_lobby(services: Services, clock: ShotClock, keeper: int = 1) -> LobbyScene:
    """The lobby at a table: as a guest, or as its host with a bot on the fourth seat."""
    view = lobby_view(keeper)
    if keeper == OWN:
        view = replace(view, seats=(*view.seats[:3], Sitter(NAMES[3], level="efficient")))
    return _lobby(services, made_match(view, made_link(clock(), (0,), "turn")))


def _lobby(services: Services, match: LanMatch) -> LobbyScene:
    actions = LobbyActions(lambda: [Person(NAMES[0])], lambda: None, lambda: None)
    scene = LobbyScene(services, match, StillSearch(), actions)
    services.scenes.push(scene)
    return scene


def show_found(services: Services, clock: ShotClock) -> None:
    """The lobby without a table."""
    _lobby(services, LanMatch(Path(), Identity()))


def show_nobody(services: Services, clock: ShotClock) -> None:
    """No table anywhere."""
    scene = _lobby(services, LanMatch(Path(), Identity()))
    scene.search.tables = ()
    scene.update(0.0)


def show_door(services: Services, clock: ShotClock, status: Status, why: str = "") -> None:
    """Before a table that has not let one in, or does not."""
    scene = _lobby(services, made_match(lobby_view(1), made_link(clock(), (0,), "turn")))
    if isinstance(scene.match.table, StillTable):
        scene.match.table.stand_before(status, why)
    for _ in range(2):
        scene.update(0.0)


def show_free_seat(services: Services, clock: ShotClock) -> None:
    """A match that goes on has a free seat: take it, or watch."""
    scene = _lobby(services, LanMatch(Path(), Identity()))
    found = scene.search.tables[2]
    scene.choose(replace(found, offer=replace(found.offer, free=1, seats=3)))


def show_people(services: Services, clock: ShotClock) -> None:
    """Who is here, in the lobby."""
    show_lobby(services, clock, OWN).show_people()


def show_kick(services: Services, clock: ShotClock) -> None:
    """Before somebody is sent away."""
    scene = show_lobby(services, clock, OWN)
    ask_to_kick(services, scene.match, NAMES[2], 3)


def show_new_code(services: Services, clock: ShotClock) -> None:
    """Before the code changes."""
    ask_to_renew(services, show_lobby(services, clock, OWN).match)


def show_another_person(services: Services, clock: ShotClock) -> None:
    """Somebody else sits down at this computer."""
    scene = show_lobby(services, clock, OWN)
    scene.show_people()
    sheet = services.scenes.top
    assert isinstance(sheet, PeopleSheet)
    sheet.widgets["bring"].activate()


def show_network_test(services: Services, clock: ShotClock, connected: bool = True) -> None:
    """What the test of the network has found: all but one thing is well, or there is no network."""
    show_lobby(services, clock, OWN)
    place = f"{ADDRESS}:{PORT}"
    findings = [
        Finding("addresses", connected, ADDRESS),
        Finding("loopback", True, place),
        Finding("found", False, str(DISCOVERY_PORT)),
    ]
    tell_findings(services, findings, PORT)


def show_swap(services: Services, clock: ShotClock) -> None:
    """Somebody would like to swap seats."""
    scene = show_lobby(services, clock)
    ask_to_swap(services, scene.match, Notice("swap_asked", NAMES[2], 3, 0))


def show_open_table(services: Services, clock: ShotClock) -> None:
    """What a new table is like."""
    services.scenes.push(HostTableScene(services, lambda wish: None))


def show_allowed(services: Services, clock: ShotClock) -> None:
    """What the host allows, further down."""
    scene = HostTableScene(services, lambda wish: None)
    services.scenes.push(scene)
    for widget in scene.form.widgets:
        if isinstance(widget, ScrollView):
            widget.scroll_to(widget.longest)


def show_saved(services: Services, clock: ShotClock) -> None:
    """Which saved match is hosted again."""
    _lobby(services, LanMatch(Path(), Identity()))
    day = datetime(2026, 11, 28, 21, 14)
    first, second, *_ = all_variants()
    saved = [
        SavedMatch(Path(), first, 5, NAMES[:3], day),
        SavedMatch(Path(), second, 2, NAMES[:2], day.replace(day=21)),
    ]
    services.scenes.push(SavedScene(services, saved, lambda match, open_: None))


# ---- the table ------------------------------------------------------------------------------------------------------


def show_table(
    services: Services,
    clock: ShotClock,
    change: Change = lambda view: view,
    *,
    hand: str = "turn",
    watch: bool = False,
    status: Status = Status.JOINED,
    fair: Fair = Fair.PROVED,
) -> LanTableScene:
    """The table of a match: one's own seat is 0; `change` makes it another one; as a spectator with `watch`."""
    view = change(play_view(hand))
    link = made_link(clock(), () if watch else (0,), hand)
    match = made_match(view, link, WATCHER if watch else OWN)
    match.watching = watch
    if isinstance(match.table, StillTable):
        match.table.turn(status, fair)
    scene = LanTableScene(services, match, view, TableEnd())
    services.scenes.push(scene)
    clock.wait(services, STEP)
    clock.wait(services, LOOKING)
    return scene


def play_view(hand: str) -> TableView:
    """The view of a running match: three people, a bot, a spectator."""
    shot = deal(hand)
    a, b, c, _ = lobby_view(1).seats
    bot = Sitter(NAMES[3], level="efficient")
    settings = replace(usual_settings(shot.variant), options=shot.options)
    return replace(lobby_view(1), phase=Phase.PLAY, settings=settings, seats=(a, b, c, bot))


def seated(view: TableView, place: int, **changes: object) -> TableView:
    """The same table with somebody otherwise there."""
    seats = list(view.seats)
    seats[place] = replace(seats[place] or Sitter(""), **changes)  # type: ignore[arg-type]
    return replace(view, seats=tuple(seats))


def absent(view: TableView) -> TableView:
    """One is away, one was lost, one has gone for good."""
    view = seated(view, 1, connection=Connection.AWAY)
    view = seated(view, 2, connection=Connection.LOST)
    return seated(view, 3, connection=Connection.KICKED)


def awaited(view: TableView) -> TableView:
    """A saved match: two have not come yet."""
    for player in (1, 2):
        view = seated(view, player, guest=0, connection=Connection.LOST)
    return replace(view, paused=True)


def show_chat(services: Services, clock: ShotClock) -> None:
    """The chat beside a question."""
    scene = show_table(services, clock, hand="call")
    scene.company.talk.open()
    scene.company.talk.field.insert("碰不碰")


def show_unread(services: Services, clock: ShotClock) -> None:
    """Two have said something."""
    scene = show_table(services, clock, hand="call")
    for guest, player in ((1, 1), (3, 2)):
        scene.match.lines.append(ChatLine(said=Said(guest, NAMES[player], "快一点，快一点", -1)))
    clock.wait(services, STEP)


def show_menu(services: Services, clock: ShotClock, keeper: int = 1) -> None:
    """Everybody at the table, and what one may do there."""

    def change(view: TableView) -> TableView:
        return seated(seated(absent(view), 0, opens=True), 1, opens=True)

    show_table(services, clock, lambda view: replace(change(view), keeper=keeper)).company.open_menu()


def show_leave(services: Services, clock: ShotClock) -> None:
    """Leaving for good has a price in these rules."""
    priced = next(shot for shot in deals() if shot.ask and variant(shot.variant).rules(_options(shot)).scoring.leave)
    show_table(services, clock, hand=priced.name).company.ask_to_leave()


def _options(shot: Deal) -> dict[str, str]:
    return variant(shot.variant).choose(dict(shot.options))


def show_fair(services: Services, clock: ShotClock) -> None:
    """What the padlock means."""
    scene = show_table(services, clock)
    if scene.match.table is not None:
        explain_fair(services, scene.match.table)


def show_take_seat(services: Services, clock: ShotClock) -> None:
    """A spectator chooses whose seat he takes."""
    show_table(services, clock, awaited, watch=True).ask_whose_seat()


def show_open_hands(services: Services, clock: ShotClock) -> None:
    """All hands of a deal that is over, for a spectator."""
    scene = show_table(services, clock, watch=True)
    log = deal("turn").log()
    services.scenes.push(OpenHandsSheet(services, scene.view, 4, log))


def lan_shots() -> dict[str, Callable[[Services, ShotClock], object]]:
    """What shows every LAN screen, by name."""
    return {
        "lan-nobody": show_nobody, "lan-asking": partial(show_door, status=Status.CONNECTING),
        "lan-refused": partial(show_door, status=Status.REFUSED, why="code"),
        "lan-found": show_found, "lan-free-seat": show_free_seat, "lan-lobby": show_lobby,
        "lan-host": partial(show_lobby, keeper=OWN), "lan-people": show_people, "lan-kick": show_kick,
        "lan-another-person": show_another_person, "lan-network-test": show_network_test,
        "lan-no-network": partial(show_network_test, connected=False),
        "lan-new-code": show_new_code, "lan-swap": show_swap, "lan-open-table": show_open_table,
        "lan-allowed": show_allowed, "lan-saved": show_saved, "lan-table": show_table,
        "lan-absent": partial(show_table, change=absent), "lan-chat": show_chat, "lan-unread": show_unread,
        "lan-menu": show_menu, "lan-menu-host": partial(show_menu, keeper=OWN), "lan-leave": show_leave,
        "lan-paused": partial(show_table, change=lambda view: replace(view, paused=True)),
        "lan-away": partial(show_table, change=lambda view: seated(view, 0, connection=Connection.AWAY)),
        "lan-awaited": partial(show_table, change=awaited), "lan-lost": partial(show_table, status=Status.SILENT),
        "lan-unfair": partial(show_table, fair=Fair.BROKEN), "lan-fair": show_fair,
        "lan-watch": partial(show_table, watch=True), "lan-take-seat": show_take_seat,
        "lan-open-hands": show_open_hands,
    }  # fmt: skip
