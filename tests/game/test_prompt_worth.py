"""Every card that wins says what the win is worth, also on questions: an opening hand, a tile turned up in the wall."""

from __future__ import annotations

import pytest

from game.scenes.table import TableScene
from game.shots.catalogue import shots


@pytest.mark.parametrize(
    ("shot", "action", "told"),
    [("ask-opening", "choice", "Four alike · 5 pts"), ("ask-turned-up", "win", "5 Bamboos Kong draw 1 fan")],
)
def test_a_question_that_offers_a_win_tells_its_worth(shot: str, action: str, told: str) -> None:
    scene = shots()[shot].open((1280, 720), "en").scenes.top
    assert isinstance(scene, TableScene)
    assert scene.desk.box is not None
    card = next(card for card in scene.desk.box.cards if card.model.action == action)
    assert told in (card.word if action == "choice" else " ".join(card.note))
