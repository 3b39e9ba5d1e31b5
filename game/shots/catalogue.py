"""All shots by name. Names are stable: the manual, the README and scripts refer to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import pygame

from game.app import offscreen_services, render_scene
from game.preferences import Language, Preferences
from game.scenes.settings_pages import GROUPS
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.deals import deals
from game.shots.screens import show_new_table, show_quit, show_result, show_settings, show_title, show_toasts
from game.shots.tables import show_deal
from rules.variants import all_variants

PLAYER: Final[dict[Language, str]] = {"zh_CN": "竹影", "zh_TW": "竹影", "en": "Zhuying"}


@dataclass(slots=True, frozen=True)
class Shot:
    """A picture: its name, and what puts its scenes on the stack."""

    name: str
    show: Callable[[Services, ShotClock], None]

    def open(self, size: tuple[int, int], language: Language) -> Services:
        """Services whose top scene is the screen of this shot. Raises CaseError for a hand that cannot be played."""
        clock = ShotClock()
        chosen = Preferences(language=language, player_name=PLAYER[language], speed="instant")
        services = offscreen_services(size, chosen, clock)
        self.show(services, clock)
        return services

    def picture(self, size: tuple[int, int], language: Language) -> pygame.Surface:
        """The picture, in device pixels. Raises CaseError for a hand that cannot be played."""
        return render_scene(self.open(size, language).scenes.top)


@cache
def shots() -> dict[str, Shot]:
    """Every shot by its name, in the order of the manual. Raises CaseError when the file of deals is damaged."""
    return {shot.name: shot for shot in (*_screens(), *_tables())}


def _screens() -> Iterator[Shot]:
    yield _shot("title", show_title)
    yield _shot("title-continue", partial(show_title, unfinished=True))
    yield _shot("title-leave", show_quit)
    yield _shot("toasts", show_toasts)
    for group in GROUPS:
        yield _shot(f"settings-{group.key}", partial(show_settings, group=group.key))
    for key in all_variants():
        yield _shot(f"new-table-{key}", partial(show_new_table, key=key))
    yield _shot("result", show_result)


def _tables() -> Iterator[Shot]:
    for deal in deals():
        yield Shot(deal.name, partial(show_deal, deal=deal))


def _shot(name: str, show: Callable[[Services], None]) -> Shot:
    return Shot(name, lambda services, clock: show(services))
