"""Which screen follows which: title, new table, table, result; and the match that is running.

A screen is imported when it is opened: the first picture waits for no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from game import VERSION
from game.files import records_folder
from game.newmatch import (
    Course,
    NewMatch,
    PlayedHand,
    RunningMatch,
    Unfinished,
    finished_hands,
    limit_of,
    resume_match,
    start_match,
    timers_of,
    unfinished_journal,
)
from game.strings import number, signed
from game.tableinfo import TableEnd
from game.tabletexts import TableTexts
from net.messages import Standing
from net.timers import Timers
from rules.errors import RulesError
from rules.state import RoundState

if TYPE_CHECKING:
    from game.lobby.screens import LanScreens
    from game.ownplayer import OwnPlayer
    from game.records.screens import RecordScreens
    from game.scene import Scene
    from game.scenes.title import TitleScene, UnfinishedEntry
    from game.services import Services


class Navigation:
    """Opens screens and keeps the running match."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.running: RunningMatch | None = None
        self._course = Course()
        self._own_player: OwnPlayer | None = None
        self._unreadable: set[Path] = set()

    @cached_property
    def lan(self) -> LanScreens:
        """The screens of a table on the network."""
        from game.lobby.screens import LanScreens

        return LanScreens(self.services, self.back_to_title, lambda: self.own_player)

    @cached_property
    def records(self) -> RecordScreens:
        """The screens of what was played before."""
        from game.records.screens import RecordScreens

        return RecordScreens(self.services, lambda: self.own_player, self.go_on)

    @property
    def own_player(self) -> OwnPlayer:
        """Who plays at this computer; nothing is opened for one without a name."""
        if self._own_player is None:
            from game.ownplayer import OwnPlayer

            self._own_player = OwnPlayer(self.services)
        return self._own_player

    # ---- screens ----------------------------------------------------------------------------------------------------

    def first(self) -> Scene:
        """What the program opens with: the title, and before it once the hints of the first start."""
        if self.services.chosen.welcomed:
            return self.title()
        from game.scenes.welcome import WelcomeScene

        return WelcomeScene(self.services, lambda: self.services.scenes.reset(self.title(first_time=True)))

    def title(self, first_time: bool = False) -> TitleScene:
        """The first screen; `first_time`: right after the hints of the first start."""
        from game.scenes.title import TitleActions, TitleScene

        actions = TitleActions(
            new_game=self.new_table,
            hotseat=self.hotseat,
            lan=self.lan.open,
            rules=self.rules,
            records=self.records.open,
            settings=self.settings,
            lan_note=self.lan.note,
        )
        return TitleScene(self.services, actions, VERSION, self._unfinished(), self._honours, first_time)

    def _honours(self) -> str:
        """Title and coins of the player, for the greeting; empty when there is nothing to tell."""
        honours = self.own_player.honours() if self.services.chosen.player_name else None
        if honours is None:
            return ""
        texts = TableTexts(self.services.strings.language, honours.variant)
        words = [] if honours.title is None else [texts.title(honours.title)]
        if honours.coins:
            words.append(self.services.strings.tr("{coins} coins", coins=number(honours.coins)))
        return " · ".join(words)

    def new_table(self, variant: str = "") -> None:
        """Choose a variant and start; one may be chosen already."""
        from game.scenes.newtable import NewTableScene

        scene = NewTableScene(self.services, self.start, avatar=self._avatar)
        self.services.scenes.push(scene)
        if variant:
            scene.choose(variant)

    def hotseat(self) -> None:
        """Several people at this computer: their names, then the rules."""
        from game.scenes.newtable import NewTableScene
        from game.scenes.people import PeopleScene

        def choose_rules(names: tuple[str, ...]) -> None:
            self.services.scenes.push(NewTableScene(self.services, self.start, avatar=self._avatar, people=names))

        self.services.scenes.push(PeopleScene(self.services, choose_rules))

    @property
    def _avatar(self) -> str:
        profile = self.own_player.profile if self.services.chosen.player_name else None
        return "" if profile is None else profile.avatar

    def rules(self) -> None:
        """Read the rules; a page can begin a new table with them."""
        from game.scenes.encyclopedia import EncyclopediaScene

        def play(variant: str) -> None:
            self.services.scenes.pop()
            self.new_table(variant)

        self.services.scenes.push(EncyclopediaScene(self.services, on_play=play))

    def settings(self) -> None:
        """Change the settings."""
        from game.scenes.settings import SettingsScene

        self.services.scenes.push(SettingsScene(self.services, own_player=self.own_player))

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
        chosen, kept = self.services.chosen, limit_of(unfinished.record)
        usual = chosen.turn_seconds if chosen.timers else 0
        timers = timers_of(chosen, usual if kept is None else kept)
        now = self.services.clock()
        self._open(lambda: resume_match(unfinished.path, timers, now), self.new_table)
        if self.running is None:
            return
        for hand in finished_hands(unfinished.record):
            self._course.history.append(hand.points)
            self._book(hand)

    def _open(self, make: Callable[[], RunningMatch], again: Callable[[], None]) -> None:
        """Show the table of a match; what keeps it from starting is said, and nothing else happens."""
        table = self._table(make, again)
        if table is not None:
            self.services.scenes.reset(table)

    def _table(self, make: Callable[[], RunningMatch], again: Callable[[], None]) -> Scene | None:
        try:
            running = make()
        except (RulesError, OSError) as error:
            self.services.say(self.services.tr("The match could not start: {error}", error=error), "error")
            return None
        avatar = self._avatar
        own = (self.own_player.name, None) if avatar else None
        a, b, c, d = (
            avatar if person == own else "" for person in zip(running.table.names, running.table.levels, strict=True)
        )
        running = replace(running, table=replace(running.table, avatars=(a, b, c, d)))
        self.running = running
        self._course = Course(running.table.players)
        return self._shown(running, lambda state, standing: self._result(standing, again))

    def _shown(self, running: RunningMatch, on_over: Callable[[RoundState, Standing], object]) -> Scene:
        """The table of one person, or of several who share this screen."""
        link, table = running.link, running.table
        end = TableEnd(self._remember, on_over, self.back_to_title)
        if len(link.players) > 1:
            from game.scenes.hotseat import HotseatScene

            links = {player: link.of(player) for player in (*link.players, None)}
            return HotseatScene(self.services, links, table, end)
        from game.scenes.table import TableScene

        seat = link.seats[0] if link.seats else 0
        return TableScene(self.services, link, seat, table, end)

    def _remember(self, state: RoundState, standing: Standing) -> None:
        self._book(self._course.end_hand(state, standing))

    def _book(self, hand: PlayedHand) -> None:
        """Write a hand down for the person at this computer; what it brought is told at the end of the match."""
        running = self.running
        if running is None:
            return
        people = enumerate(zip(running.table.names, running.table.levels, strict=True))
        player = next((p for p, person in people if person == (self.own_player.name, None)), None)
        if player is None:  # other people, or a guest, began this match
            return
        self._course.gain(self.own_player.book(running.journal.path.name, player, hand, running.table.names))

    def _result(self, standing: Standing, again: Callable[[], None]) -> None:
        from game.scenes.result import ResultScene

        running = self.running
        if running is None:
            return
        self._close_match()
        self.services.scenes.reset(
            ResultScene(self.services, running.table, standing, self.back_to_title, again, self._course)
        )

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
        from game.scenes.title import UnfinishedEntry

        found = unfinished_journal(records_folder(), self._tell_unreadable)
        if found is None:
            return None
        services = self.services
        texts = TableTexts(services.strings.language, found.match.variant.key)
        points = [
            (one.name, signed(found.match.totals[p])) for p, one in enumerate(found.record.entrants) if not one.level
        ]
        several = " · ".join(f"{name} {theirs}" for name, theirs in points)
        hand = services.tr("hand {number}", number=found.match.hands + 1)
        return UnfinishedEntry(
            f"{texts.name} · {hand}",
            services.tr("You {points}", points=points[0][1]) if len(points) == 1 else several,
            lambda: self.go_on(found),
        )
