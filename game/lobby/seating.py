"""The round table of the lobby: who may do what with which seat, and where the cards lie."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import LanMatch
from game.lobby.questions import ask_to_kick
from game.lobby.seatcard import LobbySeat, SeatFacts, TableMiddle
from game.newtable.choices import LEVEL_NAMES
from game.theme import TextStyle
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from net.lan import LanTable, Sitter, TableView
from rules.seats import SEATS, Seat
from rules.values import mutable

if TYPE_CHECKING:
    from game.services import Services

WIDE, TALL, MIDDLE, GAP = (208, 78), (112, 148), (122, 108), 2
LEVELS = tuple(LEVEL_NAMES)
DRAWN_TARGET = 44
"""What is drawn of a button for a finger, in device pixels: its reach does the rest."""


@mutable
class Seating:
    """Makes the cards of one table for whoever sits at `match`."""

    services: Services
    match: LanMatch
    table: LanTable
    view: TableView

    @property
    def bottom(self) -> Seat:
        """The seat seen at the bottom: one's own, so that the view is that of the game."""
        return min(self.match.seats, default=0)

    def widgets(self, area: pygame.Rect) -> dict[str, Widget]:
        """Cards with their buttons, in an area of the sheet."""
        places = self._places(area)
        found: dict[str, Widget] = {}
        for step in SEATS:
            seat = (self.bottom + step) % len(SEATS)
            card = self._card(seat, tall=step in (1, 3))
            card.rect = places[step]
            found[f"seat {seat}"] = card
            found |= self._buttons(seat, card)
        middle = TableMiddle(self.services, self._count())
        middle.rect = places[4]
        return {"middle": middle, **found}

    def _count(self) -> str:
        sitting = sum(sitter is not None for sitter in self.view.seats)
        return self.services.tr("{count} of 4", count=sitting)

    def _places(self, area: pygame.Rect) -> list[pygame.Rect]:
        """At the bottom, right, top, left; the middle last."""
        px = self.services.px
        grow = min(1.35, max(1.0, area.height / px(2 * WIDE[1] + TALL[1] + 2 * GAP)))
        wide, tall = (px(WIDE[0]), px(WIDE[1] * grow)), (px(TALL[0]), px(TALL[1] * grow))
        row = pygame.Rect(0, 0, min(area.width, px(376)), tall[1])
        row.center = area.center
        bottom, top = pygame.Rect((0, 0), wide), pygame.Rect((0, 0), wide)
        right, left = pygame.Rect((0, 0), tall), pygame.Rect((0, 0), tall)
        bottom.midtop = (row.centerx, row.bottom + px(GAP))
        top.midbottom = (row.centerx, row.top - px(GAP))
        right.midright, left.midleft = row.midright, row.midleft
        middle = pygame.Rect((0, 0), (min(px(MIDDLE[0]), right.x - left.right - 2 * px(4)), px(MIDDLE[1])))
        middle.center = row.center
        return [bottom, right, top, left, middle]

    def _card(self, seat: Seat, tall: bool) -> LobbySeat:
        sitter, tr = self.view.seats[seat], self.services.tr
        own = seat in self.match.seats
        hosts = sitter is not None and bool(sitter.guest) and sitter.guest == self.view.keeper
        wind = tr("E S W N").split()[seat]
        level = sitter is not None and bool(sitter.level) and self.table.is_keeper
        facts = SeatFacts(sitter, wind, seat, own, seat == self._host_seat, hosts, tall, level)
        hint = tr("Sit here") if sitter is None and (tall or not self.table.is_keeper) else ""
        return LobbySeat(self.services, facts, hint, self._press(seat, sitter, own))

    @property
    def _host_seat(self) -> Seat | None:
        """The seat of the host: of several people at its computer, that of the first who sits."""
        people = [(s.player, seat) for seat, s in enumerate(self.view.seats) if s and s.guest == self.view.keeper != 0]
        return min(people)[1] if people else None

    def _press(self, seat: Seat, sitter: Sitter | None, own: bool) -> Callable[[], object] | None:
        if own and sitter is not None:
            return partial(self._ask_own, sitter.player)
        if sitter is None or sitter.level:
            return partial(self._sit, seat)
        return partial(self.ask_other, seat, sitter)

    def _sit(self, seat: Seat) -> None:
        """Sit down there: of several people at this computer, the first without a seat, or whoever is meant."""
        tr = self.services.tr
        names, standing = self.match.names, self.match.standing
        if len(names) < 2 or standing:
            self.table.sit(seat, standing[0] if standing else 0)
            return
        answers = [Answer(name, partial(self.table.sit, seat, person)) for person, name in enumerate(names)]
        dialog = Dialog(self.services, tr("Who sits there?"), "", [*answers, Answer(tr("Stay here"))])
        self.services.scenes.push(dialog)

    # ---- buttons on the cards ---------------------------------------------------------------------------------------

    def _buttons(self, seat: Seat, card: LobbySeat) -> dict[str, Widget]:
        """The host has bots sit down, changes their level, sends them away, and people too."""
        sitter, tr = self.view.seats[seat], self.services.tr
        if not self.table.is_keeper or seat in self.match.seats:
            return {}
        if sitter is None:
            add = partial(self.table.seat_bot, seat, LEVELS[0])
            bot = CardButton(self.services, tr("Add a bot"), add, kind="paper")
            return {f"bot {seat}": self._inside(bot, card)}
        away = CardButton(self.services, "", partial(self._send_away, seat, sitter), kind="paper", icon="x")
        away.label = tr("Send away")
        side = min(self.services.target(26), max(self.services.px(26), DRAWN_TARGET))
        away.rect = pygame.Rect(card.rect.x + 4, card.rect.y + 4, side, side)
        card.corner = 4 + side
        if not sitter.level:
            return {f"kick {seat}": away}
        number = LEVELS.index(sitter.level) if sitter.level in LEVELS else -1
        now, following = LEVELS[max(0, number)], LEVELS[(number + 1) % len(LEVELS)]
        level = CardButton(
            self.services, tr(LEVEL_NAMES[now]), partial(self.table.seat_bot, seat, following), kind="paper",
            icon="swap",
        )  # fmt: skip
        return {f"level {seat}": self._inside(level, card), f"kick {seat}": away}

    def _inside(self, button: Button, card: LobbySeat) -> Button:
        """At the foot of an upright card, at the right of a lying one."""
        px, rect = self.services.px, card.rect
        drawn = max(px(34), min(self.services.target(0), DRAWN_TARGET))
        height = min(self.services.control_height(28), drawn, rect.height // 2 - px(4))
        width = min(rect.width - px(14), button.natural_size[0])
        if not card.facts.tall:
            width = min(width, px(92))
        button.rect = pygame.Rect(0, 0, width, height)
        if card.facts.tall:
            button.rect.midbottom = (rect.centerx, rect.bottom - px(8))
            card.foot = rect.bottom - button.rect.top
        else:
            button.rect.bottomright = (rect.right - px(8), rect.bottom - px(8))
        return button

    def _send_away(self, seat: Seat, sitter: Sitter) -> None:
        if sitter.level:
            self.table.seat_bot(seat, "")
            return
        ask_to_kick(self.services, self.match, sitter.name, sitter.guest)

    # ---- questions ----------------------------------------------------------------------------------------------

    def _ask_own(self, person: int) -> None:
        tr = self.services.tr
        answers = [Answer(tr("Stand up"), partial(self.table.stand, person))]
        if self.view.settings.spectators and not self.table.is_keeper:
            answers.append(Answer(tr("Only watch"), lambda: self.table.watch(True)))
        answers.append(Answer(tr("Stay here")))
        title, text = tr("Your seat"), tr("Press another seat to change; “ready” keeps everybody in place.")
        self.services.scenes.push(Dialog(self.services, title, text, answers))

    def ask_other(self, seat: Seat, sitter: Sitter) -> None:
        """Ask somebody to swap."""
        tr = self.services.tr
        if not self.match.seats:
            self.services.say(tr("Take a seat first"))
            return
        answers = [Answer(tr("Ask"), lambda: self.table.ask_swap(seat)), Answer(tr("Stay here"))]
        title = tr("Swap seats with {name}?", name=sitter.name)
        self.services.scenes.push(Dialog(self.services, title, tr("It happens when both agree."), answers))

    def ask_whom(self) -> None:
        """Choose with whom to swap."""
        tr = self.services.tr
        others = [(s, sitter) for s, sitter in enumerate(self.view.seats)
                  if sitter is not None and not sitter.level and s not in self.match.seats]  # fmt: skip
        if not others or not self.match.seats:
            self.services.say(tr("Nobody sits here to swap with; an empty seat is taken with a press"))
            return
        answers = [Answer(sitter.name, partial(self.table.ask_swap, seat)) for seat, sitter in others]
        answers.append(Answer(tr("Stay here")))
        title = tr("Swap seats with whom?")
        self.services.scenes.push(Dialog(self.services, title, tr("It happens when both agree."), answers))


class CardButton(Button):
    """A button on a card, as low as its place."""

    @property
    def natural_size(self) -> tuple[int, int]:
        """Its contents and a small margin."""
        return self._content_width() + 2 * self.services.px(9), self.services.control_height(28)

    @property
    def style(self) -> TextStyle:
        """As large as the card allows."""
        return self.services.fonts.capped(super().style, self.services.px(17))

    def _icon_size(self) -> int:
        return self.services.px(16) if self.icon else 0
