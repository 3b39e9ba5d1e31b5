"""What was said during a recorded hand: a line of its log, and a bubble at the plate at the moment it was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.lobby.signs import bubble_place, draw_bubble
from game.lobby.words import phrase_words
from game.records.tape import Tape
from game.strings import Strings
from game.table.view import ScreenView
from net.remarks import Remark

if TYPE_CHECKING:
    from game.records.transport import Transport


def words_of(strings: Strings, remark: Remark) -> str:
    """A line of chat, or the phrase in the language of whoever reads it."""
    return phrase_words(strings, remark.phrase) if remark.phrase >= 0 else remark.text


def with_talk(tape: Tape, strings: Strings, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """A log with what was said, after what had happened by then: number of the stop, sentence."""
    said = [
        (stop, strings.tr("{name}: {text}", name=remark.name, text=words_of(strings, remark)))
        for stop, remarks in tape.remarks.items()
        for remark in remarks
    ]
    return sorted([*lines, *said], key=lambda line: line[0])


def draw_talk(view: ScreenView, transport: Transport, surface: pygame.Surface) -> None:
    """The last that each one said at this moment; spectators speak in the middle."""
    latest = {remark.player: remark for remark in transport.tape.remarks.get(transport.stop, ())}
    for player, remark in latest.items():
        text = words_of(view.services.strings, remark)
        draw_bubble(view.services, surface, text, bubble_place(view, player, text))
