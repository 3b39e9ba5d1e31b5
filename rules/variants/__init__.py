"""The variants: one file each, found by scanning this folder; a file exports VARIANTS.

Nothing here is imported by the engine. Front end, case files and bots ask `variant(key)`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from rules.errors import UnknownVariant
from rules.ruleset import Variant


@cache
def all_variants() -> dict[str, Variant]:
    """Every variant by its id, in the order of the rulebook's table as far as files give it (by file, then in it)."""
    found: dict[str, Variant] = {}
    for module in sorted(iter_modules(__path__), key=lambda m: m.name):
        loaded = import_module(f"{__name__}.{module.name}")
        for variant in loaded.VARIANTS:
            found[variant.key] = variant
    return found


def variant(key: str) -> Variant:
    """The variant with this id.

    Raises UnknownVariant naming the ids that exist.
    """
    known = all_variants()
    if key not in known:
        raise UnknownVariant(f"unknown variant {key!r}; there are: {', '.join(known)}")
    return known[key]
