"""What a bot did for somebody who was not there, told once he is back."""

from __future__ import annotations

from collections.abc import Iterator

from game.scenes.table import TableScene
from net.messages import AutoCause
from rules.commands import Command, Discard, Pass
from rules.events import Answered, Cause, Event, RoundStarted
from rules.state import RoundState


class BotDeeds:
    """Collects from one's own answers in the present hand those that a bot gave; one's own auto-win is no absence."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._commands: list[Command] = []
        scene.playback.observers.append(self._observe)

    def _observe(self, event: Event, shown: RoundState) -> None:
        if isinstance(event, RoundStarted):
            self._commands.clear()
        elif isinstance(event, Answered) and event.seat == self._scene.seat:
            if event.cause is Cause.PLAYER:
                self._commands.clear()
            elif event.cause is Cause.BOT and self._scene.playback.auto is not AutoCause.BUTTON:
                self._commands.append(event.command)

    def tell(self) -> None:
        """In the log, and as a message at a table that nobody shares; nothing when the bot only passed."""
        scene = self._scene
        if not self._commands or not scene.playback.settled:
            return
        deeds = list(self._words())
        self._commands.clear()
        if not deeds:
            return
        tr = scene.services.tr
        text = tr("Meanwhile a bot has played for you: {deeds}", deeds=tr(", ").join(deeds))
        scene.log.append(text)
        scene.playback.version += 1
        if not scene.telling.quiet:
            scene.services.say(text)

    def _words(self) -> Iterator[str]:
        """The tiles thrown, then the calls in their order."""
        words, tr = self._scene.view.words, self._scene.services.tr
        thrown = [command.tile for command in self._commands if isinstance(command, Discard)]
        if thrown:
            yield tr("threw {tiles}", tiles=words.tiles(thrown))
        for command in self._commands:
            if not isinstance(command, Discard | Pass):
                yield words.command(command)
