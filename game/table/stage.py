"""The stage of `game.cues`: turns events into animations over the table, with the times of design section 10.

Animations only set values of `Effects`; what flies is hidden where it comes down until it has come down. Under reduced
motion nothing travels: things fade or simply appear.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.cues import READY, Moment
from game.meldcells import MeldRow, meld_row
from game.places import TURN_OF, Place, Position
from game.table.effects import CallWord, Effects, Flight, Robbery, Throw, TurnedUp
from game.table.hands import being_added, hand_of, hand_places, meld_places, rows_of
from game.table.ownhand import OwnHand
from game.table.plates import BIRD_MARK
from game.timeline import (
    Animation,
    Call,
    Parallel,
    Pause,
    Sequence,
    Timeline,
    Tween,
    ease_back,
    ease_in_out,
    linear,
    staggered,
)
from rules import events as e
from rules.melds import added_kong
from rules.score import Transfer, net
from rules.seats import SEATS, Seat
from rules.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView

ROLL, SECOND_THROW, DICE_LIE = 0.40, 0.25, 0.90
PAIR = 2  # dice of one throw
DEAL = 0.08
OWN_DRAW, OTHER_DRAW = 0.18, 0.12
DISCARD, MARK = 0.22, 0.16
BOB, BOBS = 0.13, 3
LIGHT = 0.16
CALL, KONG, WORD_STAYS, WORD_FADES = 0.26, 0.30, 0.50, 0.18
FLIP, BIRD = 0.50, 0.70
FLAG, FLIP_STAYS, FLIP_GLIDES = 0.12, 0.60, 0.22
WIN_DIM, WIN_STAMP, WIN_STAYS, OPENS = 0.42, 0.32, 0.90, 0.04
VEIL = 0.45  # leaves 55 % of the light
UNDIM = 0.16
GAIN_IN, GAIN_STAYS, GAIN_OUT = 0.15, 0.70, 0.18
PLAIN_FADE = 0.12
ROBBED, ARROW_STAYS = 0.42, 0.90
SHOWN, HIT = 1.60, 0.70
NOBODY = 0.60
WORD_SCALE = 1.35
AT_THE_END = "end"


class TableStage:
    """Animations for the table that `view` shows; `hand` is one's own hand, which knows where its pieces are.

    `beside` runs what holds nobody up: lights and marks.
    """

    def __init__(self, view: Callable[[], ScreenView], hand: OwnHand) -> None:
        self.beside = Timeline()
        self._view = view
        self._hand = hand

    @property
    def own(self) -> Seat:
        """The seat at the bottom."""
        return self._view().own

    @property
    def _effects(self) -> Effects:
        return self._view().effects

    @property
    def _still(self) -> bool:
        return self._view().services.chosen.reduced_motion

    # ---- dice -------------------------------------------------------------------------------------------------------

    def roll(self, event: e.Rolled, moment: Moment) -> Animation | None:
        """The dice tumble in from the dealer's side, and lie in the middle while the deal begins."""
        effects, position = self._effects, self._view().position(moment.after.dealer)
        pairs = [event.dice[first : first + PAIR] for first in range(0, len(event.dice), PAIR)]
        effects.throws = throws = [Throw(dice, position) for dice in pairs]

        def fade(opacity: float) -> None:
            for throw in throws:
                throw.opacity = opacity

        def lie() -> None:
            gone = Tween(WORD_FADES, fade, 1.0, 0.0, linear)
            self.beside.add(Sequence(Pause(DICE_LIE), gone, Call(throws.clear)))

        tumbling = [Tween(0.0 if self._still else ROLL, partial(_come, throw)) for throw in throws]
        return Sequence(staggered(tumbling, SECOND_THROW), Pause(ROLL if self._still else 0.0), Call(lie))

    # ---- hands ------------------------------------------------------------------------------------------------------

    def deal(self, event: e.Dealt, moment: Moment) -> Animation | None:
        """Tiles come to a hand."""
        return Pause(DEAL)

    def draw(self, event: e.Drew, moment: Moment) -> Animation | None:
        """The own tile comes down into its slot; another's just appears."""
        if event.seat != self.own:
            return Pause(OTHER_DRAW)

        def apply(left: float) -> None:
            self._effects.own_drop = left

        apply(1.0)
        return Tween(PLAIN_FADE if self._still else OWN_DRAW, apply, 1.0, 0.0)

    def discard(self, event: e.Discarded, moment: Moment) -> Animation | None:
        """A straight line from the hand to the river, smaller on the way; then the mark of the last discard."""
        view = self._view()
        self.beside.finish()
        index = len(moment.after.seats[event.seat].river) - 1
        key = ("river", event.seat, index)
        position = view.position(event.seat)
        end = view.layout.river(position, index, view.services.chosen.upright_rivers)
        start = self._origin(position, event.tile, event.drawn)
        flown = self._flown([(event.tile, start, end)], key, DISCARD)
        self._effects.last_mark = 0.0
        return Sequence(flown, Call(self._mark))

    def _mark(self) -> None:
        """The mark of the last discard fades in, and its pin bobs."""
        effects = self._effects

        def fade(opacity: float) -> None:
            effects.last_mark = opacity

        def bob(way: float) -> None:
            effects.pin = way

        bobs = [] if self._still else [Tween(BOB, bob, float(i % 2), float(1 - i % 2), linear) for i in range(2 * BOBS)]
        self.beside.add(Sequence(Tween(MARK, fade, 0.0, 1.0, linear), *bobs))

    def turn_to(self, before: Seat) -> None:
        """The light of the turn leaves a seat for the one whose turn it is now."""
        position, effects = self._view().position(before), self._effects

        def move(way: float) -> None:
            effects.light = (position, way)

        move(0.0)
        self.beside.add(Tween(LIGHT, move, 0.0, 1.0, linear))

    def play_goes_on(self) -> None:
        """After a win the table gets its light back."""
        effects = self._effects
        if not effects.dim:
            return

        def dim(value: float) -> None:
            effects.dim = value

        effects.winners.clear()
        self.beside.add(Tween(UNDIM, dim, effects.dim, 0.0, linear))

    def _origin(self, position: Position, tile: Tile, drawn: bool) -> Place:
        if position is Position.OWN:
            return self._hand.origin(tile, drawn)
        layout = self._view().layout
        width = layout.across_width if position is Position.ACROSS else layout.side_width
        plate = layout.plate(position)
        across = {
            Position.ACROSS: layout.across_hand(1)[0],
            Position.LEFT: Place(plate.right + layout.px(16), layout.centre.centery, width),
            Position.RIGHT: Place(plate.left - layout.px(16) - 2 * width, layout.centre.centery, width),
        }[position]
        return Place(across.x, across.y, width, turn=TURN_OF[position])

    def _flown(self, tiles: list[tuple[Tile, Place, Place]], key: tuple[str, Seat, int], seconds: float) -> Animation:
        """Tiles fly side by side; what they become is hidden until they have come down."""
        effects = self._effects
        if self._still:
            return Pause(PLAIN_FADE)
        flights = [Flight(tile, start, end) for tile, start, end in tiles]
        effects.hide(key)
        effects.flights += flights

        def apply(progress: float) -> None:
            for flight in flights:
                flight.progress = progress

        return Sequence(Tween(seconds, apply), Call(lambda: self._land(flights, key)))

    def _land(self, flights: list[Flight], key: tuple[str, Seat, int]) -> None:
        effects = self._effects
        effects.flights = [flight for flight in effects.flights if flight not in flights]
        effects.reveal(key)

    # ---- calls ------------------------------------------------------------------------------------------------------

    def meld(self, event: e.Melded, moment: Moment) -> Animation | None:
        """The tiles glide to the meld while the word of the call stands at its seat."""
        view, seat, meld = self._view(), event.seat, event.meld
        index = len(moment.after.seats[seat].melds) - 1
        row = meld_row(moment.after.seats[seat].melds[index], seat)
        places = meld_places(view, view.position(seat))[index]
        tiles = []
        for cell, place in zip(row.cells, places.cells, strict=True):
            start = self._origin(view.position(seat), cell.tile, drawn=False)
            if cell.claimed and meld.source is not None:
                last = len(moment.before.seats[meld.source].river) - 1
                start = view.layout.river(view.position(meld.source), last, view.services.chosen.upright_rivers)
            tiles.append((HIDDEN if cell.down else cell.tile, start, place))
        kind = "kong" if meld.kong is not None else str(meld.kind)
        flown = self._flown(tiles, ("meld", seat, index), KONG if kind == "kong" else CALL)
        return Parallel(flown, self._word(seat, view.words.call(kind)))

    def add(self, event: e.KongAnnounced, moment: Moment) -> Animation | None:
        """The tile flies onto the turned one of its pong, where it lies until it is robbed or not."""
        view, seat = self._view(), event.seat
        word = self._word(seat, view.words.call("kong"))
        index = being_added(moment.after, seat)
        if index is None:
            return word
        end = meld_places(view, view.position(seat))[index].cells[_on_top(rows_of(view, seat)[index])]
        start = self._origin(view.position(seat), event.tile, drawn=False)
        return Parallel(self._flown([(event.tile, start, end)], ("kong", seat, index), KONG), word)

    def _word(self, seat: Seat, text: str, seconds: float = CALL, stays: float = WORD_STAYS) -> Animation:
        """In brush on the caller's side: from 1.35 to 1 with a little overshoot, stays, fades."""
        effects, scale = self._effects, 1.0 if self._still else WORD_SCALE
        word = CallWord(seat, text, stamp=seconds == WIN_STAMP, scale=scale)

        def size(value: float) -> None:
            word.scale = value

        def fade(value: float) -> None:
            word.opacity = value

        grow: Animation = Pause(PLAIN_FADE) if self._still else Tween(seconds, size, WORD_SCALE, 1.0, ease_back)
        return Sequence(
            Call(lambda: effects.words.append(word)),
            grow,
            Pause(stays),
            Tween(WORD_FADES, fade, 1.0, 0.0, linear),
            Call(lambda: effects.words.remove(word)),
        )

    # ---- tiles turned up --------------------------------------------------------------------------------------------

    def turn_up(self, tile: Tile, why: str, wild: Tile | None = None) -> Animation | None:
        """A tile turns over by its width, 1-0-1; the wild one gets its flag, stays a moment and goes to its place."""
        view, effects = self._view(), self._effects
        effects.throws.clear()
        caption = view.words.texts.find(*(("mark", "wild") if why == "wild" else ("flipped", why))) or ""
        target = view.layout.wild() if why == "wild" else view.layout.turned_up(len(view.shown.flipped) - 1)
        shown = TurnedUp(tile, caption, wild, target)
        effects.turned_up = shown
        half = (BIRD if why == "bird" else FLIP) / 2

        def width(value: float) -> None:
            shown.width = value

        def face_up() -> None:
            shown.face = True

        def flag(value: float) -> None:
            shown.flag = value

        def glide(value: float) -> None:
            shown.glide = value

        def done() -> None:
            effects.turned_up = None

        if self._still:
            shown.face, shown.flag = True, 1.0
            return Sequence(Pause(FLIP_STAYS), Call(done))
        turned: list[Animation] = [Tween(half, width, 1.0, 0.0), Call(face_up), Tween(half, width, 0.0, 1.0)]
        flags = [] if wild is None else [Tween(FLAG, flag)]
        return Sequence(*turned, *flags, Pause(FLIP_STAYS), Tween(FLIP_GLIDES, glide, ease=ease_in_out), Call(done))

    def show(self, event: e.Shown) -> Animation | None:
        """The tiles lie open for a moment, in a hand that goes on."""
        if event.why in (AT_THE_END, READY):
            return None
        effects = self._effects
        effects.show(event.seat, event.tiles)
        return Sequence(Pause(SHOWN), Call(lambda: effects.show(event.seat, ())))

    def hit(self, event: e.Marked) -> Animation | None:
        """The ring round the plate of the seat that a bird hits is looked at for a moment."""
        return Pause(HIT) if event.key == BIRD_MARK else None

    # ---- the end ----------------------------------------------------------------------------------------------------

    def win(self, event: e.Won, moment: Moment) -> Animation | None:
        """The table dims, the winning tile comes to the winner; the hand opens, and the seal is stamped beside it."""
        effects, view, seat = self._effects, self._view(), event.seat
        text = view.services.tr("Self-draw") if event.loser is None else view.words.call("win")

        def dim(value: float) -> None:
            effects.dim = value

        count = len(hand_of(view, seat).opened)
        effects.turn_faces(seat, 0)
        effects.winners.add(seat)
        darker = Tween(PLAIN_FADE if self._still else WIN_DIM, dim, effects.dim, VEIL)
        each = [Call(partial(effects.turn_faces, seat, faces)) for faces in range(1, count + 1)]
        opened = Sequence(staggered(each, 0.0 if self._still else OPENS), Call(partial(effects.turn_faces, seat, None)))
        stamp = self._word(seat, text, WIN_STAMP, WIN_STAYS)
        return Sequence(Parallel(darker, self._taken(event, moment)), Parallel(opened, stamp))

    def _taken(self, event: e.Won, moment: Moment) -> Animation:
        """The tile of another flies to the winner; from a kong that is robbed, an arrow stays for a while."""
        view, seat, loser = self._view(), event.seat, event.loser
        hand = hand_of(view, seat)
        if loser is None or not event.took or not hand.apart or self._still:
            return Pause(0.0)
        position, own = view.position(loser), view.position(seat)
        robbed = being_added(moment.before, loser)
        if robbed is None:
            start = view.layout.river(position, len(view.shown.seats[loser].river), view.services.chosen.upright_rivers)
        else:
            rows = rows_of(view, loser)
            rows[robbed] = meld_row(added_kong(view.shown.seats[loser].melds[robbed]), loser)
            start = meld_places(view, position, rows)[robbed].cells[_on_top(rows[robbed])]
        end = hand_places(view, own, hand)[-1]
        if robbed is not None:
            self._point(start, end)
        return self._flown([(event.tile, start, end)], ("won", seat, 0), ROBBED)

    def _point(self, start: Place, end: Place) -> None:
        """The arrow from a robbed kong to the winner."""
        effects = self._effects
        effects.robbery = robbery = Robbery(start.face.center, end.face.center)

        def fade(value: float) -> None:
            robbery.opacity = value

        def done() -> None:
            effects.robbery = None

        self.beside.add(Sequence(Pause(ROBBED + ARROW_STAYS), Tween(WORD_FADES, fade, 1.0, 0.0, linear), Call(done)))

    def pay(self, transfers: tuple[Transfer, ...]) -> Animation | None:
        """Gains and losses stand at the plates for a moment."""
        effects = self._effects
        change = net(transfers)

        def fade(value: float) -> None:
            effects.gains_opacity = value

        def done() -> None:
            effects.gains = {}

        effects.gains = {seat: change[seat] for seat in SEATS if change[seat]}
        appear = Tween(GAIN_IN, fade, 0.0, 1.0, linear)
        return Sequence(appear, Pause(GAIN_STAYS), Tween(GAIN_OUT, fade, 1.0, 0.0, linear), Call(done))

    def nobody_wins(self) -> Animation | None:
        """A quiet moment."""
        return Pause(NOBODY)


def _come(throw: Throw, way: float) -> None:
    """A throw has come so far."""
    throw.way = way


def _on_top(row: MeldRow) -> int:
    """Which cell of a row lies on another one."""
    return next(index for index, cell in enumerate(row.cells) if cell.on_top)
