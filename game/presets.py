"""House rules with a name (我的预设): one TOML file each in `presets` of the data folder, made to be read and shared.

A preset holds a variant, its house rules, the length, the levels of the three bots and the time for a turn. Files are
replaced as a whole. One that is no preset is set aside as `<name>.toml.bad` and told about; one that this version does
not understand (another variant, another house rule) stays where it is and says why.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import tomli_w

from game.files import data_folder, free_path, set_aside, write_atomically
from game.strings import Strings, clean_text, mark
from rules.bots import LEVELS
from rules.match import Length, LengthUnit
from rules.ruleset import Option, Variant
from rules.values import value
from rules.variants import all_variants

FOLDER = "presets"
SUFFIX = ".toml"
VERSION = 1
LARGEST_FILE = 64 * 1024
LONGEST_TURN = 600
NAME_LENGTH = 24
_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f.]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


class PresetError(ValueError):
    """A file that cannot be used as a preset; `told` is the one line for people."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message, self.values = message, values

    def told(self, strings: Strings) -> str:
        """The reason in the player's language."""
        return strings.tr(self.message, **self.values)


class _Length(msgspec.Struct, frozen=True):
    unit: LengthUnit
    count: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class _Version(msgspec.Struct, frozen=True):
    version: int


class _File(msgspec.Struct, frozen=True, kw_only=True):
    """A preset's file; the version comes last, so that a text cut off anywhere is known as such."""

    name: str
    variant: str
    length: _Length
    options: dict[str, str | int | bool] = {}
    levels: tuple[str, str, str]
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_TURN)] = 0
    file: _Version


@value
class Preset:
    """A table by name. `options` are all house rules of the variant; `turn_seconds` 0: no limit."""

    name: str
    variant: str
    options: tuple[tuple[str, str], ...]
    length: Length
    levels: tuple[str, str, str]
    turn_seconds: int = 0


@value
class Entry:
    """A file of the folder: the preset in it, or what is wrong with it."""

    path: Path
    name: str
    preset: Preset | None = None
    error: PresetError | None = None


def format_preset(preset: Preset) -> bytes:
    """The TOML text of a preset."""
    table: dict[str, Any] = {
        "name": preset.name,
        "variant": preset.variant,
        "turn_seconds": preset.turn_seconds,
        "levels": list(preset.levels),
        "length": {"unit": str(preset.length.unit), "count": preset.length.count},
        "options": dict(preset.options),
        "file": {"version": VERSION},
    }
    return tomli_w.dumps(table).encode("utf-8")


def parse_preset(content: bytes) -> Preset:
    """The preset in a TOML text. Raises ValueError when it is none at all, PresetError when it cannot be used here."""
    found = msgspec.convert(tomllib.loads(content.decode("utf-8-sig")), _File)
    if found.file.version > VERSION:
        raise PresetError(mark("A newer version of the game wrote this preset"))
    name = clean_text(found.name, NAME_LENGTH)
    if not name:
        raise ValueError("the preset has no name")
    chosen = all_variants().get(found.variant)
    if chosen is None:
        raise PresetError(mark("There is no variant “{variant}” here"), variant=clean_text(found.variant, 40))
    unknown = next((level for level in found.levels if level not in LEVELS), None)
    if unknown is not None:
        raise PresetError(mark("There is no bot “{level}” here"), level=clean_text(unknown, 40))
    length = Length(found.length.unit, found.length.count)
    if length.unit is LengthUnit.ROUNDS and not chosen.lengths.rounds:
        raise PresetError(mark("This variant is not played by rounds"))
    return Preset(name, chosen.key, _options(chosen, found.options), length, found.levels, found.turn_seconds)


def _options(variant: Variant, given: dict[str, str | int | bool]) -> tuple[tuple[str, str], ...]:
    """All house rules. A person may have written them with a number, or with true and false."""
    known = {option.key: option for option in variant.options}
    for key, setting in given.items():
        if key not in known:
            raise PresetError(mark("This variant has no house rule “{option}”"), option=clean_text(key, 40))
        if not known[key].allows(_written(setting)):
            _refuse_value(known[key], setting)
    return tuple(variant.choose({key: _written(value) for key, value in given.items()}).items())


def _written(value: str | int | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _refuse_value(option: Option, value: object) -> None:
    raise PresetError(
        mark("The house rule “{option}” cannot be “{value}”"), option=option.key, value=clean_text(str(value), 40)
    )


def read_preset(path: Path) -> Preset:
    """The preset in a file from anywhere. Raises PresetError with the reason, whatever it is."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise PresetError(mark("This file is no preset"))
        return parse_preset(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PresetError(mark("There is no file at this path")) from error
    except OSError as error:
        raise PresetError(mark("The file cannot be read: {error}"), error=error.strerror or error) from error
    except PresetError:
        raise
    except ValueError as error:
        raise PresetError(mark("This file is no preset")) from error


def file_stem(name: str) -> str:
    """A file name for a preset's name that every system allows."""
    stem = _UNFIT.sub("", name).strip() or "preset"
    return f"{stem}_" if _RESERVED.fullmatch(stem) else stem


class Presets:
    """The presets in a folder, which need not exist yet."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder() / FOLDER

    def entries(self) -> tuple[list[Entry], list[Path]]:
        """What lies in the folder, by name; and the files that were no presets and are set aside under these names."""
        entries, broken = [], []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                preset = parse_preset(path.read_bytes())
            except PresetError as error:
                entries.append(Entry(path, path.stem, error=error))
            except ValueError:
                broken.append(set_aside(path))
            except OSError as error:
                reason = PresetError(mark("The file cannot be read: {error}"), error=error.strerror or error)
                entries.append(Entry(path, path.stem, error=reason))
            else:
                entries.append(Entry(path, preset.name, preset))
        return sorted(entries, key=lambda entry: entry.name), broken

    def save(self, preset: Preset) -> Path:
        """Keep a preset; one of the same name is replaced. Raises OSError."""
        entries, _ = self.entries()
        same = next((entry.path for entry in entries if entry.preset and entry.name == preset.name), None)
        path = same or free_path(self.folder, file_stem(preset.name), SUFFIX)
        write_atomically(path, format_preset(preset))
        return path

    def has(self, name: str) -> bool:
        """Whether there is a preset of this name."""
        return any(entry.preset is not None and entry.name == name for entry in self.entries()[0])

    def rename(self, entry: Entry, name: str) -> None:
        """Give a preset another name. Raises OSError."""
        if entry.preset is not None:
            write_atomically(entry.path, format_preset(replace(entry.preset, name=name)))

    def delete(self, entry: Entry) -> None:
        """Remove a preset. Raises OSError."""
        entry.path.unlink()

    def import_from(self, path: Path) -> Preset:
        """Take over a preset from a file elsewhere; a name in use gets a number. Raises PresetError, OSError."""
        preset = read_preset(path)
        name, count = preset.name, 2
        while self.has(name):
            name = f"{preset.name[: NAME_LENGTH - 4]} {count}"
            count += 1
        imported = replace(preset, name=name)
        self.save(imported)
        return imported


def export_to(preset: Preset, folder: Path) -> Path:
    """Write a preset into a folder, over no other file. Raises OSError."""
    path = free_path(folder, file_stem(preset.name), SUFFIX)
    write_atomically(path, format_preset(preset))
    return path
