"""Where the build scripts take fonts from: Debian's font files and two npm packages.

Debian packages: fonts-noto-cjk, fonts-noto-cjk-extra, fonts-lxgw-wenkai. npm: @fontsource/ma-shan-zheng and
@fontsource/yuji-boku, fetched with `npm pack` into a cache outside the repository.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from fontTools.merge import Merger  # type: ignore[import-untyped]
from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTCollection, TTFont  # type: ignore[import-untyped]

ASSETS: Final = Path(__file__).resolve().parent.parent
NOTO: Final = Path("/usr/share/fonts/opentype/noto")
WENKAI_BOLD: Final = Path("/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf")
NPM_CACHE: Final = Path(tempfile.gettempdir()) / "sifang-npm"
NPM_VERSIONS: Final = {"ma-shan-zheng": "5.3.1", "yuji-boku": "5.3.0"}


def noto_sc(family: str, weight: str) -> Any:
    """The simplified Chinese face of a Noto CJK collection: family "Sans" or "Serif", weight "Regular", "Black" ..."""
    collection = TTCollection(NOTO / f"Noto{family}CJK-{weight}.ttc", lazy=True)
    wanted = f"Noto {family} CJK SC"
    for face in collection.fonts:
        if face["name"].getDebugName(1).startswith(wanted):
            return face
    raise LookupError(f"no face {wanted} in the {weight} collection")


def npm_package(name: str) -> Path:
    """The unpacked folder of a @fontsource package, fetched once."""
    version = NPM_VERSIONS[name]
    folder = NPM_CACHE / f"{name}-{version}"
    if not folder.exists():
        NPM_CACHE.mkdir(exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", f"@fontsource/{name}@{version}"], cwd=NPM_CACHE, check=True)
        with tarfile.open(NPM_CACHE / f"fontsource-{name}-{version}.tgz") as archive:
            archive.extractall(folder, filter="data")
    return folder / "package"


def npm_slices(name: str) -> Iterator[Path]:
    """The WOFF2 slices of a @fontsource package in a fixed order."""
    return iter(sorted((npm_package(name) / "files").glob("*.woff2")))


def subset(font: Any, characters: Iterable[str], *, hinting: bool) -> Any:
    """`font` reduced in place to `characters`; keeps kerning and marks, drops every other layout feature."""
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
    options.hinting = hinting
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.drop_tables += ["vhea", "vmtx", "VORG", "DSIG", "BASE", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(characters))
    subsetter.subset(font)
    return font


def merged_slices(name: str, characters: set[str]) -> Any:
    """One font out of the slices of a @fontsource package, holding `characters` as far as the package has them."""
    left = set(characters)
    with tempfile.TemporaryDirectory() as folder:
        parts: list[str] = []
        for path in npm_slices(name):
            font = TTFont(path, recalcTimestamp=False)
            here = {char for char in left if ord(char) in font.getBestCmap()}
            left -= here
            if here:
                font.flavor = None
                parts.append(f"{folder}/{len(parts)}.ttf")
                subset(font, here, hinting=False).save(parts[-1])
        return Merger().merge(parts)
