"""A press that comes in the very frame in which a prompt opens was meant for something else: it answers nothing."""

from __future__ import annotations

import pygame
import pytest

from game.app import App
from rules.events import AskKind
from tests.helpers.tables import LocalTable, local_table

STEP, LONGEST = 0.05, 4000
SPACE = pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ")


def frames_until_claim(table: LocalTable, app: App, last: int = LONGEST) -> int:
    """Play on as is proposed until a claim is open, or for so many frames; how many they were."""
    for number in range(last):
        table.clock.now += STEP
        app.frame([])
        prompt = table.scene.playback.prompt
        if prompt is not None and prompt.answer is None:
            ask = prompt.prompt.ask
            if ask.kind is AskKind.CLAIM:
                return number + 1
            table.scene.desk.answer(ask.options.index(ask.default))
    return last


def pass_card(table: LocalTable) -> tuple[int, int]:
    assert table.scene.desk.box is not None
    return next(card for card in table.scene.desk.box.cards if card.model.action == "pass").rect.center


@pytest.mark.parametrize("by", ["key", "mouse"])
def test_a_press_before_the_prompt_is_drawn_answers_nothing(by: str) -> None:
    rehearsed = local_table("changsha")
    frames = frames_until_claim(rehearsed, App(rehearsed.services))
    place = pass_card(rehearsed)
    click = [pygame.Event(kind, pos=place, button=1) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]
    presses = [SPACE] if by == "key" else click

    table = local_table("changsha")
    app = App(table.services)
    frames_until_claim(table, app, frames - 1)
    assert table.scene.playback.prompt is None or table.scene.playback.prompt.answer is not None
    table.clock.now += STEP
    app.frame(presses)
    prompt = table.scene.playback.prompt
    assert prompt is not None
    assert prompt.prompt.ask.kind is AskKind.CLAIM
    assert prompt.answer is None, "nobody has seen it yet"
    app.frame(presses)
    assert prompt.answer is not None, "now it is meant"
