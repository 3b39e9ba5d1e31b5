"""The journal: what is written is read back; whatever is cut off or damaged is told in one line and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.commands import replay
from net.entrants import Entrant
from net.host import Host
from net.journal import Journal, JournalError, read_journal
from net.recording import TAKE_BACK
from net.timers import Timers
from rules.bots import seeded_chooser
from rules.errors import LogError
from rules.events import Answered, Asked, RoundStarted
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.rerun import rerun
from rules.round import Round
from rules.variants import variant

ENTRANTS = (Entrant("竹影", "uniform"), *(Entrant(name, "efficient") for name in "abc"))
SETTINGS = MatchSettings("sichuan", (("fan_cap", "6"),), Length(LengthUnit.HANDS, 2), b"a journal's seed")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a whole match."""
    path = tmp_path_factory.mktemp("journal") / "match.sifang"
    journal = Journal(path, SETTINGS, ENTRANTS)
    match = Match(SETTINGS, variant("sichuan"))
    host = Host(match, ENTRANTS, Timers(), seeded_chooser(b"journal", 1), journal)
    host.start(0.0)
    while not host.over:
        host.tick(0.0)
    journal.close()
    return path


def test_a_match_is_read_back_as_it_was_written(written: Path) -> None:
    record = read_journal(written)
    assert record.settings == SETTINGS
    assert record.entrants == ENTRANTS
    assert len(record.hands) == 2
    assert not record.unfinished
    assert not record.cut_off


def test_replay_verifies_it(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.run([str(written), "--verify"]) == 0
    assert '"state": "complete"' in capsys.readouterr().out


def test_replay_prints_its_events(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.run([str(written), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert '"RoundStarted"' in lines[0]
    assert len(lines) == sum(len(hand) for hand in read_journal(written).hands)


@given(data=st.data())
def test_cut_off_anywhere_it_is_one_clear_line(written: Path, data: st.DataObject) -> None:
    whole = written.read_bytes()
    cut = data.draw(st.integers(0, len(whole) - 1))
    torn = written.with_name("torn.sifang")
    torn.write_bytes(whole[:cut])
    try:
        record = read_journal(torn)
    except JournalError as error:
        said = str(error)
        assert said.count("\n") == 0, said
        assert "torn.sifang" in said
    else:
        events = [event for hand in record.hands for event in hand]
        assert events == [e for hand in read_journal(written).hands for e in hand][: len(events)]
    assert torn.read_bytes() == whole[:cut], "reading changes nothing"


@given(data=st.data())
def test_replay_of_damaged_bytes_never_crashes(written: Path, data: st.DataObject) -> None:
    whole = bytearray(written.read_bytes())
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=3)):
        whole[place] = data.draw(st.integers(0, 255))
    damaged = written.with_name("damaged.sifang")
    damaged.write_bytes(whole)
    assert replay.run([str(damaged), "--verify"]) in (0, 1, 2)


def test_a_torn_record_is_cut_away_before_going_on(written: Path) -> None:
    whole = written.read_bytes()
    torn = written.with_name("go-on.sifang")
    torn.write_bytes(whole[:-1])
    record = read_journal(torn)
    assert record.cut_off
    Journal.append(torn, record).close()
    again = read_journal(torn)
    assert not again.cut_off
    assert again.hands == record.hands


def test_a_changed_event_is_found(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = read_journal(written)
    events = list(record.hands[0])
    swapped = written.with_name("swapped.sifang")
    swapped.unlink(missing_ok=True)
    journal = Journal(swapped, SETTINGS, ENTRANTS)
    events[-3], events[-4] = events[-4], events[-3]
    journal(events)
    journal.close()
    assert replay.run([str(swapped), "--verify"]) == 1
    assert "hand 1: event" in capsys.readouterr().err


def test_other_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, content in (("empty", b""), ("text", b"hello"), ("number", b"\x07"), ("map", b"\x81\xa1a\x01")):
        path = tmp_path / name
        path.write_bytes(content)
        assert replay.run([str(path), "--verify"]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert name in err
    assert replay.run([str(tmp_path / "missing"), "--json"]) == 2


def test_a_log_that_is_not_a_hand_is_refused() -> None:
    from rules.rerun import deal_of

    with pytest.raises(LogError, match="RoundStarted"):
        deal_of(())


@pytest.mark.parametrize("hands", [0, 1])
def test_a_deal_that_was_cut_off_is_dealt_again_and_the_same(written: Path, tmp_path: Path, hands: int) -> None:
    """Nobody is told of a hand before its first ask is written, with all that goes before it."""
    whole = read_journal(written).hands
    first_ask = next(number for number, event in enumerate(whole[hands]) if isinstance(event, Asked))
    for count in range(1, first_ask + 1):
        path = tmp_path / f"{count}.sifang"
        journal = Journal(path, SETTINGS, ENTRANTS)
        journal([event for hand in whole[:hands] for event in hand])
        journal(whole[hands][:count])
        journal.close()
        record = read_journal(path)
        assert record.hands == whole[:hands], count
        assert record.cut_off
        journal = Journal.append(path, record)
        match = Match(SETTINGS, variant("sichuan"))
        for hand in whole[:hands]:
            match.record(rerun(match.rules, hand).state)
        journal(Round(match.rules, match.next_deal()).log)
        journal.close()
        begun = read_journal(path).hands[hands]
        assert len(begun) > first_ask
        assert begun == whole[hands][: len(begun)], count


def test_what_was_taken_back_does_not_count_from_the_very_note_on(written: Path, tmp_path: Path) -> None:
    """One record tells it: wherever the power goes, either the discard stands, or it was taken back."""
    first, second = read_journal(written).hands[:2]
    journal = Journal(tmp_path / "again.sifang", SETTINGS, ENTRANTS)
    journal(first)
    journal(second[:60])
    stands = journal.path.stat().st_size
    journal.note(TAKE_BACK, hand=2, seat=0, at=50, agreed=[], taken=True)
    taken = journal.path.stat().st_size
    journal(second[50:])
    journal.close()
    data = journal.path.read_bytes()
    assert read_journal(journal.path).hands == (first, second)
    answers = read_journal(journal.path, frozenset({RoundStarted, Answered})).hands
    assert answers == tuple(tuple(e for e in h if isinstance(e, RoundStarted | Answered)) for h in (first, second))
    for size in range(stands, taken + 1):
        journal.path.write_bytes(data[:size])
        assert read_journal(journal.path).unfinished == second[: 50 if size == taken else 60]


def test_a_note_that_takes_back_what_is_not_there_is_refused(written: Path, tmp_path: Path) -> None:
    hand = read_journal(written).hands[0]
    for at in (0, -1, len(hand) + 1, "3", None):
        journal = Journal(tmp_path / f"{at}.sifang", SETTINGS, ENTRANTS)
        journal(hand)
        journal.note(TAKE_BACK, hand=1, seat=0, at=at, agreed=[], taken=True)
        journal.close()
        with pytest.raises(JournalError):
            read_journal(journal.path)
