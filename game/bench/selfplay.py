"""Whole hands played by bots, with scoring and the log of events, beside the random players of the peers."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from game.bench.measure import Comparison, Effort, Findings, Goal, Measurement, Piece, Spread, compared, race
from game.bench.peers import riichienv, rlcard
from rules.bots import LEVELS
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Variant
from rules.simulate import simulate
from rules.variants import all_variants

RLCARD, RUST = "rlcard, random", "riichienv, random"
SHARE_OF_EFFORT = 10
"""All variants and peers run in one race, which takes so many times the usual seconds."""


def measure(effort: Effort) -> Findings:
    """Every variant with every level of bot; the goals are those of the bot that chooses at random."""
    variants = list(all_variants().values())
    contenders = {f"{level}, {found.key}": _ours(found, level) for level in LEVELS for found in variants}
    for name, peer in ((RLCARD, _rlcard()), (RUST, _riichienv())):
        if peer is not None:
            contenders[name] = peer
    rates = race(contenders, replace(effort, seconds=SHARE_OF_EFFORT * effort.seconds))
    return Findings(
        tuple(
            Measurement(f"self-play, {name}", "hands/s", rates[name], _beside(level, rates[name], rates))
            for level in LEVELS
            for name in (f"{level}, {found.key}" for found in variants)
        )
    )


def _beside(level: str, ours: Spread, rates: dict[str, Spread]) -> tuple[Comparison, ...]:
    if level != "uniform":
        return ()
    return compared(RLCARD, ours, rates.get(RLCARD), Goal(40)), compared(RUST, ours, rates.get(RUST), Goal(2))


def _ours(found: Variant, level: str) -> Piece:
    options = tuple(found.choose({}).items())
    match = Match(MatchSettings(found.key, options, Length(LengthUnit.HANDS, 10**9), b"bench-self-play!"), found)
    return lambda: simulate(match, [level] * 4, 1).hands


def _rlcard() -> Piece | None:
    library = rlcard()
    if library is None:
        return None
    game = library.make("mahjong", config={"seed": 1})
    game.set_agents([library.agents.RandomAgent(num_actions=game.num_actions) for _ in range(4)])

    def piece() -> int:
        game.run(is_training=False)
        return 1

    return piece


def _riichienv() -> Piece | None:
    library = riichienv()
    if library is None:
        return None
    chance = Random(1)
    game = library.RiichiEnv(game_mode="4p-red-single", seed=1)

    def piece() -> int:
        asked: dict[int, Any] = game.reset()
        while not game.done():
            answers = {}
            for seat, observation in asked.items():
                options = observation.legal_actions()
                answers[seat] = options[chance.randrange(len(options))]
            asked = game.step(answers)
        return 1

    return piece
