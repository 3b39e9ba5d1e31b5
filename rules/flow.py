"""The standard table from stage to step; a variant copies it and replaces or adds rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.events import Stage
from rules.ruleset import Step
from rules.steps.closing import DrawnHand, Finish, Settle
from rules.steps.play import Claim, Draw, KongClaim, KongDraw, Turn

STANDARD_FLOW: Final[Mapping[Stage, Step]] = {
    Stage.DRAW: Draw(),
    Stage.TURN: Turn(),
    Stage.CLAIM: Claim(),
    Stage.KONG_CLAIM: KongClaim(),
    Stage.KONG_DRAW: KongDraw(),
    Stage.WON: Settle(),
    Stage.EXHAUSTED: DrawnHand(),
    Stage.FINISH: Finish(),
}
