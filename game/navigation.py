"""Which screen follows which: title, new table, table, result; and the match that is running.

A screen is imported when it is opened: the first picture waits for no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from game import VERSION
from game.lobby.screens import LanScreens
from game.newmatch import (
    FinishedHand,
    NewMatch,
    RunningMatch,
    Unfinished,
    finished_hands,
    records_folder,
    resume_match,
    start_match,
    timers_of,
    unfinished_journal,
)  # fmt: skip
from game.strings import number, signed
from game.tabletexts import TableTexts
from net.keepers import Timers
from net.messages import Standing
from rules.errors import RulesError
from rules.state import RoundState

if TYPE_CHECKING:
    from game.profilekeeper import Gains, ProfileKeeper
    from game.scene import Scene
    from game.scenes.table import TableScene
    from game.scenes.title import TitleScene
    from game.scenes.title import Unfinished as UnfinishedEntry
    from game.services import Services


class Navigation:
    """Opens screens and keeps the running match."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.running: RunningMatch | None = None
        self._history: list[list[int]] = []
        self._keeper: ProfileKeeper | None = None
        self._gains: Gains | None = None
        self._players: tuple[int, ...] = ()
        self._unreadable: set[Path] = set()
        self.lan = LanScreens(services, self.back_to_title, lambda: self.keeper)

    @property
    def keeper(self) -> ProfileKeeper:
        """The book of players; nothing is opened for who has no name."""
        if self._keeper is None:
            from game.profilekeeper import ProfileKeeper

            self._keeper = ProfileKeeper(self.services)
        return self._keeper

    # ---- screens ----------------------------------------------------------------------------------------------------

    def title(self) -> TitleScene:
        """The first screen."""
        from game.scenes.title import TitleActions, TitleScene

        actions = TitleActions(self.new_table, self.settings, lan=self.lan.open, lan_note=self.lan.note)
        return TitleScene(self.services, actions, VERSION, self._unfinished(), self._honours)

    def _honours(self) -> str:
        """Title and coins of the player, for the greeting; empty when there is nothing to tell."""
        standing = self.keeper.standing() if self.services.chosen.player_name else None
        if standing is None:
            return ""
        texts = TableTexts(self.services.strings.language, standing.variant)
        words = [] if standing.title is None else [texts.title(standing.title)]
        if standing.coins:
            words.append(self.services.strings.tr("{coins} coins", coins=number(standing.coins)))
        return " · ".join(words)

    def new_table(self) -> None:
        """Choose a variant and start."""
        from game.scenes.newtable import NewTableScene

        self.services.scenes.push(NewTableScene(self.services, self.start, avatar=self._avatar))

    @property
    def _avatar(self) -> str:
        profile = self.keeper.profile if self.services.chosen.player_name else None
        return "" if profile is None else profile.avatar

    def settings(self) -> None:
        """Change the settings."""
        from game.scenes.settings import SettingsScene

        self.services.scenes.push(SettingsScene(self.services, keeper=self.keeper))

    # ---- a match ----------------------------------------------------------------------------------------------------

    def start(self, new: NewMatch, timers: Timers) -> None:
        """Begin a match and show its table in the place of the screen that asked for it."""
        self.services.preferences.change(last_variant=new.variant)
        now = self.services.clock()
        self._open(lambda: start_match(new, timers, records_folder(), now), lambda: self.start(new, timers))

    def straight_to(self, new: NewMatch, seed: bytes | None = None) -> Scene:
        """The table of a match that was asked for on the command line; a title with the reason when it cannot start."""
        chosen = self.services.chosen
        timers = timers_of(chosen, chosen.turn_seconds if chosen.timers else 0)
        now = self.services.clock()
        table = self._table(lambda: start_match(new, timers, records_folder(), now, seed), self.new_table)
        return table or self.title()

    def go_on(self, unfinished: Unfinished) -> None:
        """Continue a match where its journal ends."""
        chosen = self.services.chosen
        timers = timers_of(chosen, chosen.turn_seconds if chosen.timers else 0)
        now = self.services.clock()
        self._open(lambda: resume_match(unfinished.path, timers, now), self.new_table)
        if self.running is None:
            return
        for hand in finished_hands(unfinished.record):
            self._book(hand)
            self._history.append(hand.points)

    def _open(self, make: Callable[[], RunningMatch], again: Callable[[], None]) -> None:
        """Show the table of a match; what keeps it from starting is said, and nothing else happens."""
        table = self._table(make, again)
        if table is not None:
            self.services.scenes.reset(table)

    def _table(self, make: Callable[[], RunningMatch], again: Callable[[], None]) -> TableScene | None:
        from game.scenes.table import TableScene

        try:
            running = make()
        except (RulesError, OSError) as error:
            self.services.say(self.services.tr("The match could not start: {error}", error=error), "error")
            return None
        a, b, c, d = (self._avatar if level is None else "" for level in running.table.levels)
        running = replace(running, table=replace(running.table, avatars=(a, b, c, d)))
        self.running = running
        self._history, self._gains, self._players = [], None, running.table.players
        return TableScene(
            self.services,
            running.link,
            running.link.seats[0] if running.link.seats else 0,
            running.table,
            on_over=lambda state, standing: self._result(standing, again),
            on_leave=self.back_to_title,
            on_hand=self._remember,
        )

    def _remember(self, state: RoundState, standing: Standing) -> None:
        """A hand has ended: its points by player, for the result."""
        hand = FinishedHand(state, self._players)
        self._players = standing.players  # seats may have changed for the next one
        self._history.append(hand.points)
        self._book(hand)

    def _book(self, hand: FinishedHand) -> None:
        """Write a hand down for the person at this computer; what it brought is told at the end of the match."""
        running = self.running
        if running is None or None not in running.table.levels:
            return
        player = running.table.levels.index(None)
        if running.table.names[player] != self.keeper.name:  # another person, or a guest, began this match
            return
        gained = self.keeper.book(running.journal.path.name, player, hand)
        if gained is not None:
            self._gains = gained if self._gains is None else self._gains.followed_by(gained)

    def _result(self, standing: Standing, again: Callable[[], None]) -> None:
        from game.scenes.result import ResultScene

        running = self.running
        if running is None:
            return
        self._close_match()
        result = ResultScene(
            self.services, running.table, standing, self.back_to_title, again, self._history, self._gains
        )
        self.services.scenes.reset(result)

    def back_to_title(self) -> None:
        """Leave whatever is open; a match that is not over can be continued from the title."""
        self._close_match()
        self.services.scenes.reset(self.title())

    def _close_match(self) -> None:
        if self.running is not None:
            self.running.close()
            self.running = None

    # ---- what can be continued ------------------------------------------------------------------------------------

    def _tell_unreadable(self, path: Path) -> None:
        """Once in a run for each file."""
        if path not in self._unreadable:
            self._unreadable.add(path)
            tr = self.services.tr
            self.services.say(tr("A saved match cannot be read and stays as it is: {name}", name=path.name), "warn")

    def _unfinished(self) -> UnfinishedEntry | None:
        from game.scenes.title import Unfinished as UnfinishedEntry

        found = unfinished_journal(records_folder(), self._tell_unreadable)
        if found is None:
            return None
        services = self.services
        texts = TableTexts(services.strings.language, found.match.variant.key)
        person = next((p for p, keeper in enumerate(found.record.keepers) if keeper.level is None), 0)
        hand = services.tr("hand {number}", number=found.match.hands + 1)
        return UnfinishedEntry(
            f"{texts.name} · {hand}",
            services.tr("You {points}", points=signed(found.match.totals[person])),
            lambda: self.go_on(found),
        )
