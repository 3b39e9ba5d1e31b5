"""Hotseat (同屏轮坐, picture 14): several people take turns at one screen, and nobody sees what is not his.

Every person has a table of his own that follows the match unseen; everybody's table lies between. Which of them is
drawn, `game.hotseat.flow` decides. Source: design/README.md section 13.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.hotseat.clocks import Clocks
from game.hotseat.corners import CORNER_KEYS, CallCorner, place_corners
from game.hotseat.curtain import OPEN_SECONDS, Curtain
from game.hotseat.flow import Flow, Screen, Turn, Why
from game.hotseat.publictable import PublicTable
from game.hotseat.seattable import SeatTable
from game.scene import MOVING, STILL, Scene
from game.scenes.table import TableScene
from game.tableinfo import TableInfo
from game.timeline import ease_in_out
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import MOUSE_EVENTS, Form
from net.link import Link
from net.messages import Standing
from rules.events import AskKind
from rules.seats import distance
from rules.state import RoundState

if TYPE_CHECKING:
    from game.services import Services

POLL_SECONDS, WINDOW_FRAME = 0.05, 1 / 30
NO_INPUT = {pygame.MOUSEMOTION, pygame.WINDOWEXPOSED, pygame.ACTIVEEVENT}
WHY = {AskKind.TURN: Why.TURN, AskKind.CHOICE: Why.CHOICE, AskKind.CLAIM: Why.CALL}


class HotseatScene(Scene):
    """A match of several people at this computer. `links`: one for each person (by player) and one (None) for all."""

    area_key = pygame.K_F6

    def __init__(
        self,
        services: Services,
        links: Mapping[int | None, Link],
        table: TableInfo,
        *,
        on_over: Callable[[RoundState, Standing], object],
        on_leave: Callable[[], object],
        on_hand: Callable[[RoundState, Standing], object],
    ) -> None:
        super().__init__(services)
        self.people = [player for player in links if player is not None]
        self.public = PublicTable(
            services,
            links[None],
            table,
            [(player, links[player]) for player in self.people],
            on_over=on_over,
            on_leave=on_leave,
            on_hand=on_hand,
        )
        self.tables = {
            player: SeatTable(services, links[player], table.players.index(player), table, self.public.ask_to_leave)
            for player in self.people
        }
        for each in self.tables.values():
            each.on_cover = self._cover
        self.flow = Flow(services.chosen.secret_call_seconds)
        self.curtain = Curtain(services, lambda: self.public.view, self._look, self._cover, self._sit)
        self.corners = [self._corner(index, player) for index, player in enumerate(self.people)]
        self._corner_form = Form(services, self.corners)
        self._opened: float | None = None
        self.clocks = Clocks(links[None], [each.playback for each in (self.public, *self.tables.values())])

    def _corner(self, index: int, player: int) -> CallCorner:
        seat = self.public.table.players.index(player)
        colour = self.services.theme.colours.seats[seat]
        name = self.public.table.names[player]
        return CallCorner(self.services, name, colour, CORNER_KEYS[index], partial(self._call, player))

    @property
    def active(self) -> TableScene:
        """The table that is on the screen, or lies under the curtain."""
        return self.public if self.flow.seen is None else self.tables[self.flow.seen]

    # ---- frame ------------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """All tables are laid out again, and the curtain."""
        for each in (self.public, *self.tables.values()):
            each.resize()
        self.public.view.covered = True
        place_corners(self.corners, self.public.view.layout, self.services)
        self.curtain.lay_out()

    def enter(self) -> None:
        """Back from a sheet or a question."""
        self.active.enter()
        self.clocks.forget()
        self._set_clocks()

    def leave(self) -> None:
        """Something lies on the table."""
        self.active.leave()
        self._corner_form.release()
        self.curtain.hold.let_go()

    def update(self, seconds: float) -> float:
        """Everybody's table hears what happens; then whatever is on the screen goes on."""
        seen = self.flow.seen
        for player, each in self.tables.items():
            if player != seen:
                each.hear()
        wait = {
            Screen.PUBLIC: self._update_public,
            Screen.CURTAIN: self.curtain.form.update,
            Screen.LOOK: self._cover_when_idle,
            Screen.SEAT: self._update_seat,
        }[self.flow.screen](seconds)
        self._set_clocks()
        return min(wait, POLL_SECONDS, self._opening(seconds))

    def _opening(self, seconds: float) -> float:
        """The curtain goes to both sides."""
        if self._opened is None:
            return STILL
        self._opened += seconds / OPEN_SECONDS
        if self._opened >= 1 or self.services.chosen.reduced_motion:
            self._opened = None
        self.invalidate()
        return MOVING

    def _update_public(self, seconds: float) -> float:
        wait = self.public.update(seconds)
        if self.services.scenes.top is not self:
            return wait  # the sheet of the hand has come
        now, asked = self.services.clock(), self._asked()
        if self.public.waits_for_calls:
            return min(wait, self._await_calls(now))
        if self.public.playback.settled and asked:
            player = next(player for player in self._order() if player in asked)
            self._ask(Turn(player, WHY[asked[player]]))
        return wait

    def _await_calls(self, now: float) -> float:
        """After a discard everybody has the same time to press, whether or not anybody can call."""
        flow = self.flow
        if flow.window is None:
            flow.open_window([player for player in self.people if player != self._thrower], now)
        callers = [player for player in self.people if self.tables[player].calls]
        passing = flow.close_window(callers, self._order(), now)
        self._light_corners(now)
        if passing is None:
            self.invalidate()
            return WINDOW_FRAME
        for player in passing:
            self.tables[player].decline()
        self._next_caller()
        return MOVING

    @property
    def _thrower(self) -> int | None:
        seat = self.public.thrown_by
        return None if seat is None else self.public.table.players[seat]

    def _next_caller(self) -> None:
        """Whoever pressed comes to the screen; after the last one play goes on."""
        asked = [player for player in self.people if self.tables[player].calls]
        if self.flow.next_caller(asked):
            self._fall()
        else:
            self.public.go_on()

    def _light_corners(self, now: float) -> None:
        window = self.flow.window
        for player, corner in zip(self.people, self.corners, strict=True):
            mine = window is not None and player != self._thrower
            corner.share = (window - now) / self.flow.seconds if window is not None and mine else None
            corner.called = player in self.flow.called

    def _cover_when_idle(self, seconds: float = 0.0) -> float:
        left = self.flow.idle_for(self.services.clock())
        if left <= 0:
            self._cover()
        return left

    def _update_seat(self, seconds: float) -> float:
        turn = self.flow.turn
        if turn is None:
            return MOVING
        mine = self.tables[turn.player]
        wait = mine.update(seconds)
        self.public.receive()
        if self.public.playback.claimable_waits or not mine.playback.awaits_answer:
            self._done()
            return MOVING
        self.public.playback.finish()
        return min(wait, self._cover_when_idle())

    def _asked(self) -> dict[int, AskKind]:
        """Who has something to answer."""
        asks = {player: table.ask for player, table in self.tables.items()}
        return {player: ask.kind for player, ask in asks.items() if ask is not None}

    def _order(self) -> list[int]:
        """The people in playing order, from the seat whose turn it is."""
        players, turn = self.public.table.players, self.public.view.shown.turn
        return [p for p in (*players[turn:], *players[:turn]) if p in self.people]

    def _set_clocks(self) -> None:
        self.clocks.run(self.flow.clocks_run, self.services.clock())

    # ---- the screen changes hands -----------------------------------------------------------------------------------

    def _ask(self, turn: Turn) -> None:
        self.flow.ask(turn)
        self._fall()

    def _fall(self) -> None:
        """From the first frame on there is nothing but the curtain."""
        if self.flow.turn is not None:
            self.curtain.show(self.flow.turn)
        self._opened = None
        self.services.audio.play("curtain.close")
        self.invalidate()

    def _look(self) -> None:
        self.flow.look(self.services.clock())
        self.invalidate()

    def _sit(self) -> None:
        """I am here: open until answered. Whoever called for nothing is told so, out of the others' sight."""
        turn = self.flow.turn
        if turn is None:
            return
        self.curtain.hold.let_go()
        self.flow.sit(self.services.clock())
        self.services.audio.play("curtain.open")
        self._opened = 0.0
        self._set_clocks()
        self.tables[turn.player].enter()
        if not turn.asked:
            self._tell_nothing_to_call()
        self.invalidate()

    def _tell_nothing_to_call(self) -> None:
        tr = self.services.tr
        text = tr("This tile is nothing to you, or somebody who comes before you has taken it.")
        self.services.scenes.push(Dialog(self.services, tr("Nothing to call"), text, [Answer(tr("Go on"), self._done)]))

    def _cover(self) -> None:
        """Hands down, at once."""
        if self.flow.seen is None:
            return
        self.tables[self.flow.seen].leave()
        self.flow.cover()
        self._fall()

    def _done(self) -> None:
        """Answered: everybody's table again, or the next who called."""
        turn = self.flow.turn
        if turn is not None:
            self.tables[turn.player].leave()
        self.flow.done()
        self._opened = None
        self.public.enter()
        if self.public.playback.held:
            self._next_caller()
        self.invalidate()

    def _call(self, player: int) -> None:
        if self.flow.call(player):
            self.services.audio.play("ui.toggle")
            self.invalidate()

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """What is on the screen gets it; losing the window covers everything."""
        if event.type == pygame.QUIT:
            self.public.ask_to_leave()
            return True
        if event.type == pygame.WINDOWFOCUSLOST:
            self._cover()
            return False
        if event.type not in NO_INPUT:
            self.flow.used(self.services.clock())
        event = self._as_seen(event)
        match self.flow.screen:
            case Screen.PUBLIC:
                return self._handle_public(event)
            case Screen.SEAT:
                return self.tables[self.flow.seen].handle(event) if self.flow.seen is not None else False
        return self._handle_curtain(event)

    @property
    def _turned(self) -> bool:
        """Whether the picture is turned round: two people sit opposite, and it is the other one's time."""
        turn, players = self.flow.turn, self.public.table.players
        if not self.services.chosen.hotseat_flip or len(self.people) != 2 or turn is None:
            return False
        near = players.index(self.people[0])
        return distance(near, players.index(turn.player)) == len(players) // 2

    def _as_seen(self, event: pygame.Event) -> pygame.Event:
        """An event of the pointer where it is on the turned picture."""
        if event.type not in MOUSE_EVENTS or not self._turned:
            return event
        width, height = self.services.canvas.size
        x, y = event.pos
        return pygame.Event(event.type, {**event.dict, "pos": (width - 1 - x, height - 1 - y)})

    def _handle_public(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            name = pygame.key.name(event.key)
            corner = next((corner for corner in self.corners if corner.shortcut == name), None)
            if corner is not None:
                corner.on_press()
                return True
        elif event.type in MOUSE_EVENTS and self._corner_form.handle(event):
            return True
        return self.public.handle(event)

    def _handle_curtain(self, event: pygame.Event) -> bool:
        """Hold to look, or stay; also what is let go while the tiles are seen comes here."""
        hold = self.curtain.hold
        if event.type == pygame.KEYDOWN:
            return self._curtain_key(event)
        ends = event.type == pygame.KEYUP and event.key == pygame.K_SPACE
        if ends or (event.type == pygame.MOUSEBUTTONUP and event.button == 1 and hold.held):
            hold.let_go()
            return True
        return self.flow.screen is Screen.CURTAIN and self.curtain.form.handle(event)

    def _curtain_key(self, event: pygame.Event) -> bool:
        match event.key:
            case pygame.K_SPACE:
                self.curtain.hold.hold()
                self.invalidate()
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self._sit()
            case pygame.K_TAB:
                self._cover()
            case pygame.K_ESCAPE:
                self._cover()
                self.public.ask_to_leave()
            case _:
                return False
        return True

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The curtain alone while it hangs; nothing of a table is drawn under it."""
        if not self._turned:
            self._draw_upright(surface)
            return
        upright = pygame.Surface(surface.get_size(), 0, surface)
        self._draw_upright(upright)
        surface.blit(pygame.transform.rotate(upright, 180), (0, 0))

    def _draw_upright(self, surface: pygame.Surface) -> None:
        if self.flow.screen is Screen.CURTAIN:
            self.curtain.draw(surface)
            return
        self.active.draw(surface)
        if self.flow.screen is Screen.PUBLIC:
            self._corner_form.draw(surface)
        if self._opened is not None:
            self.curtain.draw_halves(surface, ease_in_out(min(1.0, self._opened)))
