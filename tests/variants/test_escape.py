"""Leaving on purpose in mid-hand (逃跑): rulebook/README.md, sichuan.md and shaanxi.md, "Escape"."""

from __future__ import annotations

import json

import pytest

from net.entrants import Entrant
from net.host import Host
from net.link import LocalLink
from net.messages import Prompt
from net.timers import Timers
from rules.bots import LEVELS, Bot, seeded_chooser
from rules.cases.table import Table
from rules.errors import IllegalCommand
from rules.events import Answered, Cause, Event, Left
from rules.evolve import fold
from rules.log import decode_all, encode
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.rerun import rerun
from rules.round import Round
from rules.score import amount_of
from rules.seats import SEATS
from rules.simulate import Watch
from rules.variants import all_variants, variant
from tests.helpers.scenario import scenario

BORED = {"0": "147m1268p134579s", "1": "258m1378p124689s", "2": "369m2479p123568s", "3": "147m2358p134679s"}
"""Four hands that win nothing for a while."""
LEAVING = [key for key in all_variants() if variant(key).rules({}).scoring.leave is not None]


def points(table: Table) -> list[int]:
    return [seat.points for seat in table.hand.state.seats]


def escape_payments(table: Table) -> list[tuple[int, int, int]]:
    ledger = table.hand.state.ledger
    paid = [t for batch in ledger for t in batch if t.reason == "escape"]
    assert all(t.amount == amount_of(t.factors) for t in paid)
    return [(t.payer, t.payee, t.amount) for t in paid]


# ---- Sichuan --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["sichuan", "sichuan_bloody"])
@pytest.mark.parametrize("lines", [["2 leave"], ["0 discard 1s", "2 leave"]], ids=["off turn", "later"])
def test_who_escapes_pays_each_other_player_sixteen_units_and_the_hand_ends(key: str, lines: list[str]) -> None:
    table = scenario(key, *lines, hands=BORED)
    assert points(table) == [96, 96, -288, 96]
    assert table.hand.over
    assert not table.hand.state.drawn_out


def test_he_may_leave_on_his_own_turn_too() -> None:
    assert points(scenario("sichuan", "0 leave", hands=BORED)) == [-288, 96, 96, 96]


def test_after_it_nothing_can_be_done_any_more() -> None:
    table = scenario("sichuan", "2 leave", "? 1 cannot leave", "! 1 leave", "! 0 discard 1s", hands=BORED)
    with pytest.raises(IllegalCommand, match="seat 1 cannot leave"):
        table.hand.leave(1)


def test_the_next_dealer_is_found_by_dice() -> None:
    assert scenario("sichuan", "2 leave", hands=BORED, dealer=1).hand.state.next_dealer is None


def test_other_payments_stand() -> None:
    """Seat 0's concealed kong brought 12 from each."""
    table = scenario("sichuan", "0 kong 1m", "3 leave", hands={"0": "1111m268p134579s"}, draws="2m", tail="3s")
    assert points(table) == [36 + 96, -12 + 96, -12 + 96, -12 - 288]


WAITS_FOR_7P = "2344567p345789s"
FLUSH_DRAGON = "1122444455779m"
"""Waits for 9m: 清龙七对, six fan, 192."""


@pytest.mark.parametrize(("left", "fine"), [(5, 96), (4, 192), (1, 192)])
def test_with_four_tiles_left_the_highest_wait_counts_if_it_is_more(left: int, fine: int) -> None:
    hands = BORED | {"1": FLUSH_DRAGON, "0": "36m1268p1345799s", "3": "36m2358p1346799s", "2": "36m2479p1235688s"}
    table = scenario("sichuan", "3 leave", hands=hands, draws="3s", wall_left=left)
    assert points(table) == [96, fine, 96, -192 - fine]


def test_a_wait_that_is_worth_less_than_sixteen_units_changes_nothing() -> None:
    table = scenario("sichuan", "3 leave", hands={"1": WAITS_FOR_7P}, draws="1m", wall_left=3)
    assert points(table) == [96, 96, 96, -288]


def test_in_the_middle_of_a_turn_the_best_discard_counts() -> None:
    """Seat 0 has drawn 9m beside a dragon that waits for it with three other tiles: it may throw the odd one."""
    table = scenario("sichuan", "3 leave", hands={"0": "112244445577m1p"}, draws="9m", wall_left=2)
    assert escape_payments(table)[0] == (3, 0, 192)


