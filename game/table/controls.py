"""The buttons of the table: icons at the top right, the control block at the bottom right."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from game.handinput import DOUBLE_CLICK
from game.places import Position
from game.table.sidepanel import LOG
from game.table.smallbutton import IconButton, SmallButton
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.form import Form
from net.messages import AutoCause

if TYPE_CHECKING:
    from game.scenes.table import TableScene


class Controls:
    """Builds the buttons for a layout, and keeps what they say in line with the game."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        services = scene.services
        icons = (
            ("list", partial(scene.panel.toggle, LOG)),
            ("help", scene.open_rules),
            ("gear", scene.open_settings),
            ("menu", scene.open_menu),
        )
        self._icons = [IconButton(services, "", action, icon=icon) for icon, action in icons]
        self._sort = SmallButton(services, "", scene.hand.sort, icon="sort")
        self._cover = SmallButton(services, "", scene.toggle_cover)
        self._main = Button(services, "", self._press_main)
        self._changed, self._bare = -math.inf, False
        self.items = SmallButton(services, "", scene.open_items, icon="star")
        self.calls = SmallButton(services, "", scene.passing.toggle)
        above = [self.calls, self.items]
        self.form = Form(services, [*self._icons, scene.panel.tabs, *above, self._sort, self._cover, self._main])

    @property
    def stops(self) -> list[Widget]:
        """The buttons that take the keyboard focus, in reading order."""
        return [widget for widget in self.form.widgets if widget.takes_focus]

    def leave_icons(self) -> None:
        """Only the icons stay: a table that shows nobody's hand. Of the big button, that a discard is taken back."""
        self._bare = True
        for button in (self._sort, self._cover, self._main):
            button.visible = False

    def place(self) -> None:
        """Put them where the layout wants them, in the current language."""
        layout = self._scene.view.layout
        rules, count = self._icons[1], len(self._icons)
        rules.visible = layout.icon_buttons(count)[0].left > layout.plate(Position.ACROSS).right
        icons = [icon for icon in self._icons if icon.visible]  # large ones leave no room for the rules, which F1 opens
        for button, rect in zip(icons, layout.icon_buttons(len(icons)), strict=True):
            button.rect = rect
        self._sort.rect, self._cover.rect, self._main.rect = layout.controls()
        self._scene.panel.place()
        self._sort.text = self._scene.services.tr("Sort")
        self.items.text = self._scene.services.tr("Items")
        self.refresh()

    def _refresh_above(self) -> None:
        """Above the control block, or above the cards of a prompt: there only while an item or a call may be used."""
        scene, tr = self._scene, self._scene.services.tr
        box, passing = scene.desk.box, scene.passing
        self.items.visible, self.calls.visible = bool(scene.desk.items), passing.offered
        self.calls.text, self.calls.icon = tr("Ask me") if passing.on else tr("No calls"), "x"
        for button, column in ((self.items, self._cover), (self.calls, self._sort)):
            button.rect = column.rect.copy()
            button.rect.bottom = (column.rect.top if box is None else box.rect.top) - scene.services.px(8)

    def _press_main(self) -> None:
        """Do what the big button says. No second half of a double click takes back what the first discarded."""
        scene = self._scene
        if scene.discards_now or scene.services.clock() - self._changed >= DOUBLE_CLICK:
            scene.press_main()

    def refresh(self) -> None:
        """Say what can be done now, and remember since when the big button means what it means."""
        before = self._main.text
        self._name_buttons()
        if before and self._main.text != before:
            self._changed = self._scene.services.clock()

    def _name_buttons(self) -> None:
        """The big button discards on one's own turn, and is for auto-win otherwise."""
        scene, tr = self._scene, self._scene.services.tr
        covered, auto, keys = scene.view.covered, scene.playback.auto, scene.services.chosen.keys
        discards = scene.discards_now
        self._refresh_above()
        self._cover.text, self._cover.icon = (tr("Show"), "eye") if covered else (tr("Cover"), "hide")
        regrets = scene.may_take_back
        self._main.visible = regrets or not self._bare
        if regrets:
            self._main.kind, self._main.shortcut = "ink", keys["take_back"]
            self._main.text, self._main.enabled, self._main.reason = tr("Take back"), True, ""
            return
        self._main.kind = "main" if discards else "ink"
        self._main.shortcut = keys["discard"] if discards else keys["auto_win"]
        texts = {AutoCause.OFF: tr("Auto-win"), AutoCause.BUTTON: tr("Stop auto")}
        self._main.text = tr("Discard") if discards else texts.get(auto, tr("Play myself"))
        self._main.enabled = discards or auto is not AutoCause.OFF or scene.waits.ready
        self._main.reason = "" if self._main.enabled else tr("Auto-win starts once the hand is ready")
