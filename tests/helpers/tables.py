"""Tables for tests of the front end: a match on a host in this process, and the fullest table that can be."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

import pygame

from game.app import offscreen_services
from game.preferences import Preferences
from game.scene import Scene
from game.scenes.table import TableScene
from game.services import Services
from game.tableinfo import TableInfo
from net.entrants import Entrant
from net.host import Host
from net.link import LocalLink
from net.messages import Message, News, Prompt
from net.timers import Timers
from rules import events as e
from rules.commands import DISCARD, PASS, PONG, WIN, Chow, Kong
from rules.match import Match, MatchSettings, default_length
from rules.melds import KongKind, Meld, added_kong, concealed_kong, exposed_kong, pong
from rules.seats import SEATS, Seat
from rules.tiles import HIDDEN, Tile, parse_tile, parse_tiles
from rules.variants import variant

NAMES = ("竹影", "小满", "梅娘", "陈伯")
LONG_NAMES = ("长名字测试长名字测试", "吉野家的小满同学", "梅娘梅娘梅娘梅娘", "Bartholomew the Third")
SEED = b"0123456789abcdef"
OWN = "123456789m1234p"
UNTIMED = Timers()


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class LocalTable:
    """One person and three bots at a table in this process, drawn off screen."""

    scene: TableScene
    host: Host
    clock: Clock

    @property
    def services(self) -> Services:
        return self.scene.services

    def run(self, seconds: float, step: float = 0.02) -> None:
        """Let time pass for whatever scene is on top."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += step
            self.services.scenes.top.update(step)

    def run_until_asked(self, limit: float = 60.0) -> bool:
        """Let time pass until the person is asked; False when the hand ends first."""
        end = self.clock.now + limit
        while self.clock.now < end:
            self.run(0.02)
            prompt = self.scene.playback.prompt
            if prompt is not None and prompt.answer is None and self.scene.playback.settled:
                return True
            if self.services.scenes.top is not self.scene:
                return False
        raise AssertionError("nobody is asked, and the hand does not end")

    def draw(self) -> None:
        """Draw whatever is on top."""
        self.services.scenes.draw(self.services.canvas.surface)


def preferences(**chosen: object) -> Preferences:
    """Chinese, without waiting for anything, unless chosen otherwise."""
    values: dict[str, object] = {"language": "zh_CN", "speed": "instant"}
    return Preferences(**{**values, **chosen})  # type: ignore[arg-type]


def local_table(
    key: str = "sichuan",
    size: tuple[int, int] = (1280, 720),
    chosen: Preferences | None = None,
    timers: Timers = UNTIMED,
    seed: bytes = SEED,
    options: tuple[tuple[str, str], ...] = (),
) -> LocalTable:
    """A table whose first hand has been dealt."""
    clock = Clock()
    services = offscreen_services(size, chosen or preferences(), clock)
    found = variant(key)
    match = Match(MatchSettings(key, options, default_length(found), seed), found)
    entrants = (Entrant(NAMES[0]), *(Entrant(name, "efficient") for name in NAMES[1:]))
    host = Host(match, entrants, timers, random.Random(1).randrange, lambda events: None)
    link = LocalLink(host, [0])
    host.start(clock.now)
    table = TableInfo(found, match.rules, NAMES, (None, "efficient", "efficient", "efficient"))
    scene = TableScene(services, link, 0, table)
    services.scenes.push(scene)
    return LocalTable(scene, host, clock)


