"""The benchmark suite runs and reports what it promises. How fast anything is, no test says."""

from __future__ import annotations

import json

import pytest

from game.bench import peers, start
from game.bench.measure import QUICK, Comparison, Effort, Findings, Goal, Measurement, Spread, over, race
from game.bench.report import as_json, as_table
from game.bench.samples import mixed_hands
from game.commands import bench
from rules.analysis import is_complete

PARTS = ("hands", "scoring", "selfplay", "drawing", "memory", "lan")


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    monkeypatch.setattr(peers, "_version", lambda name: None)


@pytest.mark.usefixtures("no_peers")
@pytest.mark.parametrize("part", PARTS)
def test_every_part_prints_one_json_object_without_any_peer(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run(["--quick", "--json", "--only", part]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"machine", "peers", "seconds", "measurements", "agreements", "notes"}
    assert found["peers"] == dict.fromkeys(peers.PEERS)
    assert found["measurements"]
    for measurement in found["measurements"]:
        assert set(measurement) == {"what", "unit", "figure", "low", "high", "comparisons"}
        assert measurement["low"] <= measurement["figure"] <= measurement["high"]
        for comparison in measurement["comparisons"]:
            assert {"against", "ratio", "goal", "verdict"} <= set(comparison)
            if comparison["against"].startswith(peers.PEERS):
                assert (comparison["ratio"], comparison["verdict"]) == (None, "absent")


def test_an_unknown_part_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run(["--only", "weather"]) == 2
    assert "weather" in capsys.readouterr().err


def test_contenders_that_disagree_fail_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.bench.hands.is_complete", lambda *hand: False)
    library = peers.MahjongLibrary(lambda counts: True, lambda counts, pairs, orphans: 0, None, None, None)
    monkeypatch.setattr("game.bench.hands.mahjong_library", lambda: library)
    assert bench.run(["--quick", "--only", "hands"]) == 1


def test_a_program_that_does_not_start_is_named_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "HOME", start.HOME / "nowhere")
    found = start.measure(QUICK)
    assert found.measurements == ()
    assert all("start to first table" in note for note in found.notes)


@pytest.mark.parametrize(
    ("goal", "ratio", "verdict"),
    [
        (Goal(8), 8.0, "met"),
        (Goal(8), 4.0, "short by 2.00x"),
        (Goal(2, at_most=True), 1.5, "met"),
        (Goal(2, at_most=True), 3.0, "short by 1.50x"),
    ],
)
def test_a_goal_says_by_how_much_it_is_missed(goal: Goal, ratio: float, verdict: str) -> None:
    assert goal.verdict(ratio) == verdict


def test_the_table_has_a_line_for_every_comparison() -> None:
    figure = Spread(2000.0, 1900.0, 2100.0)
    beside = Comparison("a peer", Goal(2), Spread(500.0, 500.0, 500.0), 4.0)
    found = Findings((Measurement("something", "hands/s", figure, (beside, Comparison("another", Goal(3)))),))
    lines = list(as_table(found, 1.0))
    assert any("something" in line and "4x a peer" in line and line.endswith("met") for line in lines)
    assert any("another: absent" in line for line in lines)
    assert as_json(found, 1.0)["measurements"][0]["comparisons"][0]["goal"] == {"at_least": 2}


def test_a_race_gives_every_contender_its_turns() -> None:
    turns: list[str] = []
    pieces = {name: over([name], 1, turns.extend) for name in ("a", "b")}
    rates = race(pieces, Effort(rounds=2, seconds=0.0, hands=0, starts=0))
    assert set(rates) == {"a", "b"}
    assert turns == ["a", "b"] * 3  # once before the first round


def test_a_third_of_the_hands_are_complete_at_least() -> None:
    """Wilds complete more hands, never fewer."""
    for wilds in (0, 2):
        hands = mixed_hands(90, without=wilds)
        assert {sum(hand.counts) for hand in hands} == {14 - wilds}
        assert 30 <= sum(is_complete(*hand.codes, 4, wilds) for hand in hands) < 60
