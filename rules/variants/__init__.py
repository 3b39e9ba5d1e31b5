"""The variants, found by scanning this folder: a file exports VARIANTS, and is named by the first word of their ids.

Nothing here is imported by the engine. Front end, case files and bots ask `variant(key)`, which imports one file only.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from rules.errors import UnknownVariant
from rules.ruleset import Variant

ORDER = (
    "lishui", "changsha", "yunnan", "beijing", "beijing_new", "hebei_1", "hebei_2", "shandong_1", "shandong_2",
    "sichuan", "sichuan_bloody", "shaanxi", "wuhan",
)  # fmt: skip
"""The order of the rulebook's table, in which people are shown them; a variant that is not listed comes last."""


@cache
def all_variants() -> dict[str, Variant]:
    """Every variant by its id, in the order in which people are shown them."""
    found = [variant for file in _files() for variant in _exported(file)]
    found.sort(key=lambda variant: (ORDER.index(variant.key) if variant.key in ORDER else len(ORDER), variant.key))
    return {variant.key: variant for variant in found}


def variant(key: str) -> Variant:
    """The variant with this id.

    Raises UnknownVariant naming the ids that exist.
    """
    file = key.partition("_")[0]
    if file in _files():
        for found in _exported(file):
            if found.key == key:
                return found
    raise UnknownVariant(f"unknown variant {key!r}; there are: {', '.join(all_variants())}")


@cache
def _files() -> frozenset[str]:
    return frozenset(module.name for module in iter_modules(__path__))


def _exported(file: str) -> tuple[Variant, ...]:
    exported: tuple[Variant, ...] = import_module(f"{__name__}.{file}").VARIANTS
    return exported
