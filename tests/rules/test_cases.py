"""Case files and the lines of the score calculator: what they read, what they refuse, and that a rigged wall holds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands import check
from rules.cases import judge_line, read_cases
from rules.errors import CaseError
from rules.evolve import tiles_in_play
from rules.options import remaining
from rules.tiles import parse_tiles, show_tiles
from rules.variants import all_variants, variant
from tests.helpers.scenario import play, scenario

HOME = Path(__file__).resolve().parents[2]

HAND = """
[[hand]]
id = "plain"
variant = "sichuan"
winner = 1
from = 2
tile = "7p"
seat.1.hand = "2344567p 345 789s"
expect.wins = true
expect.patterns = ["plain"]
expect.points = [0, 6, -6, 0]
"""
SCRIPT = """
[[script]]
id = "kong"
variant = "sichuan"
draws = "1m"
tail = "5p"
do = ["0 kong 1m", "? points 36 -12 -12 -12", "0 discard 5p", "? 2 can win", "2 win"]
[script.hands]
0 = "11147m1268p1346s"
1 = "258m1378p125689s"
2 = "234789m4612399p"
3 = "369m1478p134578s"
[script.expect]
points = [-12, -12, 36, -12]
over = true
winners = [2]
drawn = false
next_dealer = 0
log = ["win", "kong_transfer"]
"""
FOUR_HANDS = {
    "0": "11147m1268p1346s",
    "1": "258m1378p125689s",
    "2": "234789m4612399p",
    "3": "369m1478p134578s",
}


@pytest.fixture
def checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], tuple[int, str, str]]:
    def run(text: str) -> tuple[int, str, str]:
        path = tmp_path / "x.toml"
        path.write_text(text, encoding="utf-8")
        status = check.run([str(path)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


Checked = Callable[[str], tuple[int, str, str]]


def test_good_cases_pass(checked: Checked) -> None:
    assert checked(HAND + SCRIPT) == (0, "2 passed, 0 failed\n", "")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("[0, 6, -6, 0]", "[0, 7, -7, 0]", "plain: points: expected [0, 7, -7, 0]; came [0, 6, -6, 0]"),
        ('["plain"]', '["root"]', "plain: patterns: expected root; came plain"),
        ("wins = true", "wins = false", "plain: expected no win, any reason; came a win with plain"),
        ('tile = "7p"', 'tile = "8p"', "plain: expected a win; came no win, no_shape"),
        ("winners = [2]", "winners = [3]", "kong: winners: expected [3]; came [2]"),
        ("next_dealer = 0", "next_dealer = 1", "kong: next_dealer: expected 1; came 0"),
        ('"kong_transfer"]', '"pig"]', "kong: log: expected pig; came kong, kong_transfer, win"),
        ("? points 36", "? points 35", 'kong: line 2 "? points 35 -12 -12 -12": came 36 -12 -12 -12'),
        ("? 2 can win", "? 2 cannot win", 'kong: line 4 "? 2 cannot win": came yes'),
        ('"2 win"', '"! 2 win"', 'kong: line 5 "! 2 win": expected a refusal; came: legal'),
        ('"0 kong 1m"', '"0 kong 4m"', 'kong: line 1 "0 kong 4m": expected a legal action; came: not legal'),
        ('"0 kong 1m"', r'"0 kong\n4m"', 'kong: line 1 "0 kong 4m": expected a legal action; came: not legal'),
    ],
)
def test_a_failing_case_is_one_line_that_says_what_came(checked: Checked, old: str, new: str, line: str) -> None:
    status, out, err = checked((HAND + SCRIPT).replace(old, new))
    assert (status, err) == (1, "")
    first, *rest = out.splitlines()
    assert first.startswith(line)
    assert rest == ["1 passed, 1 failed"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('variant = "sichuan"\nw', 'variant = "nowhere"\nw', "plain: variant: unknown variant 'nowhere'"),
        ("winner = 1", "winner = 4", "plain: winner: a number from 0 to 3 expected"),
        ("winner = 1", "winner = true", "plain: winner: a whole number expected, not a value of type bool"),
        ("winner = 1", "winner = 1\nwiner = 1", "plain: winer: unknown key"),
        ("winner = 1", "", "plain: winner: missing"),
        ('tile = "7p"', "", "plain: tile: missing"),
        ('tile = "7p"', 'tile = "0p"', "plain: tile: not a tile: '0p'"),
        ('tile = "7p"', 'tile = "5z"', "plain: seat: 5z is not among the tiles of this variant"),
        ('tile = "7p"', 'tile = "7p"\nfacts = ["luck"]', "plain: facts: unknown fact 'luck'"),
        ('tile = "7p"', 'tile = "7p"\nfacts = ["kong_draw"]', "plain: facts: kong_draw does not go with"),
        ('tile = "7p"', 'tile = "7p"\nwild = "1m"', "plain: wild: this variant has no wild tile"),
        ('tile = "7p"', 'tile = "7p"\noptions.fan_cap = 7', "plain: options: sichuan option 'fan_cap'"),
        ('tile = "7p"', 'tile = "7p"\noptions.speed = 7', "plain: options: sichuan has no option 'speed'"),
        ("789s", "78s", "plain: seat.1.hand: 13 tiles expected, not 12"),
        ("2344567p", "7777567p", "plain: seat: 6 copies of 7p"),
        ("seat.1.hand", "seat.7.hand", "plain: seat.7: unknown key"),
        ("expect.wins", 'seat.1.melds = ["pong 112m<3"]\nexpect.wins', "plain: seat.1.melds: not a meld"),
        ("expect.wins", 'seat.1.melds = ["pong 111m<1"]\nexpect.wins', "plain: seat.1.melds: seat 1 cannot take"),
        ("expect.wins = true", "expect.win = true", "plain: expect.wins: missing"),
        ('"0 kong 1m"', '"0 fly 1m"', "kong: do: not an action: 'fly 1m'"),
        ('"0 kong 1m"', '"? 0 likes 1m"', "kong: do: not a question"),
        ('"0 kong 1m"', '"4 kong 1m"', "kong: do: not an action or a question"),
        ('draws = "1m"', 'draws = "1m"\nwall_left = 56', "kong: wall_left: at most 55 tiles can be drawn"),
        ('draws = "1m"', 'draws = "1m 2p"\nwall_left = 1', "kong: tail: 5p and 2p are the same tile of the wall"),
        ('draws = "1m"', 'draws = "1m"\nindicator = "2m"', "kong: indicator: at most 0 tiles have a place"),
        ("11147m", "1114m", "kong: hands.0: 13 tiles expected, not 12"),
        ("11147m", "11111m", "kong: hands: 6 copies of 1m"),
        ("[[hand]]", "[[hands]]", "hands: unknown key"),
        ("[[hand]]", "[hand]", "hand: an array of tables expected"),
        ('id = "plain"', "id = 5", "hand 1: id: a text expected"),
        ('id = "plain"', 'id = "plain', "not TOML: Illegal character"),
        ("winner = 1", "winner = " + "1" * 5000, "not TOML: a number is too long"),
        ("winner = 1", "winner = 0x" + "f" * 5000, "plain: winner: a number from 0 to 3 expected"),
        ("winner = 1", "winner = " + "[" * 3000, "nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_no_case_is_one_line_and_status_2(checked: Checked, old: str, new: str, message: str) -> None:
    text = HAND + SCRIPT
    assert old in text
    status, out, err = checked(text.replace(old, new))
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "x.toml: " in err
    assert message in err


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "y.toml"
    assert check.run([str(path)]) == 2
    path.write_bytes(b"\xff\xfe")
    assert check.run([str(path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"{path}: No such file or directory"
    assert second == f"{path}: not UTF-8 text (byte 0)"


@pytest.mark.parametrize("text", [HAND, SCRIPT], ids=["hand", "script"])
def test_a_file_cut_off_anywhere_is_read_or_refused_in_one_line(text: str) -> None:
    problems = [problem_of(text[:end]) for end in range(len(text))]
    assert all(problem.startswith("cut.toml: ") and problem.isprintable() for problem in problems if problem)
    assert any(problems)


def problem_of(text: str) -> str:
    """The error in a file, or nothing after its cases have been run."""
    try:
        for case in read_cases(text, "cut.toml", variant):
            case.failures()
    except CaseError as error:
        return str(error)
    return ""


# ---- scripts --------------------------------------------------------------------------------------------------------


def test_seats_that_are_not_named_pass_and_the_next_action_goes_on() -> None:
    table = scenario("sichuan", hands=FOUR_HANDS | {"1": "55p258m1378p1256s"}, draws="5p 9s")
    play(table, "0 discard 5p", "? 1 can pong", "? turn 0", "1 discard 9s")
    assert table.hand.state.seats[1].melds == []


def test_a_refused_action_changes_nothing() -> None:
    table = scenario("sichuan", hands=FOUR_HANDS, draws="1m")
    before = table.hand.state.copy()
    play(table, "! 1 discard 2m", "! 0 discard 9s", "! 0 kong 4m", "! 0 win", "! 2 take", "! 0 auto on", "! 0 chow 12p")
    assert table.hand.state == before


def test_auto_win_takes_the_first_win_and_claims_nothing_before_it() -> None:
    hands = {"0": "469m3678p135789s", "1": "147m1278p369s147m", "2": "234789m4612399p", "3": "369m1478p134578s"}
    table = scenario("sichuan", hands=hands, draws="2s 1s 1s 3s 9p 5p")
    play(table, "0 discard 2s", "1 discard 1s", "? turn 2", "? 2 cannot auto off", "2 auto on")
    play(table, "? turn 3", "! 2 auto on", "3 discard 3s", "0 discard 9p", "? turn 1", "1 discard 5p")
    assert [win.seat for win in table.hand.state.wins] == [2]
    assert table.hand.state.seats[2].melds == []


def test_auto_win_can_be_switched_off_again() -> None:
    hands = {"0": "469m3678p135789s", "1": "147m1278p369s147m", "2": "234789m4612399p", "3": "369m1478p134578s"}
    table = scenario("sichuan", hands=hands, draws="2s 1s 1s 3s 9p")
    play(table, "0 discard 2s", "1 discard 1s", "2 auto on", "3 discard 3s", "2 auto off")
    play(table, "0 discard 9p", "? 2 can pong")


def test_void_is_answered_beforehand() -> None:
    table = scenario("sichuan", hands=FOUR_HANDS, draws="1m", options={"declare_void": "yes"}, void=list("smpm"))
    assert [seat.marks["void"] for seat in table.hand.state.seats] == list("smpm")
    play(table, "! 0 discard 7m", "0 discard 1s")


def rig(key: str, wall_left: int) -> dict[str, Any]:
    kinds = variant(key).rules({}).tiles
    hands = {str(seat): "123456789" + suit + "1122" + suit for seat, suit in enumerate("mps")}
    given = {"hands": hands, "draws": "9s 8s 3m", "tail": "9m 9p", "wall_left": wall_left}
    return given | ({"indicator": "4m"} if kinds.wild is not None else {})


@pytest.mark.parametrize("key", all_variants())
@pytest.mark.parametrize("wall_left", [6, 20])
def test_a_rigged_wall_holds_the_whole_set_with_the_named_tiles_in_their_places(key: str, wall_left: int) -> None:
    given = rig(key, wall_left)
    hand = scenario(key, **given).hand
    kinds = hand.rules.tiles.kinds
    assert sorted(tiles_in_play(hand.state)) == sorted(kind for kind in kinds for _ in range(4))
    assert remaining(hand.state, hand.rules) == wall_left
    for seat in (1, 2):
        assert hand.state.seats[seat].hand.tiles() == sorted(parse_tiles(given["hands"][str(seat)]))
    assert show_tiles([hand.state.seats[0].hand.drawn or hand.state.wall[0]]) == "9s"
    assert show_tiles(hand.state.wall[:2]) == "8s3m"
    assert show_tiles(hand.state.indicator) == given.get("indicator", "")


def test_tail_tiles_are_the_replacements_in_order() -> None:
    hands = {"0": "111222m1246p135s", "1": "358m1378p125689s", "2": "334789m4612399p", "3": "369m1478p134578s"}
    table = scenario("sichuan", hands=hands, draws="1m", tail="2m 9p")
    play(table, "0 kong 1m", "? 0 holds 2222m", "0 kong 2m", "? 0 holds 9p", "? wall 53")


def test_the_same_fill_gives_the_same_wall_and_another_one_another() -> None:
    walls = [scenario("sichuan", hands=FOUR_HANDS, fill=fill).hand.state.wall for fill in (1, 1, 2)]
    assert walls[0] == walls[1] != walls[2]


# ---- judge ----------------------------------------------------------------------------------------------------------

LINE: dict[str, Any] = {
    "id": "a", "variant": "sichuan", "winner": 1, "from": 2, "tile": "7p", "seat": {"1": {"hand": "2344567p345789s"}},
}  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def verdict(line: str) -> dict[str, Any]:
    written = judge_line(line, variant)
    assert "\n" not in written
    read: dict[str, Any] = json.loads(written)
    return read


def test_a_line_gets_its_verdict() -> None:
    assert verdict(json.dumps(LINE)) == {
        "id": "a", "wins": True, "reason": None, "patterns": ["plain"], "points": [0, 6, -6, 0],
    }  # fmt: skip
    assert verdict(json.dumps(LINE | {"tile": "8p"})) == {
        "id": "a", "wins": False, "reason": "no_shape", "patterns": [], "points": [0, 0, 0, 0],
    }  # fmt: skip


@pytest.mark.parametrize(
    "line",
    ["", "\0", "nonsense", "[]", "NaN", "[" * 10**5, '{"a":' * 10**5, "9" * 5000, '{"id": NaN}', '{"winner": 1e999}'],
)
def test_a_line_that_is_no_hand_gets_an_error(line: str) -> None:
    assert set(verdict(line)) == {"id", "error"}


@given(key=st.sampled_from([*LINE, "facts", "options", "pao", "out", "wild", "bird", "streak", "luck"]), value=JSON)
def test_any_value_in_any_field_gives_a_verdict_or_an_error(key: str, value: object) -> None:
    assert set(verdict(json.dumps(LINE | {key: value}))) in ({"id", "error"}, set(verdict(json.dumps(LINE))))


@given(text=st.text(max_size=40))
@settings(max_examples=30)
def test_any_text_as_tiles_or_meld_gives_a_verdict_or_an_error(text: str) -> None:
    for seat in ({"hand": text}, {"hand": "2344567p3s", "melds": [text]}):
        assert "id" in verdict(json.dumps(LINE | {"seat": {"1": seat}}))


def test_the_command_answers_line_by_line_and_goes_on_after_bytes_that_are_no_text() -> None:
    program = "import sys; from game.commands.judge import run; sys.exit(run([]))"
    lines = json.dumps(LINE).encode() + b"\n\xff\n" + json.dumps(LINE | {"id": 2}).encode()
    done = subprocess.run([sys.executable, "-c", program], input=lines, capture_output=True, cwd=HOME, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["a", None, 2]
    assert [set(answer) == {"id", "error"} for answer in answers] == [False, True, False]
