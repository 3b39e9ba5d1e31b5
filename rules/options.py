"""The legal options of a seat: what the calls of the variant allow, plus offers, minus gates."""

from __future__ import annotations

from itertools import compress

from rules.commands import DISCARD, PASS, PONG, WIN, Chow, Command, Discard, Kong
from rules.events import Ask, AskKind, WinSource
from rules.judging import judge_now
from rules.melds import KongKind, MeldKind
from rules.ruleset import Ruleset
from rules.seats import Seat, next_seat
from rules.state import RoundState
from rules.tiles import HONOURS, KINDS, RANK_OF, SUIT_OF, Tile


def remaining(state: RoundState, rules: Ruleset) -> int:
    """Tiles that can still be drawn (余牌)."""
    return max(0, len(state.wall) - rules.tiles.reserve(state))


def can_replace(state: RoundState, rules: Ruleset) -> bool:
    """Whether the wall still has a replacement tile for a kong."""
    tiles = rules.tiles
    reserve = tiles.kong_reserve or tiles.reserve
    return len(state.wall) - reserve(state) >= tiles.kong_cost + tiles.kong_leaves


def forbidden(state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> str | None:
    """The reason of the first gate that forbids an option; None when it is allowed."""
    for gate in rules.calls.gates.get(type(command), ()):
        why = gate(state, rules, seat, command)
        if why is not None:
            return why
    return None


def _allowed(state: RoundState, rules: Ruleset, seat: Seat, commands: list[Command]) -> list[Command]:
    gates = rules.calls.gates
    if not gates:
        return commands
    return [c for c in commands if type(c) not in gates or forbidden(state, rules, seat, c) is None]


def turn_ask(state: RoundState, rules: Ruleset, seat: Seat) -> Ask:
    """The ask of one's own turn: win, kongs, offers of the variant, discards."""
    options = tuple(_allowed(state, rules, seat, _turn_commands(state, rules, seat)))
    if WIN in options and _forced(state, rules, seat):
        options = (WIN,)
    return Ask(state.seats[seat].asked, seat, AskKind.TURN, options, _turn_default(state, seat, options))


def _turn_commands(state: RoundState, rules: Ruleset, seat: Seat) -> list[Command]:
    hand = state.seats[seat].hand
    commands: list[Command] = []
    if hand.drawn is not None:
        verdict = judge_now(state, rules, seat, hand.drawn, WinSource.SELF_DRAW)
        if verdict is not None and verdict.wins:
            commands.append(WIN)
        commands += _own_kongs(state, rules, seat)
    for offer in rules.calls.offers:
        commands += offer(state, rules, seat)
    counts = hand.counts
    commands += compress(DISCARD, counts)
    return commands


def _own_kongs(state: RoundState, rules: Ruleset, seat: Seat) -> list[Kong]:
    owner = state.seats[seat]
    counts = owner.hand.counts
    kongs: list[Kong] = []
    if 4 in counts:
        kongs = [Kong(KongKind.CONCEALED, Tile(t)) for t in range(1, KINDS + 1) if counts[t] == 4]
    for meld in owner.melds:
        if meld.kind is MeldKind.PONG and counts[meld.tile]:
            kongs.append(Kong(KongKind.ADDED, meld.tile))
    if not kongs or not can_replace(state, rules):
        return []
    return [kong for kong in kongs if kong.tile not in state.wilds]


def _turn_default(state: RoundState, seat: Seat, options: tuple[Command, ...]) -> Command:
    """What the clock plays: the drawn tile.

    Else the rightmost tile that may go and is not wild (rulebook/README.md).
    """
    drawn = state.seats[seat].hand.drawn
    if drawn and drawn not in state.wilds and DISCARD[drawn] in options:
        return DISCARD[drawn]
    discards = [option for option in options if isinstance(option, Discard)]
    plain = [option for option in discards if option.tile not in state.wilds]
    return (plain or discards or options)[-1]


def claim_ask(state: RoundState, rules: Ruleset, seat: Seat) -> Ask | None:
    """The ask of a seat that may claim the offered tile; None when it may do nothing but pass."""
    commands = _allowed(state, rules, seat, _claim_commands(state, rules, seat))
    if not commands:
        return None
    options = (WIN,) if WIN in commands and _forced(state, rules, seat) else (*commands, PASS)
    return Ask(state.seats[seat].asked, seat, AskKind.CLAIM, options, options[-1])


def _forced(state: RoundState, rules: Ruleset, seat: Seat) -> bool:
    return rules.calls.forced is not None and rules.calls.forced(state, seat)


def _claim_commands(state: RoundState, rules: Ruleset, seat: Seat) -> list[Command]:
    offered = state.offered
    if offered is None or offered.tile in state.wilds:
        return []
    tile = offered.tile
    commands: list[Command] = []
    source = WinSource.ROB_KONG if offered.robbing else WinSource.DISCARD
    verdict = judge_now(state, rules, seat, tile, source)
    if verdict is not None and verdict.wins:
        commands.append(WIN)
    if offered.robbing:
        return commands
    copies = state.seats[seat].hand.counts[tile]
    if copies >= 3 and can_replace(state, rules):
        commands.append(Kong(KongKind.EXPOSED, tile))
    if copies >= 2:
        commands.append(PONG)
    if rules.calls.chow and seat == next_seat(offered.seat):
        commands += chows(state, seat, tile)
        commands += _runs(state, rules, seat, tile)
    return commands


def _runs(state: RoundState, rules: Ruleset, seat: Seat, tile: Tile) -> list[Chow]:
    """The pairs of hand tiles that make one of the variant's own sequences with a tile."""
    counts = state.seats[seat].hand.counts
    pairs = [[other for other in run if other != tile] for run in rules.calls.runs if tile in run]
    return [Chow((first, second)) for first, second in pairs if counts[first] and counts[second]]


def chows(state: RoundState, seat: Seat, tile: Tile) -> list[Chow]:
    """The pairs of hand tiles that make a sequence with a tile.

    Wild tiles never, stand-ins as the face they play as.
    """
    faces = dict(state.stand_ins)
    face = faces.get(tile, tile)
    suit, rank = SUIT_OF[face], RANK_OF[face]
    if suit == HONOURS:
        return []
    found = []
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        if rank + low >= 1 and rank + high <= 9:
            found += [
                Chow((a, b))
                for a in _playing_as(state, seat, Tile(face + low))
                for b in _playing_as(state, seat, Tile(face + high))
            ]
    return found


def _playing_as(state: RoundState, seat: Seat, face: Tile) -> list[Tile]:
    counts = state.seats[seat].hand.counts
    stand_ins = dict(state.stand_ins)
    tiles = [face] if face not in state.wilds and face not in stand_ins else []
    tiles += [tile for tile, plays_as in state.stand_ins if plays_as == face]
    return [tile for tile in tiles if counts[tile]]
