"""The stage of `game.cues`: turns events into animations over the table, with the times of design section 10.

Animations only set values of `Effects`; what flies is hidden where it comes down until it has come down. Under reduced
motion nothing travels: things fade or simply appear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.cues import Moment
from game.meldcells import meld_row
from game.places import Place, Position
from game.table.board import meld_places
from game.table.effects import CallWord, Effects, Flight, TurnedUp
from game.table.ownhand import OwnHand
from game.timeline import Animation, Call, Parallel, Sequence, Tween, Wait, ease_back, linear
from rules import events as e
from rules.melds import KongKind
from rules.score import Transfer, net
from rules.seats import SEATS, Seat
from rules.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from game.table.view import TableView

DEAL = 0.08
OWN_DRAW, OTHER_DRAW = 0.18, 0.12
DISCARD, MARK = 0.22, 0.16
CALL, KONG, WORD_STAYS, WORD_FADES = 0.26, 0.30, 0.50, 0.18
FLIP, BIRD = 0.50, 0.70
FLIP_STAYS = 0.60
WIN_DIM, WIN_STAMP, WIN_STAYS = 0.42, 0.32, 0.60
DIMMED = 0.55
GAIN_IN, GAIN_STAYS, GAIN_OUT = 0.15, 0.70, 0.18
PLAIN_FADE = 0.12
ROBBED = 0.42
NOBODY = 0.60
WORD_SCALE = 1.35


class TableStage:
    """Animations for the table that `view` shows; `hand` is one's own hand, which knows where its pieces are."""

    def __init__(self, own: Seat, view: Callable[[], TableView], hand: OwnHand) -> None:
        self.own = own
        self._view = view
        self._hand = hand

    @property
    def _effects(self) -> Effects:
        return self._view().effects

    @property
    def _still(self) -> bool:
        return self._view().services.chosen.reduced_motion

    # ---- hands ------------------------------------------------------------------------------------------------------

    def deal(self, event: e.Dealt, moment: Moment) -> Animation | None:
        """Tiles come to a hand."""
        return Wait(DEAL)

    def draw(self, event: e.Drew, moment: Moment) -> Animation | None:
        """The own tile comes down into its slot; another's just appears."""
        if event.seat != self.own:
            return Wait(OTHER_DRAW)

        def apply(left: float) -> None:
            self._effects.own_drop = left

        apply(1.0)
        return Tween(PLAIN_FADE if self._still else OWN_DRAW, apply, 1.0, 0.0)

    def discard(self, event: e.Discarded, moment: Moment) -> Animation | None:
        """A straight line from the hand to the river, smaller on the way; then the mark of the last discard."""
        view = self._view()
        index = len(moment.after.seats[event.seat].river) - 1
        key = ("river", event.seat, index)
        position = view.position(event.seat)
        end = view.layout.river(position, index, view.services.chosen.upright_rivers)
        start = self._origin(position, event.tile, event.drawn)
        flown = self._flown([(event.tile, start, end)], key, DISCARD)
        self._effects.last_mark = 0.0
        return Sequence(flown, Tween(MARK, self._mark, 0.0, 1.0, linear))

    def _mark(self, opacity: float) -> None:
        self._effects.last_mark = opacity

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
        return Place(across.x, across.y, width)

    def _flown(self, tiles: list[tuple[Tile, Place, Place]], key: tuple[str, Seat, int], seconds: float) -> Animation:
        """Tiles fly side by side; what they become is hidden until they have come down."""
        effects = self._effects
        if self._still:
            return Wait(PLAIN_FADE)
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
        melds = moment.after.seats[seat].melds
        index = next(
            (i for i, new in enumerate(melds) if i >= len(moment.before.seats[seat].melds)
             or new != moment.before.seats[seat].melds[i]), len(melds) - 1
        )  # fmt: skip
        if meld.kong is KongKind.ADDED:
            self._effects.version += 1
            return Wait(PLAIN_FADE)
        row, places = meld_row(melds[index], seat), meld_places(view, view.position(seat))[index]
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

    def announce(self, seat: Seat, action: str) -> Animation | None:
        """The word of a call at its seat."""
        return self._word(seat, self._view().words.call(action))

    def _word(self, seat: Seat, text: str) -> Animation:
        """In brush on the caller's side: from 1.35 to 1 with a little overshoot, stays, fades."""
        effects = self._effects
        word = CallWord(seat, text)
        effects.words.append(word)

        def size(value: float) -> None:
            word.scale = value

        def fade(value: float) -> None:
            word.opacity = value

        grow: Animation = Wait(PLAIN_FADE) if self._still else Tween(CALL, size, WORD_SCALE, 1.0, ease_back)
        return Sequence(
            grow, Wait(WORD_STAYS), Tween(WORD_FADES, fade, 1.0, 0.0, linear), Call(lambda: effects.words.remove(word))
        )

    # ---- tiles turned up --------------------------------------------------------------------------------------------

    def turn_up(self, tile: Tile, why: str, wild: bool) -> Animation | None:
        """A tile turns over by its width, 1-0-1, and stays a moment."""
        view, effects = self._view(), self._effects
        kind = ("mark", "wild") if why == "wild" else ("flipped", why)
        caption = view.words.texts.find(*kind) or ""
        shown = TurnedUp(tile, caption, wild)
        effects.turned_up = shown
        half = (BIRD if why == "bird" else FLIP) / 2

        def width(value: float) -> None:
            shown.width = value

        def face_up() -> None:
            shown.face = True

        def done() -> None:
            effects.turned_up = None

        if self._still:
            shown.face = True
            return Sequence(Wait(FLIP_STAYS), Call(done))
        turned: list[Animation] = [Tween(half, width, 1.0, 0.0), Call(face_up), Tween(half, width, 0.0, 1.0)]
        return Sequence(*turned, Wait(FLIP_STAYS), Call(done))

    # ---- the end ----------------------------------------------------------------------------------------------------

    def win(self, event: e.Won, moment: Moment) -> Animation | None:
        """The table dims, the word 胡 is stamped at the winner's side."""
        effects, view = self._effects, self._view()
        self_drawn = event.source is e.WinSource.SELF_DRAW
        text = view.services.tr("Self-draw") if self_drawn else view.words.call("win")

        def dim(value: float) -> None:
            effects.dim = value

        def undim() -> None:
            effects.dim = 0.0

        robbed = self._robbed(event)
        darker = Tween(PLAIN_FADE if self._still else WIN_DIM, dim, effects.dim, DIMMED)
        return Sequence(*robbed, darker, self._word(event.seat, text), Wait(WIN_STAYS), Call(undim))

    def _robbed(self, event: e.Won) -> list[Animation]:
        """A tile that was being added to a kong flies from its pong to the winner."""
        view, loser = self._view(), event.loser
        if event.source is not e.WinSource.ROB_KONG or loser is None or self._still:
            return []
        melds = view.shown.seats[loser].melds
        index = next((i for i, meld in enumerate(melds) if event.tile in meld.tiles), None)
        if index is None:
            return []
        start = meld_places(view, view.position(loser))[index].cells[-1]
        flight = Flight(event.tile, start, self._origin(view.position(event.seat), event.tile, drawn=False))
        effects = self._effects
        effects.flights.append(flight)

        def fly(progress: float) -> None:
            flight.progress = progress

        return [Tween(ROBBED, fly), Call(lambda: effects.flights.remove(flight))]

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
        return Sequence(appear, Wait(GAIN_STAYS), Tween(GAIN_OUT, fade, 1.0, 0.0, linear), Call(done))

    def nobody_wins(self) -> Animation | None:
        """A quiet moment."""
        return Wait(NOBODY)
