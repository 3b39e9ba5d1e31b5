"""A discard taken back at a LAN table: by messages alone, with clients and hosts that are lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest

from game.records.recorded import RecordError, read_recorded
from game.records.tape import Tape
from game.strings import Strings
from game.tabletexts import TableTexts
from game.words import Words
from net.client import Client, Outcome
from net.fairness import Fair
from net.folds import Folds, View
from net.keepsake import check_again
from net.messages import Prompt, Regret, TakeBackAsked, TakeBackOver
from net.recording import TAKE_BACK
from net.tableview import WINDOW
from net.timers import Timers
from net.zmq_link import ZmqLink
from rules.commands import PASS
from rules.events import Ask, AskKind, RoundEnded
from rules.match import Match
from rules.round import Deal
from rules.secrecy import view_of
from tests.net.scale import SCALE
from tests.net.twins import KEYS, decided_differently, meetings, twin_deals
from tests.net.world import World, settings

pytestmark = pytest.mark.xdist_group("consent")  # `met` counts over all of the module
TIMERS = Timers(turn=20.0, claim=10.0, choice=20.0, pace=0.3, window=WINDOW, consent=2.0)
met = pytest.fixture(scope="module")(meetings)


def a_question(seed: int = 1, **options: Any) -> World:
    """A match of four people in which client 0 has just asked to take its discard back, and everybody knows it."""
    world = World(seed, settings=settings(timers=TIMERS), **options)
    world.run(60.0, until=lambda: may(world))
    assert may(world)
    world.robots[0].client.order("take_back", player=player_of(world, 0))
    world.run(1.0, until=lambda: all(robot.client.regrets.question for robot in world.robots))
    assert all(robot.client.regrets.question for robot in world.robots)
    return world


def player_of(world: World, number: int) -> int:
    return world.robots[number].client.players[0]


def may(world: World, number: int = 0) -> bool:
    client = world.robots[number].client
    return any(client.may_take_back(seat) for seat in client.seats_by_player.values())


def consent(world: World, number: int, agrees: bool = True) -> None:
    client = world.robots[number].client
    question = client.regrets.question
    assert question is not None
    client.order("consent", player=client.players[0], question=question.id, agrees=agrees)


def log(world: World) -> list[object]:
    assert world.table.play is not None
    assert world.table.play.host.round is not None
    return list(world.table.play.host.round.log)


def regrets(world: World) -> list[dict[str, Any]]:
    """The notes about discards that somebody wanted back."""
    return [note for note in world.book.notes if note["n"] == TAKE_BACK]


def again(world: World) -> set[int]:
    """How often something was taken back, as everybody knows it."""
    return {view.again for robot in world.robots for view in robot.client.folds.views.values()}


def ends_well(world: World, knew_all: tuple[int, ...] = (0, 1, 2, 3)) -> None:
    """The match goes on to its end, nobody saw anything wrong, and the deal is proved to all who knew it before."""
    world.play_out()
    for number, robot in enumerate(world.robots):
        assert not robot.client.reports
        assert number not in knew_all or robot.client.fairness.latest is Fair.PROVED, robot.client.fairness.why


def test_when_all_agree_everybody_sees_the_hand_as_it_was() -> None:
    world = a_question()
    thrown, mine = log(world), world.robots[0].client
    for number in (1, 2, 3):
        consent(world, number)
    world.run(1.0, until=lambda: again(world) == {1}, act=False)
    assert again(world) == {1}
    assert world.table.play is not None
    host = world.table.play.host
    assert host.round is not None
    for robot in world.robots:
        for view in robot.client.folds.views.values():
            assert view.state == host.round.state.masked(view.seat)
    assert log(world) == thrown[: len(log(world))]
    assert len(log(world)) < len(thrown)
    assert mine.regrets.question is None
    ends_well(world)


def kept(world: World, folder: Path, change: Callable[[dict[str, Any]], object] = lambda data: None) -> Iterator[Path]:
    """The file that each client keeps of its only hand."""
    for number, robot in enumerate(world.robots):
        (data,) = map(msgpack.unpackb, robot.client.fairness.keepsakes.values())
        change(data)
        path = folder / "lan" / str(number) / "proofs" / "table-0001.proof"
        path.parent.mkdir(parents=True)
        path.write_bytes(msgpack.packb(data))
        yield path


@pytest.fixture(scope="module")
def taken_back() -> World:
    """A hand that was played to its end, in which a discard was taken back."""
    world = a_question()
    for number in (1, 2, 3):
        consent(world, number)
    world.run(1.0, until=lambda: again(world) == {1}, act=False)
    ends_well(world)
    return world


def test_each_player_keeps_it_with_the_hand_as_the_journal_does(taken_back: World, tmp_path: Path) -> None:
    (note,) = regrets(taken_back)
    truth = taken_back.book.record().hands[0]
    for path in kept(taken_back, tmp_path):
        assert check_again(path.read_bytes()) == 1
        (hand,) = read_recorded(path).hands
        assert hand.seat is not None
        before = tuple(view_of(truth[: note["at"]], hand.seat))
        assert hand.taken_back == ((len(before), note["seat"]),)
        assert hand.events[: len(before)] == before


def test_a_replay_of_such_a_file_tells_it_before_the_discard_that_counts(taken_back: World, tmp_path: Path) -> None:
    (note,) = regrets(taken_back)
    words = Words(Strings("en"), TableTexts("en", taken_back.table.settings.variant), lambda seat: f"P{seat}")
    for path in kept(taken_back, tmp_path):
        lines = [text for _, text in Tape(read_recorded(path).hands[0], None).lines(words)]
        told = lines.index(f"P{note['seat']} has taken the discard back")
        assert lines[told + 1].startswith(f"P{note['seat']} discards")


@pytest.mark.parametrize("made_up", [[[-1, 0]], [[1, 7]], [[True, 0]], [[1]], [["a", "b"]], 5])
def test_what_a_file_makes_up_about_it_is_refused_in_words(taken_back: World, tmp_path: Path, made_up: Any) -> None:
    path = next(kept(taken_back, tmp_path, lambda data: data.update(taken_back=made_up)))
    with pytest.raises(RecordError):
        read_recorded(path)


def test_files_that_do_not_know_of_it_still_open(taken_back: World, tmp_path: Path) -> None:
    path = next(kept(taken_back, tmp_path, lambda data: data.pop("taken_back")))
    assert read_recorded(path).hands[0].taken_back == ()


def test_of_what_has_not_been_told_nothing_is_kept() -> None:
    folds = Folds()
    folds.take_back(0)
    folds.views[0] = View(0, 1)
    folds.take_back(0)
    assert folds.views[0].taken_back == []


def test_a_bot_with_a_client_of_its_own_agrees() -> None:
    world = a_question(bots_agree=True)
    world.run(1.0, until=lambda: again(world) == {1})
    assert again(world) == {1}
    (taken,) = regrets(world)
    assert (taken["taken"], len(taken["agreed"])) == (True, 3)
    ends_well(world)


@pytest.mark.parametrize("silent", [False, True])
def test_one_no_or_silence_and_nothing_has_changed(silent: bool) -> None:
    world = a_question()
    before, asked_at = log(world), world.now
    consent(world, 1)
    if not silent:
        consent(world, 2, agrees=False)
    world.run(5.0, until=lambda: not any(robot.client.regrets.question for robot in world.robots), act=False)
    assert log(world)[: len(before)] == before
    assert (world.now - asked_at > 1.5) == silent
    ends = [m for r in world.robots for m in r.client.messages if isinstance(m, TakeBackOver)]
    assert {end.outcome for end in ends} == {Regret.SILENT if silent else Regret.REFUSED}
    assert not may(world), "once for each discard"
    assert [note["taken"] for note in regrets(world)] == [False]
    ends_well(world)


def test_where_the_table_does_not_play_so_the_button_is_not_there() -> None:
    world = World(1, settings=settings(timers=Timers(turn=20.0, claim=10.0, window=WINDOW)))
    while not any(isinstance(event, RoundEnded) for event in world.book.events):
        world.step()
        assert not may(world)


def test_the_one_who_asks_is_lost_and_finds_his_turn_when_he_is_back() -> None:
    world = a_question()
    world.cut(0, 6.0)
    for number in (1, 2, 3):
        consent(world, number)
    world.run(1.0)
    assert [note["taken"] for note in regrets(world)] == [True]
    client = world.robots[0].client
    assert {view.again for view in client.folds.views.values()} == {0}
    world.run(8.0, until=lambda: again(world) == {1}, act=False)
    assert again(world) == {1}
    world.run(1.0, act=False)
    assert any(isinstance(message, Prompt) for message in client.messages)
    assert client.regrets.question is None
    ends_well(world)


def test_whoever_is_asked_and_lost_says_nothing() -> None:
    world = a_question()
    world.cut(2, 6.0)
    consent(world, 1)
    consent(world, 3)
    world.run(3.0)
    assert [note["taken"] for note in regrets(world)] == [False]
    ends_well(world)


def test_a_client_that_starts_anew_meanwhile_is_asked_again() -> None:
    world = a_question()
    world.kill_client(1)
    world.run(1.0, until=lambda: world.robots[1].client.regrets.question is not None)
    for number in (1, 2, 3):
        consent(world, number)
    world.run(1.0, until=lambda: again(world) == {1})
    assert again(world) == {1}
    ends_well(world, (0, 2, 3))


def test_the_host_dies_while_all_are_asked_and_nothing_has_changed() -> None:
    world = a_question()
    before = log(world)
    consent(world, 1)
    world.run(0.1)
    world.kill_host()
    assert log(world)[: len(before)] == before
    world.run(1.0)
    assert not any(robot.client.regrets.question for robot in world.robots)
    ends_well(world)


def test_the_host_dies_before_it_can_tell_that_all_have_agreed() -> None:
    world = a_question()
    for number in (1, 2, 3):
        consent(world, number)
    while not regrets(world):
        world.step()
    world.kill_host()
    assert world.table.play is not None
    assert world.table.play.host.taking_back.again == 1
    assert again(world) == {0}
    world.run(2.0, until=lambda: again(world) == {1}, act=False)
    assert again(world) == {1}
    ends_well(world)


def test_a_new_process_gives_the_time_of_the_turn_that_began_anew() -> None:
    """The ask has the same number as the one before the discard, of which little time was left."""
    world = a_question()
    for number in (1, 2, 3):
        consent(world, number)
    world.run(1.0, until=lambda: again(world) == {1}, act=False)
    assert world.table.play is not None
    (opened,) = world.table.play.host.open_prompts
    world.book.notes.insert(0, {"n": "clock", "hand": 1, "again": 0, "left": {opened.ask.id: 500}})
    world.kill_host()
    (opened,) = world.table.play.host.open_prompts
    assert opened.due is not None
    assert opened.due - world.now > 15.0


def test_what_was_answered_while_the_clocks_stood_still_is_asked_again_when_they_go_on() -> None:
    """Not before: whatever passes by itself would be refused again and again."""
    world = a_question()
    client = world.robots[1].client
    link = ZmqLink(StillWire(client))  # type: ignore[arg-type]
    seat = link.seats[0]
    prompt = Prompt(5, seat, Ask(1, seat, AskKind.CLAIM, (PASS,), PASS), None, None)
    client.messages = [prompt]
    assert link.poll(world.now) == [prompt]
    client.outcomes = [Outcome("answer", False, "paused")]
    assert link.poll(world.now) == []
    client.regrets.question = None
    assert [message.id for message in link.poll(world.now) if isinstance(message, Prompt)] == [prompt.id]
    assert link.poll(world.now) == []


class StillWire:
    """A wire on which nothing comes."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def poll(self, now: float) -> None:
        """Nothing."""