@dataclass(slots=True)
class ScriptedLink:
    """A link that says what a test wrote down, and keeps the answers."""

    messages: list[Message]
    seats: tuple[Seat, ...] = (0,)
    answers: list[tuple[int, int]] = field(default_factory=list)
    auto: bool = False
    late: bool = False

    def poll(self, now: float) -> list[Message]:
        """Everything at once."""
        messages, self.messages = self.messages, []
        return messages

    def answer(self, seat: Seat, prompt_id: int, index: int, now: float) -> bool:
        """Keep it, unless it comes too late."""
        if not self.late:
            self.answers.append((prompt_id, index))
        return not self.late

    def ready(self, seat: Seat, now: float) -> None:
        """Nobody waits for it."""

    def set_auto(self, seat: Seat, on: bool, now: float) -> None:
        """Keep it."""
        self.auto = on

    def pause(self, paused: bool, now: float) -> None:
        """There is no clock."""

    def may_take_back(self, seat: Seat) -> bool:
        """Others have seen it."""
        return False

    def take_back(self, seat: Seat, now: float) -> None:
        """Never."""

    def consent(self, seat: Seat, question: int, agrees: bool, now: float) -> None:
        """Nobody asks."""

    def leave(self, seat: Seat, now: float) -> None:
        """There is no table."""

    def close(self) -> None:
        """Nothing is open."""


def scripted_table(
    events: Iterable[e.Event],
    prompt: Prompt | None = None,
    size: tuple[int, int] = (1280, 720),
    chosen: Preferences | None = None,
    key: str = "sichuan",
    names: tuple[str, str, str, str] = NAMES,
    options: tuple[tuple[str, str], ...] = (),
) -> tuple[TableScene, ScriptedLink, Clock]:
    """A table that shows these events and this prompt."""
    clock = Clock()
    services = offscreen_services(size, chosen or preferences(), clock)
    messages: list[Message] = [News(0, 1, 0, tuple(events))]
    link = ScriptedLink([*messages, prompt] if prompt is not None else messages)
    found = variant(key)
    rules = found.rules(dict(options))
    table = TableInfo(found, rules, names, (None, "efficient", "efficient", "efficient"))
    scene = TableScene(services, link, 0, table)
    services.scenes.push(scene)
    scene.update(0.0)
    return scene, link, clock


# ---- the fullest table ----------------------------------------------------------------------------------------------


def beginning(hands: dict[Seat, str], dealer: Seat = 2, wall: int = 60, number: int = 3) -> list[e.Event]:
    """Hand `number` begins with these tiles in hand; hands not named are hidden ones of thirteen."""
    dealt: list[e.Event] = []
    for seat in SEATS:
        tiles = tuple(parse_tiles(hands[seat])) if seat in hands else (HIDDEN,) * 13
        dealt.append(e.Dealt(seat, tiles))
    total = wall + sum(len(d.tiles) for d in dealt if isinstance(d, e.Dealt))
    start: list[e.Event] = [
        e.RoundStarted("sichuan", (), number, dealer, 0),
        e.WallBuilt((HIDDEN,) * total),
        e.Rolled((3, 4)),
        e.Staged(e.Stage.OPENING, dealer),
    ]
    return [*start, *dealt]


def called(seat: Seat, source: Seat, meld: Meld) -> list[e.Event]:
    """A discard and the call of it."""
    assert meld.taken is not None
    return [
        e.Discarded(source, meld.taken, False),
        e.Staged(e.Stage.CLAIM, source),
        e.Melded(seat, meld, ()),
    ]


def fullest_events(tile_rivers: int = 24) -> list[e.Event]:
    """Four kongs each, as many kinds of them as there are, one tile in hand, and 24 discards each."""
    events = beginning({0: "555666777m9999m8m"}, wall=300)
    for seat in (1, 2, 3):
        events.append(e.Dealt(seat, (HIDDEN,) * 4))
    for source, tile in ((3, 5), (2, 6), (1, 7)):
        events += called(0, source, exposed_kong(Tile(tile), source))
    events.append(e.Melded(0, concealed_kong(Tile(9)), ()))
    for seat in (1, 2, 3):
        events += _kongs(seat)
    for number in range(tile_rivers):
        for seat in SEATS:
            tile = Tile((number * 5 + seat * 7) % 27 + 1)
            if seat == 0:
                events.append(e.Drew(0, tile, 0, replacement=False))
            else:
                events.append(e.Drew(seat, HIDDEN, 0, replacement=False))
            events.append(e.Staged(e.Stage.TURN, seat))
            events.append(e.Discarded(seat, tile, True))
    events.append(e.Staged(e.Stage.CLAIM, 3))
    return events


