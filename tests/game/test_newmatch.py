"""A match at this computer: it starts, is kept in a journal, and goes on from there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.files import records_folder
from game.newmatch import NewMatch, RunningMatch, resume_match, start_match, timers_of, unfinished_journal
from game.preferences import Preferences
from net.entrants import Entrant
from net.journal import JournalError, read_journal
from net.messages import News, Prompt, Standing
from net.timers import CONSENT, Timers
from rules.bots import seeded_chooser
from rules.errors import OptionError, UnknownVariant
from rules.events import RoundStarted
from rules.match import Length, LengthUnit

OPEN: list[RunningMatch] = []
SEED = b"a seed of a match"
PEOPLE = (Entrant("竹影"), Entrant("小满", "efficient"), Entrant("梅娘", "uniform"), Entrant("陈伯", "efficient"))


def new(variant: str = "sichuan", hands: int = 2, options: tuple[tuple[str, str], ...] = ()) -> NewMatch:
    return NewMatch(variant, options, Length(LengthUnit.HANDS, hands), PEOPLE)


@pytest.fixture(autouse=True)
def _tables_are_closed() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def start(folder: Path, match: NewMatch | None = None) -> RunningMatch:
    OPEN.append(start_match(match or new(), Timers(), folder, 0.0, SEED))
    return OPEN[-1]


def resume(path: Path) -> RunningMatch:
    OPEN.append(resume_match(path, Timers(), 0.0, seeded_chooser(b"chance", 1)))
    return OPEN[-1]


def play(running: RunningMatch, polls: int) -> list[Standing]:
    """The person takes every default and is always ready; all that was said about the standing."""
    told = []
    for now in map(float, range(1, polls)):
        for message in running.link.poll(now):
            if isinstance(message, Prompt):
                index = message.ask.options.index(message.ask.default)
                running.link.answer(message.seat, message.id, index, now)
            elif isinstance(message, Standing):
                told.append(message)
                running.link.ready(0, now)
    return told


def test_the_table_knows_who_plays_and_the_first_hand_is_dealt(tmp_path: Path) -> None:
    running = start(tmp_path)
    assert running.table.names == ("竹影", "小满", "梅娘", "陈伯")
    assert running.table.levels == (None, "efficient", "uniform", "efficient")
    assert running.link.seats == (0,)
    news = [message for message in running.link.poll(0.0) if isinstance(message, News)]
    assert isinstance(news[0].events[0], RoundStarted)


def test_a_match_is_played_to_its_end_and_cannot_go_on(tmp_path: Path) -> None:
    running = start(tmp_path)
    standing = play(running, 3000)[-1]
    running.close()
    assert standing.over
    assert standing.hands == 2
    assert sum(standing.totals) == 0
    assert len(read_journal(running.journal.path).hands) == 2
    assert unfinished_journal(tmp_path) is None


def test_a_match_left_in_the_middle_of_a_hand_goes_on_in_that_hand(tmp_path: Path) -> None:
    left = start(tmp_path)
    play(left, 8)
    left.close()
    found = unfinished_journal(tmp_path)
    assert found is not None
    so_far = found.record.unfinished
    assert so_far
    standing = play(resume(found.path), 3000)[-1]
    assert standing.over
    assert standing.hands == 2
    assert read_journal(found.path).hands[0][: len(so_far)] == so_far
    assert unfinished_journal(tmp_path) is None


def test_totals_are_kept_over_a_break_between_hands(tmp_path: Path) -> None:
    running = start(tmp_path, new(hands=4))
    first = play(running, 3000)
    running.close()
    record = read_journal(running.journal.path)
    assert first[-1].hands == 4
    cut = tmp_path / "cut.sifang"
    data = running.journal.path.read_bytes()
    cut.write_bytes(data[: len(data) * 3 // 4])
    running.journal.path.unlink()
    found = unfinished_journal(tmp_path)
    assert found is not None
    assert found.path == cut
    assert 0 < found.match.hands < 4
    assert found.record.hands[0] == record.hands[0]
    assert play(resume(cut), 3000)[-1].totals is not None


def test_a_damaged_file_is_passed_over_and_refused(tmp_path: Path) -> None:
    (tmp_path / "29990101-000000-x.sifang").write_bytes(b"\x00nothing")
    running = start(tmp_path)
    running.close()
    found = unfinished_journal(tmp_path)
    assert found is not None
    assert found.path == running.journal.path
    with pytest.raises(JournalError):
        resume(tmp_path / "29990101-000000-x.sifang")


def test_nothing_is_left_behind_when_a_match_cannot_start(tmp_path: Path) -> None:
    with pytest.raises(UnknownVariant):
        start(tmp_path, new("nowhere"))
    with pytest.raises(OptionError):
        start(tmp_path, new(options=(("fan_cap", "7"),)))
    assert list(tmp_path.iterdir()) == []


def test_two_matches_of_the_same_second_get_two_files(tmp_path: Path) -> None:
    assert start(tmp_path).journal.path != start(tmp_path).journal.path


def test_records_lie_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIFANG_DATA_DIR", str(tmp_path))
    assert records_folder() == tmp_path / "records"


def test_clocks_follow_what_was_chosen() -> None:
    assert timers_of(Preferences(speed="fast"), 0) == Timers(pace=0.45, consent=CONSENT)
    assert timers_of(Preferences(hotseat_take_back=False), 20).consent is None
    timed = timers_of(Preferences(claim_seconds=30), 20)
    assert (timed.turn, timed.claim, timed.choice) == (20.0, 20.0, 20.0)
    assert timed.between is not None
