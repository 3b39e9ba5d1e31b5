"""One picture of the title and one of a table: for packagers and CI, also with the dummy video driver."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pygame

from game.app import App
from game.navigation import Navigation
from game.newmatch import NewMatch, start_match
from game.preferences import PreferenceStore
from game.scenes.table import TableScene
from game.services import make_services
from game.window import Window, prepare_environment
from net.entrants import Entrant
from net.timers import Timers
from rules.match import default_length
from rules.variants import ORDER, variant

SIZE = (1280, 720)
ENTRANTS = (Entrant("竹影"), Entrant("小满", "efficient"), Entrant("梅娘", "efficient"), Entrant("陈伯", "efficient"))


def smoke() -> None:
    """Open a window, draw a title and a table, close it. Nothing is kept. Raises `pygame.error` without a display."""
    prepare_environment()
    pygame.display.init()
    window = Window(SIZE, fullscreen=False)
    try:
        services = make_services(window, PreferenceStore(None))
        app = App(services)
        services.scenes.push(Navigation(services).title())
        app.frame([])
        first = variant(ORDER[0])
        new = NewMatch(first.key, (), default_length(first), ENTRANTS)
        with tempfile.TemporaryDirectory() as folder:
            running = start_match(new, Timers(), Path(folder), services.clock())
            services.scenes.reset(TableScene(services, running.link, 0, running.table))
            app.frame([])
            running.close()
    finally:
        window.close()
        pygame.quit()
