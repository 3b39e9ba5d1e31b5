"""The panel of waits: as high as what it says."""

from __future__ import annotations

from game.table.waits import NOTE, WaitsShown, waits_height
from rules.hints import Wait
from rules.score import Unit
from rules.tiles import parse_tile
from tests.helpers.tables import OWN, beginning, preferences, scripted_table


def test_there_is_no_empty_line_where_nothing_has_to_be_said() -> None:
    scene, _, _ = scripted_table(beginning({0: OWN}), chosen=preferences())
    waits = (Wait(parse_tile("1p"), 3, 2, Unit.POINTS, self_draw_only=False),)
    alone, after = (waits_height(scene.view, WaitsShown(waits, tile)) for tile in (None, parse_tile("9p")))
    assert after - alone == scene.view.services.px(NOTE)
