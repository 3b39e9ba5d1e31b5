"""What is left of matches: the records, replays and statistics of a player whose matches bots have played."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from game.files import RECORDS
from game.newtable.choices import Choices
from game.ownplayer import OwnPlayer
from game.records.history import own_records, rebuild
from game.records.recorded import Recorded, read_recorded
from game.records.screens import RecordScreens
from game.scenes.records import RecordsScene
from game.scenes.replay import ReplayScene
from game.scenes.statistics import StatisticsScene
from game.services import Services
from game.shots.screens import press
from game.strings import Strings
from net.entrants import Entrant
from net.journal import MAGIC, Journal
from rules.bots import LEVELS, seeded_chooser
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.simulate import play_hand
from rules.variants import all_variants

BEGUN: Final = (
    "20261128-203012", "20261128-191544", "20261127-220130", "20261127-204501", "20261126-193348", "20261125-210907",
    "20261124-202216", "20261122-183055", "20261122-150000", "20261121-201127",
)  # fmt: skip
HANDS: Final = 4
OLD: Final = "20261120-200000-old.sifang"
TORN: Final = "20261119-193000-torn.sifang"
_folders: list[tempfile.TemporaryDirectory[str]] = []


@cache
def kept_matches(language: str, name: str) -> Path:
    """A data folder with ten matches, the second of which is not over, and two files that cannot be used."""
    folder = tempfile.TemporaryDirectory(prefix="sifang-shots-")
    _folders.append(folder)  # it goes when the program ends
    data = Path(folder.name)
    for number, (begun, key) in enumerate(zip(BEGUN, all_variants(), strict=False)):
        _write(data / RECORDS / f"{begun}-{key}.sifang", key, _entrants(language, name), cut=number == 1)
    whole = next((data / RECORDS).iterdir()).read_bytes()
    (data / RECORDS / OLD).write_bytes(MAGIC[:6] + b"1\n" + whole[len(MAGIC) :])
    (data / RECORDS / TORN).write_bytes(whole[:600] + whole[700:])
    return data


def _entrants(language: str, name: str) -> tuple[Entrant, ...]:
    return Choices(next(iter(all_variants().values()))).match(Strings(language), name).entrants


def _write(path: Path, key: str, entrants: tuple[Entrant, ...], cut: bool) -> None:
    seed = f"sifang shots {key}".encode()
    match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, HANDS), seed), all_variants()[key])
    journal = Journal(path, match.settings, entrants)
    while not match.over:
        hand = play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, seeded_chooser(seed, match.hands))
        log = list(hand.log)
        match.record(hand.state)
        journal(log[: len(log) // 2] if cut and match.hands == HANDS else log)
    journal.close()


def _data(services: Services) -> Path:
    return kept_matches(services.strings.language, services.chosen.player_name)


def show_records(services: Services, steps: int = 0) -> None:
    """The records; the chosen one is so many rows down."""
    screens = RecordScreens(services, lambda: OwnPlayer(services, _data(services)), _nothing, _data(services))
    screens.open()
    scene = services.scenes.top
    assert isinstance(scene, RecordsScene)
    while scene.index.reading:
        scene.index.take(wait=True)
    scene.enter()
    for _ in range(steps):
        press(services, "down")


def show_records_question(services: Services, key: str) -> None:
    """A question of the records: the name, the place of a copy, what is deleted."""
    show_records(services, 2)
    scene = services.scenes.top
    assert isinstance(scene, RecordsScene)
    {"rename": scene.ask_for_name, "import": scene.ask_for_import, "delete": scene.ask_to_delete}[key]()


def own_replay(services: Services, match: int) -> Recorded:
    """One of the records that can be shown."""
    path = [path for path in own_records(_data(services)) if path.name not in (OLD, TORN)][match]
    return read_recorded(path, services.chosen.player_name)


def show_replay(services: Services, match: int, keys: str) -> None:
    """A record in the viewer, after some keys."""
    scene = ReplayScene(services, own_replay(services, match))
    services.scenes.push(scene)
    for key in keys.split():
        press(services, key)
        services.scenes.top.update(1.0)
    services.scenes.top.update(1.0)


def show_statistics(services: Services, opponents: bool = False) -> None:
    """What the matches add up to."""
    data = _data(services)
    own_player = OwnPlayer(services, data)
    for _ in rebuild(own_player, own_records(data)):
        pass
    scene = StatisticsScene(services, own_player, data, _nothing)
    services.scenes.push(scene)
    if opponents:
        scene.show_by("opponent")
    own_player.close()


def show_exported(services: Services) -> None:
    """A file was written from the statistics."""
    show_statistics(services)
    path = Path("Documents") / "sifang-statistics.csv"  # the picture tells no path of this computer
    services.say(services.tr("Exported to {path}", path=path), "good")
    services.toasts.update(1.0)


def show_no_statistics(services: Services) -> None:
    """Nothing was counted yet."""
    data = _data(services) / "nothing"
    services.scenes.push(StatisticsScene(services, OwnPlayer(services, data), data, _nothing))


def _nothing(*_: object) -> None:
    """What these screens open."""
