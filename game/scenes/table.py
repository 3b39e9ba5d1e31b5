"""The table (picture 01): shows what the playback has reached, takes what the player does. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.cues import Cue, Moment, cue_of
from game.layout import TableLayout
from game.playback import Playback
from game.scene import MOVING, STILL, Scene
from game.table.answerclock import AnswerClock
from game.table.board import Board, Resting
from game.table.compass import draw_time
from game.table.controls import Controls
from game.table.desk import PromptDesk
from game.table.effects import Effects
from game.table.flying import draw_effects
from game.table.follower import Follower
from game.table.hearing import TableHearing
from game.table.helps import Helps, draw_helps
from game.table.ownhand import OwnHand
from game.table.passing import Passing
from game.table.plates import draw_log_line
from game.table.refusalline import RefusalLine
from game.table.sidepanel import SidePanel
from game.table.stage import TableStage
from game.table.tablekeys import TableKeys
from game.table.tablepointer import TablePointer
from game.table.telling import TableTelling
from game.table.tilecard import draw_card
from game.table.view import TableView
from game.table.waits import WaitsAdviser, draw_waits
from game.tableinfo import TableInfo
from game.tabletexts import TableTexts
from game.timeline import Timeline
from game.words import Words
from net.link import Link
from net.messages import AutoCause, Standing
from rules import events as e
from rules.seats import Seat
from rules.state import RoundState

if TYPE_CHECKING:
    from game.scenes.settlement import SettlementScene
    from game.services import Services

POLL_SECONDS = 0.05
WIDE_FROM = 115  # text setting from which cards are as wide as in English
PRESSES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)


class TableScene(Scene):
    """A match seen from one seat. `clocks_stand`: whether the clocks stand still while something lies on the table.

    `on_hand` is called when a hand has ended, `on_over` after the sheet of the last one, `on_leave` when one leaves.
    """

    clocks_stand = True
    area_key = pygame.K_F6

    def __init__(
        self,
        services: Services,
        link: Link,
        seat: Seat,
        table: TableInfo,
        *,
        on_over: Callable[[RoundState, Standing], object] | None = None,
        on_leave: Callable[[], object] | None = None,
        on_hand: Callable[[RoundState, Standing], object] | None = None,
    ) -> None:
        super().__init__(services)
        self.link, self.seat, self.table = link, seat, table
        self._on_over, self._on_leave, self._on_hand = on_over, on_leave, on_hand
        self.timeline = Timeline(services.chosen.speed_factor)
        self.hearing = TableHearing(lambda: self.view)
        self.playback = Playback(self.timeline, self._cue, self.hearing.play)
        self.waits = WaitsAdviser()
        self.desk = PromptDesk(lambda: self.view, link)
        self.answer_clock, self.passing = AnswerClock(lambda: self.view), Passing(self)
        self.helps = Helps()
        self.hand = OwnHand(lambda: self.view, self.desk.discard, self.helps)
        self.stage = TableStage(lambda: self.view, self.hand)
        self.follower = Follower(lambda: self.view, self.hand, self.stage)
        self.refusal = RefusalLine(lambda: self.view)
        self.telling = TableTelling(self)
        self.playback.observers += [self._take_seats, self.follower.observe, self.refusal.look, self.hearing.observe]
        self.playback.observers.append(self.telling.observe)
        self.board = Board()
        self.resting = Resting(self._draw_resting)
        self.panel = SidePanel(self)
        self.keys = TableKeys(self)
        self.pointer = TablePointer(self)
        self.controls = Controls(self)
        self._sheet: SettlementScene | None = None
        self.beside_sheet: Callable[[], object] = lambda: None
        self._held_at: float | None = None
        self.view = self._make_view()

    def _make_view(self) -> TableView:
        services = self.services
        layout = TableLayout(
            *services.canvas.size,
            target=services.target(0),
            large=services.chosen.large_targets,
            wide=not services.strings.chinese or services.chosen.text_size >= WIDE_FROM,
        )
        texts = TableTexts(services.strings.language, self.table.variant.key)
        words = Words(services.strings, texts, lambda seat: self.table.name(seat))
        return TableView(services, layout, self.table, self.seat, self.playback, words, Effects())

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
        now = self.services.clock()
        self.link.pause(False, now)
        if self._held_at is not None and self.clocks_stand:
            self.playback.stretch(now - self._held_at)
        self._held_at = None

    def _hold_clocks(self) -> None:
        self._held_at = self.services.clock()
        self.link.pause(True, self._held_at)

    def leave(self) -> None:
        """Let go of what the pointer holds, and of pictures."""
        self.board.forget()
        self.resting.forget()
        self.hearing.close()
        self.pointer.forget()
        self.hand.input.forget()
        self.controls.form.release()

    def update(self, seconds: float) -> float:
        """Hear the table, show what there is time for."""
        now = self.services.clock()
        self.timeline.factor = self.stage.beside.factor = self.services.chosen.speed_factor
        before = self._looks
        self.playback.receive(self.passing.take(self.link.poll(now), now), now)
        self.stage.beside.tick(seconds)
        self.playback.update(seconds)
        if self.playback.settled:
            self.waits.look(self.view)
            self.helps.look(self.view)
        self._sync()
        if self._looks != before:
            self.invalidate()
        if self.playback.settled:
            self._show_sheet()
        moving = MOVING if self.timeline.busy or self.stage.beside.busy else STILL
        self.refusal.update(now)
        self.desk.remind()
        waits = (self.hand.update(seconds, now), self.answer_clock.update(), self.hearing.update(now))
        return min(POLL_SECONDS, moving, self.pointer.open_tile.update(seconds), *waits)

    @property
    def _looks(self) -> tuple[object, ...]:
        """What decides how the table looks, but for what moves above it."""
        return self.playback.version, self.timeline.busy, self.stage.beside.busy, self.view.effects.resting

    def _sync(self) -> None:
        """Prompt, hand and buttons follow what is shown."""
        self.desk.sync()
        self.hand.legal, self.hand.used = self.desk.legal, self.desk.used
        self.controls.refresh()
        self.telling.follow()

    # ---- playback ---------------------------------------------------------------------------------------------------

    def _cue(self, event: e.Event, moment: Moment) -> Cue | None:
        return cue_of(event, moment, self.stage)

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
        """Take the last discard back, while nobody has seen a new tile."""
        now = self.services.clock()
        if not self.link.take_back(self.seat, now):
            self.services.say(self.services.tr("Too late to take it back"))
            return
        self.services.audio.play("tile.swap")
        self.playback.receive(self.link.poll(now), now)
        self.playback.finish()
        self._sync()
        self.invalidate()

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

    def ask_to_leave(self) -> None:
        """A question first: nobody leaves by accident. The clocks stand still meanwhile."""
        from game.table.leaving import leave_question

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
        if self._on_leave is not None:
            self._on_leave()
        else:
            self.services.scenes.pop()

    # ---- the end of a hand ------------------------------------------------------------------------------------------

    def _show_sheet(self) -> None:
        """When everything about a finished hand has been shown, its sheet comes."""
        standing, shown = self.playback.standing, self.view.shown
        if self._sheet is not None or standing is None or not shown.over or standing.hands < shown.number:
            return
        if self._on_hand is not None:
            self._on_hand(shown, standing)
        from game.scenes.settlement import SettlementScene

        sheet = SettlementScene(self.services, shown.copy(), self.table, standing, self._next, self.seat, self._listen)
        sheet.on_leave, self._sheet = self.ask_to_leave, sheet
        self.services.scenes.push(sheet)

    def _next(self) -> None:
        """The player has read the sheet."""
        standing = self.playback.standing
        if standing is not None and standing.over:
            self._close_sheet()
            self._on_over(self.view.shown, standing) if self._on_over is not None else self._leave()
        else:
            self.link.ready(self.seat, self.services.clock())
            self._listen()

    def _listen(self) -> None:
        """Hear the table while the sheet lies on it; take the sheet away when the next hand begins."""
        now = self.services.clock()
        self.playback.receive(self.link.poll(now), now)
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
            self._sync()

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """What rests, then what moves, and what the pointer asks about."""
        self.resting.draw(surface, self.view.effects.above, self.services.dirty)
        draw_effects(self.view, surface)
        self.hearing.draw(surface)
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
