"""The laws of ARCHITECTURE.md that a machine can see: who imports whom, sizes, secrecy, who writes a state, who names a
variant. That public names have docstrings is ruff's part (D1).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import get_args

import pytest

import net
from rules import events, values
from rules.state import RoundState, SeatState
from rules.variants import all_variants

HOME = Path(__file__).resolve().parent.parent

MAX_FILE_LINES = 500
MAX_CLASS_LINES = 350
MAX_FUNCTION_LINES = 50
MAX_PARAMETERS = 7

# All that rules/ takes from outside itself.
RULES_LIBRARY = (
    "__future__ collections dataclasses enum functools hashlib importlib itertools json math operator pkgutil re "
    "reprlib struct tomllib types typing zlib"
).split()
NO_CLOCK_CHANCE_OR_IO = (
    "time datetime random secrets os io pathlib shutil tempfile socket select threading multiprocessing subprocess "
    "asyncio logging sqlite3"
).split()
UNPICKLERS = "pickle marshal shelve dill cloudpickle".split()
SOCKET_SHELLS = ("net/zmq_host.py", "net/zmq_link.py")
CLOCK_READERS = ("net/table_process.py",)
# All other files of net/ are sans-I/O: no clock, chance, file, socket or process.
NET_SHELLS = tuple(
    f"net/{name}.py"
    for name in (
        "beacon build fairdeal files identity journal lan protocol_text restart supervisor table_process torn "
        "zmq_host zmq_link"
    ).split()
)

# Files (prefixes of their paths) and the modules that they never import.
FORBIDDEN: list[tuple[str, list[str]]] = [
    ("rules/variants/", ["rules.round", "rules.match", "rules.log", "rules.bots"]),
    ("rules/bots", ["rules.round", "rules.steps"]),
    ("net/", ["game", "main", "tests", "pygame", *UNPICKLERS]),
    ("game/", ["main", "tests", "zmq", "rules.round", "rules.steps", "rules.policies", "rules.options", *UNPICKLERS]),
    ("main.py", ["tests", "zmq", *UNPICKLERS]),
]
# A module and the only files (prefixes again) that may import it; the rest of that part of the tree must not.
ONLY_IN: list[tuple[str, str, tuple[str, ...]]] = [
    ("rules/", "rules.variants", ("rules/variants/",)),
    ("rules/", "rules.bots", ("rules/bots", "rules/simulate.py")),
    ("rules/", "importlib", ("rules/variants/",)),
    ("rules/", "pkgutil", ("rules/variants/", "rules/tables/")),
    *(("net/", module, NET_SHELLS) for module in NO_CLOCK_CHANCE_OR_IO),
    ("net/", "zmq", SOCKET_SHELLS),
    ("net/", "socket", ("net/beacon.py", "net/lan.py")),
    ("net/", "subprocess", ("net/supervisor.py",)),
    ("net/", "time", CLOCK_READERS),
    # A screen knows a Link, whatever is behind it.
    ("game/", "net.host", ("game/newmatch.py", "game/shots/")),
    (
        "game/",
        "net.journal",
        ("game/newmatch.py", "game/records/", "game/lobby/saved.py", "game/commands/", "game/shots/"),
    ),
    ("game/scenes/", "rules.bots", ()),
    *((top, "dataclasses.dataclass", ("rules/values.py",)) for top in ("rules/", "net/", "game/")),
]
# Pure geometry and pure time: they know no picture and no event.
PURE_SCREEN_FILES = (
    *(f"game/{name}.py" for name in "layout riverplaces sidecolumn promptplaces meldcells places timeline".split()),
)
RECTANGLES = {"pygame.Rect", "pygame.FRect"}

NAMES = sorted({name for variant in all_variants().values() for name in (variant.key, variant.region)})
VARIANT_NAMED = re.compile(rf"(?<!\w)({'|'.join(NAMES)})(?!\w)")

TALKING = {"print", "input", "open", "breakpoint", "__import__"}

STATE_WRITERS = ("rules/evolve.py", "rules/state.py")
STATE_FIELDS = {*RoundState.__slots__, *SeatState.__slots__}
# Outside rules/, where other things have seats and options too, only what bears a state's name is looked at.
STATE_NAMES = {"state", "view", "truth", "shown"}
MUTATORS = set("add append clear discard extend insert pop popitem remove reverse setdefault sort update".split())

Function = ast.FunctionDef | ast.AsyncFunctionDef
Check = Callable[[str, ast.Module], Iterator[str]]


@cache
def sources() -> dict[str, ast.Module]:
    """The syntax trees of all our Python files, by path from the top of the repository."""
    paths = [
        HOME / "main.py",
        *(path for top in ("rules", "net", "game", "tests") for path in (HOME / top).rglob("*.py")),
    ]
    return {path.relative_to(HOME).as_posix(): ast.parse(path.read_bytes()) for path in paths}


def imports(path: str, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported: `from a import b` is `a.b`. Relative imports are spelt out."""
    package = path.split("/")[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def at_run_time(node: ast.AST) -> Iterator[ast.AST]:
    """Every node of a tree but what stands under `if TYPE_CHECKING:`."""
    yield node
    if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        for child in ast.iter_child_nodes(node):
            yield from at_run_time(child)


def within(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")


def forbidden_imports(path: str, tree: ast.Module) -> Iterator[str]:
    modules = {m for files, names in FORBIDDEN if path.startswith(files) for m in names}
    modules |= {m for top, m, allowed in ONLY_IN if path.startswith(top) and not path.startswith(allowed)}
    for line, name in imports(path, ast.walk(tree)):
        for module in modules:
            if within(name, module):
                yield f"{path}:{line}: must not import {module}"
        if path.startswith("rules/") and name.split(".")[0] not in {"rules", *RULES_LIBRARY}:
            yield f"{path}:{line}: rules/ knows no clock, chance, file or process, and needs no {name}"
        if path in PURE_SCREEN_FILES and within(name, "pygame") and name not in RECTANGLES:
            yield f"{path}:{line}: only Rect and FRect of pygame belong here, not {name}"


def sibling_variants(path: str, tree: ast.Module) -> Iterator[str]:
    if not path.startswith("rules/variants/") or path.endswith("__init__.py"):
        return
    names = {name.split(".")[2] for _, name in imports(path, ast.walk(tree)) if name.startswith("rules.variants.")}
    if len(names) > 1:
        yield f"{path}: builds on {len(names)} other variants {sorted(names)} (limit 1)"


def variants_named(path: str, tree: ast.Module) -> Iterator[str]:
    if path.startswith(("rules/variants/", "tests/")):
        return
    prose = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
            for name in VARIANT_NAMED.findall(node.value):
                yield f"{path}:{node.lineno}: names the variant or region {name}; only rules/variants/ does"


def sizes(path: str, tree: ast.Module) -> Iterator[str]:
    lines = len((HOME / path).read_text(encoding="utf-8").splitlines())
    if lines > MAX_FILE_LINES:
        yield f"{path}: {lines} lines (limit {MAX_FILE_LINES})"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | Function):
            limit = MAX_CLASS_LINES if isinstance(node, ast.ClassDef) else MAX_FUNCTION_LINES
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > limit:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines (limit {limit})"
        if isinstance(node, Function) and (count := parameters(node)) > MAX_PARAMETERS:
            yield f"{path}:{node.lineno}: {node.name} has {count} parameters (limit {MAX_PARAMETERS})"


def parameters(node: Function) -> int:
    names = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def printing_rules(path: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree) if path.startswith("rules/") else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TALKING:
            yield f"{path}:{node.lineno}: rules/ has no {node.func.id}()"


def remembering_rules(path: str, tree: ast.Module) -> Iterator[str]:
    """Functions that change what a module of rules/ holds: nothing is remembered from one hand to the next."""
    if not path.startswith("rules/"):
        return
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    held = {name for node in assigned for name in names_stored(node)}
    for function in ast.walk(tree):
        if isinstance(function, ast.Global):
            yield f"{path}:{function.lineno}: no global in rules/"
        if isinstance(function, Function):
            own = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)} | names_stored(function)
            for target in changed(function):
                if (name := root_of(target)) in held - own:
                    yield f"{path}:{target.lineno}: changes {name}, which the module holds"


