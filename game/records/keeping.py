"""What is done with records: a title of one's own, a copy taken out or taken in, and the end of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from game.files import RECORDS, free_path, set_aside, write_atomically
from game.presets import file_stem
from game.records.index import IMPORTED, Entry, Index
from game.records.recorded import Recorded, RecordError, read_recorded, siblings
from net.journal import JOURNAL_SUFFIX
from net.keepsake import SUFFIX as KEPT_SUFFIX
from net.torn import copies

TITLES = "titles.json"
TITLE_LENGTH = 40
LARGEST = 64 << 20
"""Bytes of a file that is taken in; a match of a hundred hands has some three millions."""


class Keeping:
    """The records below a data folder, by the entries of its index."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._file = index.data / RECORDS / TITLES
        self._titles = self._read()

    def _read(self) -> dict[str, str]:
        """The titles. A damaged file is set aside, as the next title would be written over it."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError):
            set_aside(self._file)
            return {}

    def title(self, entry: Entry) -> str:
        """The name that the player gave a record; empty without one."""
        return self._titles.get(entry.name, "")

    def rename(self, entry: Entry, title: str) -> None:
        """Give it a name; an empty one takes the name away. Raises OSError; the old name holds then."""
        titles = {**self._titles, entry.name: title}
        if not title:
            del titles[entry.name]
        write_atomically(self._file, msgspec.json.encode(titles))
        self._titles = titles

    def files(self, entry: Entry) -> list[Path]:
        """The files of a record: one, or one for each hand of what a client has kept."""
        path = self._index.path(entry)
        return siblings(path) if path.suffix == KEPT_SUFFIX else [path]

    def delete(self, entry: Entry) -> None:
        """Delete it for good. Raises OSError."""
        for path in self.files(entry):
            for one in (*copies(path), path):
                one.unlink(missing_ok=True)
        self._index.entries.pop(entry.name, None)

    def export(self, entry: Entry, target: Path) -> Path:
        """Copy a record out, into a folder or under a path that is not taken yet; where it lies. Raises OSError."""
        files = self.files(entry)
        if not target.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
        for file in files:
            copy = target
            if target.is_dir():
                stem = file_stem(self.title(entry)) if len(files) == 1 and self.title(entry) else file.stem
                copy = free_path(target, stem, file.suffix)
            elif len(files) > 1:
                raise IsADirectoryError(f"{len(files)} files need a folder")
            elif target.exists():
                raise FileExistsError(str(target))
            shutil.copyfile(file, copy)
        return target if len(files) > 1 else copy

    def take_in(self, path: Path) -> Recorded:
        """Copy a record in, once it was read to its end and folded.

        Raises RulesError that says what is wrong with it; OSError.
        """
        if path.suffix != JOURNAL_SUFFIX:
            raise RecordError(f"{path.name}: a record ends with {JOURNAL_SUFFIX}")
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path.name}: too large for a record")
        recorded = read_recorded(path)
        folder = self._index.data / RECORDS / IMPORTED
        folder.mkdir(parents=True, exist_ok=True)
        target = free_path(folder, path.stem, path.suffix)
        partial = target.with_suffix(".new")
        shutil.copyfile(path, partial)
        partial.replace(target)
        return recorded