def test_without_the_penalty_nobody_leaves_a_hand() -> None:
    """The host puts a bot on the seat instead."""
    for key in ("sichuan", "sichuan_bloody", "shaanxi"):
        options = {"escape_penalty": "no"}
        scenario(key, "? 2 cannot leave", "! 2 leave", "! 0 leave", options=options)


def won_by_one(*lines: str, **options: str) -> Table:
    """Seat 1 has won 6 points on seat 0's 7p."""
    hands = {"1": WAITS_FOR_7P}
    return scenario("sichuan_bloody", "0 discard 7p", "1 win", *lines, hands=hands, draws="7p", options=options)


def test_a_winner_who_leaves_the_bloody_table_keeps_what_he_has_and_the_hand_goes_on() -> None:
    table = won_by_one("1 leave")
    assert points(table) == [-6, 6, 0, 0]
    assert not table.hand.over
    assert table.hand.state.seats[1].left
    assert list(table.hand.asks) == [2]


def test_a_winner_who_leaves_forfeits_what_he_won() -> None:
    table = won_by_one("1 leave", winner_leaves="forfeits")
    assert escape_payments(table) == [(1, 0, 6)]
    assert points(table) == [0, 0, 0, 0]
    assert not table.hand.over


def test_somebody_else_may_still_escape_and_pays_only_who_is_still_in_the_hand() -> None:
    for option in ("keeps", "forfeits"):
        table = won_by_one("1 leave", "3 leave", winner_leaves=option)
        assert escape_payments(table)[-2:] == [(3, 0, 96), (3, 2, 96)]
        assert table.hand.over


def test_nobody_leaves_twice() -> None:
    won_by_one("1 leave", "? 1 cannot leave", "! 1 leave")


def refunds_at_the_end(table: Table) -> dict[int, int]:
    """Played to the empty wall by the clock: who gets back how much of kong money."""
    while not table.hand.over:
        table.hand.expire(next(iter(table.hand.asks)))
    return {t.payee: t.amount for batch in table.hand.state.ledger for t in batch if t.reason == "kong_refund"}


@pytest.mark.parametrize("leaves", [False, True])
def test_refunds_due_to_a_winner_who_left_lapse(leaves: bool) -> None:
    """Seat 0's concealed kong cost each 12; seat 1 then wins; the wall runs out, and seat 0 is not ready."""
    lines = ["0 kong 1m", "0 discard 2m", "1 discard 9m", "2 discard 7p", "1 win", *(["1 leave"] if leaves else [])]
    table = scenario(
        "sichuan_bloody", *lines, hands={"0": "1111m258m147p369s", "1": WAITS_FOR_7P}, draws="8s 9m 7p", tail="5m",
        wall_left=8,
    )  # fmt: skip
    assert refunds_at_the_end(table) == ({2: 12, 3: 12} if leaves else {1: 12, 2: 12, 3: 12})


def test_money_that_went_to_two_winners_lapses_once_at_the_draw() -> None:
    """杠上炮 with several winners: each gets the income of the last kong; that of the earlier one is still refunded."""
    hands = {"0": "111129999m7p135s", "1": WAITS_FOR_7P, "2": WAITS_FOR_7P}
    table = scenario(
        "sichuan_bloody", "0 kong 1m", "0 kong 9m", "0 discard 7p", "1 win", "2 win", hands=hands, draws="8m",
        tail="5m 5m", wall_left=8,
    )  # fmt: skip
    assert [t.amount for b in table.hand.state.ledger for t in b if t.reason == "kong_transfer"] == [36, 36]
    assert refunds_at_the_end(table) == {1: 12, 2: 12, 3: 12}


# ---- Shaanxi --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pao", "leaver", "each"),
    [([1, 2, 0, 3], 2, 14), ([0, 0, 0, 0], 0, 8), ([4, 0, 0, 0], 0, 20), ([4, 4, 4, 4], 3, 32)],
)
def test_shaanxi_pao_raise_the_fine(pao: list[int], leaver: int, each: int) -> None:
    """D x (8 + 3 x own pao + the others' pao) = 3 x 14 = 42, split equally."""
    table = scenario("shaanxi", f"{leaver} leave", pao=pao)
    assert points(table) == [-3 * each if seat == leaver else each for seat in SEATS]
    assert table.hand.over
    assert table.hand.state.next_dealer is None


