"""All shots by name. Names are stable: the manual, the README and scripts refer to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final

import msgspec
import pygame

from game.app import offscreen_services, render_scene
from game.preferences import Language, Preferences
from game.scenes.settings_pages import GROUPS
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.afterwards import (
    show_exported,
    show_no_statistics,
    show_records,
    show_records_question,
    show_replay,
    show_statistics,
)  # fmt: skip
from game.shots.deals import deals
from game.shots.encyclopedia import encyclopedia_shots
from game.shots.hotseat import hotseat_shots
from game.shots.lan import lan_shots
from game.shots.lanhotseat import lan_hotseat_shots
from game.shots.moments import moments
from game.shots.presets import show_no_presets, show_preset_question, show_presets
from game.shots.regrets import regret_shots
from game.shots.screens import (
    show_first_start,
    show_new_table,
    show_quit,
    show_result,
    show_settings,
    show_title,
    show_toasts,
    show_voices,
)
from game.shots.tables import show_deal
from rules.values import value
from rules.variants import all_variants

NO_WISHES: Final[Mapping[str, Any]] = MappingProxyType({})
CAPTIONED: Final = "captions"
"""The shot that shows captions; in the others they would hide what a picture is about."""

PLAYER: Final[dict[Language, str]] = {"zh_CN": "竹影", "zh_TW": "竹影", "en": "Zhuying"}


@value
class Shot:
    """A picture: its name, and what puts its scenes on the stack."""

    name: str
    show: Callable[[Services, ShotClock], object]
    captions: bool = True

    def open(self, size: tuple[int, int], language: Language, wishes: Mapping[str, Any] = NO_WISHES) -> Services:
        """Services whose top scene is the screen of this shot; `wishes` are preferences that differ from the usual.

        Raises CaseError for a hand that cannot be played.
        """
        clock = ShotClock()
        chosen = Preferences(language=language, player_name=PLAYER[language], speed="instant", captions=self.captions)
        chosen = msgspec.structs.replace(chosen, **wishes)
        services = offscreen_services(size, chosen, clock)
        self.show(services, clock)
        return services

    def picture(self, size: tuple[int, int], language: Language) -> pygame.Surface:
        """The picture, in device pixels. Raises CaseError for a hand that cannot be played."""
        return render_scene(self.open(size, language).scenes.top)


@cache
def shots() -> dict[str, Shot]:
    """Every shot by its name, in the order of the manual. Raises CaseError when the file of deals is damaged."""
    return {shot.name: shot for shot in (*_screens(), *_tables(), *_hotseat(), *_lan(), *_moments())}


def _screens() -> Iterator[Shot]:
    yield _shot("title", show_title)
    yield _shot("title-continue", partial(show_title, unfinished=True))
    yield _shot("title-leave", show_quit)
    yield _shot("first-start", show_first_start)
    yield _shot("first-steps", partial(show_first_start, again=True))
    yield _shot("toasts", show_toasts)
    for group in GROUPS:
        yield _shot(f"settings-{group.key}", partial(show_settings, group=group.key))
    for key in all_variants():
        yield _shot(f"new-table-{key}", partial(show_new_table, key=key))
    yield Shot("presets", show_presets)
    yield Shot("presets-delete", show_preset_question)
    yield Shot("presets-empty", show_no_presets)
    yield _shot("settings-voices", show_voices)
    yield _shot("result", show_result)
    yield from _afterwards()
    for name, show in encyclopedia_shots().items():
        yield _shot(name, show)


def _afterwards() -> Iterator[Shot]:
    yield _shot("records", show_records)
    yield _shot("records-unfinished", partial(show_records, steps=1))
    yield _shot("records-broken", partial(show_records, steps=11))
    for key in ("rename", "import", "delete"):
        yield _shot(f"records-{key}", partial(show_records_question, key=key))
    yield _shot("replay", partial(show_replay, match=0, keys="pagedown pagedown right right right"))
    yield _shot("replay-win", partial(show_replay, match=3, keys="down end"))
    yield _shot("replay-seat", partial(show_replay, match=5, keys="v pagedown right right right right l"))
    yield _shot("replay-sheet", partial(show_replay, match=2, keys="s"))
    yield _shot("statistics", show_statistics)
    yield _shot("statistics-opponents", partial(show_statistics, opponents=True))
    yield _shot("statistics-exported", show_exported)
    yield _shot("statistics-empty", show_no_statistics)


def _hotseat() -> Iterator[Shot]:
    yield from (Shot(name, show, captions=False) for name, show in (hotseat_shots() | regret_shots()).items())


def _tables() -> Iterator[Shot]:
    for deal in deals():
        yield Shot(deal.name, partial(show_deal, deal=deal), captions=deal.name == CAPTIONED)


def _lan() -> Iterator[Shot]:
    for name, show in (lan_shots() | lan_hotseat_shots()).items():
        yield Shot(name, show)


def _moments() -> Iterator[Shot]:
    yield from (Shot(name, show, captions=False) for name, show in moments().items())


def _shot(name: str, show: Callable[[Services], None]) -> Shot:
    return Shot(name, lambda services, clock: show(services))
