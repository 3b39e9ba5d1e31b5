"""What happens, in words: names of tiles, calls and seats, and a sentence for each event worth telling.

The log, the line under the icons and screen readers get the same sentences. Names of the variant's own things come from
`game.tabletexts`; a mark or a question without a text there stays silent.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.strings import Strings, mark, number
from game.tabletexts import TableTexts
from rules import events as e
from rules.commands import Choose, Chow, Command, Kong, Pass, Pong, Win
from rules.melds import KongKind, Meld, MeldKind
from rules.score import DEALER_ITEM, Breakdown, Unit
from rules.seats import Seat, distance
from rules.tiles import HIDDEN, RANK_OF, SUIT_OF, TILE_NAMED, Tile
from rules.values import value

SUITS = (mark("{rank} Characters"), mark("{rank} Dots"), mark("{rank} Bamboos"))
ONES = (mark("{rank} Character"), mark("{rank} Dot"), mark("{rank} Bamboo"))
HONOURS = 3
CALLS = {
    "win": mark("Win"),
    "kong": mark("Kong"),
    "pong": mark("Pong"),
    "chow": mark("Chow"),
    "pass": mark("Pass"),
}
ACTIONS: dict[type[Command], str] = {Win: "win", Kong: "kong", Pong: "pong", Chow: "chow", Pass: "pass"}
KONG_SENTENCES = {
    KongKind.EXPOSED: mark("{name} kongs {tile}"),
    KongKind.CONCEALED: mark("{name} makes a concealed kong of {tile}"),
    KongKind.ADDED: mark("{name} adds to a kong of {tile}"),
    KongKind.SOLO: mark("{name} lays {tile} aside as a kong"),
}
UNITS = {Unit.TIMES: mark("×{value}"), Unit.FAN: mark("{value} fan"), Unit.POINTS: mark("{value} pts")}
COMMON = (DEALER_ITEM, "no_wild", "concealed_hand")
"""Patterns that tell least about a hand: of equal ones another is named."""


@value
class Words:
    """The words of one table in one language; `name` tells who sits on a seat."""

    strings: Strings
    texts: TableTexts
    name: Callable[[Seat], str]

    def tile(self, tile: Tile) -> str:
        """A tile's name: 六筒, 6 Dots."""
        return self.tiles((tile,))

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles in order, ranks of one suit together: 四五六万."""
        parts = []
        for suit, run in itertools.groupby(tiles, key=lambda tile: SUIT_OF[tile]):
            ranks = [RANK_OF[tile] for tile in run]
            parts.append(self._honours(ranks) if suit == HONOURS else self._suited(suit, ranks) if suit >= 0 else "?")
        return self._gap.join(parts)

    @property
    def _gap(self) -> str:
        return "" if self.strings.chinese else " "

    def _suited(self, suit: int, ranks: list[int]) -> str:
        numerals = self.strings.tr("1 2 3 4 5 6 7 8 9").split()
        words = ONES if ranks == [1] else SUITS
        return self.strings.tr(words[suit], rank=self._gap.join(numerals[rank - 1] for rank in ranks))

    def _honours(self, ranks: list[int]) -> str:
        names = self.strings.tr("East South West North Red Green White").split()
        return self._gap.join(names[rank - 1] for rank in ranks)

    def wind(self, seat: Seat, dealer: Seat) -> str:
        """The wind of a seat, one character or letter; the dealer is east."""
        return self.strings.tr("E S W N").split()[distance(dealer, seat)]

    def call(self, action: str) -> str:
        """胡, 杠, 碰, 吃, 过."""
        return self.strings.tr(CALLS[action])

    def command(self, command: Command) -> str:
        """A call, or what was chosen."""
        if isinstance(command, Choose):
            return self.choice(f"{command.key}/{command.value}")
        return self.call(ACTIONS[type(command)])

    def value(self, value: int, unit: Unit) -> str:
        """What a win is worth: 2 fan, 30 points."""
        return self.strings.tr(UNITS[unit], value=number(value))

    def best_pattern(self, breakdown: Breakdown) -> tuple[str, str]:
        """The dearest, most telling pattern of a win (none counts: empty, but for no fan), and what all is worth."""
        best = max(breakdown.shared, key=lambda item: (item.value, item.name not in COMMON), default=None)
        plain = "" if breakdown.value else self.strings.tr("Plain win")
        name = plain if best is None else self.texts.pattern(best.name)
        return name, self.value(breakdown.value, breakdown.unit)

    def choice(self, choice: str) -> str:
        """The text of a question's value: "last_tile/take", "turned_up/5s", "item/swap_named 1m 9p"."""
        name, *tiles = choice.split()
        value = name.partition("/")[2]
        if value in TILE_NAMED:
            return self.tile(TILE_NAMED[value])
        return " ".join([self.texts.text("choice", name), *(self.tile(TILE_NAMED[tile]) for tile in tiles)])

    def question(self, choice: str) -> str:
        """The text of the question that a choice belongs to, or that a stage puts where there is only a win to take."""
        return self.texts.find("question", choice.split("/")[0]) or self.strings.tr("Your choice")

    def badge(self, key: str, value: e.Mark) -> str | None:
        """The badge of a mark at a seat; None when players need not see it."""
        found = self.texts.find("mark", f"{key}={value}") or self.texts.find("mark", key)
        return None if found is None else found.format(value=value)

    def told(self, key: str, value: e.Mark) -> str | None:
        """What a mark tells its seat alone: where a tile lies in the wall. None for other marks."""
        found = self.texts.find("told", key)
        if found is None:
            return None
        tile, _, where = str(value).partition(" ")
        return found.format(tile=self.tile(TILE_NAMED[tile]), where=self.texts.text("where", where) if where else "")

    def sentences(self, event: e.Event) -> list[str]:
        """What the log says about an event: nothing, a sentence, or one for each payment."""
        teller = _TELLERS.get(type(event))
        return [] if teller is None else list(teller(self, event))


