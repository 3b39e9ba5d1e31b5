"""A discard taken back by consent, as one person at a screen of his own sees it: asked by another, or as the asker."""

from __future__ import annotations

import random

import pygame
import pytest

from game.app import offscreen_services
from game.scenes.table import TableScene
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.lan import show_table
from game.shots.regrets import OTHER
from game.table.consentdialog import NOT_BEFORE, SILENT_HOST, ConsentDialog
from game.tableinfo import TableInfo
from net.entrants import Entrant
from net.host import Host
from net.link import LocalLink
from net.messages import Regret, TakeBackAsked, TakeBackOver
from net.timers import CONSENT, Timers
from rules.commands import Discard
from rules.events import AskKind
from rules.match import Match, MatchSettings, default_length
from rules.seats import Seat
from rules.variants import variant
from tests.helpers.tables import NAMES, SEED, Clock, LocalTable, click, preferences, press

FRIENDS = Timers(turn=20.0, claim=10.0, window=(3.0, 3.0), consent=CONSENT)


def friends(key: str = "sichuan") -> LocalTable:
    """The screen of player 0 at a table of four people."""
    clock, found = Clock(), variant(key)
    services = offscreen_services((1280, 720), preferences(language="en"), clock)
    match = Match(MatchSettings(key, (), default_length(found), SEED), found)
    host = Host(match, [Entrant(name) for name in NAMES], FRIENDS, random.Random(1).randrange, lambda events: None)
    link = LocalLink(host, [0])
    host.start(clock.now)
    scene = TableScene(services, link, 0, TableInfo(found, match.rules, NAMES))
    scene.clocks_stand = False
    services.scenes.push(scene)
    return LocalTable(scene, host, clock)


def discard(table: LocalTable, player: int) -> Seat:
    """Play on until this player has discarded, and everybody sees it; his seat."""
    host = table.host
    for _ in range(4000):
        table.run(0.1)
        for opened in list(host.open_prompts):
            ask = opened.ask
            index = next(
                (i for i, o in enumerate(ask.options) if isinstance(o, Discard)), ask.options.index(ask.default)
            )
            if host.answer(ask.seat, opened.prompt_id, index, table.clock.now):
                table.run(0.2)
                if (
                    ask.kind is AskKind.TURN
                    and isinstance(ask.options[index], Discard)
                    and ask.seat == seat(host, player)
                ):
                    return ask.seat
                break
    raise AssertionError("he never discards")


def seat(host: Host, player: int) -> Seat:
    return host.seat_of(player)


def top(table: LocalTable) -> ConsentDialog:
    dialog = table.services.scenes.top
    assert isinstance(dialog, ConsentDialog)
    return dialog


def said(table: LocalTable) -> str:
    return table.services.toasts.texts[-1] if table.services.toasts.texts else ""


def others_agree(table: LocalTable, but: Seat) -> None:
    question = table.host.taking_back.question
    assert question is not None
    for other in sorted(question.silent - {but}):
        table.host.taking_back.consent(other, question.id, True, table.clock.now)


def test_one_is_asked_agrees_with_the_key_and_sees_it_taken_back() -> None:
    table = friends()
    asker = discard(table, 1)
    thrown = list(table.scene.view.shown.seats[asker].river)
    table.host.taking_back.want(asker, table.clock.now)
    table.run(0.1)
    dialog = top(table)
    assert NAMES[1] in dialog.text
    assert dialog.title == f"Take {table.scene.view.words.tile(thrown[-1])} back?"
    table.run(NOT_BEFORE)
    others_agree(table, but=table.scene.seat)
    press(dialog, pygame.K_u)
    assert table.services.scenes.top is table.scene
    table.run(0.1)
    assert table.scene.view.shown.seats[asker].river == thrown[:-1]
    assert not table.scene.timeline.busy, "nothing is dealt again"
    assert NAMES[1] in said(table)


@pytest.mark.parametrize("how", ["button", "pass key", "escape", "enter"])
def test_one_says_no(how: str) -> None:
    """By the button, the key of a pass, and as the safe answer that Escape and Enter give (a gamepad has B and A)."""
    table = friends()
    asker = discard(table, 1)
    log = list(table.host.round.log) if table.host.round is not None else []
    table.host.taking_back.want(asker, table.clock.now)
    table.run(NOT_BEFORE + 0.1)
    dialog = top(table)
    if how == "button":
        click(dialog, dialog.buttons[-1].rect.center)
    else:
        press(dialog, {"pass key": pygame.K_SPACE, "escape": pygame.K_ESCAPE, "enter": pygame.K_RETURN}[how])
    assert table.services.scenes.top is table.scene
    assert table.host.taking_back.question is None
    assert table.host.round is not None
    assert table.host.round.log == log


