"""Laws of rules/ that hold in every recorded hand of every variant (guides/architecture.md, 2.1 and 2.7)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.auto import auto_answer, may_switch_on
from rules.bots import LEVELS, seeded_chooser
from rules.bots.coach import advice
from rules.commands import DISCARD, PASS, PONG, WIN, Command, Kong
from rules.danger import dangers
from rules.errors import IllegalCommand, LogError
from rules.events import Answered, Ask, Asked, Cause, Drew, Event, Marked, Paid, SecretMarked, Shown
from rules.evolve import fold
from rules.hints import (
    forbidden_discards,
    marks_after_discard,
    may_wait,
    waits_after_discards,
    waits_now,
    waits_shown,
    wins_at_stake,
)
from rules.log import decode_all
from rules.melds import KongKind
from rules.rerun import deal_of, rerun
from rules.round import Round
from rules.ruleset import Reaction, Ruleset
from rules.score import amount_of
from rules.seats import SEATS
from rules.state import RoundState
from rules.tiles import ALL_TILES, Tile
from rules.variants import all_variants, variant
from rules.whynot import refused_calls, refused_win

KEYS = list(all_variants())
LOGS = Path(__file__).parent.parent / "logs"
MOMENTS = 9
"""Every how many events somebody looks."""


def recorded(key: str) -> Iterator[tuple[Ruleset, list[Event]]]:
    """The golden logs of a variant, the odd rules among them, with the rules they were played by."""
    for path in sorted((LOGS / key).glob("*.jsonl")):
        log = decode_all(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        yield variant(key).rules(dict(fold(log).options)), log


@pytest.mark.parametrize("key", KEYS)
def test_reactions_mark_show_and_pay_and_nothing_else(key: str) -> None:
    """But for the pass that a false win comes to, which is an answer that the rules force."""
    told: list[Event] = []

    def overheard(reaction: Reaction) -> Reaction:
        def reacting(state: RoundState, event: Any, rules: Ruleset) -> Iterator[Event]:
            for consequence in reaction(state, event, rules):
                told.append(consequence)
                yield consequence

        return reacting

    for rules, log in recorded(key):
        kinds = {kind: tuple(map(overheard, given)) for kind, given in rules.scoring.reactions.items()}
        rerun(replace(rules, scoring=replace(rules.scoring, reactions=kinds)), log)
    assert {type(event) for event in told} <= {Marked, SecretMarked, Shown, Paid, Asked, Answered}
    assert {event.cause for event in told if isinstance(event, Answered)} <= {Cause.FORCED}
    assert sum(isinstance(event, Asked) for event in told) == sum(isinstance(event, Answered) for event in told)


@pytest.mark.parametrize("key", KEYS)
def test_every_payment_tells_how_its_amount_came_about(key: str) -> None:
    for _, log in recorded(key):
        for transfer in (transfer for event in log if isinstance(event, Paid) for transfer in event.transfers):
            assert transfer.payer != transfer.payee
            assert transfer.reason
            assert amount_of(transfer.factors) == transfer.amount > 0


ANY_COMMAND: list[Command] = [
    PONG, WIN, PASS, *DISCARD[1:], *(Kong(kind, tile) for kind in KongKind for tile in ALL_TILES)
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_what_is_not_among_the_options_is_refused_and_changes_nothing(key: str) -> None:
    rules, log = next(recorded(key))
    hand = Round(rules, deal_of(log))
    before, length = hand.state.copy(), len(hand.log)
    for seat in SEATS:
        options = hand.asks[seat].options if seat in hand.asks else ()
        for command in ANY_COMMAND:
            if command not in options:
                with pytest.raises(IllegalCommand):
                    hand.submit(seat, command)
    assert hand.state == before
    assert len(hand.log) == length


def place_of(kind: type[Event], log: list[Event]) -> int:
    return next(place for place, event in enumerate(log) if isinstance(event, kind))


def another_tile_drawn(log: list[Event]) -> list[Event]:
    place = place_of(Drew, log)
    drew = log[place]
    assert isinstance(drew, Drew)
    return [*log[:place], replace(drew, tile=Tile(drew.tile % 9 + 1)), *log[place + 1 :]]


def another_answer(log: list[Event]) -> list[Event]:
    place = place_of(Answered, log)
    answered = log[place]
    assert isinstance(answered, Answered)
    return [*log[:place], replace(answered, command=PONG), *log[place + 1 :]]


FALSIFIED: dict[str, tuple[Callable[[list[Event]], list[Event]], str]] = {
    "another tile": (another_tile_drawn, "event {Drew} differs"),
    "another answer": (another_answer, "event {Answered}: seat . may not"),
    "an event too few": (lambda log: [*log[:-3], *log[-2:]], "event {shown} differs"),
    "an event too many": (lambda log: [*log, log[-1]], "event {next} does not follow"),
    "no beginning": (lambda log: log[1:], "a hand starts with RoundStarted"),
}


@pytest.mark.parametrize("what", FALSIFIED)
def test_a_falsified_log_does_not_run_again(what: str) -> None:
    rules, log = next(recorded(KEYS[0]))
    change, message = FALSIFIED[what]
    numbers = {kind.__name__: place_of(kind, log) + 1 for kind in (Drew, Answered)}
    with pytest.raises(LogError, match=message.format(shown=len(log) - 2, next=len(log) + 1, **numbers)):
        rerun(rules, change(log))


Look = Callable[[RoundState, Ruleset, Ask], object]

LOOKS: dict[str, Look] = {
    **{
        name: lambda view, rules, ask, bot=bot: bot(view, rules, ask, seeded_chooser(b"law", 1))  # type: ignore[misc]
        for name, bot in LEVELS.items()
    },
    "coach": advice,
    "dangers": lambda view, rules, ask: dangers(view, rules, ask.seat),
    "auto": lambda view, rules, ask: (may_switch_on(view, rules, ask.seat), auto_answer(view, rules, ask)),
    "waits": lambda view, rules, ask: may_wait(view, ask.seat) and waits_now(view, rules, ask.seat),
    "waits after": waits_after_discards,
    "waits shown": lambda view, rules, ask: waits_shown(view, rules),
    "wins": wins_at_stake,
    "forbidden": forbidden_discards,
    "marks": lambda view, rules, ask: [
        marks_after_discard(view, rules, ask.seat, tile) for tile in view.seats[ask.seat].hand.tiles()
    ],
    "why not": lambda view, rules, ask: (refused_win(view, rules, ask.seat), refused_calls(view, rules, ask.seat)),
}


@pytest.mark.parametrize("key", KEYS)
def test_who_looks_at_a_hand_leaves_it_as_it_is(key: str) -> None:
    """Bots, hints and helps get a view that others use too."""
    rules, log = next(recorded(key))
    for cut in range(MOMENTS, len(log), MOMENTS):
        truth = fold(log[:cut])
        for seat in SEATS:
            view = truth.masked(seat)
            before = view.copy()
            for ask in view.asks.values():
                for name, look in LOOKS.items():
                    look(view, rules, ask)
                    assert view == before, (name, view.differences(before))


PLAY_ALL = """
from hashlib import sha256
from tests.rules.test_every_variant import KEYS, played
for key in KEYS:
    print(key, sha256(repr(played(key, "efficient")[2].log).encode()).hexdigest())
"""


def test_the_same_hand_comes_about_whatever_the_order_of_sets() -> None:
    """Texts hash otherwise in every process; a log must not depend on it."""
    home = LOGS.parent.parent
    told = [
        subprocess.check_output([sys.executable, "-c", PLAY_ALL], env=os.environ | {"PYTHONHASHSEED": seed}, cwd=home)
        for seed in ("0", "1")
    ]
    assert len(told[0].splitlines()) == len(KEYS)
    assert told[0] == told[1]
