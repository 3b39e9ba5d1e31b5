"""The settlement sheet for who reads large type, and for who does not see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.speech import VARIABLE
from game.strings import signed
from rules.seats import SEATS

from .test_settlement import NAMES, busy, scene


def test_the_sheet_is_told_in_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "told.txt"
    monkeypatch.setenv(VARIABLE, str(told))
    made = scene(busy(), language="en")
    first, page = told.read_text("utf-8").splitlines(), made.shown
    assert page.win is not None
    assert first[0] == f"{made.sheet.headline(page)}."
    assert first[1].startswith(f"{made.sheet.wording.value(page.win.breakdown)}: ")
    assert first[2:] == [
        f"{NAMES[seat]} {signed(page.sums[seat])}, now {signed(made.standing.totals[made.table.players[seat]])}."
        for seat in SEATS
    ]
    made.open_page(1)
    assert told.read_text("utf-8").splitlines()[len(first)] == f"{made.sheet.headline(made.shown)}."


@pytest.mark.parametrize("text", [100, 150, 200])
def test_what_stands_on_a_plate_is_no_higher_than_the_plate(text: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made, sizes = scene(busy(), text_size=text), []
    fonts = made.services.fonts
    monkeypatch.setattr(fonts, "write", lambda *what: sizes.append(fonts.size(what[3])))
    made._diagram._draw_plate(made.services.canvas.surface, made._diagram.plates[0], made._plate(0), 1.0)
    assert len(sizes) >= 2
    assert max(sizes) <= made._diagram.plates[0].height - 2 * made.services.units.px(2)