def names_stored(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def root_of(target: ast.expr) -> str | None:
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else None


def changed(tree: ast.AST) -> Iterator[ast.expr]:
    """What is assigned to in place, or changed by a method that changes its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            yield node.func.value


def foreign_writes(path: str, tree: ast.Module) -> Iterator[str]:
    """Assignments to, and changing calls on, a field of a state outside its two writers."""
    if path in STATE_WRITERS or path.startswith("tests/"):
        return
    for target in changed(tree):
        if (name := state_field(target, anywhere=path.startswith("rules/"))) is not None:
            yield f"{path}:{target.lineno}: writes the state's {name}; only {' and '.join(STATE_WRITERS)} do"


def state_field(target: ast.expr, anywhere: bool) -> str | None:
    """The field of a state that `target` is, or lies in; what a class does to its own `self` is not meant."""
    while isinstance(target, ast.Attribute | ast.Subscript):
        if isinstance(target, ast.Attribute) and target.attr in STATE_FIELDS:
            owner = target.value
            name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
            if name in STATE_NAMES or (anywhere and name != "self"):
                return target.attr
        target = target.value
    return None


CHECKS: tuple[Check, ...] = (
    forbidden_imports, sibling_variants, variants_named, sizes, printing_rules, remembering_rules, foreign_writes
)  # fmt: skip


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_file_breaks_a_law(check: Check) -> None:
    broken = [message for path, tree in sources().items() for message in check(path, tree)]
    assert not broken, "\n" + "\n".join(broken)


def test_our_modules_do_not_import_each_other_in_a_circle() -> None:
    modules = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in sources()}
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        names = (name for _, name in imports(path, at_run_time(sources()[path])))
        graph[module] = {nearest(name, modules) for name in names} - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def nearest(name: str, modules: dict[str, str]) -> str:
    """The module of ours that an imported name comes from, or the name itself."""
    return next((known for known in (name, name.rpartition(".")[0]) if known in modules), name)


def test_rules_build_only_on_what_the_map_names_before_them() -> None:
    """The line of groups in ARCHITECTURE.md: each module takes from its own group and those to the left."""
    text = (HOME / "ARCHITECTURE.md").read_text(encoding="utf-8")
    groups = re.findall(r"^`(errors [^`]*)`", text, re.MULTILINE)[0].split("|")
    place = {name: number for number, group in enumerate(groups) for name in group.split()}
    upward = [
        f"{path}:{line}: {name}"
        for path, tree in sources().items()
        if path.startswith("rules/")
        for line, name in imports(path, at_run_time(tree))
        if within(name, "rules")
        if place[name.split(".")[1]] > place[path.removesuffix(".py").split("/")[1]]
    ]
    assert upward == []


def test_the_maps_name_what_stands() -> None:
    """ARCHITECTURE.md no file that is gone; the docstring of `net` each of its modules."""
    text = (HOME / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:assets|game|net|rules|tests)/[\w./]*)`", text)
    assert len(named) > 100
    assert [path for path in named if not (HOME / path).exists()] == []
    modules = {path.stem for path in (HOME / "net").glob("*.py")} - {"__init__"}
    assert modules - {*re.findall(r"\w+", net.__doc__ or "")} == set()


def test_every_field_of_every_event_declares_its_secrecy() -> None:
    undeclared = [
        f"{event.__name__}.{field.name}"
        for event in events.EVENT_TYPES
        for field in fields(event)
        if field.metadata.get(values.SECRECY) not in {"public", "secret", "unseen"}
    ]
    assert undeclared == []


def test_the_list_of_events_is_complete_and_private_ones_name_their_seat() -> None:
    assert set(events.EVENT_TYPES) == set(get_args(events.Event))
    assert all("seat" in {field.name for field in fields(event)} for event in events.OWNER_ONLY)


@pytest.mark.parametrize(
    ("path", "source", "message"),
    [
        (
            "rules/round.py",
            "from rules.variants import all_variants",
            "rules/round.py:1: must not import rules.variants",
        ),
        ("rules/tiles.py", "import time", "rules/tiles.py:1: rules/ knows no clock"),
        ("rules/tiles.py", "import uuid", "rules/tiles.py:1: rules/ knows no clock"),
        ("rules/tiles.py", "import numpy", "rules/tiles.py:1: rules/ knows no clock"),
        ("rules/bots/uniform.py", "from net import host", "rules/bots/uniform.py:1: rules/ knows no clock"),
        ("rules/tiles.py", "import importlib", "rules/tiles.py:1: must not import importlib"),
        ("game/scenes/table.py", "from net.host import Host", "game/scenes/table.py:1: must not import net.host"),
        ("game/table/helps.py", "from net import journal", "game/table/helps.py:1: must not import net.journal"),
        ("game/app.py", "from rules import round", "game/app.py:1: must not import rules.round"),
        ("net/host.py", "from . import zmq_link\nimport zmq", "net/host.py:2: must not import zmq"),
        ("net/quite_new.py", "from pathlib import Path", "net/quite_new.py:1: must not import pathlib"),
        ("game/layout.py", "from pygame import Rect, Surface", "game/layout.py:1: only Rect and FRect of pygame"),
        ("game/app.py", "'''sichuan'''\nx = f'{y}-sichuan'", "game/app.py:2: names the variant or region sichuan"),
        ("rules/round.py", "state.seats[0].river.pop()", "rules/round.py:1: writes the state's river"),
        ("rules/steps/play.py", "del state.wall[0]", "rules/steps/play.py:1: writes the state's wall"),
        ("game/scenes/table.py", "self.shown.turn += 1", "game/scenes/table.py:1: writes the state's turn"),
        ("rules/hints.py", "print(1)", "rules/hints.py:1: rules/ has no print()"),
        ("rules/hints.py", "X = []\ndef f(y):\n    X.append(y)", "rules/hints.py:3: changes X, which the module holds"),
        ("rules/hints.py", "def f():\n    global X", "rules/hints.py:2: no global in rules/"),
        ("rules/variants/x.py", "from rules.variants import a, b", "rules/variants/x.py: builds on 2 other variants"),
    ],
)
def test_the_checks_see_a_broken_law(path: str, source: str, message: str) -> None:
    laws = [check for check in CHECKS if check is not sizes]
    found = [text for check in laws for text in check(path, ast.parse(source))]
    assert len(found) == 1
    assert found[0].startswith(message)


def test_the_size_check_sees_long_functions_and_many_parameters() -> None:
    body = "\n".join("    pass" for _ in range(MAX_FUNCTION_LINES))
    tree = ast.parse(f"def long(self, a, b, c, d, e, f, g, *, h):\n{body}")
    assert [text.partition(": ")[2] for text in sizes("rules/tiles.py", tree)] == [
        f"long has {MAX_FUNCTION_LINES + 1} lines (limit {MAX_FUNCTION_LINES})",
        f"long has 8 parameters (limit {MAX_PARAMETERS})",
    ]