# ---- every variant that has it --------------------------------------------------------------------------------------


def hand_with_leavers(key: str, seed: int, **options: str) -> Round:
    """A hand of bots in which somebody leaves at some moment, checked at every event."""
    chance = seeded_chooser(b"leaving", seed)
    match = Match(MatchSettings(key, tuple(options.items()), Length(LengthUnit.HANDS, 9), b"leave"), variant(key))
    deal = match.next_deal()
    hand, watch, bot = Round(match.rules, deal), Watch(deal), bot_of(seed)
    while not hand.over:
        watch.follow(hand)
        seat, ask = next(iter(hand.asks.items()))
        leaver = chance(4)
        if chance(40) == 0 and hand.may_leave(leaver):
            hand.leave(leaver)
        else:
            hand.submit(seat, bot(hand.state.masked(seat), match.rules, ask, chance))
    watch.follow(hand)
    return hand


def bot_of(seed: int) -> Bot:
    return LEVELS["efficient" if seed % 2 else "uniform"]


@pytest.mark.parametrize("key", LEAVING)
def test_every_law_holds_when_somebody_leaves(key: str) -> None:
    hands = [hand_with_leavers(key, seed) for seed in range(6)]
    assert sum(any(isinstance(event, Left) for event in hand.log) for hand in hands) >= 3


@pytest.mark.parametrize("key", LEAVING)
def test_a_log_with_an_escape_is_read_back_and_runs_again_from_any_event(key: str) -> None:
    hands = (hand_with_leavers(key, seed) for seed in range(9))
    hand = next(hand for hand in hands if any(isinstance(event, Left) for event in hand.log))
    log = decode_all(json.loads(json.dumps(encode(event))) for event in hand.log)
    assert log == hand.log
    assert rerun(hand.rules, log).log == hand.log
    place = next(number for number, event in enumerate(log) if isinstance(event, Left))
    for cut in range(place, len(log)):
        assert rerun(hand.rules, log[:cut]).log[:cut] == log[:cut]
    assert fold(log) == hand.state


def test_only_sichuan_and_shaanxi_punish_it() -> None:
    assert {variant(key).region for key in LEAVING} == {"sichuan", "shaanxi"}


# ---- the host -------------------------------------------------------------------------------------------------------


def table_of_persons(key: str, **options: str) -> tuple[Host, LocalLink, list[Event]]:
    written: list[Event] = []
    match = Match(MatchSettings(key, tuple(options.items()), Length(LengthUnit.HANDS, 2), b"host"), variant(key))
    host = Host(match, [Entrant(name) for name in "甲乙丙丁"], Timers(), seeded_chooser(b"h", 1), written.extend)
    link = LocalLink(host, SEATS)
    host.start(0.0)
    return host, link, written


def test_leaving_is_recorded_and_a_bot_sits_down_for_the_next_hand() -> None:
    host, link, written = table_of_persons("sichuan")
    host.leave(2, 0.0)
    assert Left(2) in written
    assert host.match.totals == [96, 96, -288, 96]
    assert host.entrants[2].level is not None
    for seat in (0, 1, 3):
        link.ready(seat, 1.0)
    assert host.round is not None
    assert not host.round.over


@pytest.mark.parametrize("asked", [True, False])
def test_where_leaving_has_no_rule_a_bot_plays_on(asked: bool) -> None:
    host, link, written = table_of_persons("lishui")
    (prompt,) = [message for message in link.poll(0.0) if isinstance(message, Prompt)]
    leaver = prompt.seat if asked else (prompt.seat + 1) % 4
    host.leave(leaver, 0.0)
    assert not any(isinstance(event, Left) for event in written)
    host.tick(1.0)
    by_bots = {event.seat for event in written if isinstance(event, Answered) and event.cause is Cause.BOT}
    assert by_bots == ({leaver} if asked else set())


def test_who_leaves_between_two_hands_does_not_keep_the_others_waiting() -> None:
    host, link, _ = table_of_persons("sichuan")
    host.leave(2, 0.0)
    for seat in (0, 1):
        link.ready(seat, 1.0)
    host.leave(3, 1.0)
    assert host.round is not None
    assert not host.round.over
