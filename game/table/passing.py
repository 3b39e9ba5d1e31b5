"""No calls (不叫牌): whatever may be claimed is passed by itself until the hand ends. A win is still asked for.

A claim is passed in the moment in which it comes in, so within the claim window of a table with others: it ends no
sooner and no later than if there had been nothing to claim (`net.window`). Source: guides/reliability.md 4.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from net.messages import Message, News, Prompt
from rules.commands import WIN
from rules.events import Ask, AskKind

if TYPE_CHECKING:
    from game.scenes.table import TableScene


def passes(ask: Ask) -> bool:
    """Whether nothing but calls is asked for."""
    return ask.kind is AskKind.CLAIM and WIN not in ask.options


class Passing:
    """Stands between the link of a table and what is shown of it. `on`: calls are passed in this hand.

    `allowed`: not where several people share a screen, who press in secret.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self.on, self.allowed = False, True
        self._hand = 0

    @property
    def offered(self) -> bool:
        """Whether it can be switched: when a call is asked for, and while it is on."""
        prompt = self._scene.playback.prompt
        asked = prompt is not None and prompt.answer is None and passes(prompt.prompt.ask)
        return self.allowed and (self.on or asked)

    def toggle(self) -> None:
        """Switch it; a call that is asked for now is passed with the rest."""
        scene = self._scene
        if not self.offered:
            scene.services.say(scene.services.tr("You can pass all calls of a hand once you are asked for one"))
            return
        self.on = not self.on
        prompt = scene.playback.prompt
        if self.on and prompt is not None and passes(prompt.prompt.ask):
            scene.desk.answer(prompt.prompt.ask.options.index(prompt.prompt.ask.default))
            scene.services.say(scene.services.tr("Calls are passed until the hand ends; a win is still asked for"))
        scene.invalidate()

    def take(self, messages: Iterable[Message], now: float) -> Iterator[Message]:
        """What is left to be shown. Another hand ends it."""
        for message in messages:
            if isinstance(message, News) and message.hand != self._hand:
                self._hand, self.on = message.hand, False
            if not (isinstance(message, Prompt) and self.on and passes(message.ask)) or not self._pass(message, now):
                yield message

    def _pass(self, prompt: Prompt, now: float) -> bool:
        return self._scene.link.answer(prompt.seat, prompt.id, prompt.ask.options.index(prompt.ask.default), now)
