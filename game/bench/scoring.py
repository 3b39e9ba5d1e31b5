"""Judging won hands with everything their variant knows: shapes, readings, patterns, gates, circumstances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.bench.measure import Agreement, Effort, Findings, Goal, Measurement, Piece, Spread, compared, over, race
from game.bench.peers import KIND_34, MahjongLibrary, mahjong_library
from rules.bots import LEVELS, seeded_chooser
from rules.events import Event, WinSource, Won
from rules.evolve import evolve
from rules.judging import Verdict, context_of, facts_of, judge
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.melds import Meld, MeldKind
from rules.patterns import parts
from rules.ruleset import Ruleset, Variant
from rules.shapes import SEVEN_PAIRS, STANDARD
from rules.simulate import play_hand
from rules.state import RoundState
from rules.tiles import HIDDEN, HONOURS, SUIT_OF, Tile, count_tiles
from rules.values import value
from rules.variants import all_variants
from rules.win import WinContext

CHUNK = 10
HANDS_FOR_A_WIN = 4
SHARE_OF_EFFORT = 3
"""All variants run in one race, which takes so many times the usual seconds."""
CALCULATOR = "mahjong HandCalculator"


@value
class WonHand:
    """A win as it happened: the state just before it, and who won on what."""

    state: RoundState
    won: Won


def measure(effort: Effort) -> Findings:
    """Every variant: its own won hands, and the same hands, their wilds resolved, for the peer. All in one race."""
    library = mahjong_library()
    contenders: dict[str, Piece] = {}
    agreements: list[Agreement] = []
    wilds = {}
    for key, found in all_variants().items():
        rules, hands = won_hands(found, max(4, effort.hands // 300))
        wilds[key] = "with wilds" if rules.tiles.wild else "without wilds"
        contenders[key] = _judging(rules, hands)
        verdicts = [judged(rules, hand) for hand in hands]
        wrong = sum(verdict.breakdown != hand.won.breakdown for verdict, hand in zip(verdicts, hands, strict=True))
        agreements.append(Agreement(f"scoring {key}: the judge and the engine's own log", len(hands), wrong))
        if library:
            theirs = [_question(library, v.context) for v in verdicts if _known_to_riichi(v.context)]
            wrong = sum(_ask(library, question).error is not None for question in theirs)
            agreements.append(Agreement(f"scoring {key}: {CALCULATOR} sees a win too", len(theirs), wrong))
            if theirs:
                contenders[_peer(key)] = _calculating(library, theirs)
    rates = race(contenders, replace(effort, seconds=SHARE_OF_EFFORT * effort.seconds))
    return Findings(tuple(_measurement(key, wilds[key], rates) for key in all_variants()), tuple(agreements))


def _peer(key: str) -> str:
    return f"{CALCULATOR}, hands of {key}"


def _judging(rules: Ruleset, hands: Sequence[WonHand]) -> Piece:
    return over(hands, CHUNK, lambda chunk: [judged(rules, hand) for hand in chunk])


def _calculating(library: MahjongLibrary, questions: Sequence[Question]) -> Piece:
    return over(questions, CHUNK, lambda chunk: [_ask(library, question) for question in chunk])


def _measurement(key: str, wilds: str, rates: dict[str, Spread]) -> Measurement:
    comparison = compared(CALCULATOR, rates[key], rates.get(_peer(key)), Goal(1))
    return Measurement(f"full scoring, {key} ({wilds})", "hands/s", rates[key], (comparison,))


def won_hands(found: Variant, wanted: int) -> tuple[Ruleset, list[WonHand]]:
    """Hands that `efficient` bots win, from fixed seeds."""
    options = tuple(found.choose({}).items())
    match = Match(MatchSettings(found.key, options, Length(LengthUnit.HANDS, 10**6), b"bench-scoring-16"), found)
    rules, bots = match.rules, [LEVELS["efficient"]] * 4
    wins: list[WonHand] = []
    while len(wins) < wanted and match.hands < HANDS_FOR_A_WIN * wanted:
        deal = match.next_deal()
        finished = play_hand(rules, deal, bots, seeded_chooser(b"bench", deal.number))
        wins += _wins(finished.log)
        match.hands += 1
    return rules, wins[:wanted]


def _wins(log: Sequence[Event]) -> Iterator[WonHand]:
    """Several wins on one tile are judged from the same state, that before the first of them.

    Wins without a winning tile, on the tiles as dealt, are another kind of question and left out.
    """
    state = RoundState()
    before: RoundState | None = None
    for event in log:
        if not isinstance(event, Won):
            before = None
        elif before is None:
            before = state.copy()
        if isinstance(event, Won) and event.tile != HIDDEN and before is not None:
            yield WonHand(before, event)
        evolve(state, event)


def judged(rules: Ruleset, hand: WonHand) -> Verdict:
    """The full verdict on a won hand, as the engine reaches it."""
    won = hand.won
    facts = facts_of(hand.state, rules, won.seat, won.source)
    return judge(context_of(hand.state, rules, won.seat, won.tile, won.source, facts))


# ---- the same hands for PyPI's mahjong ------------------------------------------------------------------------------


@value
class Question:
    """The arguments of the peer's calculator."""

    tiles: list[int]
    win_tile: int
    melds: list[Any]
    config: Any


def _known_to_riichi(context: WinContext) -> bool:
    """Standard hands without runs of honours and seven different pairs, no fifth copy: what the peer knows."""
    tiles = context.all_tiles()
    arrangement = context.arrangement
    if not tiles or max(count_tiles(tiles)) > 4:
        return False
    if arrangement.shape == SEVEN_PAIRS:
        return len(set(arrangement.tiles)) == 7
    return arrangement.shape == STANDARD and not any(map(_run_of_honours, parts(context)))


def _run_of_honours(part: tuple[Tile, ...]) -> bool:
    return len(set(part)) > 1 and any(SUIT_OF[tile] == HONOURS for tile in part)


def _question(library: MahjongLibrary, context: WinContext) -> Question:
    """The hand as we read it. The last tile of the wall makes every hand worth something in riichi."""
    used = [0] * 34

    def ids(tiles: Sequence[Tile]) -> list[int]:
        out = []
        for tile in tiles:
            kind = KIND_34[tile]
            out.append(4 * kind + used[kind])
            used[kind] += 1
        return out

    concealed = ids(context.arrangement.tiles)
    faces = dict(context.state.stand_ins)
    melds = [_meld(library, meld, ids([faces.get(tile, tile) for tile in meld.tiles])) for meld in context.melds]
    all_ids = concealed + [tile for meld in melds for tile in meld.tiles]
    winning = 4 * KIND_34[faces.get(context.tile, context.tile)]
    win_tile = winning if winning in concealed else concealed[0]
    drawn = context.source is WinSource.SELF_DRAW
    config = library.config(is_tsumo=drawn, is_haitei=drawn, is_houtei=not drawn)
    return Question(all_ids, win_tile, melds, config)


def _meld(library: MahjongLibrary, meld: Meld, ids: list[int]) -> Any:
    kinds = {MeldKind.CHOW: library.meld.CHI, MeldKind.PONG: library.meld.PON, MeldKind.KONG: library.meld.KAN}
    return library.meld(meld_type=kinds[meld.kind], tiles=ids, opened=meld.exposed)


def _ask(library: MahjongLibrary, question: Question) -> Any:
    return library.calculator.estimate_hand_value(
        question.tiles, question.win_tile, melds=question.melds, config=question.config
    )
