"""Whoever looks over a player's shoulder: every answer must come from the very input that means it.

`Watch` judges; `watch_program` puts one into a program that runs, where every answer goes through its links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import pygame

from game.app import App
from game.hotseat.turned import event_as_seen
from game.items import is_item
from game.lanmatch import LanLink
from game.scene import Scene, SceneStack
from game.scenes.hotseat import HotseatScene
from game.scenes.table import TableScene
from game.services import Services
from game.widgets.base import REACH
from net.link import LocalLink
from rules.commands import PASS, Discard
from rules.events import Ask

NEVER_ANSWERS = {pygame.K_ESCAPE, pygame.K_TAB, pygame.K_F1, pygame.K_F6, pygame.K_F11, pygame.K_LEFT, pygame.K_RIGHT,
                 pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
                 pygame.K_BACKSPACE, pygame.K_DELETE}  # fmt: skip
PRESSES = (pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN)

Table = TableScene | HotseatScene


@dataclass(slots=True)
class Seen:
    """What a picture showed: the open prompt, and where each of its cards lay."""

    prompt: int | None = None
    cards: list[tuple[int, pygame.Rect]] = field(default_factory=list)


def active(table: Table) -> TableScene:
    """The table whose hand is on the screen, or under the curtain."""
    return table.active if isinstance(table, HotseatScene) else table


def seen_at(table: Table) -> Seen:
    """What is on the screen."""
    shown = active(table)
    prompt, box = shown.playback.prompt, shown.desk.box
    cards = [] if box is None else [(card.model.index, card.rect.copy()) for card in box.cards]
    return Seen(None if prompt is None else prompt.prompt.id, cards)


def table_in(scenes: SceneStack) -> Table | None:
    """The table that is open, be it under other screens."""
    return next((scene for scene in scenes._scenes if isinstance(scene, TableScene | HotseatScene)), None)


@dataclass(slots=True)
class Watch:
    """`seen` is what the last picture showed when `event` came; None: nobody has done anything."""

    seen: Seen = field(default_factory=Seen)
    event: pygame.Event | None = None
    table: Table | None = None
    answers: list[object] = field(default_factory=list)

    def judge(self, table: Table, ask: Ask, prompt_id: int, index: int) -> None:
        """Whether an answer is meant. Raises AssertionError."""
        option, event = ask.options[index], self.event
        self.answers.append(option)
        if event is not None and isinstance(table, HotseatScene) and table._turned:
            event = event_as_seen(event, table.services.canvas.size)
        if isinstance(table, HotseatScene) and table.flow.seen is None:
            assert option == PASS, "the window of secret calls has closed for who did not press"
            return
        if option == PASS and active(table).passing.on:
            return  # the player has switched calls off for this hand
        assert event is not None, f"{option} without any input"
        assert prompt_id == self.seen.prompt, f"{option} by {event}: its prompt was not on the screen"
        if event.type in PRESSES:
            assert event.dict.get("key") not in NEVER_ANSWERS, f"{option} by {event}"
            return
        assert event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP), f"{option} by {event}"
        assert event.button == 1, f"{option} by {event}"
        if not isinstance(option, Discard) and not is_item(option):
            near = [at for at, rect in self.seen.cards if rect.inflate(4 * REACH, 4 * REACH).collidepoint(event.pos)]
            assert index in near, f"{option} by {event}: that is elsewhere"

    def follow(self, app: App) -> None:
        """Note what is drawn, and what is done. Whoever has left the table can do nothing more."""
        draw, handle = app._draw, app._handle

        def drawn() -> None:
            draw()
            found = table_in(app.services.scenes)
            self.table = found or self.table
            self.seen = Seen() if found is None else seen_at(found)

        def handled(event: pygame.Event) -> None:
            if table_in(app.services.scenes) is not None:
                self.event = event
                handle(event)
                self.event = None
            elif self.table is None:
                handle(event)

        app._draw, app._handle = drawn, handled  # type: ignore[method-assign]


def watch_program(tell: Callable[[dict[str, Any]], object]) -> Watch:
    """Watch the program that is about to start; `tell` hears of every answer, and what is wrong with it."""
    watch, run = Watch(), App.run

    def followed(app: App, make_first: Callable[[Services], Scene], smoke: bool = False) -> None:
        watch.follow(app)
        run(app, make_first, smoke)

    def judged(answer: Callable[..., bool]) -> Callable[..., bool]:
        @wraps(answer)
        def answered(link: Any, seat: int, prompt_id: int, index: int, now: float) -> bool:
            tell(_verdict(watch, prompt_id, index))
            return answer(link, seat, prompt_id, index, now)

        return answered

    App.run = followed  # type: ignore[method-assign, assignment]
    for link in (LocalLink, LanLink):
        link.answer = judged(link.answer)  # type: ignore[method-assign]
    return watch


def _verdict(watch: Watch, prompt_id: int, index: int) -> dict[str, Any]:
    """What is to be told about an answer."""
    wrong, table = "", watch.table
    ask = None if table is None else next(_asks(table, prompt_id), None)
    try:
        assert table is not None, "there is no table"
        if ask is None:
            assert active(table).passing.on, "nobody was asked"
        else:
            watch.judge(table, ask, prompt_id, index)
    except AssertionError as error:
        wrong = str(error)
    said = "" if ask is None else str(ask.options[index])
    return {"prompt": prompt_id, "answer": said, "event": str(watch.event), "wrong": wrong}


def _asks(table: Table, prompt_id: int) -> Iterator[Ask]:
    """The prompt of this number, at whichever table of this computer it is open."""
    tables = [table] if isinstance(table, TableScene) else [table.public, *table.tables.values()]
    for each in tables:
        prompt = each.playback.prompt
        if prompt is not None and prompt.prompt.id == prompt_id:
            yield prompt.prompt.ask
