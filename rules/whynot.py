"""Why a hand that is complete by its shape may not win now, or why a call is not offered: a reason with its values.

Asked from a seat's own view. The words belong to the catalogues: a reason is an id, its values are what a sentence
about it may name ("the pair must be 2, 5 or 8; yours is 7 万").
"""

from __future__ import annotations

from rules.commands import PONG, WIN, Command, Kong
from rules.events import WinSource
from rules.judging import NO_SHAPE, Verdict, context_of, facts_of, judge, win_rules, worth
from rules.melds import KongKind
from rules.options import can_replace, chows, forbidden
from rules.ruleset import Ruleset
from rules.seats import Seat, next_seat
from rules.state import RoundState
from rules.tiles import HONOURS, SUIT_OF, Tile
from rules.values import value

WILD_CLAIMED = "wild_never_claimed"
NO_REPLACEMENT = "no_replacement_tile"


@value
class Refusal:
    """What is refused, the id of the rule that refuses it, and what a sentence may name.

    `pair`: the pair of the reading that came furthest; `suits`: the suits of hand and melds; `value`: what the reading
    would be worth; `copies`: how many wild tiles the hand holds.
    """

    command: Command
    reason: str
    tile: Tile
    pair: Tile | None = None
    suits: tuple[int, ...] = ()
    value: int = 0
    copies: int = 0


def refused_win(view: RoundState, rules: Ruleset, seat: Seat) -> Refusal | None:
    """Why a known hand that is complete may not win on the tile just drawn or offered; None when it may."""
    hand, offered = view.seats[seat].hand, view.offered
    if not hand.known:
        return None
    if drawn := hand.drawn:
        tile, source = drawn, WinSource.SELF_DRAW
    elif offered is not None and offered.seat != seat:
        tile, source = offered.tile, WinSource.ROB_KONG if offered.robbing else WinSource.DISCARD
    else:
        return None
    verdict = judge(context_of(view, rules, seat, tile, source, facts_of(view, rules, seat, source)))
    if verdict.reason == NO_SHAPE:
        return None
    if verdict.wins:
        forbidding = _claim_gate(view, rules, seat, tile, source)
        return None if forbidding is None else Refusal(WIN, forbidding, tile)
    return _explained(verdict, tile)


def _claim_gate(view: RoundState, rules: Ruleset, seat: Seat, tile: Tile, source: WinSource) -> str | None:
    if source is not WinSource.SELF_DRAW and tile in view.wilds:
        return WILD_CLAIMED
    return forbidden(view, rules, seat, WIN)


def _explained(verdict: Verdict, tile: Tile) -> Refusal:
    context = verdict.context
    tiles = context.all_tiles()
    suits = tuple(sorted({SUIT_OF[t] for t in tiles if SUIT_OF[t] != HONOURS}))
    return Refusal(
        WIN,
        verdict.reason or NO_SHAPE,
        tile,
        context.arrangement.pair,
        suits,
        worth(context, win_rules(context.rules, context.facts)).value,
        context.tray.wilds,
    )


def refused_calls(view: RoundState, rules: Ruleset, seat: Seat) -> list[Refusal]:
    """The calls on the offered tile that the tiles in hand would allow and a rule forbids."""
    offered = view.offered
    if offered is None or offered.robbing or offered.seat == seat:
        return []
    tile = offered.tile
    copies = view.seats[seat].hand.counts[tile]
    wished: list[Command] = []
    if copies >= 3:
        wished.append(Kong(KongKind.EXPOSED, tile))
    if copies >= 2:
        wished.append(PONG)
    if rules.calls.chow and seat == next_seat(offered.seat):
        wished += chows(view, seat, tile)
    reasons = [(command, _call_reason(view, rules, seat, tile, command)) for command in wished]
    return [Refusal(command, reason, tile) for command, reason in reasons if reason is not None]


def _call_reason(view: RoundState, rules: Ruleset, seat: Seat, tile: Tile, command: Command) -> str | None:
    if tile in view.wilds:
        return WILD_CLAIMED
    if isinstance(command, Kong) and not can_replace(view, rules):
        return NO_REPLACEMENT
    return forbidden(view, rules, seat, command)
