"""The compass in the middle: four wings, the winds, what is left of the wall, and the ring of the time left."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING

import pygame

from game.iconart import ring_svg
from game.places import Position
from game.theme import TextStyle
from rules.seats import SEATS

if TYPE_CHECKING:
    from game.table.view import ScreenView

BOX = 200
RING_RADIUS, RING_WIDTH = 61, 8
DISC_RADIUS = 67  # a wider one would cover the winds of the sides
LAST_SECONDS = 5
CORAL = "#FF7A66"
HELD_LIFT = 8.0  # how far the lines of the counter go up for one more below them
NUMBER_FROM = 30
OUTLINE_STEPS = 12
STEPS = 120  # as many different rings are drawn at most
WING_TURN = {Position.ACROSS: 0, Position.RIGHT: 90, Position.OWN: 180, Position.LEFT: 270}
WING = "M24 8 H176 Q183 8 178 13 L124 67 H76 L22 13 Q17 8 24 8 Z"  # its foot lies under the disc
NOTCH = "M90 5.5 H110 L100 -5.5 Z"
# Of each wing, in the box: the wind, the dealer's seal beside it, the seconds on the other side.
WIND = {Position.ACROSS: (100, 24), Position.RIGHT: (176, 100), Position.OWN: (100, 176), Position.LEFT: (24, 100)}
SEAL = {Position.ACROSS: (130, 23), Position.RIGHT: (177, 129), Position.OWN: (130, 176), Position.LEFT: (23, 129)}
SECONDS = {Position.ACROSS: (61, 24), Position.RIGHT: (176, 69), Position.OWN: (61, 176), Position.LEFT: (24, 69)}


def compass_svg(size: int, now: Position | None) -> str:
    """The still part: the frame, four wings of which the one at turn is brass with a notch outside, the disc."""
    looks = {position: ("now", "#F8E6BC") if position is now else ("wing", "#2C5A4F") for position in WING_TURN}
    wings = "".join(
        f'<path d="{WING}" fill="url(#{fill})" stroke="{line}" stroke-width="1" '
        f'transform="rotate({WING_TURN[position]} 100 100)"/>'
        for position, (fill, line) in looks.items()
    )
    notch = ""
    if now is not None:
        place = f"rotate({WING_TURN[now]} 100 100) translate(0 6)"
        notch = f'<path d="{NOTCH}" transform="{place}" fill="#FFF8E6"/>'
    lights = (
        '<linearGradient id="wing" gradientUnits="userSpaceOnUse" x1="0" y1="8" x2="0" y2="44">'
        '<stop offset="0" stop-color="#16443B"/><stop offset="1" stop-color="#10352E"/></linearGradient>'
        '<linearGradient id="now" gradientUnits="userSpaceOnUse" x1="0" y1="8" x2="0" y2="44">'
        '<stop offset="0" stop-color="#EBCB85"/><stop offset="1" stop-color="#C9973C"/></linearGradient>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 200 200">'
        f'<defs>{lights}</defs><rect x="0.8" y="0.8" width="198.4" height="198.4" rx="11" fill="#0A201D" '
        f'fill-opacity="0.92" stroke="#8A7440" stroke-width="1.3"/>{wings}{notch}'
        f'<circle cx="100" cy="100" r="{DISC_RADIUS}" fill="#0A201D"/>'
        f'<circle cx="100" cy="100" r="{RING_RADIUS}" fill="none" stroke="#1B453D" stroke-width="{RING_WIDTH}"/>'
        f'<circle cx="100" cy="100" r="{DISC_RADIUS}" fill="none" stroke="#2C5A4F" stroke-width="1"/></svg>'
    )


def draw_compass(view: ScreenView, surface: pygame.Surface) -> None:
    """Draw everything that does not change from second to second."""
    draw_winds(view, surface)
    draw_counter(view, surface)


def winds_look(view: ScreenView) -> Hashable:
    """All that `draw_winds` shows while the light stays where it is."""
    return tuple(view.light(position) for position in Position), view.position(view.shown.dealer)


def draw_winds(view: ScreenView, surface: pygame.Surface) -> None:
    """The wings with their winds, and the dealer's seal."""
    rect, shown = view.layout.centre, view.shown
    lit = sorted((position for position in Position if view.light(position)), key=view.light)
    surface.blit(_wings(view, lit[0] if lit else None), rect)
    if len(lit) > 1:  # the light is on its way
        brighter = _wings(view, lit[1])
        brighter.set_alpha(round(255 * view.light(lit[1])))
        surface.blit(brighter, rect)
        brighter.set_alpha(255)
    now = lit[-1] if lit else None
    for seat in SEATS:
        position = view.position(seat)
        _draw_wind(view, surface, position, view.words.wind(seat, shown.dealer), position is now)
    _draw_seal(view, surface, view.position(shown.dealer))


def _wings(view: ScreenView, now: Position | None) -> pygame.Surface:
    rect = view.layout.centre
    return view.services.painter.picture(("compass", now), rect.size, lambda: compass_svg(rect.width, now))


def _at(view: ScreenView, point: tuple[float, float]) -> tuple[int, int]:
    rect = view.layout.centre
    return rect.x + round(point[0] * rect.width / BOX), rect.y + round(point[1] * rect.height / BOX)


def _scaled(view: ScreenView, length: float) -> float:
    return length * view.layout.centre.width / BOX


