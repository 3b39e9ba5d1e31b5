"""The replay of a recorded match: the table as it was, with a time bar in place of the hand's control block.

The table is drawn, folded and animated as in a match (`game.table`); here nobody is asked anything. What a step shows
comes from the tape of the hand; backwards, and over longer ways, the picture simply changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.places import Position
from game.records.readystrips import draw_ready
from game.records.recorded import Recorded, renamed
from game.records.replaycontrols import ReplayControls
from game.records.replaysheet import ReplaySheet
from game.records.replaytalk import draw_talk, with_talk
from game.records.replaywaits import ReplayWaits
from game.records.transport import Transport
from game.scene import MOVING, STILL
from game.table.plates import CutTip, draw_log, draw_log_line
from game.table.playedtable import PlayedTable
from game.table.view import ScreenView
from game.table.waits import draw_waits
from game.widgets.form import MOUSE_EVENTS
from game.widgets.tip import draw_tip
from net.messages import News, Standing

if TYPE_CHECKING:
    from game.services import Services

ABOVE_THE_BAR = 178.0  # from the lower edge: messages leave the time bar free
MOTIONS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -1, pygame.K_DOWN: 1}


class ReplayScene(PlayedTable):
    """A record on the table. `hand`: which of its hands comes first, from 0; `on_close` is called when one leaves."""

    def __init__(
        self, services: Services, recorded: Recorded, hand: int = 0, on_close: Callable[[], object] | None = None
    ) -> None:
        super().__init__(services, on_discard=lambda tile: False)
        named = renamed(recorded, lambda seat: services.tr("Player {number}", number=seat))
        self.transport = Transport(named, self._hand_changed, self._jump, hand)
        self._on_close = on_close or services.scenes.pop
        self.waits = ReplayWaits()
        self.playback.observers += [self.follower.observe, self.hearing.observe]
        self.log_open = False
        self._lines: list[tuple[int, str]] = []
        self._cut = CutTip()
        self._pointed: Position | None = None
        self._dwelt = 0.0
        self.view = self._make_view()
        self.controls = ReplayControls(self)
        self.form = self.controls.form

    def _make_view(self) -> ScreenView:
        view = self._new_view(self.transport.table, self.transport.own)
        view.open_hands = self.transport.eyes.all_open
        return view

    # ---- following the transport ------------------------------------------------------------------------------------

    def _hand_changed(self) -> None:
        """Another hand, or other eyes."""
        self.view = self._make_view()
        hand, transport = self.transport.hand, self.transport
        self.playback.standing = Standing(
            hand.number - 1, 0, hand.before, hand.players, (False,) * 4, over=False, seconds=None
        )
        self._lines = with_talk(transport.tape, self.services.strings, transport.tape.lines(self.view.words))
        self.controls.bar.load(transport.tape.end, transport.tape.landmarks)
        self.controls.place()
        self._jump()

    def _jump(self) -> None:
        """The picture of the moment that the transport stands at, without a way to it."""
        self.stage.beside.finish()
        transport = self.transport
        self.hearing.captions.clear()
        self.playback.jump(transport.tape.state(transport.stop))
        self.follower.take_up(self.playback.shown, transport.tape.last(transport.stop))
        self._dwelt = 0.0
        self.controls.refresh()

    @property
    def log(self) -> list[str]:
        """What has happened in this hand, in words."""
        return [text for stop, text in self._lines if stop <= self.transport.stop]

    def told(self, stop: int) -> str:
        """What is seen at a stop, in words."""
        lines = [text for at, text in self._lines if at == stop]
        return "\n".join(lines) or self.services.tr("{stop} of {end}", stop=stop, end=self.transport.tape.end)

    # ---- what one can do --------------------------------------------------------------------------------------------

    def step(self, way: int) -> None:
        """One event on, with its animation; one back without."""
        transport = self.transport
        self.playback.finish()
        if way < 0:
            transport.go(transport.stop - 1)
        elif transport.stop < transport.tape.end:
            events = transport.tape.between(transport.stop, transport.stop + 1)
            transport.stop += 1
            self._dwelt = 0.0
            self.playback.receive([News(self.view.own, transport.hand.number, 0, tuple(events))], 0.0)
            self.controls.refresh()

    def to_landmark(self, way: int) -> None:
        """To the next or previous call, kong or win."""
        self._go(self.transport.landmark(way))

    def to_decision(self, way: int) -> None:
        """To the next or previous choice of the seat at the bottom."""
        self._go(self.transport.decision(way))

    def _go(self, stop: int | None) -> None:
        if stop is not None:
            self.transport.go(stop)

    def to_hand(self, way: int) -> None:
        """To the next or previous hand."""
        self.transport.open_hand(self.transport.number + way)

    def toggle_play(self) -> None:
        """Play or pause; at the end, play again from the beginning."""
        transport = self.transport
        if not transport.playing and transport.stop >= transport.tape.end:
            transport.go(0)
        transport.playing = not transport.playing
        self.controls.refresh()

    def toggle_log(self) -> None:
        """Show or hide the log."""
        self.log_open = not self.log_open
        self.invalidate()

    def open_sheet(self) -> None:
        """The settlement of this hand."""
        transport = self.transport
        if not transport.hand.over:
            return
        transport.playing = False
        self.controls.refresh()
        self.services.scenes.push(ReplaySheet(self.services, transport, self._after_sheet))

    def _after_sheet(self) -> None:
        """The next hand; after the last one, back to the table."""
        self.services.scenes.pop()
        self.transport.open_hand(self.transport.number + 1)

    def close(self) -> None:
        """Leave the replay."""
        self._on_close()

    # ---- frame ------------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Messages go above the hand; calls are heard and captioned as in a match."""
        self.services.toasts.bottom = ABOVE_THE_BAR
        self.hearing.open()

    def leave(self) -> None:
        """Let go of the focus, and of pictures."""
        super().leave()
        self.form.release()

    def resize(self) -> None:
        """Lay everything out again at the same moment."""
        self._hand_changed()

    def update(self, seconds: float) -> float:
        """Play on."""
        transport = self.transport
        self._set_speed(self.services.chosen.speed_factor / transport.speed)
        before, rest = self._looks, STILL
        self._move_on(seconds)
        if self.playback.settled:
            self.waits.look(self.view, transport)
            rest = self._play_on(seconds) if transport.playing else STILL
        if self._looks != before:
            self.invalidate()
        now = self.services.clock()
        return min(self._until_moving, rest, self.hand.update(seconds, now), self.hearing.update(now))

    def _play_on(self, seconds: float) -> float:
        """Rest on what is shown, then go on, at last to the settlement; the seconds until there is something to do."""
        transport = self.transport
        self._dwelt += seconds
        rest = transport.dwell(transport.stop) - self._dwelt
        if rest > 0:
            return rest
        if transport.stop < transport.tape.end:
            self.step(1)
            self.playback.update(0.0)
            return MOVING
        transport.playing = False
        self.controls.refresh()
        self.open_sheet()
        return STILL

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """The controls first; keys mean the same wherever the focus is."""
        if event.type == pygame.MOUSEMOTION and self._cut.point(self.view, self.log, event.pos):
            self.invalidate()
        if event.type == pygame.MOUSEWHEEL:
            self.step(1 if event.y < 0 else -1)
            return True
        if event.type in MOUSE_EVENTS:
            return self._mouse(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event) or self.form.handle(event)
        return False

    def _mouse(self, event: pygame.Event) -> bool:
        """The controls; a click on a plate seats oneself there."""
        plate = self._plate_at(event.pos)
        if event.type == pygame.MOUSEMOTION and plate is not self._pointed:
            self._pointed = plate
            self.invalidate()
        if self.form.handle(event):
            return True
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1 or plate is None:
            return False
        self.transport.sit(self.view.table.players[self.view.seat(plate)])
        return True

    def _plate_at(self, position: tuple[int, int]) -> Position | None:
        """The plate under the pointer from which one may look, but for the one below."""
        if self.transport.recorded.partial:
            return None
        plates = (place for place in Position if place is not Position.OWN)
        return next((place for place in plates if self.view.layout.plate(place).collidepoint(position)), None)

    def _key(self, event: pygame.Event) -> bool:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        focused = self.form.focused
        match event.key:
            case pygame.K_SPACE if focused is None or focused is self.controls.bar:
                self.toggle_play()
            case pygame.K_LEFT | pygame.K_RIGHT:
                (self.to_decision if shift else self.step)(MOTIONS[event.key])
            case pygame.K_UP | pygame.K_DOWN:
                self.to_hand(MOTIONS[event.key])
            case pygame.K_PAGEUP | pygame.K_PAGEDOWN:
                self.to_landmark(1 if event.key == pygame.K_PAGEDOWN else -1)
            case pygame.K_HOME:
                self.transport.go(0)
            case pygame.K_END:
                self.transport.go(self.transport.tape.end)
            case _:
                return self._letter(event)
        return True

    def _letter(self, event: pygame.Event) -> bool:
        match event.key:
            case pygame.K_l:
                self.toggle_log()
            case pygame.K_s:
                self.open_sheet()
            case pygame.K_v:
                self.transport.look((self.transport.looks + 2) % 5 - 1)
            case pygame.K_PLUS | pygame.K_EQUALS | pygame.K_KP_PLUS:
                self.transport.faster(1)
                self.controls.refresh()
            case pygame.K_MINUS | pygame.K_KP_MINUS:
                self.transport.faster(-1)
                self.controls.refresh()
            case pygame.K_ESCAPE:
                self.close()
            case _:
                return False
        return True

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The table, and what the pointer asks about."""
        super().draw(surface)
        self.controls.draw_tips(surface)
        if self._pointed is not None:
            name = self.view.table.name(self.view.seat(self._pointed))
            words = self.services.tr("Look from {name}’s seat", name=name)
            draw_tip(self.services, surface, self.view.layout.plate(self._pointed), words)
        self._cut.draw(self.view, self.log, surface)

    def _draw_resting(self, surface: pygame.Surface) -> None:
        view, log = self.view, self.log
        self.board.draw(view, surface)
        if self.waits.shown.waits:
            draw_waits(view, surface, self.waits.shown)
        for seat, waits in self.waits.others.items():
            draw_ready(view, surface, view.position(seat), waits)
        self.hand.draw(surface)
        if log:
            draw_log_line(view, surface, log[-1])
        draw_talk(view, self.transport, surface)
        self.controls.draw(surface)
        if self.log_open or view.layout.rail is not None:
            draw_log(view, surface, view.layout.rail or self._log_panel, log)

    @property
    def _log_panel(self) -> pygame.Rect:
        """The log over the table, down to the time bar."""
        panel = self.view.layout.log_panel
        panel.height = self.controls.strip.top - self.view.services.px(8) - panel.top
        return panel
