"""A storm of every kind of input: nothing breaks, and no prompt is answered by what does not mean it.

In CI a small one; SIFANG_SCALE=20 makes it 20,000 inputs at each table.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rules.variants import ORDER
from tests.helpers.hotseat import HotseatTable, hotseat_table
from tests.helpers.storm import Storm
from tests.helpers.tables import LocalTable, local_table, preferences
from tests.net.scale import scaled

INPUTS = 1000
SPEEDS = ("instant", "fast")
PEOPLE = ((0, 1, 2, 3), (0, 2), (0, 1, 3))


def begin_local(number: int) -> LocalTable:
    key = ORDER[number % len(ORDER)]
    return local_table(key, seed=b"storm of all %05d" % number, chosen=preferences(speed=SPEEDS[number % 2]))


def begin_hotseat(number: int) -> HotseatTable:
    chosen = preferences(speed=SPEEDS[number % 2], hotseat_flip=number % 2 == 1)
    return hotseat_table(ORDER[number % len(ORDER)], PEOPLE[number % len(PEOPLE)], chosen=chosen)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("begin", [begin_local, begin_hotseat])
def test_every_answer_comes_from_the_input_that_means_it(
    begin: Callable[[int], LocalTable | HotseatTable], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFANG_DATA_DIR", str(tmp_path))
    storm = Storm(begin, seed=5)
    storm.blow(scaled(INPUTS))
    storm.check()
    assert len(storm.inputs) > 10, "of every kind"
    assert len(storm.answers) > scaled(INPUTS) // 1000, "the storm plays, too"
