"""The question before one leaves a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.widgets.dialog import Answer, LeaveQuestion

if TYPE_CHECKING:
    from game.services import Services


def leave_question(services: Services, over: bool, leave: Callable[[], object]) -> LeaveQuestion:
    """Nobody leaves by accident. `over`: whether the hand is."""
    tr = services.tr
    text = tr("The hand is not over. The match is kept and can be continued from the title.")
    if over:
        text = tr("The match is kept and can be continued from the title.")
    return LeaveQuestion(services, tr("Leave this table?"), text, [Answer(tr("Leave"), leave), Answer(tr("Play on"))])