def test_an_answer_from_before_never_answers_what_is_asked_after_it() -> None:
    """The same claim is asked with the same number again, about another tile: its prompt has another id."""
    world = a_question(3)
    ids = set()
    for _ in range(3):
        for robot in world.robots:
            ids |= {m.id for m in robot.client.messages if isinstance(m, Prompt)}
        for number in (1, 2, 3):
            consent(world, number)
        world.run(1.0, until=lambda: len(again(world)) == 1 and again(world) != {0})
        world.run(30.0, until=lambda: may(world))
        assert world.table.play is not None
        now_open = {o.prompt_id for o in world.table.play.host.open_prompts}
        assert not ids & now_open
        world.robots[0].client.order("take_back", player=player_of(world, 0))
        world.run(1.0, until=lambda: all(robot.client.regrets.question for robot in world.robots))


# ---- nothing tells who could claim ----------------------------------------------------------------------------------


def stream_with_regrets(monkeypatch: pytest.MonkeyPatch, key: str, deal: Deal) -> tuple[list[tuple[float, bytes]], int]:
    """Every frame that seat 0 gets until the end; it asks about each of its discards, and two of three are agreed to.

    And how many claims others had: they pass, and say so again when the clocks have stood still.
    """
    monkeypatch.setattr(Match, "next_deal", lambda self: deal)
    world = World(3, clients=4, settings=settings(key, timers=TIMERS), wait=4)
    world.table.options = world.options = type(world.options)(**{
        **{name: getattr(world.options, name) for name in ("name", "settings", "wait", "bots", "owner")},
        "seed": b"a seed of the table",
    })  # fmt: skip
    frames: list[tuple[float, bytes]] = []
    world.run(0.3, act=False)
    for seat, robot in enumerate(world.robots):
        robot.client.order("sit", player=0, seat=seat)
        robot.client.order("ready", on=True)
    world.taps.append(lambda number, frame: frames.append((world.now, frame)) if number == 0 else None)
    claims, waiting, asked = 0, dict[int, Prompt](), 0
    while not any(isinstance(event, RoundEnded) for event in world.book.events) and world.now < 200:
        world.step(act=False)
        for number, robot in enumerate(world.robots):
            client = robot.client
            for message in client.messages:
                match message:
                    case Prompt():
                        claims += number > 0 and message.ask.kind is AskKind.CLAIM
                        waiting[number] = message
                        answer(world, number, message)
                    case TakeBackAsked(others=others) if number in others:
                        consent(world, number, agrees=len(regrets(world)) % 3 < 2)
                    case TakeBackOver(outcome=Regret.REFUSED) if number in waiting:
                        answer(world, number, waiting[number])
            client.messages.clear()
        if may(world) and not world.robots[0].client.has_ordered("take_back"):
            world.robots[0].client.order("take_back", player=0)
            asked += 1
    assert asked > 3
    return [(at, frame) for at, frame in frames if at < world.now - 1.5], claims


def answer(world: World, number: int, prompt: Prompt) -> None:
    index = prompt.ask.options.index(prompt.ask.default)
    world.robots[number].client.order("answer", prompt=prompt.id, index=index)


@pytest.mark.parametrize("seed", range(SCALE))
@pytest.mark.parametrize("key", KEYS)
def test_twin_worlds_look_the_same_when_discards_are_taken_back(
    monkeypatch: pytest.MonkeyPatch, met: list[tuple[int, bool]], key: str, seed: int
) -> None:
    one, other = twin_deals(key, seed)
    here, claims_here = stream_with_regrets(monkeypatch, key, one)
    there, claims_there = stream_with_regrets(monkeypatch, key, other)
    same = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    assert same == min(len(here), len(there)) or decided_differently(here[same], there[same])
    met.append((same, claims_here != claims_there))
