"""Animations lose no time at their joints and end the same way however they are hurried."""

from __future__ import annotations

import pytest

from game.timeline import (
    Call,
    Ease,
    Parallel,
    Pause,
    Sequence,
    Timeline,
    Tween,
    ease_back,
    ease_in_out,
    ease_out,
    staggered,
)


@pytest.mark.parametrize("ease", [ease_out, ease_in_out, ease_back])
def test_an_ease_starts_at_zero_and_ends_at_one(ease: Ease) -> None:
    assert ease(0.0) == pytest.approx(0.0)
    assert ease(1.0) == pytest.approx(1.0)


def test_ease_back_overshoots_and_comes_back() -> None:
    assert max(ease_back(step / 100) for step in range(101)) > 1.05


def test_a_tween_applies_values_up_to_its_exact_end() -> None:
    seen: list[float] = []
    tween = Tween(1.0, seen.append, 10, 20, ease=lambda t: t)
    assert tween.tick(0.5) == 0
    assert tween.tick(0.75) == pytest.approx(0.25)
    assert seen == [15, 20]
    assert tween.done


def test_a_sequence_hands_left_over_time_to_the_next() -> None:
    seen: list[float] = []
    sequence = Sequence(Pause(0.3), Tween(1.0, seen.append, ease=lambda t: t))
    sequence.tick(0.8)
    assert seen == [pytest.approx(0.5)]


def test_finish_does_everything_once_and_in_order() -> None:
    done: list[str] = []
    animation = Sequence(
        Call(lambda: done.append("first")),
        Parallel(Pause(9), Call(lambda: done.append("second"))),
        Call(lambda: done.append("third")),
    )
    animation.finish()
    animation.finish()
    assert done == ["first", "second", "third"]


def test_a_parallel_is_done_with_its_longest() -> None:
    parallel = Parallel(Pause(0.1), Pause(0.5))
    assert parallel.tick(0.3) == 0
    assert not parallel.done
    assert parallel.tick(0.3) == pytest.approx(0.1)
    assert parallel.done


def test_staggered_animations_start_one_after_the_other() -> None:
    starts: list[int] = []
    opening = staggered([Call(lambda index=index: starts.append(index)) for index in range(3)], 0.04)  # type: ignore[misc]
    opening.tick(0.05)
    assert starts == [0, 1]


def test_a_slow_timeline_takes_longer() -> None:
    timeline = Timeline(1.5)
    timeline.add(Pause(1.0))
    timeline.tick(1.4)
    assert timeline.busy
    timeline.tick(0.2)
    assert not timeline.busy


def test_at_instant_speed_an_animation_is_over_when_it_is_added() -> None:
    done: list[bool] = []
    timeline = Timeline(0.0)
    timeline.add(Sequence(Pause(5), Call(lambda: done.append(True))))
    assert done == [True]
    assert not timeline.busy


def test_finishing_a_timeline_also_finishes_what_its_end_starts() -> None:
    timeline = Timeline()
    done: list[bool] = []
    timeline.add(Sequence(Pause(1), Call(lambda: timeline.add(Call(lambda: done.append(True))))))
    timeline.finish()
    assert done == [True]
    assert not timeline.busy
