"""What the table says in sentences: each event, what may be answered, the tile that is raised, the coach's advice.

The log keeps the events; a screen reader gets all of it by `game.speech`. A `quiet` one tells nothing: the table of one
person among several at a computer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.items import is_item
from game.playback import OpenPrompt
from game.table.helps import DANGERS, advice_words
from rules import events as e
from rules.commands import Choose, Command, Discard
from rules.events import AskKind
from rules.state import RoundState

if TYPE_CHECKING:
    from game.scenes.table import TableScene
    from game.table.view import ScreenView
    from rules.bots.coach import Advice


class TableTelling:
    """Give `observe` to the playback's observers, and call `follow` whenever the screen has been brought up to date."""

    def __init__(self, scene: TableScene) -> None:
        self.quiet = False
        self._scene = scene
        self._prompt: OpenPrompt | None = None
        self._selected: int | None = None
        self._advice: Advice | None = None

    def observe(self, event: e.Event, shown: RoundState) -> None:
        """Tell what happened; nothing twice because a discard was taken back."""
        if not self.quiet and not self._scene.playback.undone:
            self._scene.services.speaker.say_all(self._scene.view.words.sentences(event))

    def follow(self) -> None:
        """Tell of a new prompt, of another tile that is raised, and of new advice."""
        scene = self._scene
        if self.quiet or scene.view.covered or not scene.services.speaker.on:
            return
        opened = scene.playback.prompt
        if opened is not self._prompt:
            self._prompt = opened
            if opened is not None and opened.answer is None:
                scene.services.speaker.say_all(prompt_sentences(scene.view, opened, scene.services.clock()))
        if scene.helps.advice is not self._advice:
            self._advice = scene.helps.advice
            if self._advice is not None:
                scene.services.speaker.say(advice_sentence(scene.view, self._advice))
        if scene.hand.input.selected != self._selected:
            self._selected = scene.hand.input.selected
            self._tell_selected()

    def _tell_selected(self) -> None:
        scene = self._scene
        index = scene.hand.arrangement.index(self._selected)
        if index is not None:
            tile = scene.hand.arrangement.pieces[index].tile
            level = scene.helps.levels.get(tile, 0)
            parts = [scene.view.words.tile(tile)] + ([scene.services.tr(DANGERS[level])] if level else [])
            scene.services.speaker.say(scene.services.tr("; ").join(parts))


def prompt_sentences(view: ScreenView, opened: OpenPrompt, now: float) -> list[str]:
    """What is asked: the own hand at one's turn, what can be done, and the seconds there are for it."""
    tr, ask, left = view.services.tr, opened.prompt.ask, opened.left(now)
    sentences = []
    if ask.kind is AskKind.TURN:
        hand = view.shown.seats[ask.seat].hand
        drawn = "" if hand.drawn is None else view.words.tile(hand.drawn)
        sentences.append(tr("Your turn: you drew {tile}", tile=drawn) if drawn else tr("Your turn"))
        sentences.append(tr("Your hand: {tiles}", tiles=view.words.tiles(hand.tiles())))
    done = list(dict.fromkeys(_action(view, option) for option in ask.options if not is_item(option)))
    sentences.append(tr("You can: {actions}", actions=tr(", ").join(done)))
    if left is not None:
        sentences.append(tr("{seconds} seconds", seconds=math.ceil(left)))
    return sentences


def _action(view: ScreenView, option: Command) -> str:
    if isinstance(option, Discard):
        return view.services.tr("Discard").lower()
    said = view.words.command(option)
    return said if isinstance(option, Choose) else said.lower()


def advice_sentence(view: ScreenView, found: Advice) -> str:
    """The coach's advice with its reason."""
    reason = view.services.tr(", ").join(words for words, _ in advice_words(view, found))
    return view.services.tr("Coach: discard {tile}: {reason}", tile=view.words.tile(found.discard), reason=reason)
