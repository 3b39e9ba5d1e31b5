"""Nothing is drawn while nothing changes: every shot is left alone for a second and its pictures are counted."""

from __future__ import annotations

import pytest

from game.app import App
from game.scenes.hotseat import HotseatScene
from game.scenes.settlement import SettlementScene
from game.scenes.table import TableScene
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.catalogue import shots
from game.table.consentdialog import ConsentDialog
from game.table.itempanel import ItemPanel

STEP, STEPS = 0.05, 20
SETTLES = 8.0
RING, BLINKS, COUNTS = 11, 4, 2
"""Most pictures in a second: of a ring of time with a caption that goes, of a text cursor, of a countdown."""


class CountingApp(App):
    """Counts the pictures."""

    pictures = 0

    def _draw(self) -> None:
        self.pictures += 1
        super()._draw()


def most_pictures(services: Services) -> int:
    """How many pictures a second may bring: what moves by itself is named here."""
    top = services.scenes.top
    if isinstance(top, HotseatScene):
        if top.flow.window is not None:
            return STEPS
        top = top.active
    if isinstance(top, ItemPanel):
        top = top.table
    match top:
        case TableScene() if top.playback.prompt is not None:
            return RING + COUNTS
        case ConsentDialog():
            return RING + COUNTS
        case SettlementScene() if top.seconds_left is not None:
            return COUNTS
    return BLINKS


@pytest.mark.parametrize("name", list(shots()))
def test_a_screen_left_alone_is_not_drawn_again(name: str) -> None:
    services = shots()[name].open((1024, 600), "zh_CN")
    clock = services.clock
    assert isinstance(clock, ShotClock)
    app = CountingApp(services)
    end = clock.now + SETTLES
    while app.frame([]) <= 0 and clock.now < end:
        clock.now += STEP
    app.pictures = 0
    for _ in range(STEPS):
        clock.now += STEP
        app.frame([])
    assert app.pictures <= most_pictures(services)


def test_a_restless_screen_is_found() -> None:
    """The test above could find something: a screen that asks for pictures all the time has too many."""
    services = shots()["title"].open((1024, 600), "zh_CN")
    app = CountingApp(services)

    def restless() -> float:
        services.invalidate()
        return STEP

    services.background = restless
    for _ in range(STEPS):
        app.frame([])
    assert app.pictures > most_pictures(services)
