"""What a prompt says a win is worth is what the win then brings; who was ready is told from what all have shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.commands import PASS, WIN, Choose, Command
from rules.events import Answered, Ask, Asked, AskKind, Discarded, Drew, Event, RoundEnded, RoundStarted, Shown, Won
from rules.evolve import evolve, fold
from rules.hints import may_wait, waits_now, waits_shown, wins_at_stake
from rules.log import decode
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Ruleset
from rules.score import Breakdown
from rules.seats import SEATS, Seat
from rules.secrecy import redact, view_of
from rules.simulate import play_hand
from rules.state import RoundState
from rules.tiles import HIDDEN
from rules.variants import all_variants, variant
from rules.whynot import refused_win
from tests.golden import LOGS

HANDS = 25


def logs(key: str) -> Iterator[tuple[Ruleset, list[Event]]]:
    """Hands of bots, and the golden logs, which show the odd rules of the variant."""
    match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, HANDS), b"hands for the hints"), variant(key))
    for number in range(HANDS):
        bots = [LEVELS["efficient"]] * 2 + [LEVELS["uniform" if number % 2 else "efficient"]] * 2
        hand = play_hand(match.rules, match.next_deal(), bots, seeded_chooser(b"hints", number))
        match.record(hand.state)
        yield match.rules, list(hand.log)
    for path in sorted((LOGS / key).glob("*.jsonl")):
        log = [decode(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
        assert isinstance(log[0], RoundStarted)
        yield variant(key).rules(dict(log[0].options)), log


def offers(rules: Ruleset, log: list[Event]) -> Iterator[tuple[Ask, dict[Command, Breakdown], Command, list[Won]]]:
    """Every ask of a log with what is at stake, what was answered, and the wins of its seat that followed at once."""
    views = [RoundState() for _ in SEATS]
    open_asks: dict[Seat, tuple[Ask, dict[Command, Breakdown]]] = {}
    for place, event in enumerate(log):
        for seat in SEATS:
            seen = redact(event, seat)
            if seen is not None:
                evolve(views[seat], seen)
        if isinstance(event, Asked):
            open_asks[event.seat] = (event.ask, wins_at_stake(views[event.seat], rules, event.ask))
        if isinstance(event, Answered):
            ask, stakes = open_asks.pop(event.seat)
            following = log[place + 1 :]
            until = next((i for i, e in enumerate(following) if isinstance(e, Asked | RoundEnded)), len(following))
            won = [e for e in following[:until] if isinstance(e, Won) and e.seat == event.seat]
            yield ask, stakes, event.command, won


@pytest.mark.parametrize("key", all_variants())
def test_what_a_prompt_tells_is_what_the_win_brings(key: str) -> None:
    told: Counter[AskKind] = Counter()
    for rules, log in logs(key):
        for ask, stakes, command, won in offers(rules, log):
            if not rules.calls.unchecked_wins:
                assert (WIN in ask.options) == (WIN in stakes), ask
            if won:
                told[ask.kind] += 1
                assert stakes[command] == won[0].breakdown
    assert told[AskKind.TURN]
    assert told[AskKind.CLAIM]


@pytest.mark.parametrize(("key", "question"), [("changsha", "opening"), ("yunnan", "turned_up"), ("yunnan", "honours")])
def test_questions_that_offer_a_win_tell_its_value_too(key: str, question: str) -> None:
    found = set()
    for rules, log in logs(key):
        for ask, stakes, _, _ in offers(rules, log):
            if ask.kind is AskKind.CHOICE and stakes:
                keys = {option.key for option in ask.options if isinstance(option, Choose)}
                found.add(next(iter(keys), "honours"))
                assert set(stakes) == {option for option in ask.options if option != PASS}
    assert question in found


@pytest.mark.parametrize("key", all_variants())
def test_everybody_learns_the_same_of_who_was_ready(key: str) -> None:
    """From the shown hands a stranger finds what the seat itself knew of its waits."""
    ready = 0
    for rules, log in logs(key):
        truth, strange = fold(log), fold(view_of(log, None))
        found = waits_shown(strange, rules)
        assert found == waits_shown(truth, rules)
        for seat, waits in found.items():
            ready += 1
            assert set(waits) == {wait.tile for wait in waits_now(truth, rules, seat)}
    assert ready > 2


@pytest.mark.parametrize("key", all_variants())
def test_nothing_is_told_of_a_hand_that_is_not_known(key: str) -> None:
    rules, log = next(logs(key))
    spectator, looked = RoundState(), 0
    for event in log:
        seen = redact(event, None)
        if seen is not None:
            evolve(spectator, seen)
        if isinstance(event, Drew | Discarded):
            looked += 1
            unknown = [seat for seat in SEATS if HIDDEN in spectator.seats[seat].hand.tiles()]
            assert not any(may_wait(spectator, seat) or refused_win(spectator, rules, seat) for seat in unknown)
    assert looked > 10


def test_nobody_is_ready_before_the_hands_are_shown() -> None:
    for rules, log in logs("lishui"):
        shown = next(place for place, event in enumerate(log) if isinstance(event, Shown))
        assert waits_shown(fold(log[:shown]), rules) == {}
        return


@pytest.mark.parametrize("key", ["sichuan", "yunnan"])
def test_the_best_wait_is_what_the_others_pay(key: str) -> None:
    paid = 0
    for rules, log in logs(key):
        state = fold(log)
        worth = waits_shown(state, rules)
        for transfer in (t for batch in state.ledger for t in batch if t.reason == "not_ready"):
            paid += 1
            assert transfer.payer not in worth
            best = max(breakdown.value for breakdown in worth[transfer.payee].values())
            doubled = next((factor.numerator for factor in transfer.factors if factor.name == "fan"), None)
            assert doubled == (2 ** (best - 1) if best else None)
    assert paid
