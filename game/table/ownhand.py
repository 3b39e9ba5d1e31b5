"""One's own hand on the screen: where each piece is, how it moves there, what a pointer does to it, and its picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING

import pygame

from game.arrangement import Arrangement, Piece
from game.handinput import HandInput, Point
from game.places import Place
from game.scene import MOVING, STILL
from game.table.hands import hand_of
from game.table.helps import Helps, draw_advised, draw_danger
from game.table.tiles import draw_forbidden, draw_lift, draw_shadows, tile_picture
from game.tileart import Body
from game.timeline import ease_in_out, ease_out
from rules.hand import Hand
from rules.tiles import Tile
from rules.values import mutable

if TYPE_CHECKING:
    from game.table.view import ScreenView

HOVER, USED, PENDING, SELECTED = 0.08, 0.11, 0.12, 0.25
SWAP_SECONDS, SORT_SECONDS, GLIDE_SECONDS = 0.16, 0.20, 0.18
LIFT_SECONDS = 0.10
SHAKE_SECONDS, SHAKE_PIXELS = 0.24, 6
OUT_OF_HAND = 0.35
DROP = 24
SMALL_TRAVEL = 8
TELL_AFTER = 0.4


@mutable
class _Glide:
    """Where pieces come from, by id, and how far on the way they are; `closing`: how much shorter the hand becomes."""

    origins: dict[int, Point] = field(default_factory=dict)
    seconds: float = 0.0
    passed: float = 0.0
    eased: Callable[[float], float] = ease_out
    closing: int = 0

    @property
    def left(self) -> float:
        """The share of the way that is left."""
        return 0.0 if self.passed >= self.seconds else 1 - self.eased(self.passed / self.seconds)


class OwnHand:
    """The hand of the seat at the bottom. `on_discard(tile)` answers the ask; False when the tile may not go."""

    def __init__(self, view: Callable[[], ScreenView], on_discard: Callable[[Tile], bool], helps: Helps) -> None:
        self.arrangement = Arrangement()
        self.input = HandInput(self)
        self.legal: frozenset[Tile] | None = None
        self.used: tuple[Tile, ...] = ()
        self.hovered: int | None = None
        self.pending: int | None = None
        self.inspected: int | None = None
        self.explaining = False
        self._view = view
        self._on_discard = on_discard
        self._helps = helps
        self._glide = _Glide()
        self._lifts: dict[int, float] = {}
        self._shaken: tuple[int, float] | None = None
        self._rested = 0.0

    # ---- following the game -----------------------------------------------------------------------------------------

    def follow(self, hand: Hand, wilds: tuple[Tile, ...], *, sort: bool) -> None:
        """Take over the hand as it is now; pieces glide to their new places."""
        before, end = self._positions(), self._end
        self.arrangement.follow(hand, wilds, sort=sort)
        self.pending = None
        self.input.pieces_left()
        self._start_glide(before, GLIDE_SECONDS, max(0, end - self._end))

    def origin(self, tile: Tile, drawn: bool) -> Place:
        """Where the piece is that leaves the hand as this tile, as the eye sees it."""
        index = self.arrangement.leaving(tile, drawn)
        if index is None:
            return self._place(0)
        piece = self.arrangement.pieces[index]
        place = self._place(index)
        x, y = self._position(piece, place)
        return Place(x, y, place.width)

    def forget(self) -> None:
        """A new hand begins."""
        self.arrangement = Arrangement()
        self.input.forget()
        self.pending = self.hovered = self.inspected = None

    # ---- what HandInput asks ----------------------------------------------------------------------------------------

    @property
    def may_discard(self) -> bool:
        """Whether a discard is asked for."""
        return self.legal is not None

    @property
    def two_steps(self) -> bool:
        """Option 两步出牌."""
        return self._view().services.chosen.two_step_discard

    def piece_at(self, position: Point) -> int | None:
        """The piece under a position, as it is drawn; its slot counts, too, where it was raised away from."""
        for index, piece in enumerate(self.arrangement.pieces):
            place = self._place(index)
            x, y = self._position(piece, place)
            shown = pygame.Rect((x, y), place.rect.size)
            if shown.union(place.rect).collidepoint(position):
                return piece.id
        return None

    def place_of(self, piece: int) -> int | None:
        """Where a piece lies."""
        return self.arrangement.index(piece)

    def drop_place(self, position: Point) -> int | None:
        """The place that something let go here would take."""
        layout, count = self._view().layout, len(self.arrangement)
        hand = layout.hand_rect(count, self.arrangement.apart)
        over = hand.inflate(layout.hand_width, 0)
        if self.above_hand(position) or not over.left <= position[0] < over.right:
            return None
        return min(count - 1, max(0, (position[0] - hand.left) // layout.hand_width))

    def above_hand(self, position: Point) -> bool:
        """Whether a position is clearly above the hand."""
        layout = self._view().layout
        return position[1] < layout.hand_top - OUT_OF_HAND * layout.hand_width

    def selected_changed(self, piece: int | None) -> None:
        """A piece was raised or put down."""
        view = self._view()
        index = self.arrangement.index(piece)
        if piece is not None:
            view.services.audio.play("tile.pick")
        view.marked = None
        if index is not None and view.services.chosen.same_tile_marks:
            view.marked = self.arrangement.pieces[index].tile
        view.services.invalidate()

    def swap(self, first: int, second: int) -> bool:
        """Let two pieces change places."""
        before = self._positions()
        if not self.arrangement.swap(first, second):
            return False
        self._moved(before, SWAP_SECONDS, "tile.swap")
        return True

    def insert(self, index: int, target: int) -> bool:
        """Move a piece."""
        before = self._positions()
        if not self.arrangement.insert(index, target):
            return False
        self._moved(before, SWAP_SECONDS, "tile.swap")
        return True

    def sort(self) -> None:
        """Sort the hand."""
        before = self._positions()
        self.arrangement.sort()
        self._moved(before, SORT_SECONDS, "tile.sort")

    def discard(self, index: int) -> bool:
        """Answer with the tile there."""
        piece = self.arrangement.pieces[index]
        self.arrangement.leave(index)
        if self.legal is None or not self._on_discard(piece.tile):
            return False
        self.pending = piece.id
        self.input.select(None)
        return True

    def refuse(self, index: int) -> None:
        """Shake a piece: that does not go."""
        view = self._view()
        view.services.audio.play("no")
        self._shaken = (self.arrangement.pieces[index].id, 0.0)
        view.services.invalidate()

    def inspect(self, piece: int) -> None:
        """Tell about a piece until the finger goes."""
        self.inspected = piece
        self._view().services.invalidate()

    def explain(self) -> None:
        """Tell about the raised piece, whichever it is, or no more."""
        self.explaining = not self.explaining
        self._view().services.invalidate()

    # ---- pointer ----------------------------------------------------------------------------------------------------

    def press(self, button: int, position: Point, now: float, touch: bool) -> bool:
        """A button went down."""
        return self.input.press(button, position, now, touch)

    def move(self, position: Point) -> None:
        """The pointer moved: what is under it rises a little, what is held follows it."""
        self.input.move(position)
        hovered = self.piece_at(position)
        if hovered != self.hovered or self.input.dragging:
            self.hovered, self._rested = hovered, 0.0
            self._view().services.invalidate()

    def release(self, button: int, position: Point, now: float) -> bool:
        """A button went up; what was dragged glides to where it belongs."""
        before = self._positions() if self.input.dragging else None
        self.inspected = None
        used = self.input.release(button, position, now)
        if before is not None:
            self._start_glide(before, GLIDE_SECONDS)
        return used

    # ---- motion -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float, now: float) -> float:
        """Let pieces move on; MOVING while any does."""
        waits = [self.input.tick(now), self._rest(seconds)]
        if self._glide.left > 0:
            self._glide.passed += seconds
            self._slide_melds()
            waits.append(MOVING)
        if self._shaken is not None:
            piece, passed = self._shaken
            self._shaken = (piece, passed + seconds) if passed + seconds < SHAKE_SECONDS else None
            waits.append(MOVING)
        if self._update_lifts(seconds):
            waits.append(MOVING)
        if MOVING in waits:
            self._view().services.invalidate()
        return min(waits)

    def _rest(self, seconds: float) -> float:
        """A pointer that rests on a tile long enough wants to know about it."""
        if self.hovered is None or self.input.held is not None or self._rested >= TELL_AFTER:
            return STILL
        self._rested += seconds
        if self._rested < TELL_AFTER:
            return TELL_AFTER - self._rested
        self._view().services.invalidate()
        return STILL

    @property
    def told_piece(self) -> int | None:
        """The piece to tell about: under a finger or a resting pointer, else the raised one if that was asked for."""
        if self.inspected is not None:
            return self.inspected
        if self.hovered is not None and self._rested >= TELL_AFTER and self.input.held is None:
            return self.hovered
        return self.input.selected if self.explaining else None

    @property
    def told(self) -> tuple[Tile, pygame.Rect] | None:
        """The tile to tell about and where it is."""
        index = self.arrangement.index(self.told_piece)
        if index is None:
            return None
        piece, place = self.arrangement.pieces[index], self._place(index)
        return piece.tile, pygame.Rect(self._position(piece, place), place.rect.size)

    def _update_lifts(self, seconds: float) -> bool:
        """Raise and lower pieces towards where they should be; True while that goes on."""
        moving = False
        still = self._view().services.chosen.reduced_motion
        step = SELECTED if still else SELECTED * seconds / LIFT_SECONDS
        wanted = {piece.id: lift for piece, lift in self._wanted_lifts()}
        for piece in self.arrangement.pieces:
            now, goal = self._lifts.get(piece.id, 0.0), wanted.get(piece.id, 0.0)
            if now != goal:
                moving = True
                self._lifts[piece.id] = min(goal, now + step) if goal > now else max(goal, now - step)
        return moving

    def _wanted_lifts(self) -> Iterator[tuple[Piece, float]]:
        waiting = list(self.used)
        for piece in self.arrangement.pieces:
            if piece.id == self.input.selected:
                yield piece, SELECTED
            elif piece.id == self.pending:
                yield piece, PENDING
            elif piece.tile in waiting:
                waiting.remove(piece.tile)
                yield piece, USED
            elif piece.id == self.hovered and self.input.held is None:
                yield piece, HOVER

    def _moved(self, before: dict[int, Point], seconds: float, sound: str) -> None:
        self._view().services.audio.play(sound)
        self._start_glide(before, seconds)

    def _start_glide(self, origins: dict[int, Point], seconds: float, closing: int = 0) -> None:
        factor = self._view().services.chosen.speed_factor
        still = self._view().services.chosen.reduced_motion
        eased = ease_in_out if seconds != GLIDE_SECONDS else ease_out
        self._glide = _Glide(origins, 0.0 if still else seconds * factor, 0.0, eased, closing)
        self._slide_melds()
        self._view().services.invalidate()

    def _slide_melds(self) -> None:
        """The melds close up with a hand that becomes shorter, so that it never lies over them."""
        view = self._view()
        melds = view.shown.seats[view.own].melds
        view.effects.own_melds = round(self._glide.closing * self._glide.left) if melds else 0

    @property
    def _end(self) -> int:
        """Where the hand ends at the right."""
        return self._view().layout.hand_rect(len(self.arrangement), self.arrangement.apart).right

    def _positions(self) -> dict[int, Point]:
        pieces = self.arrangement.pieces
        return {piece.id: self._position(piece, self._place(index)) for index, piece in enumerate(pieces)}

    def _place(self, index: int) -> Place:
        return self._view().layout.hand_place(index, len(self.arrangement), self.arrangement.apart)

    def _position(self, piece: Piece, place: Place) -> Point:
        """The top left corner of a piece as it is drawn now."""
        x, y = float(place.x), float(place.y)
        if piece.id == self.input.held and self.input.dragging:
            return round(x + self.input.offset[0]), round(y + self.input.offset[1])
        origin, left = self._glide.origins.get(piece.id), self._glide.left
        if origin is not None and left > 0:
            x, y = x + (origin[0] - x) * left, y + (origin[1] - y) * left
        y -= self._lifts.get(piece.id, 0.0) * place.width
        if self._shaken is not None and self._shaken[0] == piece.id:
            x += self._view().services.px(SHAKE_PIXELS) * math.sin(4 * math.pi * self._shaken[1] / SHAKE_SECONDS)
        return round(x), round(y - self._drop(piece))

    def _drop(self, piece: Piece) -> float:
        """How far above its slot the tile just drawn still is."""
        view = self._view()
        last = self.arrangement.apart and piece is self.arrangement.pieces[-1]
        height = SMALL_TRAVEL if view.services.chosen.reduced_motion else DROP
        return view.effects.own_drop * view.services.px(height) if last else 0.0

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """All pieces from left to right, what is held on top of them; nothing once the hand lies open."""
        view = self._view()
        if hand_of(view, view.own).opened:
            return
        order = sorted(enumerate(self.arrangement.pieces), key=lambda item: item[1].id == self.input.held)
        placed = [(piece, self._drawn_place(index, piece)) for index, piece in order]
        draw_shadows(view, surface, [place for _, place in placed])
        used = {piece.id for piece, lift in self._wanted_lifts() if lift == USED}
        for piece, place in placed:
            if self._raised(piece) and not view.covered:
                view.services.painter.shadow(surface, place.rect, "glow", 6)
        for piece, place in placed:
            surface.blit(tile_picture(view, piece.tile, place), (place.x, place.y))
            if not view.covered:
                self._draw_state(view, surface, piece, place, piece.id in used)

    @property
    def _advised(self) -> Piece | None:
        """The piece that the coach would throw."""
        found = self._helps.advice
        index = None if found is None or not self.may_discard else self.arrangement.leaving(found.discard, drawn=False)
        return None if index is None else self.arrangement.pieces[index]

    def _raised(self, piece: Piece) -> bool:
        """Whether a piece is selected, or follows the pointer."""
        return piece.id == self.input.selected or (piece.id == self.input.held and self.input.dragging)

    def _drawn_place(self, index: int, piece: Piece) -> Place:
        place = self._place(index)
        x, y = self._position(piece, place)
        return Place(x, y, place.width, Body.ACROSS if self._view().covered else Body.STANDING)

    def _draw_state(self, view: ScreenView, surface: pygame.Surface, piece: Piece, place: Place, used: bool) -> None:
        """What is to be told about a tile; `used`: the card pointed at would take it."""
        colours, rect = view.services.colours, place.rect
        if self.legal is not None and piece.tile not in self.legal:
            draw_forbidden(view, surface, place)
        draw_danger(view, surface, place, self._helps.levels.get(piece.tile, 0))
        if piece is self._advised:
            draw_advised(view, surface, place, rect)
        if self._raised(piece):
            draw_lift(view, surface, rect, colours.brass_light, 3)
        elif used:
            draw_lift(view, surface, rect, colours.brass, 2)
        elif piece.id == self.hovered and self.input.held is None:
            draw_lift(view, surface, rect, colours.white, 2)
