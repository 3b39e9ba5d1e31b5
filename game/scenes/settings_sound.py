"""The page "Sound": volumes, mono, captions, and whose voice speaks the calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.files import data_folder
from game.places import Position
from game.scenes.settings_pages import Setting, captions_row, volume_slider
from game.strings import mark
from game.voices import FOLDER, SHIPPED, WRONG_WORDS, Fault, VoicePack, find_voices
from game.widgets.choices import Toggle
from game.widgets.dropdown import Dropdown
from game.widgets.listbox import Row

if TYPE_CHECKING:
    from game.services import Services

AS_ALL: Final = "*"
SEATS: Final = {
    Position.OWN: mark("Your own calls"),
    Position.RIGHT: mark("Calls from the right"),
    Position.ACROSS: mark("Calls from across"),
    Position.LEFT: mark("Calls from the left"),
}
SAMPLE: Final = "pong"
MOST_TOLD: Final = 5


class VoiceChoice(Dropdown[str]):
    """A list of voices, wide enough for their names."""

    @property
    def natural_size(self) -> tuple[int, int]:
        """As a dropdown, half as wide again."""
        width, height = super().natural_size
        return width * 3 // 2, height


class SoundPage:
    """The rows of the page; `renew` builds it again after something else can be set."""

    def __init__(self, services: Services, renew: Callable[[], object]) -> None:
        self.services, self._renew = services, renew
        self.tr = services.tr
        self._own = data_folder() / FOLDER
        self._voices = find_voices((SHIPPED, self._own))

    def rows(self) -> list[Setting]:
        """Volumes, then how things are heard, then voices."""
        tr, services = self.tr, self.services
        silent = "" if services.audio.ready or services.audio.untried else tr("No sound card was found.")
        volumes = [
            Setting(tr("Overall volume"), silent, [volume_slider(services, "volume_all", "turn.mine")]),
            Setting(tr("Sounds of tiles"), "", [volume_slider(services, "volume_tiles", "tile.drop")]),
            Setting(tr("Calls"), "", [volume_slider(services, "volume_voices", "call.pong")]),
            Setting(
                tr("Signals"),
                tr("Your turn, a call, the last seconds"),
                [volume_slider(services, "volume_alerts", "turn.mine")],
            ),
            Setting(tr("Music"), "", [volume_slider(services, "volume_music")]),
            Setting(
                tr("Ambience"), tr("A teahouse at night, at the table"), [volume_slider(services, "volume_ambience")]
            ),
        ]
        mute = Setting(tr("Mute"), tr("Ctrl+M, at any time"), [self._toggle("mute")])
        mono = Setting(tr("Mono"), tr("Both ears hear the same"), [self._toggle("mono")])
        return [mute, *volumes, mono, captions_row(services), *self._voice_rows(), *self._fault_rows()]

    def _toggle(self, name: str) -> Toggle:
        change = self.services.preferences.change
        return Toggle(self.services, bool(getattr(self.services.chosen, name)), lambda on: change(**{name: on}))

    # ---- voices -----------------------------------------------------------------------------------------------------

    def _voice_rows(self) -> list[Setting]:
        tr, services, chosen = self.tr, self.services, self.services.chosen
        main = VoiceChoice(services, [Row("", tr("Off")), *self._pack_rows()], chosen.voice, self._choose)
        note = tr("A voice for all four seats; recordings of your own go into {folder}", folder=_short(self._own))
        rows = [Setting(tr("Spoken calls"), note, [main])]
        if chosen.voice:
            names = tr("Whoever discards says the tile, too")
            rows.append(Setting(tr("Names of tiles"), names, [self._toggle("voice_tiles")]))
            rows += [self._seat_row(position) for position in Position]
        return rows

    def _pack_rows(self) -> list[Row[str]]:
        return [Row(pack.key, self._name(pack)) for pack in self._voices.packs.values()]

    def _name(self, pack: VoicePack) -> str:
        return self.tr("{voice} (synthetic)", voice=pack.name) if pack.synthetic else pack.name

    def _choose(self, key: str) -> None:
        self.services.preferences.change(voice=key)
        self._hear(key)
        self._renew()

    def _seat_row(self, position: Position) -> Setting:
        tr, services = self.tr, self.services
        seat = position.name.lower()
        rows = [Row(AS_ALL, tr("The voice above")), Row("", tr("Off")), *self._pack_rows()]

        def choose(key: str) -> None:
            others = {name: voice for name, voice in services.chosen.seat_voices.items() if name != seat}
            services.preferences.change(seat_voices=others if key == AS_ALL else {**others, seat: key})
            self._hear(key)
            self._renew()

        return Setting(
            tr(SEATS[position]),
            "",
            [VoiceChoice(services, rows, services.chosen.seat_voices.get(seat, AS_ALL), choose)],
        )

    def _hear(self, key: str) -> None:
        """A voice that was chosen says a word; files that cannot be decoded are told."""
        pack = self._voices.packs.get(key)
        if pack is None:
            return
        broken = [path.name for path in pack.files.values() if not self.services.audio.playable(path)]
        if broken:
            text = self.tr("These voice files cannot be played: {files}", files=_shortened(broken))
            self.services.say(text, "warn")
        if SAMPLE in pack.files:
            self.services.audio.speak(pack.files[SAMPLE], Position.OWN)

    def _fault_rows(self) -> list[Setting]:
        """What lies in the folders of voices and cannot be used."""
        faults = [*self._voices.faults]
        for pack in self._voices.packs.values():
            faults += [Fault(f"{pack.key}/{fault.file}", fault.wrong) for fault in pack.faults]
        if not faults:
            return []
        told = [f"{fault.file}: " + self.tr(WRONG_WORDS[fault.wrong]) for fault in faults]
        return [Setting(self.tr("Voice files that cannot be used"), _shortened(told), [])]


def _shortened(parts: list[str]) -> str:
    return " · ".join(parts[:MOST_TOLD]) + (f" … (+{len(parts) - MOST_TOLD})" if len(parts) > MOST_TOLD else "")


def _short(folder: Path) -> str:
    """A path as people write it: with ~ for the home folder."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)
