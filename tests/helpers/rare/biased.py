"""Players who like rare situations better than points: a test's own bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.bots import Chooser, efficient
from rules.commands import PASS, WIN, Choose, Chow, Command, Discard, Kong, Pong
from rules.events import Ask, AskKind, Stage
from rules.ruleset import Ruleset
from rules.state import RoundState
from rules.tiles import HONOURS, SUIT_OF
from rules.values import value

THROWS: Final = ("drawn", "efficient", "efficient", "random", "wild", "honours", "follow")


@value
class Temper:
    """What a player likes, in percent: to win at once, to rob a kong, to declare, to call, to make kongs.

    `throws`: which tile he throws.
    """

    win: int
    rob: int
    declare: int
    call: int
    kong: int
    throws: str


def biased(temper: Temper, view: RoundState, rules: Ruleset, ask: Ask, choose: Chooser) -> Command:
    """One of the ask's options, the rare ones more often than a sensible player would take them."""

    def likes(percent: int) -> bool:
        return choose(100) < percent

    robbing = view.stage is Stage.KONG_CLAIM
    if WIN in ask.options and (len(ask.options) == 1 or likes(temper.rob if robbing else temper.win)):
        return WIN
    kongs = [option for option in ask.options if isinstance(option, Kong)]
    if kongs and likes(temper.kong):
        return _any(kongs, choose)
    offers = _offers(ask)
    if PASS in ask.options and offers and not likes(temper.declare):
        return PASS
    if offers and (ask.kind is AskKind.CHOICE or likes(40)):
        return _any(offers[choose(len(offers))], choose)
    calls = [option for option in ask.options if isinstance(option, Chow | Pong)]
    if calls and likes(temper.call):
        return _any(calls, choose)
    return PASS if PASS in ask.options else _throw(temper.throws, view, rules, ask, choose)


def _any(options: Sequence[Command], choose: Chooser) -> Command:
    return options[choose(len(options))]


def _offers(ask: Ask) -> list[list[Command]]:
    """The answers to a variant's question, those of one kind together; to let it go is a kind too."""
    kinds: dict[str, list[Command]] = {}
    for option in ask.options:
        if isinstance(option, Choose):
            kinds.setdefault(f"{option.key} {option.value.split()[0]}", []).append(option)
        elif ask.kind is AskKind.CHOICE and option == PASS:
            kinds["pass"] = [option]
    return list(kinds.values())


def _throw(throws: str, view: RoundState, rules: Ruleset, ask: Ask, choose: Chooser) -> Command:
    discards = [option for option in ask.options if isinstance(option, Discard)]
    if throws == "drawn" and isinstance(ask.default, Discard):
        return ask.default
    last = view.discards[-1][1] if view.discards else None
    liked = {
        "wild": [option for option in discards if option.tile in view.wilds],
        "honours": [option for option in discards if SUIT_OF[option.tile] == HONOURS],
        "follow": [option for option in discards if option.tile == last],
    }.get(throws, [])
    if liked:
        return _any(liked, choose)
    if throws == "random" or not discards:
        return _any(discards or ask.options, choose)
    answer = efficient(view, rules, ask, choose)
    return answer if isinstance(answer, Discard) else _any(discards, choose)


def any_temper(choose: Chooser) -> Temper:
    """A temper by chance."""
    percents = (100, 75, 40, 15)
    return Temper(
        win=percents[choose(3)],
        rob=percents[choose(3)],
        declare=percents[choose(4)],
        call=percents[1 + choose(3)],
        kong=percents[choose(3)],
        throws=THROWS[choose(len(THROWS))],
    )