def test_whoever_is_asked_in_the_settings_is_called_back_to_the_table(
    timed_services: Services, clock: ShotClock
) -> None:
    """Once; his silence would be a no. Then the question waits for him."""
    services = timed_services
    scene = show_table(services, clock, hand="call")
    scene.open_settings()
    settings = services.scenes.top
    scene.taking_back.hear(TakeBackAsked(1, OTHER, (scene.seat,), CONSENT))
    for _ in range(3):
        scene.update(0.05)  # as the lobby lets a table go on that lies under something
    assert services.scenes.top is settings
    assert sum("close this to answer" in text for text in services.toasts.texts) == 1
    services.scenes.pop()
    scene.update(0.05)
    assert isinstance(services.scenes.top, ConsentDialog)


def test_whoever_agreed_waits_for_the_others() -> None:
    table = friends()
    asker = discard(table, 1)
    table.host.taking_back.want(asker, table.clock.now)
    table.run(NOT_BEFORE + 0.1)
    dialog = top(table)
    press(dialog, pygame.K_u)
    assert top(table) is dialog
    assert not dialog.buttons[0].enabled
    table.run(CONSENT)
    assert table.services.scenes.top is table.scene
    assert "in time" in said(table)


def test_one_asks_by_the_big_button_and_is_told_who_does_not_agree() -> None:
    table = friends()
    mine = discard(table, 0)
    assert table.scene.may_take_back
    table.run(0.6)
    click(table.scene, table.scene.controls.form.widgets[-1].rect.center)
    dialog = top(table)
    assert dialog.asked == []
    question = table.host.taking_back.question
    assert question is not None
    assert question.seat == mine
    table.host.taking_back.consent(seat(table.host, 2), question.id, False, table.clock.now)
    table.run(0.1)
    assert table.services.scenes.top is table.scene
    assert NAMES[2] in said(table)
    press(table.scene, pygame.K_u)
    assert "before" in said(table)
    assert "Take back" not in [widget.content for widget in table.scene.controls.stops]


def test_one_asks_all_agree_and_one_plays_on_as_before() -> None:
    table = friends()
    mine = discard(table, 0)
    held = len(table.scene.hand.arrangement)
    press(table.scene, pygame.K_u)
    assert isinstance(top(table), ConsentDialog)
    others_agree(table, but=mine)
    table.run(0.3)
    assert table.services.scenes.top is table.scene
    assert len(table.scene.hand.arrangement) == held + 1
    assert table.scene.discards_now


def test_one_thinks_better_of_it() -> None:
    table = friends()
    discard(table, 0)
    press(table.scene, pygame.K_u)
    table.run(NOT_BEFORE + 0.1)
    press(top(table), pygame.K_RETURN)
    assert table.services.scenes.top is table.scene
    assert "stand" in said(table)


def test_the_time_to_answer_stands_still_meanwhile() -> None:
    table = friends("changsha")
    for _ in range(20):
        asker = discard(table, 3)
        table.run(3.2)
        prompt = table.scene.playback.prompt
        if prompt is not None and prompt.prompt.ask.kind is AskKind.CLAIM and table.host.taking_back.may(asker):
            break
    assert prompt is not None
    assert prompt.deadline is not None
    table.host.taking_back.want(asker, table.clock.now)
    before, began = prompt.deadline, table.clock.now
    table.run(4.0)
    press(top(table), pygame.K_SPACE)
    assert table.scene.playback.prompt is prompt, "it is still to be answered"
    assert prompt.deadline == pytest.approx(before + table.clock.now - began, abs=0.1)


def test_a_host_that_is_silent_does_not_leave_one_with_a_question() -> None:
    table = friends()
    table.scene.taking_back.hear(TakeBackAsked(7, 1, (0, 2, 3), CONSENT))
    table.scene.taking_back.ask_here()
    assert isinstance(top(table), ConsentDialog)
    table.run(CONSENT + SILENT_HOST + 0.2)
    assert table.services.scenes.top is table.scene


def test_what_is_heard_twice_counts_once() -> None:
    """Several people at a screen hear everything once each."""
    table = friends()
    asking = table.scene.taking_back
    asking.hear(TakeBackAsked(7, 1, (0, 2, 3), CONSENT))
    asking.hear(TakeBackOver(1, Regret.STOPPED))
    asking.hear(TakeBackAsked(7, 1, (0, 2, 3), CONSENT))
    assert asking.question is None


def test_a_spectator_is_told_and_not_asked() -> None:
    table = friends()
    spectator = TableScene(table.services, LocalLink(table.host, []), 0, table.scene.table)
    table.services.scenes.push(spectator)
    asker = discard(table, 1)
    table.host.taking_back.want(asker, table.clock.now)
    table.run(0.1)
    assert table.services.scenes.top is spectator
    assert NAMES[1] in said(table)