def _started(words: Words, event: e.RoundStarted) -> Iterator[str]:
    yield words.strings.tr("Hand {number}; {name} deals", number=event.number, name=words.name(event.dealer))


def _rolled(words: Words, event: e.Rolled) -> Iterator[str]:
    yield words.strings.tr("The dice show {dice}", dice=" ".join(map(str, event.dice)))


def _wild(words: Words, event: e.WildRevealed) -> Iterator[str]:
    word = words.texts.find("mark", "wild") or words.strings.tr("Wild")
    yield words.strings.tr("{word}: {tile}", word=word, tile=words.tiles(event.wilds))


def _discarded(words: Words, event: e.Discarded) -> Iterator[str]:
    yield words.strings.tr("{name} discards {tile}", name=words.name(event.seat), tile=words.tile(event.tile))


def _melded(words: Words, event: e.Melded) -> Iterator[str]:
    yield _meld_sentence(words, words.name(event.seat), event.meld)


def _meld_sentence(words: Words, name: str, meld: Meld) -> str:
    tr = words.strings.tr
    if meld.kind is MeldKind.CHOW:
        return tr("{name} chows {tiles}", name=name, tiles=words.tiles(meld.tiles))
    if meld.kind is MeldKind.PONG:
        return tr("{name} pongs {tile}", name=name, tile=words.tile(meld.tile))
    if meld.kong is None or meld.tile == HIDDEN:
        return tr("{name} makes a concealed kong", name=name)
    sentence = words.texts.find("call", f"{meld.kong}_kong") or tr(KONG_SENTENCES[meld.kong])
    return sentence.format(name=name, tile=words.tile(meld.tile))


def _flipped(words: Words, event: e.Flipped) -> Iterator[str]:
    what = words.texts.find("flipped", event.why)
    if what is not None:
        yield words.strings.tr("{word}: {tile}", word=what, tile=words.tile(event.tile))


def _marked(words: Words, event: e.Marked | e.SecretMarked) -> Iterator[str]:
    badge = None if event.value is None else words.badge(event.key, event.value)
    if badge is not None and event.seat is not None:
        yield words.strings.tr("{name}: {what}", name=words.name(event.seat), what=badge)


def _secret_marked(words: Words, event: e.SecretMarked) -> Iterator[str]:
    told = None if event.value is None else words.told(event.key, event.value)
    yield from _marked(words, event) if told is None else (told,)


def _exchanged(words: Words, event: e.Exchanged) -> Iterator[str]:
    tr, name = words.strings.tr, words.name(event.seat)
    if event.gave == HIDDEN or event.got == HIDDEN:
        yield tr("{name} swaps a tile with the wall", name=name)
    else:
        yield tr("{name} gives {gave} for {got}", name=name, gave=words.tile(event.gave), got=words.tile(event.got))


def _won(words: Words, event: e.Won) -> Iterator[str]:
    tr, name, tile = words.strings.tr, words.name(event.seat), words.tile(event.tile)
    if event.tile == HIDDEN:
        yield tr("{name} wins", name=name)
    elif event.loser is None:
        sentence = words.texts.find("call", event.source) or tr("{name} wins by self-draw on {tile}")
        yield sentence.format(name=name, tile=tile)
    elif event.source is e.WinSource.ROB_KONG:
        yield tr("{name} robs the kong of {loser}: {tile}", name=name, loser=words.name(event.loser), tile=tile)
    else:
        yield tr("{name} wins on {tile} of {loser}", name=name, loser=words.name(event.loser), tile=tile)


def _paid(words: Words, event: e.Paid) -> Iterator[str]:
    for transfer in event.transfers:
        yield words.strings.tr(
            "{payer} pays {payee} {amount} ({reason})",
            payer=words.name(transfer.payer),
            payee=words.name(transfer.payee),
            amount=number(transfer.amount),
            reason=words.texts.reason(transfer.reason),
        )


def _left(words: Words, event: e.Left) -> Iterator[str]:
    yield words.strings.tr("{name} has left", name=words.name(event.seat))


def _shown(words: Words, event: e.Shown) -> Iterator[str]:
    """What is shown while play goes on; at the end all hands are, and lie on the sheet."""
    if event.why != "end":
        yield words.strings.tr("{name} shows {tiles}", name=words.name(event.seat), tiles=words.tiles(event.tiles))


def _exhausted(words: Words, event: e.Exhausted) -> Iterator[str]:
    yield words.strings.tr("The wall is used up, the hand is a draw")


_TELLERS: dict[type[Any], Callable[[Words, Any], Iterator[str]]] = {
    e.RoundStarted: _started,
    e.Rolled: _rolled,
    e.WildRevealed: _wild,
    e.Discarded: _discarded,
    e.Melded: _melded,
    e.Flipped: _flipped,
    e.Marked: _marked,
    e.SecretMarked: _secret_marked,
    e.Exchanged: _exchanged,
    e.Won: _won,
    e.Left: _left,
    e.Paid: _paid,
    e.Shown: _shown,
    e.Exhausted: _exhausted,
}
