"""What is heard in the lobby beside its notices: the table fills up, others get ready, somebody writes."""

from __future__ import annotations

from game.audio import Audio
from game.lanmatch import LanMatch
from net.lan import Phase, TableView


class LobbyEars:
    """Compares the table with how it was when last looked at."""

    def __init__(self, audio: Audio, match: LanMatch) -> None:
        self._audio, self._match = audio, match
        self._full = False
        self._ready: frozenset[int] = frozenset()
        self._heard: object = None
        self._known = False

    def listen(self) -> None:
        """Sound what others have done since the last call; nothing when the table has just been joined."""
        match = self._match
        view, table = match.view, match.table
        if view is None or table is None or view.phase is not Phase.LOBBY:
            self._known = False
            return
        full, ready, last = all(view.seats), _ready_guests(view, table.me), match.lines[-1] if match.lines else None
        new = last if last is not self._heard else None
        said, companion = (new.said, new.companion) if new is not None else (None, None)
        happened = {
            "table.full": full and not self._full,
            "seat.ready": bool(ready - self._ready),
            "chat": said is not None and said.guest != table.me,
            "seat.join": companion is not None and companion.came and companion.guest != table.me,
        }
        for cue in happened if self._known else ():
            if happened[cue]:
                self._audio.play(cue)
        self._full, self._ready, self._heard, self._known = full, ready, last, True


def _ready_guests(view: TableView, me: int) -> frozenset[int]:
    """The other guests with a person who is ready."""
    return frozenset(sitter.guest for sitter in view.seats if sitter is not None and sitter.ready) - {me, 0}
