"""Colours, type steps and boxes of the design, read from assets/theme.json. No drawing here."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

ASSETS = Path(__file__).resolve().parent.parent / "assets"

Shadow = Literal["", "button", "panel", "sheet", "glow"]


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The palette of design section 2, as #RRGGBB."""

    text: str
    text2: str
    text3: str
    ptext: str
    ptext2: str
    ptext_off: str
    ink: str
    line: str
    paper_line: str
    paper_well: str
    paper_card: str
    brass: str
    brass_light: str
    brass_deep: str
    on_brass: str
    red: str
    red_text: str
    jade: str
    jade_deep: str
    jade_text: str
    jade_light: str
    info: str
    info_text: str
    same_tile: str
    warn: str
    error: str
    warn_text: str
    error_text: str
    shadow: str
    white: str
    glow: str
    logo: str
    seats: tuple[str, str, str, str]
    seats_paper: tuple[str, str, str, str]


class TextStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type step: the font face, the size in virtual pixels and the line height in sizes."""

    face: str
    size: float
    line: float = 1.45


class TypeScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The type steps of design section 3."""

    call: TextStyle
    h1: TextStyle
    h2: TextStyle
    payment: TextStyle
    figure: TextStyle
    button: TextStyle
    strong: TextStyle
    label: TextStyle
    body: TextStyle
    note: TextStyle
    small: TextStyle
    micro: TextStyle


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a rounded rectangle looks; lengths are virtual pixels. An empty `bottom` means no gradient."""

    top: str
    bottom: str = ""
    opacity: float = 1.0
    line: str = ""
    line_width: float = 1.0
    light: str = ""
    radius: float = 12.0
    shadow: Shadow = ""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the look is made of."""

    colours: Colours
    cloths: dict[str, tuple[str, str, str]]
    type: TypeScale
    boxes: dict[str, Box]


def load_theme() -> Theme:
    """The theme in assets/theme.json. Raises `msgspec.ValidationError` for anything unknown or missing."""
    return msgspec.json.decode((ASSETS / "theme.json").read_bytes(), type=Theme)
