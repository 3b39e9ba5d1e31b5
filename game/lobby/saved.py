"""Matches that were begun and can be hosted again: their people come back by name, anybody else takes a free seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.files import LAN
from game.newmatch import LOOKED_AT, replayed
from game.tabletexts import TableTexts
from game.widgets.button import Button
from game.widgets.choices import Segments
from game.widgets.form import Form
from game.widgets.formscene import PaperSheet
from game.widgets.listbox import Row, ScrollList
from net.journal import JOURNAL_SUFFIX, read_journal
from rules.errors import RulesError
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

WIDTH = 640


@value
class SavedMatch:
    """A match that is not over: its file, what is played, the hand it stands at, its people, when it was played."""

    path: Path
    variant: str
    hand: int
    people: tuple[str, ...]
    played: datetime


def match_files(records: Path) -> Iterator[Path]:
    """The journals of this computer, of its own matches and of those of the LAN."""
    yield from records.glob(f"*{JOURNAL_SUFFIX}")
    yield from (records / LAN).glob(f"*/*{JOURNAL_SUFFIX}")


def saved_matches(records: Path) -> list[SavedMatch]:
    """The newest matches that can go on, each once, newest first; a file that cannot be read is no match.

    Also those that were played at this computer alone: others can join them in the place of bots.
    """
    newest = sorted(match_files(records), key=lambda path: path.stat().st_mtime, reverse=True)
    return list(_different(newest[: 2 * LOOKED_AT]))[:LOOKED_AT]


def _different(paths: Sequence[Path]) -> Iterator[SavedMatch]:
    """A match that was hosted again has two files: the newer one counts."""
    seen = set()
    for path in paths:
        try:
            record = read_journal(path)
            match = replayed(record)
        except (RulesError, OSError):
            continue
        fresh, people = record.settings.seed not in seen, tuple(e.name for e in record.entrants if e.level is None)
        seen.add(record.settings.seed)
        if fresh and people and not match.over:
            played = datetime.fromtimestamp(path.stat().st_mtime)
            yield SavedMatch(path, record.settings.variant, match.hands + 1, people, played)


class SavedScene(PaperSheet):
    """A sheet over the lobby: choose a match, and who may come."""

    def __init__(
        self, services: Services, matches: Sequence[SavedMatch], host: Callable[[SavedMatch, bool], object]
    ) -> None:
        """`host` gets the match and whether anybody may join."""
        super().__init__(services)
        self.matches, self._host = list(matches), host
        self.open = False
        self.chosen = 0
        self._text = pygame.Rect(0, 0, 0, 0)

    def enter(self) -> None:
        """The list has the focus."""
        self.form.focus(self.form.widgets[0])

    def resize(self) -> None:
        """In the middle of the window; the list scrolls."""
        services, units, px, tr = self.services, self.services.units, self.services.px, self.services.tr
        width = min(units.type_length(WIDTH), units.width - px(48))
        inner = self.place(width, min(units.height - px(48), units.type_length(470)))
        self._text = pygame.Rect(inner.x, self.title_place.bottom, inner.width, units.type_length(52))
        rows = [Row(number, *self._words(match)) for number, match in enumerate(self.matches)]
        matches = ScrollList(services, rows, self.chosen, self._choose)
        foot = services.control_height(46)
        bottom = self.rect.bottom - px(20)
        who = Segments(services, [(True, tr("Anybody")), (False, tr("With a code"))], self.open, self._let_in)
        who.rect = pygame.Rect(inner.x, bottom - foot, inner.width * 2 // 5, foot)
        host = Button(services, tr("Host this match"), self._begin, kind="main", key="return")
        host.on_paper = True
        close = Button(services, tr("Close"), services.scenes.pop, kind="paper")
        host.rect = pygame.Rect((0, 0), (min(inner.width * 2 // 5, host.natural_size[0]), foot))
        host.rect.bottomright = (inner.right, bottom)
        close.rect = pygame.Rect(who.rect.right + px(10), bottom - foot, 0, foot)
        close.rect.width = min(close.natural_size[0], host.rect.x - px(10) - close.rect.x)
        top = self._text.bottom + px(8)
        matches.rect = pygame.Rect(inner.x, top, inner.width, who.rect.y - px(14) - top)
        self.form = Form(services, [matches, who, close, host])

    def _words(self, match: SavedMatch) -> tuple[str, str]:
        """What is played and how far; by whom and when."""
        tr = self.services.tr
        texts = TableTexts(self.services.strings.language, match.variant)
        hand, people = tr("hand {number}", number=match.hand), tr(", ").join(match.people)
        return f"{texts.name} · {hand}", f"{people} · {match.played:%Y-%m-%d %H:%M}"

    def _choose(self, number: int) -> None:
        self.chosen = number

    def _let_in(self, open_: bool) -> None:
        self.open = open_
        self.invalidate()

    def _begin(self) -> None:
        self.services.scenes.pop()
        self._host(self.matches[self.chosen], self.open)

    def key(self, key: int) -> bool:
        """Enter hosts it."""
        if key not in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return False
        self._begin()
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Sheet, what happens, list and buttons."""
        services, tr = self.services, self.services.tr
        self.draw_sheet(surface, tr("Host a saved match"))
        text = tr(
            "Its people find their seats by their names; the clocks stand still until all are there, or until you"
            " play without them."
        )
        services.fonts.write_lines(surface, text, self._text, services.steps.note, services.colours.ptext2)
        self.form.draw(surface)
