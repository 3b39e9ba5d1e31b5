"""What is heard at the table, and the same in writing: cues from the side they come from, spoken calls, captions.

Watches what is played back: the event that a cue belongs to tells whose sound it is and which word is spoken. A caption
stands at the plate of whose sound it is; what concerns the player, or nobody, stands at the player's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import pygame

from game.captions import CAPTIONS, Captions
from game.cues import READY
from game.files import data_folder
from game.places import Position
from game.strings import mark
from game.table.plates import has_tags
from game.theme import Box
from rules import events as e
from rules.melds import KongKind, MeldKind
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import HIDDEN, NAME_OF, Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView
    from game.voices import VoicePack

SIDES: Final = {Position.OWN: 0.0, Position.RIGHT: 1.0, Position.ACROSS: 0.0, Position.LEFT: -1.0}
CALLS: Final = {MeldKind.CHOW: "chow", MeldKind.PONG: "pong", MeldKind.KONG: "kong"}
SPOKEN: Final = ("call", "win")
DROP: Final = "tile.drop"
BROKEN: Final = mark("This voice file cannot be played: {file}")


def word_of(event: e.Event | None) -> str:
    """The word a player says with an event; empty for none. Announcing an added kong says it, the meld does not."""
    match event:
        case e.Melded():
            return "" if event.meld.kong is KongKind.ADDED else CALLS[event.meld.kind]
        case e.KongAnnounced():
            return "kong"
        case e.Won():
            return "self_draw" if event.source is e.WinSource.SELF_DRAW else "win"
        case e.Marked():
            return "ready" if event.key == READY and event.seat is not None else ""
        case e.Discarded():
            return NAME_OF[event.tile]
    return ""


def tile_of(event: e.Event | None) -> Tile:
    """The tile that a caption names beside the call; HIDDEN for none."""
    match event:
        case e.Melded():
            return event.meld.tiles[0] if event.meld.kind is not MeldKind.CHOW else HIDDEN
        case e.KongAnnounced() | e.Won() | e.Discarded():
            return event.tile
    return HIDDEN


class TableHearing:
    """The ears of the table screen. Give `play` to the playback and `observe` to its observers.

    `signals`: whether signals are written, too; not where others look at the same screen.
    """

    def __init__(self, view: Callable[[], ScreenView]) -> None:
        self.captions = Captions()
        self.signals = True
        self._view = view
        self._event: e.Event | None = None
        self._told: set[str] = set()
        self._shown: dict[Position, str] = {}
        self._voices: Mapping[str, VoicePack] = {}

    # ---- life -------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """The table is on the screen: hear of every cue; look for voices, if any is wanted."""
        services = self._view().services
        if self.signals and self._alert not in services.audio.listeners:
            services.audio.listeners.append(self._alert)
        services.audio.music("table")
        if services.chosen.voice or any(services.chosen.seat_voices.values()):
            from game.voices import FOLDER, SHIPPED, find_voices  # most players want none

            self._voices = find_voices((SHIPPED, data_folder() / FOLDER)).packs

    def close(self) -> None:
        """Something lies on the table, or it is left."""
        listeners = self._view().services.audio.listeners
        if self._alert in listeners:
            listeners.remove(self._alert)

    def update(self, now: float) -> float:
        """Seconds until a caption goes; a new picture is asked for when one has come or gone."""
        shown = self.captions.shown(now)
        if shown != self._shown:
            self._shown = shown
            self._view().services.invalidate()
        return self.captions.wait(now)

    # ---- sounds -----------------------------------------------------------------------------------------------------

    def observe(self, event: e.Event, shown: RoundState) -> None:
        """Remember what is happening."""
        self._event = event

    def play(self, cue: str) -> None:
        """A sound of the playback."""
        seat = self._seat
        side = 0.0 if seat is None else SIDES[self._view().position(seat)]
        self._view().services.audio.play(cue, side)
        chosen, word = self._view().services.chosen, word_of(self._event)
        if cue.split(".")[0] in SPOKEN:
            self._caption(cue)
            self._speak(word)
        elif cue == DROP and isinstance(self._event, e.Discarded) and chosen.voice_tiles and self._speak(word):
            self._write(self._view().words.tile(self._event.tile), self._event.seat)

    def _alert(self, cue: str) -> None:
        """Every cue of the game passes here: what is no call is written at one's own plate."""
        if cue in CAPTIONS and cue.split(".")[0] not in SPOKEN:
            self._write(self._view().services.tr(CAPTIONS[cue]), None)

    @property
    def _seat(self) -> Seat | None:
        """Whose sound it is now."""
        return getattr(self._event, "seat", None)

    def _caption(self, cue: str) -> None:
        view, tile = self._view(), tile_of(self._event)
        words = [view.services.tr(CAPTIONS[cue])] + ([view.words.tile(tile)] if tile != HIDDEN else [])
        self._write(" ".join(words), self._seat)

    def _write(self, text: str, seat: Seat | None) -> None:
        view = self._view()
        if view.services.chosen.captions:
            position = Position.OWN if seat is None else view.position(seat)
            self.captions.say(position, text, view.services.clock())

    def _speak(self, word: str) -> bool:
        """Say a word with the voice of the seat it belongs to; whether it has one that knows the word."""
        view, seat = self._view(), self._seat
        if seat is None or not word:
            return False
        position = view.position(seat)
        chosen = view.services.chosen
        key = chosen.seat_voices.get(position.name.lower(), chosen.voice)
        pack = self._voices.get(key) if key else None
        path = None if pack is None else pack.files.get(word)
        if path is None:
            return False
        if not view.services.audio.speak(path, position, SIDES[position]) and path.name not in self._told:
            self._told.add(path.name)
            view.services.say(view.services.tr(BROKEN, file=path.name), "warn")
        return True

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The captions at the plates."""
        for position, text in self._shown.items():
            draw_caption(self._view(), surface, position, text)


def caption_rect(view: ScreenView, position: Position, text: str) -> tuple[pygame.Rect, list[str]]:
    """Where a caption stands, and its lines: below a plate, above one's own if no tag lies there."""
    services, px = view.services, view.services.px
    style, plate = services.fonts.capped(services.steps.small, px(15)), view.layout.plate(position)
    lines = services.fonts.wrap(text, style, plate.width - px(34))
    height = services.fonts.line_height(style) * len(lines) + px(2)
    width = max(services.fonts.width(line, style) for line in lines) + px(30)
    rect = pygame.Rect(0, 0, min(plate.width, width), height)
    if position is Position.OWN and has_tags(view, view.own):
        rect.bottomright = (plate.right, plate.bottom + px(10))
    elif position is Position.OWN:
        rect.bottomleft = (plate.x, plate.y + px(3))
    else:
        rect.midtop = (plate.centerx, plate.bottom - px(6))
    return rect, lines


def draw_caption(view: ScreenView, surface: pygame.Surface, position: Position, text: str) -> None:
    """A small card of ink with a loudspeaker."""
    services, px = view.services, view.services.px
    rect, lines = caption_rect(view, position, text)
    colours, style = services.colours, services.fonts.capped(services.steps.small, px(15))
    services.painter.box(surface, rect, Box(top=colours.ink, line=colours.brass_light, line_width=1.2, radius=6))
    icon = services.images.icon("sound", px(14), colours.brass_light)
    surface.blit(icon, icon.get_rect(midleft=(rect.x + px(6), rect.centery)))
    top = rect.y + px(1)
    for line in lines:
        picture = services.fonts.render(line, style, colours.text, rect.width - px(28))
        surface.blit(picture, (rect.x + px(23), top))
        top += services.fonts.line_height(style)
