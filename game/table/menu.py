"""The menu of a table at this computer: what is also behind a sign or a key, in words; and the way out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.pictures import keep_and_say
from game.table.sidepanel import LOG
from game.tabletexts import TableTexts
from game.widgets.dialog import Answer, Dialog

if TYPE_CHECKING:
    from game.scenes.table import TableScene


class TableMenu(Dialog):
    """Lies over the table, whose clocks stand still. A press beside it, like Escape, goes on.

    `seen`: whether the table is to be seen, and not the curtain between several people.
    """

    columns = 2

    def __init__(self, scene: TableScene, seen: bool = True) -> None:
        services, tr = scene.services, scene.services.tr
        answers = [
            Answer(tr("Table rules"), scene.open_rules, "help", "f1"),
            Answer(tr("Settings"), scene.open_settings, "gear"),
        ]
        if seen:
            answers += [
                Answer(tr("Log"), partial(scene.panel.toggle, LOG), "list", services.chosen.keys["log"]),
                Answer(tr("Screenshot"), self._keep_picture, "share", "f12"),
            ]
        answers += [Answer(tr("Leave…"), scene.ask_to_leave, "door"), Answer(tr("Play on"), icon="play", key="escape")]
        name = TableTexts(services.strings.language, scene.table.variant.key).name
        super().__init__(services, name, tr("The clocks stand still"), answers)

    def handle(self, event: pygame.Event) -> bool:
        """As any question; a press beside it is the safe answer, too."""
        if event.type == pygame.MOUSEBUTTONDOWN and not self.rect.collidepoint(event.pos):
            self._answer(self.answers[-1])
            return True
        return super().handle(event)

    def save_picture(self) -> bool:
        """F12: the menu goes away, and is not in the picture."""
        self.services.scenes.pop()
        self._keep_picture()
        return True

    def _keep_picture(self) -> None:
        """Of the whole window, once the menu has closed."""
        surface = pygame.Surface(self.services.canvas.size)
        self.services.scenes.top.draw(surface)
        keep_and_say(self.services, surface, "sifang")
