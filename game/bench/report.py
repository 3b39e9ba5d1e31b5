"""What the suite found, as a table for people and as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from typing import Any

from game.bench.measure import Comparison, Findings, Measurement, Spread
from game.bench.peers import versions


def as_json(findings: Findings, seconds: float) -> dict[str, Any]:
    """One object: machine, peers (None: absent), measurements with their comparisons, agreements, notes."""
    return {
        "machine": _machine(),
        "peers": versions(),
        "seconds": round(seconds, 1),
        "measurements": [_measurement(m) for m in findings.measurements],
        "agreements": [{"what": a.what, "hands": a.hands, "differences": a.differences} for a in findings.agreements],
        "notes": list(findings.notes),
    }


def as_table(findings: Findings, seconds: float) -> Iterator[str]:
    """Lines of text: every figure, then every ratio below it with its goal and whether it is met."""
    machine = _machine()
    yield f"Python {machine['python']}, {machine['cores']} cores, load {machine['load']}; {seconds:.0f} s"
    yield "peers: " + ", ".join(f"{name} {found or 'absent'}" for name, found in versions().items())
    yield f"{'measurement':54} {'figure':>18}   ratio to"
    for measurement in findings.measurements:
        yield from _rows(measurement)
    for agreement in findings.agreements:
        told = "agree" if not agreement.differences else f"DIFFER in {agreement.differences}"
        yield f"{agreement.what}: {told} ({agreement.hands} hands)"
    for note in findings.notes:
        yield f"not measured: {note}"


def _machine() -> dict[str, Any]:
    load = [round(figure, 2) for figure in os.getloadavg()] if hasattr(os, "getloadavg") else None
    return {"python": platform.python_version(), "cores": os.cpu_count(), "load": load}


def _measurement(measurement: Measurement) -> dict[str, Any]:
    return {
        "what": measurement.what,
        "unit": measurement.unit,
        **_spread(measurement.figure),
        "comparisons": [_comparison(comparison) for comparison in measurement.comparisons],
    }


def _spread(figure: Spread) -> dict[str, float]:
    return {"figure": _rounded(figure.middle), "low": _rounded(figure.low), "high": _rounded(figure.high)}


def _comparison(comparison: Comparison) -> dict[str, Any]:
    goal = comparison.goal
    return {
        "against": comparison.against,
        **({} if comparison.figure is None else _spread(comparison.figure)),
        "ratio": None if comparison.ratio is None else _rounded(comparison.ratio),
        "goal": None if goal is None else {"at_most" if goal.at_most else "at_least": goal.bound},
        "verdict": comparison.verdict,
    }


def _rows(measurement: Measurement) -> Iterator[str]:
    figure = f"{_shown(measurement.figure.middle)} {measurement.unit}"
    rows = [_row(comparison, measurement.unit) for comparison in measurement.comparisons] or [""]
    yield f"{measurement.what:54} {figure:>18}   {rows[0]}".rstrip()
    for row in rows[1:]:
        yield f"{'':73}   {row}"


def _row(comparison: Comparison, unit: str) -> str:
    goal = comparison.goal
    wanted = "" if goal is None else f"goal {'<=' if goal.at_most else '>='} {goal.bound:g}x"
    if comparison.ratio is None:
        return f"{comparison.against}: {comparison.verdict} {wanted}".rstrip()
    ratio = f"{comparison.ratio:.4g}x"
    figure = comparison.figure
    shown = comparison.against if figure is None else f"{comparison.against} ({_shown(figure.middle)} {unit})"
    return f"{ratio:>8} {shown:50} {wanted:14} {comparison.verdict}".rstrip()


def _shown(figure: float) -> str:
    if figure >= 1e6:
        return f"{figure / 1e6:.2f} M"
    return f"{figure / 1e3:.1f} k" if figure >= 1e4 else f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}"


def _rounded(figure: float) -> float:
    return float(f"{figure:.4g}")