def _draw_wind(view: ScreenView, surface: pygame.Surface, position: Position, wind: str, now: bool) -> None:
    colours = view.services.colours
    face = "kai" if view.services.strings.chinese else "sans-bold"
    style = view.services.fonts.sized(face, _scaled(view, 19))
    picture = view.services.fonts.render(wind, style, colours.on_brass if now else colours.text2)
    surface.blit(picture, picture.get_rect(center=_at(view, WIND[position])))


def _draw_seal(view: ScreenView, surface: pygame.Surface, position: Position) -> None:
    services = view.services
    side = max(14, round(_scaled(view, 18)))
    rect = pygame.Rect(0, 0, side, side)
    rect.center = _at(view, SEAL[position])
    services.painter.box(surface, rect, view.box("seal", 4))
    style = services.fonts.sized("kai" if services.strings.chinese else "sans-bold", side * 0.78)
    word = services.fonts.render(services.tr("D"), style, services.colours.white)
    surface.blit(word, word.get_rect(center=rect.center))


def draw_counter(view: ScreenView, surface: pygame.Surface) -> None:
    """What is left of the wall; in its last stretch another word, and a brass line round the number.

    Below it which hand this is, and how often the dealer has held the deal.
    """
    services, colours = view.services, view.services.colours
    stretch = view.stretch
    stands = view.shown.wall or any(seat.river for seat in view.shown.seats)  # before that nothing is counted
    word_colour = colours.brass_light if stretch else colours.text2
    held = services.tr("held {count}", count=view.shown.streak) if view.shown.streak else ""
    lift = HELD_LIFT if held else 0.0
    word = stretch or services.tr("Tiles left")
    lines = (
        (word, "sans-bold" if stretch else "sans-regular", 13.0, word_colour, 75.0 - lift),
        (str(view.left()) if stands else "", "sans-bold", 39.0, colours.text, 103.0 - lift),
        (round_text(view), "sans-medium", 13.0, colours.brass_light, 133.0 - lift),
        (held, "sans-medium", 12.0, colours.brass_light, 141.5),
    )
    for text, face, size, colour, height in lines:
        style = services.fonts.sized(face, max(12.0, _scaled(view, size)))
        room = round(_scaled(view, 92))
        place = pygame.Rect(0, 0, room, round(_scaled(view, size * 1.2)))
        place.center = _at(view, (100, height))
        if stretch and size > NUMBER_FROM:
            _draw_outline(view, surface, text, place, style)
        services.fonts.write(surface, text, place, style, colour, "center")


def _draw_outline(view: ScreenView, surface: pygame.Surface, text: str, place: pygame.Rect, style: TextStyle) -> None:
    """The shape of a text in brass, a line wider on all sides."""
    services, line = view.services, max(2, round(_scaled(view, 2)))
    picture = services.fonts.render(text, services.fonts.fit(text, style, place.width), services.colours.brass)
    for step in range(OUTLINE_STEPS):
        angle = math.tau * step / OUTLINE_STEPS
        centre = (place.centerx + round(line * math.cos(angle)), place.centery + round(line * math.sin(angle)))
        surface.blit(picture, picture.get_rect(center=centre))


def round_text(view: ScreenView) -> str:
    """Which hand this is."""
    tr, shown = view.services.tr, view.shown
    standing = view.playback.standing
    if view.table.variant.lengths.rounds:
        rounds = 0 if standing is None else standing.rounds
        return tr("{wind} round", wind=tr("East South West North").split()[rounds % 4])
    return tr("Hand {number}", number=max(1, shown.number))


def draw_time(view: ScreenView, surface: pygame.Surface, left: float) -> None:
    """The ring and the seconds of the open prompt; both belong to the wing of the seat at turn."""
    prompt = view.playback.prompt
    limit = (prompt.prompt.limit if prompt is not None else None) or left
    pulses = left <= LAST_SECONDS and not view.services.chosen.reduced_motion
    _draw_ring(view, surface, left, limit, 0.6 + 0.4 * (left % 1.0) if pulses else 1.0)
    _draw_seconds(view, surface, left)


def _draw_ring(view: ScreenView, surface: pygame.Surface, left: float, limit: float, pulse: float) -> None:
    """The time left as an arc from the top, clockwise; coral dashes in the last seconds. `pulse` is its opacity."""
    rect = view.layout.centre
    urgent = left <= LAST_SECONDS
    step = round(STEPS * min(1.0, left / limit)) if limit > 0 else STEPS
    diameter = round(_scaled(view, 2 * RING_RADIUS + RING_WIDTH))
    colour = CORAL if urgent else view.services.colours.brass_light
    width = _scaled(view, RING_WIDTH)
    picture = view.services.painter.picture(
        ("ring", step, urgent),
        (diameter, diameter),
        lambda: ring_svg(diameter, width, colour, step / STEPS, dashed=urgent),
    )
    picture.set_alpha(round(255 * pulse))
    surface.blit(picture, picture.get_rect(center=rect.center))


def _draw_seconds(view: ScreenView, surface: pygame.Surface, left: float) -> None:
    """The seconds left, in the wing of the seat at turn."""
    colours = view.services.colours
    style = view.services.fonts.sized("sans-bold", max(12.0, _scaled(view, 17)))
    picture = view.services.fonts.render(str(math.ceil(left)), style, colours.on_brass)
    surface.blit(picture, picture.get_rect(center=_at(view, SECONDS[view.position(view.shown.turn)])))
