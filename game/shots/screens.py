"""The screens around the table: title, settings, new table, result, questions and messages."""

from __future__ import annotations

from typing import Final

import pygame

from game import VERSION
from game.newmatch import Course
from game.newtable.choices import Choices
from game.scenes.newtable import NewTableScene
from game.scenes.result import ResultScene
from game.scenes.settings import SettingsScene
from game.scenes.settings_pages import SOUND
from game.scenes.title import TitleActions, TitleScene, UnfinishedEntry
from game.scenes.welcome import WelcomeScene
from game.services import Services
from game.strings import signed
from game.tableinfo import TableInfo
from game.tabletexts import TableTexts
from game.voices import SHIPPED, find_voices
from net.messages import Standing
from rules.bots import LEVELS, seeded_chooser
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.simulate import play_hand
from rules.variants import all_variants

HANDS: Final = 8
SEED: Final = b"sifang-the-result"


def show_title(services: Services, unfinished: bool = False) -> None:
    """The first screen, with or without a match to continue."""
    texts = TableTexts(services.strings.language, next(iter(all_variants())))
    hand = services.tr("hand {number}", number=3)
    first = f"{texts.card} · {hand}"
    note = services.strings.tr_plural("{count} table found", "{count} tables found", 2) if unfinished else ""
    entry = UnfinishedEntry(first, services.tr("You {points}", points=signed(12)), _nothing)
    actions = TitleActions(_nothing, _nothing, _nothing, _nothing, _nothing, _nothing, lan_note=lambda: note)
    services.scenes.push(TitleScene(services, actions, VERSION, entry if unfinished else None))


def show_first_start(services: Services, again: bool = False) -> None:
    """The hints of the first start, with the questions or without."""
    if not again:
        services.preferences.change(player_name="")
    services.scenes.push(WelcomeScene(services, _nothing, again=again))


def show_quit(services: Services) -> None:
    """The question whether to leave the game."""
    show_title(services, unfinished=True)
    press(services, "escape")


def show_toasts(services: Services) -> None:
    """Two messages at once."""
    show_title(services)
    services.say(
        services.tr("The settings file was broken; it was set aside as {name}.", name="settings.toml.bad"), "warn"
    )
    services.say(services.tr("Sound off"))
    services.toasts.update(1.0)


def show_settings(services: Services, group: str) -> None:
    """A group of the settings."""
    services.scenes.push(SettingsScene(services, group))


def show_voices(services: Services) -> None:
    """The page for sound with a voice chosen, at its end."""
    services.preferences.change(voice=next(iter(find_voices((SHIPPED,)).packs)))
    scene = SettingsScene(services, SOUND)
    services.scenes.push(scene)
    services.keys_used = True
    scene.form.focus(scene.form.widgets[-1])
    scene.update(1.0)


def show_new_table(services: Services, key: str) -> None:
    """The choices of a new table for a variant."""
    scene = NewTableScene(services, lambda new, timers: None)
    services.scenes.push(scene)
    scene.choose(key)


def show_result(services: Services) -> None:
    """The end of a match of eight hands that bots have played."""
    found = next(iter(all_variants().values()))
    match = Match(MatchSettings(found.key, (), Length(LengthUnit.HANDS, HANDS), SEED), found)
    history: list[list[int]] = []
    while not match.over:
        players = match.players[:]
        hand = play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, seeded_chooser(SEED, match.hands))
        match.record(hand.state)
        history.append([hand.state.seats[players.index(player)].points for player in range(4)])
    a, b, c, d = Choices(found).match(services.strings, services.chosen.player_name).entrants
    table = TableInfo(found, match.rules, (a.name, b.name, c.name, d.name), (a.level, b.level, c.level, d.level))
    standing = Standing(
        match.hands, match.rounds, tuple(match.totals), tuple(match.players), (True,) * 4, over=True, seconds=None
    )
    services.scenes.push(ResultScene(services, table, standing, _nothing, _nothing, Course(history=history)))


def press(services: Services, name: str) -> None:
    """Press a key, by pygame's name for it."""
    services.scenes.top.handle(pygame.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0, unicode=""))


def _nothing() -> None:
    """What the entries of these screens open."""
