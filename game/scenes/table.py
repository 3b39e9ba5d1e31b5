"""The table (picture 01): shows what the playback has reached, takes what the player does. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.scene import POLL_SECONDS
from game.table.answerclock import AnswerClock
from game.table.compass import draw_time
from game.table.controls import Controls
from game.table.desk import PromptDesk
from game.table.helps import draw_helps
from game.table.passing import Passing
from game.table.plates import draw_log_line
from game.table.playedtable import PlayedTable
from game.table.refusalline import RefusalLine
from game.table.sidepanel import SidePanel
from game.table.tablekeys import TableKeys
from game.table.tablepointer import TablePointer
from game.table.takingback import TakingBack
from game.table.telling import TableTelling
from game.table.tilecard import draw_card
from game.table.view import ScreenView
from game.table.waits import WaitsAdviser, draw_waits
from game.tableinfo import TableEnd, TableInfo
from game.widgets.form import PRESSES
from net.link import Link
from net.messages import AutoCause
from rules import events as e
from rules.seats import Seat
from rules.state import RoundState

if TYPE_CHECKING:
    from game.scenes.settlement import SettlementScene
    from game.services import Services


class TableScene(PlayedTable):
    """A match seen from one seat. `clocks_stand`: whether the clocks stand still while something lies on the table.

    `menu`: that of the table where others play elsewhere, from which it is left, too. Without an `end` the table is
    left for the screen before it.
    """

    clocks_stand = True
    menu: Callable[[], object] | None = None
    area_key = pygame.K_F6

    def __init__(
        self, services: Services, link: Link, seat: Seat, table: TableInfo, end: TableEnd | None = None
    ) -> None:
        self.desk = PromptDesk(lambda: self.view, link)
        super().__init__(services, self.desk.discard)
        self.link, self.seat, self.table = link, seat, table
        self.end = end or TableEnd(on_over=lambda *told: self._leave(), on_leave=services.scenes.pop)
        self.waits = WaitsAdviser()
        self.answer_clock, self.passing = AnswerClock(lambda: self.view), Passing(self)
        self.refusal = RefusalLine(lambda: self.view)
        self.taking_back = TakingBack(
            services, lambda: self.view, lambda: dict.fromkeys(link.seats, link), self.take_in
        )
        self.taking_back.follow([self.playback])
        self.telling = TableTelling(self)
        self.playback.observers += [self._take_seats, self.follower.observe, self.refusal.look, self.hearing.observe]
        self.playback.observers.append(self.telling.observe)
        self.panel = SidePanel(self)
        self.keys = TableKeys(self)
        self.pointer = TablePointer(self)
        self.controls = Controls(self)
        self._sheet: SettlementScene | None = None
        self.beside_sheet: Callable[[], object] = lambda: None
        self._held_at: float | None = None
        self.view = self._make_view()

    def _make_view(self) -> ScreenView:
        return self._new_view(self.table, self.seat, self.services.chosen.large_targets)

    @property
    def log(self) -> list[str]:
        """What happened in this hand, in words."""
        return self.follower.log

    # ---- frame ------------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Lay everything out again; what was in the air has landed."""
        self.timeline.finish()
        self.stage.beside.finish()
        old, self.view = self.view, self._make_view()
        self.view.own, self.view.marked, self.view.covered = old.own, old.marked, old.covered
        self.view.effects.last = old.effects.last
        self.controls.place()
        self.desk.build()

    def enter(self) -> None:
        """Messages go above the hand here; the clocks of the table go on."""
        self.services.toasts.bottom = 132.0
        self.hearing.open()
        now, held_at = self.services.clock(), self.take_hold()
        self.link.pause(False, now)
        if held_at is not None and self.clocks_stand:
            self.playback.stretch(now - held_at)

    def take_hold(self) -> float | None:
        """Since when the clocks have stood still for what lay on the table, if they have; that is over."""
        held_at, self._held_at = self._held_at, None
        return held_at

    def _hold_clocks(self) -> None:
        self._held_at = self.services.clock()
        self.link.pause(True, self._held_at)

    def leave(self) -> None:
        """Let go of what the pointer holds, and of pictures."""
        super().leave()
        self.pointer.forget()
        self.hand.input.forget()
        self.controls.form.release()

    def update(self, seconds: float) -> float:
        """Hear the table, show what there is time for."""
        now = self.services.clock()
        self._set_speed(self.services.chosen.speed_factor)
        before = self._looks
        self.take_in()
        self._move_on(seconds)
        if self.playback.settled:
            self.waits.look(self.view)
            self.helps.look(self.view)
        self._sync()
        if self._looks != before:
            self.invalidate()
        if self.playback.settled:
            self._show_sheet()
        self._ask_for_consent()
        moving = self._until_moving
        self.refusal.update(now)
        self.desk.remind()
        waits = (self.hand.update(seconds, now), self.answer_clock.update(), self.hearing.update(now))
        return min(POLL_SECONDS, moving, self.pointer.open_tile.update(seconds), *waits)

    def _sync(self) -> None:
        """Prompt, hand and buttons follow what is shown."""
        self.desk.sync()
        self.hand.legal, self.hand.used = self.desk.legal, self.desk.used
        self.controls.refresh()
        self.telling.follow()

    # ---- playback ---------------------------------------------------------------------------------------------------

    def _take_seats(self, event: e.Event, shown: RoundState) -> None:
        """A hand begins: players may sit elsewhere than in the one before."""
        if not isinstance(event, e.RoundStarted):
            return
        self._sheet = None
        standing, seats = self.playback.standing, self.link.seats
        if standing is not None:
            self.table = self.view.table = replace(self.table, players=standing.players)
        if seats:
            self.seat = self.view.own = seats[0]

    # ---- what the player does ---------------------------------------------------------------------------------------

    @property
    def discards_now(self) -> bool:
        """Whether the big button discards."""
        return self.hand.may_discard and self.playback.auto is AutoCause.OFF

    def discard_selected(self) -> bool:
        """Discard the raised tile; False when none is raised or no discard is asked for."""
        index = self.hand.arrangement.index(self.hand.input.selected)
        if index is None or not self.hand.may_discard:
            return False
        if not self.hand.discard(index):
            self.hand.refuse(index)
        return True

    def main_action(self) -> None:
        """The big button: discard on one's own turn, auto-win otherwise."""
        if not self.discards_now:
            self.toggle_auto()
        elif not self.discard_selected():
            self.services.say(self.services.tr("Choose a tile first"))

    @property
    def may_take_back(self) -> bool:
        """Whether one's last discard can be taken back."""
        return self.link.may_take_back(self.seat)

    def press_main(self) -> None:
        """The big button is pressed, not its key: then it takes back, too."""
        if self.may_take_back:
            self.take_back()
        else:
            self.main_action()

    def take_back(self) -> None:
        """Take the last discard back, while nobody has seen a new tile, or ask the others."""
        self.link.take_back(self.seat, self.services.clock())
        self.take_in()
        if self.playback.undone:
            self.services.audio.play("tile.swap")
            self.playback.finish()
        self._sync()
        self._ask_for_consent()
        self.invalidate()

    def _ask_for_consent(self) -> None:
        """Somebody asks to take a discard back."""
        if self.services.scenes.top is self:
            self.taking_back.ask_here()

    def toggle_auto(self) -> None:
        """Auto-win mode on or off; only a ready hand may begin it."""
        on = self.playback.auto is AutoCause.OFF
        if on and not self.waits.ready:
            self.services.say(self.services.tr("Auto-win starts once the hand is ready"))
        else:
            self.link.set_auto(self.seat, on, self.services.clock())

    def toggle_cover(self) -> None:
        """Turn one's own tiles over, or back."""
        self.view.covered = not self.view.covered
        self.hand.input.forget()
        self.invalidate()

    def select_place(self, place: int) -> bool:
        """Raise the tile at a place; False when there is none."""
        if not 0 <= place < len(self.hand.arrangement) or self.view.covered:
            return False
        self.hand.input.select(self.hand.arrangement.pieces[place].id)
        return True

    def open_settings(self) -> None:
        """Settings over the table; the clocks of a table of one's own stand still."""
        from game.scenes.settings import SettingsScene

        self._hold_clocks()
        self.services.scenes.push(SettingsScene(self.services))

    def open_rules(self) -> None:
        """The page of these rules over the table, which is afterwards as it was."""
        from game.scenes.encyclopedia import EncyclopediaScene

        self._hold_clocks()
        self.services.scenes.push(EncyclopediaScene(self.services, self.table.variant.key))

    def open_items(self) -> None:
        """The items that may be used now."""
        from game.table.itempanel import open_items

        open_items(self)

    def open_menu(self, seen: bool = True) -> None:
        """What one may do here besides playing. `seen`: as for `TableMenu`."""
        from game.table.menu import TableMenu

        if self.menu is not None:
            self.menu()
            return
        self._hold_clocks()
        self.services.scenes.push(TableMenu(self, seen))

    def ask_to_leave(self) -> None:
        """A question first: nobody leaves by accident. The clocks stand still meanwhile."""
        from game.table.leaving import leave_question

        if self.menu is not None:
            self.menu()
            return
        if not self.view.shown.over:
            self._hold_clocks()
        self.services.scenes.push(leave_question(self.services, self.view.shown.over, self._leave))

    def ask_to_close(self) -> bool:
        """As leaving, while the match goes on."""
        goes_on = self.playback.standing is None or not self.playback.standing.over
        if goes_on:
            self.ask_to_leave()
        return goes_on

    def _leave(self) -> None:
        self.link.close()
        self.end.on_leave()

    # ---- the end of a hand ------------------------------------------------------------------------------------------

    def _show_sheet(self) -> None:
        """When everything about a finished hand has been shown, its sheet comes."""
        standing, shown = self.playback.standing, self.view.shown
        if self._sheet is not None or standing is None or not shown.over or standing.hands < shown.number:
            return
        self.end.on_hand(shown, standing)
        from game.scenes.settlement import SettlementScene

        sheet = SettlementScene(self.services, shown.copy(), self.table, standing, self._next, self.seat, self._listen)
        sheet.on_leave, self._sheet = self.ask_to_leave, sheet
        self.services.scenes.push(sheet)

    def _next(self) -> None:
        """The player has read the sheet."""
        standing = self.playback.standing
        if standing is not None and standing.over:
            self._close_sheet()
            self.end.on_over(self.view.shown, standing)
        else:
            self.link.ready(self.seat, self.services.clock())
            self._listen()

    def take_in(self) -> None:
        """Take in what the table says."""
        now = self.services.clock()
        self.playback.receive(self.passing.take(self.link.poll(now), now), now)

    def _listen(self) -> None:
        """Hear the table while the sheet lies on it; take the sheet away when the next hand begins."""
        self.take_in()
        self.beside_sheet()
        if self.playback.next_hand_waits:
            self._close_sheet()

    def _close_sheet(self) -> None:
        if self._sheet is not None and self.services.scenes.top is self._sheet:
            self.services.scenes.pop()

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Cards and buttons first, then the hand; any press ends an animation and counts."""
        if event.type in PRESSES:
            self._notice_player()
        if event.type == pygame.KEYDOWN:
            return self.keys.handle(event)
        if event.type == pygame.WINDOWFOCUSLOST:
            self.pointer.forget()
            self.hand.input.forget()
        return self.pointer.handle(event)

    def wake(self) -> None:
        """Take the seat back when it plays by itself after two time-outs."""
        if self.playback.auto is AutoCause.TIMEOUTS:
            self.link.set_auto(self.seat, False, self.services.clock())

    def _notice_player(self) -> None:
        """A press ends an animation, and shows that somebody is there."""
        self.wake()
        if self.playback.hurry():
            self.stage.beside.finish()
            self._sync()

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The table, and what the pointer asks about."""
        super().draw(surface)
        draw_card(self, surface)
        self.pointer.draw(surface)

    def _draw_resting(self, surface: pygame.Surface) -> None:
        """The still table, then the hand and what is asked."""
        view, left = self.view, self.answer_clock.left
        self.board.draw(view, surface)
        if left is not None:
            draw_time(view, surface, left)
        waits = self.waits.shown(view.marked)
        if waits.waits and self.services.chosen.waits_panel and not view.covered:
            draw_waits(view, surface, waits)
        self.hand.draw(surface)
        if self.log:
            draw_log_line(view, surface, self.log[-1])
        self.controls.form.draw(surface)
        if self.desk.box is not None:
            self.desk.box.draw(surface, left)
        covered = self.panel.open and self.panel.shown and self.view.layout.rail is None
        self.refusal.draw(surface, self.desk.box, self.panel.rect if covered else None)
        draw_helps(view, surface, self.helps)
        self.panel.draw(surface)
