"""Cut the fonts the game ships, from the files named in `sources.py`: `python -m assets.make.fonts`.

Every file written is a renamed subset under the SIL Open Font License: a single face with the simplified Chinese
forms (a .ttc would open as its Japanese face). Beside the fonts stand their licences and `coverage.json`, which says
which code points each file draws: pygame cannot tell a missing glyph.
"""

from __future__ import annotations

import json
import re
import struct
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from assets.make.sources import ASSETS, WENKAI_BOLD, merged_slices, noto_sc, npm_package, subset

FONTS: Final = ASSETS / "fonts"
SIGNS: Final = "−×…●○▲▼▶◀✓★☆□"
RARE: Final = "搶槓癞筊𠮷"  # the rulebook's words and the widest test name that no national standard below has
HEADINGS: Final = Path(__file__).with_name("headings.txt")
OFL_START: Final = "This Font Software is licensed under the SIL Open Font License"


def _encodable(codec: str, first: int, last: int) -> set[str]:
    """The characters of a double-byte national standard with a lead byte from `first` to `last`."""
    pairs = (bytes((lead, trail)) for lead in range(first, last + 1) for trail in range(0x40, 0xFF))
    return {text for text in (pair.decode(codec, "ignore") for pair in pairs) if len(text) == 1 and not text.isascii()}


GB_SYMBOLS: Final = _encodable("gb2312", 0xA1, 0xA3)
GB_COMMON: Final = _encodable("gb2312", 0xB0, 0xD7)
GB_ALL: Final = _encodable("gb2312", 0xB0, 0xF7)
BIG5_COMMON: Final = _encodable("big5", 0xA4, 0xC6)


def _latin() -> set[str]:
    ranges = [(0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2027), (0x2030, 0x203A), (0x2190, 0x2193)]
    return {chr(code) for first, last in ranges for code in range(first, last + 1)} | set(SIGNS)


def our_characters() -> set[str]:
    """Every character of our translation catalogues and rule pages."""
    texts = [*(ASSETS / "locale").rglob("*.po"), *(ASSETS / "rules").rglob("*.md")]
    return {char for path in texts for char in path.read_text("utf-8") if char > " "}


def _rename(font: Any, family: str, style: str) -> None:
    """Give the subset its own name: "LXGW" and "Source" are reserved, and a subset is a modified version."""
    names = font["name"]
    kept = {number: names.getDebugName(number) for number in (0, 13, 14)}
    names.names = []
    new = {1: family, 2: style, 3: f"{family} {style} subset", 4: f"{family} {style}", 5: "Version 1.0"}
    new[6] = f"{family}-{style}".replace(" ", "")
    for number, text in {**kept, **new}.items():
        if text:
            names.setName(text, number, 3, 1, 0x409)


def _save(font: Any, file: str, family: str, style: str) -> None:
    _rename(font, family, style)
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [font["name"].getDebugName(6)]
        cff.topDictIndex[0].FullName = cff.topDictIndex[0].FamilyName = family
    font.recalcTimestamp = False
    font.save(FONTS / file, reorderTables=True)
    size = (FONTS / file).stat().st_size / 1e6
    print(f"{file}: {len(font.getBestCmap())} characters, {size:.2f} MB")


def _edges(codes: Iterable[int]) -> list[int]:
    """Sorted code points as runs: the first of a run, the first one after it, the first of the next run, and so on."""
    out: list[int] = []
    for code in sorted(codes):
        if out and code == out[-1]:
            out[-1] += 1
        else:
            out += [code, code + 1]
    return out


def write_coverage() -> None:
    """`coverage.json`: per font file the code points it draws (see `_edges`), as base64 of 32-bit numbers.

    Little endian; decoding twenty thousand numbers that are written out would be seen at every start.
    """
    files = sorted(FONTS.glob("*.[ot]tf"))
    table = {path.name: _edges(TTFont(path).getBestCmap()) for path in files}
    packed = {name: b64encode(struct.pack(f"<{len(runs)}I", *runs)).decode() for name, runs in table.items()}
    lines = [f"{json.dumps(name)}: {json.dumps(runs)}" for name, runs in packed.items()]
    (FONTS / "coverage.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def write_licences() -> None:
    """The OFL with each project's own copyright line, beside the fonts."""
    shan_zheng = (npm_package("ma-shan-zheng") / "LICENSE").read_text("utf-8")
    body = shan_zheng[shan_zheng.index(OFL_START) :].strip() + "\n"
    reserved = {
        "noto-cjk": "Copyright 2014-2021 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'.",
        "lxgw-wenkai": str(TTFont(WENKAI_BOLD)["name"].getDebugName(0)),
        "ma-shan-zheng": shan_zheng[: shan_zheng.index(OFL_START)].strip(),
    }
    for name, head in reserved.items():
        head = re.sub(r"[ \t]+\n", "\n", head)
        (FONTS / f"OFL-{name}.txt").write_text(f"{head}\n\n{body}", "utf-8")


def main() -> None:
    """Cut all fonts, then write the coverage table and the licences."""
    FONTS.mkdir(exist_ok=True)
    latin = _latin()
    everything = latin | GB_SYMBOLS | GB_ALL | BIG5_COMMON | set(RARE) | our_characters()
    for weight in ("Regular", "Medium", "Bold"):
        sans = subset(noto_sc("Sans", weight), everything, hinting=True)
        _save(sans, f"sans-{weight.lower()}.otf", "Sifang Sans", weight)
    own = latin | set(HEADINGS.read_text("utf-8")) | our_characters()
    _save(subset(noto_sc("Sans", "Black"), own, hinting=True), "sans-black.otf", "Sifang Sans", "Black")
    for weight in ("SemiBold", "Bold"):
        serif = subset(noto_sc("Serif", weight), own | GB_COMMON | BIG5_COMMON, hinting=False)
        _save(serif, f"serif-{weight.lower()}.otf", "Sifang Serif", weight)
    kai = subset(TTFont(WENKAI_BOLD, recalcTimestamp=False), own | GB_COMMON, hinting=False)
    _save(kai, "kai.ttf", "Sifang Kai", "Bold")
    _save(merged_slices("ma-shan-zheng", own), "brush.ttf", "Sifang Brush", "Regular")
    write_coverage()
    write_licences()


if __name__ == "__main__":
    main()
