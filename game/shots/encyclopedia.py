"""The encyclopedia, its drills and the score calculator in their states."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Final

import pygame

from game.encyclopedia.draft import Target
from game.encyclopedia.drills import Kind
from game.encyclopedia.topics import TOPICS
from game.rulepages import examples
from game.scenes.calculator import OPTIONS, VALUE, WIN, CalculatorScene
from game.scenes.encyclopedia import EncyclopediaScene
from game.scenes.practice import PracticeScene
from game.services import Services
from rules.ruleset import Variant
from rules.tiles import parse_tiles
from rules.variants import all_variants

WAITING: Final = "1112345678999m"
"""A hand that waits for nine tiles, its first thirteen."""
LETTERS: Final = {"zh_CN": "三", "zh_TW": "三", "en": "kong"}


def encyclopedia_shots() -> dict[str, Callable[[Services], None]]:
    """What shows each of them, by name."""
    found: dict[str, Callable[[Services], None]] = {}
    for topic in TOPICS:
        found[f"rules-{topic}"] = partial(_page, variant=_last().key, topic=topic)
    for key in all_variants():
        found[f"rules-wins-{key}"] = partial(_page, variant=key, topic="wins")
    found["rules-search"] = _search
    found["rules-jump"] = partial(_search, jump=True)
    for kind in Kind:
        found[f"practice-{kind}"] = partial(_practice, kind=kind)
        found[f"practice-{kind}-right"] = partial(_practice, kind=kind, right=True)
        found[f"practice-{kind}-wrong"] = partial(_practice, kind=kind, right=False)
    found["calculator-empty"] = partial(_calculator, tab=VALUE, hand=False)
    for tab in (VALUE, WIN, OPTIONS):
        found[f"calculator-{tab}"] = partial(_calculator, tab=tab, hand=True)
    found["calculator-refused"] = partial(_calculator, tab=VALUE, hand=True, refused=True)
    found["calculator-waits"] = _waits
    return found


def _last() -> Variant:
    """The variant with the most to show: wild tiles, kongs laid aside, gates of its own."""
    return list(all_variants().values())[-1]


def _page(services: Services, variant: str, topic: str) -> None:
    services.scenes.push(EncyclopediaScene(services, variant, topic, on_play=lambda key: None))


def _search(services: Services, jump: bool = False) -> None:
    scene = EncyclopediaScene(services, _last().key, on_play=lambda key: None)
    services.scenes.push(scene)
    scene.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="/"))
    scene.handle(pygame.Event(pygame.TEXTINPUT, text=LETTERS[services.strings.language]))
    for _ in all_variants():
        scene.update(0.0)
    if jump:
        scene.jump(scene.hits[2])


def _practice(services: Services, kind: Kind, right: bool | None = None) -> None:
    variants = list(all_variants())
    key = variants[list(Kind).index(kind)]
    scene = PracticeScene(services, key, Random(0))
    services.scenes.push(scene)
    for seed in count():
        if scene.question.kind is kind and scene.question.verdict.wins:
            break
        scene.chance = Random(seed)
        scene.go_on()
    if right is not None:
        place = scene.question.right
        scene.answer(place if right else (place + 1) % len(scene.question.answers))


def _calculator(services: Services, tab: str, hand: bool, refused: bool = False) -> None:
    found = [one.hand for one in examples(_last().key).values() if one.hand and bool(one.reason) == refused]
    scene = CalculatorScene(services, _last().key, found[0] if hand else None)
    services.scenes.push(scene)
    scene.aim(Target.HAND)
    scene.open_tab(tab)


def _waits(services: Services) -> None:
    plain = next(one for one in all_variants().values() if not one.wild_name)
    scene = CalculatorScene(services, plain.key)
    services.scenes.push(scene)
    for tile in parse_tiles(WAITING)[:13]:
        scene.put(tile)