def _kongs(seat: Seat) -> list[e.Event]:
    """A concealed, two exposed and an added kong, fed from all sides."""
    before, opposite, after = (seat + 3) % 4, (seat + 2) % 4, (seat + 1) % 4
    base = 9 + seat
    first = pong(Tile(base + 3), after)
    return [
        e.Melded(seat, concealed_kong(Tile(base + 9)), ()),
        *called(seat, before, exposed_kong(Tile(base + 1), before)),
        *called(seat, opposite, exposed_kong(Tile(base + 2), opposite)),
        *called(seat, after, first),
        e.KongAnnounced(seat, first.tile),
        e.Melded(seat, added_kong(first), ()),
    ]


def six_options(seat: Seat = 0, seconds: float | None = 9.0) -> Prompt:
    """A claim with everything: win, kong, pong, three chows, pass."""
    options = (
        WIN,
        Kong(KongKind.EXPOSED, Tile(15)),
        PONG,
        Chow((Tile(13), Tile(14))),
        Chow((Tile(14), Tile(16))),
        Chow((Tile(16), Tile(17))),
        PASS,
    )
    ask = e.Ask(0, seat, e.AskKind.CLAIM, options, PASS)
    return Prompt(77, seat, ask, seconds, 10.0)


# ---- what a person does ---------------------------------------------------------------------------------------


def mouse(scene: Scene, kind: int, position: tuple[int, int], button: int = 1) -> None:
    if kind == pygame.MOUSEMOTION:
        event = pygame.Event(kind, pos=position, rel=(0, 0), buttons=(0, 0, 0))
    else:
        event = pygame.Event(kind, pos=position, button=button)
    scene.services.scenes.top.handle(event)


def click(scene: Scene, position: tuple[int, int], button: int = 1) -> None:
    mouse(scene, pygame.MOUSEMOTION, position)
    mouse(scene, pygame.MOUSEBUTTONDOWN, position, button)
    mouse(scene, pygame.MOUSEBUTTONUP, position, button)


def press(scene: Scene, key: int, mod: int = 0) -> None:
    scene.services.scenes.top.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


def tile_centre(scene: TableScene, index: int) -> tuple[int, int]:
    arrangement = scene.hand.arrangement
    return scene.view.layout.hand_place(index, len(arrangement), arrangement.apart).face.center


def my_turn(*extra: e.Event, tiles: str = OWN, drawn: str = "5p", forbid: str = "") -> tuple[list[e.Event], Prompt]:
    """A view in which it is one's own turn with a drawn tile, and the prompt for it."""
    hand = [*parse_tiles(tiles), parse_tile(drawn)]
    options = tuple(DISCARD[tile] for tile in sorted(set(hand) - set(parse_tiles(forbid))))
    ask = e.Ask(0, 0, e.AskKind.TURN, options, DISCARD[parse_tile(drawn)])
    events = [
        *beginning({0: tiles}, dealer=0),
        *extra,
        e.Drew(0, parse_tile(drawn), 0, False),
        e.Staged(e.Stage.TURN, 0),
        e.Asked(0, ask),
    ]
    return events, Prompt(9, 0, ask, None, None)


def claimed(prompt: Prompt) -> list[e.Event]:
    """A discard that one may claim."""
    return [*beginning({0: OWN}, dealer=3), e.Discarded(3, parse_tile("6p"), False), e.Asked(0, prompt.ask)]


def order(scene: TableScene) -> str:
    return "".join(str(piece.tile) + " " for piece in scene.hand.arrangement.pieces)
