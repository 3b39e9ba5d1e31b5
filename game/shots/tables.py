"""From the log of a hand to its table or its sheet on the screen: as if the hand were continued here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.newtable.choices import Choices, player_name, seated
from game.scenes.table import TableScene
from game.services import Services
from game.shots.acts import STEP, ShotClock, act
from game.shots.deals import Deal
from game.tableinfo import TableInfo
from net.entrants import Entrant
from net.host import Host
from net.link import LocalLink
from net.timers import Timers
from rules.bots import seeded_chooser
from rules.events import Event
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Variant
from rules.seats import Seat
from rules.variants import variant

LENGTH: Final = Length(LengthUnit.HANDS, 8)
SEED: Final = b"sifang-the-shots"
NEVER: Final = 1e6
"""The pace of the bots: nobody plays on while the picture is taken."""
TIMERS: Final = Timers(turn=20.0, claim=10.0, choice=20.0, between=20.0, pace=NEVER)
LOOKING: Final = 1.2
"""Seconds for which the player has been looking."""


def show_deal(services: Services, clock: ShotClock, deal: Deal) -> None:
    """Open the table of a hand, with the sheet on it when the hand is over, and do what the shot asks for.

    Raises CaseError when the hand cannot be played like that.
    """
    scene = open_table(services, MatchSettings(deal.variant, deal.options, LENGTH, SEED), deal.seat, deal.log())
    clock.wait(services, STEP)
    clock.wait(services, LOOKING)
    for words in deal.acts:
        act(scene, clock, words)


def open_table(services: Services, settings: MatchSettings, seat: Seat, log: Sequence[Event] = ()) -> TableScene:
    """The table at which the person on `seat` goes on with the first hand of a match where its log ends, or begins it.

    Raises LogError when the log does not follow from its answers.
    """
    match = Match(settings, variant(settings.variant))
    entrants = entrants_of(services, match.variant, seat)
    host = Host(match, entrants, TIMERS, seeded_chooser(settings.seed, 1), lambda events: None)
    if log:
        host.resume(log, services.clock())
    else:
        host.start(services.clock())
    a, b, c, d = entrants
    info = TableInfo(match.variant, match.rules, (a.name, b.name, c.name, d.name), (a.level, b.level, c.level, d.level))
    scene = TableScene(services, LocalLink(host, [seat]), seat, info)
    services.scenes.push(scene)
    return scene


def entrants_of(services: Services, found: Variant, seat: Seat) -> list[Entrant]:
    """The players: the person on one seat, the bots of a new table on the others."""
    new = Choices(found).match(services.strings, player_name(services.strings, services.chosen))
    return seated(new.entrants, seat)
