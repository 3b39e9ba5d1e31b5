"""The table under random input: nothing illegal is sent, and nothing is passed that was not passed on purpose."""

from __future__ import annotations

import random

import pygame
import pytest

from rules.commands import PASS
from tests.helpers.tables import LocalTable, local_table, mouse, press


@pytest.mark.parametrize("seed", range(4))
def test_random_input_sends_nothing_illegal_and_never_passes_by_accident(seed: int) -> None:
    """Everything but the pass card and its key, for a long time: the only answers are legal ones and no pass."""
    chance = random.Random(seed)
    table = local_table("lishui", seed=b"random input %4d" % seed)
    sent: list[object] = []
    answer = table.host.answer

    def watched(seat: int, prompt_id: int, index: int, now: float) -> bool:
        prompt = table.scene.playback.prompt
        assert prompt is not None
        assert prompt.prompt.id == prompt_id
        sent.append(prompt.prompt.ask.options[index])
        return answer(seat, prompt_id, index, now)

    table.host.answer = watched  # type: ignore[method-assign]
    keys = [
        pygame.K_LEFT,
        pygame.K_RIGHT,
        pygame.K_UP,
        pygame.K_s,
        pygame.K_TAB,
        pygame.K_RETURN,
        pygame.K_5,
        pygame.K_l,
    ]
    for _ in range(1500):
        if table.services.scenes.top is not table.scene:
            break
        _random_input(table, chance, keys)
        table.run(0.02)
        pieces = [piece.tile for piece in table.scene.hand.arrangement.pieces]
        assert sorted(pieces) == table.scene.view.shown.seats[0].hand.tiles()
    assert sent
    assert PASS not in sent


def _random_input(table: LocalTable, chance: random.Random, keys: list[int]) -> None:
    scene = table.scene
    position = (chance.randrange(0, 1110), chance.randrange(560, 715))
    box = scene.desk.box
    if box is not None and any(card.model.action == "pass" and card.rect.collidepoint(position) for card in box.cards):
        return
    match chance.randrange(5):
        case 0:
            press(scene, chance.choice(keys))
        case 1:
            mouse(scene, pygame.MOUSEMOTION, position)
        case 2:
            mouse(scene, pygame.MOUSEBUTTONDOWN, position, chance.choice([1, 1, 2, 3]))
        case _:
            mouse(scene, pygame.MOUSEBUTTONUP, position, chance.choice([1, 3]))
