"""Arrows between the four seats: which there are, and where they run. Pure geometry, in device pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import pygame

from rules.score import Transfer
from rules.seats import SEATS, Seat
from rules.values import value

Point = tuple[float, float]
HALVINGS = 12  # of a curve, to find a point on it to a pixel
# Where a seat sits, by its distance in playing order from the viewer: (across, down) from the middle of the table.
PLACES = ((0, 1), (1, 0), (0, -1), (-1, 0))


@value
class Arrow:
    """What one seat pays another in the end; `transfers` are all payments between the two, in both directions."""

    payer: Seat
    payee: Seat
    amount: int
    transfers: tuple[Transfer, ...]


@value
class Curve:
    """A quadratic curve from `start` over `bend` to `end`."""

    start: Point
    bend: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at t: 0 at the start, 1 at the end."""
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        (x1, y1), (x2, y2), (x3, y3) = self.start, self.bend, self.end
        return a * x1 + b * x2 + c * x3, a * y1 + b * y2 + c * y3

    def until(self, t: float) -> Curve:
        """Its first part, up to t."""
        (x1, y1), (x2, y2) = self.start, self.bend
        return Curve(self.start, (x1 + (x2 - x1) * t, y1 + (y2 - y1) * t), self.at(t))

    def without_end(self, length: float) -> Curve:
        """The curve without its last `length` pixels, which an arrow's head takes."""
        near, far = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if math.dist(self.at(middle), self.end) > length else (near, middle)
        return self.until(near)

    @property
    def bounds(self) -> pygame.Rect:
        """The rectangle around its three points."""
        xs, ys = zip(self.start, self.bend, self.end, strict=True)
        left, top = math.floor(min(xs)), math.floor(min(ys))
        return pygame.Rect(left, top, math.ceil(max(xs)) - left, math.ceil(max(ys)) - top)


def arrows_of(transfers: Iterable[Transfer]) -> tuple[Arrow, ...]:
    """One arrow for each two seats between which points moved, net; none where they cancel out."""
    between: dict[frozenset[Seat], list[Transfer]] = {}
    for transfer in transfers:
        between.setdefault(frozenset((transfer.payer, transfer.payee)), []).append(transfer)
    return tuple(arrow for moved in between.values() if (arrow := _net(moved)).amount)


def _net(moved: Sequence[Transfer]) -> Arrow:
    first = moved[0]
    amount = sum(t.amount if t.payer == first.payer else -t.amount for t in moved)
    payer, payee = (first.payer, first.payee) if amount >= 0 else (first.payee, first.payer)
    return Arrow(payer, payee, abs(amount), tuple(moved))


def plates_in(area: pygame.Rect, size: tuple[int, int], viewer: Seat) -> dict[Seat, pygame.Rect]:
    """The plate of each seat as they sit: the viewer at the bottom, the next one at the right, and so on."""
    plates = {}
    for seat in SEATS:
        across, down = PLACES[(seat - viewer) % len(SEATS)]
        plate = pygame.Rect((0, 0), size)
        plate.center = area.center
        plate.x += across * (area.width - size[0]) // 2
        plate.y += down * (area.height - size[1]) // 2
        plates[seat] = plate
    return plates


def curve_between(plates: Mapping[Seat, pygame.Rect], payer: Seat, payee: Seat, gap: int) -> Curve:
    """From plate to plate, `gap` away from both: straight between opposite ones, else round the corner.

    A plate at the left or right is left through its upper or lower edge, one above or below through its side.
    """
    here, there = plates[payer], plates[payee]
    across, down = there.centerx - here.centerx, there.centery - here.centery
    if across == 0 or down == 0:
        start, end = _edge(here, across, down, gap), _edge(there, -across, -down, gap)
        return Curve(start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)
    if here.centery == plates[(payer + 2) % len(SEATS)].centery:
        start, end = _edge(here, 0, down, gap), _edge(there, -across, 0, gap)
        return Curve(start, (start[0], end[1]), end)
    start, end = _edge(here, across, 0, gap), _edge(there, 0, -down, gap)
    return Curve(start, (end[0], start[1]), end)


def _edge(plate: pygame.Rect, across: float, down: float, gap: int) -> Point:
    """The middle of the edge that looks this way, moved out by the gap."""
    if across:
        return (plate.right + gap if across > 0 else plate.left - gap, plate.centery)
    return (plate.centerx, plate.bottom + gap if down > 0 else plate.top - gap)


def label_centre(curve: Curve, crossing: bool) -> Point:
    """Where the words of an arrow stand; straight ones move towards the payer when another one crosses them."""
    straight = curve.start[0] == curve.end[0] or curve.start[1] == curve.end[1]
    return curve.at(0.26 if straight and crossing else 0.5)
