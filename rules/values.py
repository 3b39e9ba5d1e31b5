"""How values are declared.

`value` makes a slotted class that the type checker treats as a frozen dataclass. It is not frozen at run time: that
would double the cost of every event, and mypy already refuses an assignment. `mutable` makes the same of a class whose
fields may be assigned; two of those are never equal.

`dataclass` would write and compile source for each class while its module loads, 0.2 ms each, a fifth of the time until
the first table. Here all classes with as many fields share one `__init__` with other names in it, and what
`dataclasses.fields`, `replace` and `asdict` read is made when they first ask. A value inherits no fields.

Fields of events are declared with `public()`, `secret()` or `unseen()`; `rules.secrecy` reads that declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
Methods = dict[str, Callable[..., Any]]

SECRECY = "secrecy"


def public(**kwargs: Any) -> Any:
    """A field that everybody who receives the event may read."""
    return field(metadata={SECRECY: "public"}, **kwargs)


def secret(**kwargs: Any) -> Any:
    """A field of tiles or a mark that only the event's own seat may read; the others get HIDDEN in its place."""
    return field(metadata={SECRECY: "secret"}, **kwargs)


def unseen(**kwargs: Any) -> Any:
    """A field that nobody at the table may read, not even the event's own seat."""
    return field(metadata={SECRECY: "unseen"}, **kwargs)


@dataclass_transform(frozen_default=True, field_specifiers=(public, secret, unseen, field))
def value(cls: type[T]) -> type[T]:
    """A slotted value class, compared, hashed and shown by its fields; never assigned to after it was made."""
    counted = [name for name, given in _declared(cls).items() if not isinstance(given, Field) or given.compare]
    return _slotted(cls, _methods(tuple(counted)))


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[T]) -> type[T]:
    """A slotted class with fields that may be assigned; each object equals itself only."""
    return _slotted(cls, {})


def _declared(cls: type[Any]) -> dict[str, Any]:
    """The fields of a class as it was written: its default, its `field(...)`, or MISSING."""
    content = vars(cls)
    return {name: content.get(name, MISSING) for name in cls.__annotations__}


def _slotted(cls: type[T], methods: Methods) -> type[T]:
    """The class again, with slots for its fields."""
    declared = _declared(cls)
    content = {name: given for name, given in vars(cls).items() if name not in declared and name not in _UNSLOTTED}
    content |= methods | {"__init__": _initialiser(cls, declared), "__dataclass_fields__": _DataclassFields(declared)}
    content |= {"__slots__": tuple(declared), "__match_args__": tuple(declared), "__qualname__": cls.__qualname__}
    kind: Any = type(cls)  # a class of a generic one, too
    return kind(cls.__name__, cls.__bases__, content)  # type: ignore[no-any-return]


_UNSLOTTED = {"__dict__", "__weakref__"}


def _methods(names: tuple[str, ...]) -> Methods:
    """How a class with these fields compares, hashes and shows its values."""
    content: Callable[[Any], Any] = attrgetter(*names) if names else lambda value: ()

    def same(self: Any, other: Any) -> bool:
        return content(self) == content(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(content(self))

    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return {"__eq__": same, "__hash__": hashed, "__repr__": shown}


class _DataclassFields:
    """The `__dataclass_fields__` of a class until somebody reads them: those of a dataclass declared alike."""

    def __init__(self, declared: dict[str, Any]) -> None:
        self._declared = declared

    def __get__(self, instance: Any, owner: type[Any]) -> dict[str, Field[Any]]:
        given = {name: default for name, default in self._declared.items() if default is not MISSING}
        given |= {"__annotations__": owner.__annotations__, "__module__": owner.__module__, "__doc__": owner.__doc__}
        alike = type(owner.__name__, (), given)
        found = vars(dataclass(init=False, repr=False, eq=False)(alike))["__dataclass_fields__"]
        owner.__dataclass_fields__ = found
        return found  # type: ignore[no-any-return]


# ---- __init__ --------------------------------------------------------------------------------------------------------


def _initialiser(cls: type[Any], declared: dict[str, Any]) -> FunctionType:
    """An `__init__` for these fields. Raises TypeError when one without a default follows one that has one."""
    more = "__post_init__" in vars(cls) or any(isinstance(each, Field) and _is_made(each) for each in declared.values())
    made = _written(cls, declared) if more else _shared(cls, declared)
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _shared(cls: type[Any], declared: dict[str, Any]) -> FunctionType:
    """The `__init__` of all classes with as many fields, with the names and defaults of this one."""
    defaults = [each.default if isinstance(each, Field) else each for each in declared.values()]
    given = tuple(default for default in defaults if default is not MISSING)
    if any(default is MISSING for default in defaults[len(defaults) - len(given) :]):
        raise TypeError(f"{cls.__qualname__}: a field without a default follows one that has one")
    code = _setting(len(declared)).replace(co_varnames=("self", *declared), co_names=tuple(declared))
    return FunctionType(code, {}, "__init__", given)


def _is_made(each: Field[Any]) -> bool:
    """Whether a field is set to more than what is given for it."""
    return each.default_factory is not MISSING or not each.init


@cache
def _setting(count: int) -> CodeType:
    """The code of an `__init__` that sets so many fields to what it is given for them."""
    names = [f"field{number}" for number in range(count)]
    return _compiled(["self", *names], [f"self.{name} = {name}" for name in names], {}).__code__


def _written(cls: type[Any], declared: dict[str, Any]) -> FunctionType:
    """An `__init__` that makes fresh values for some fields, or goes on in `__post_init__`."""
    scope: dict[str, Any] = {"MISSING": MISSING}
    parameters, body = ["self"], []
    for name, given in declared.items():
        each = given if isinstance(given, Field) else field(default=given)
        scope |= {f"{name}__default": each.default, f"{name}__make": each.default_factory}
        parameter, start = _source(name, each)
        parameters += [parameter] * bool(parameter)
        body += [f"self.{name} = {start}"] * bool(start)
    if "__post_init__" in vars(cls):
        body.append("self.__post_init__()")
    return _compiled(parameters, body, scope)


def _source(name: str, each: Field[Any]) -> tuple[str, str]:
    """The parameter of a field, and what it is set to; empty where there is none."""
    made, default = f"{name}__make()", f"{name}__default"
    if each.default_factory is not MISSING:
        return (f"{name}=MISSING", f"{made} if {name} is MISSING else {name}") if each.init else ("", made)
    if each.default is not MISSING:
        return (f"{name}={default}", name) if each.init else ("", default)
    return (name, name) if each.init else ("", "")


def _compiled(parameters: list[str], body: list[str], scope: dict[str, Any]) -> FunctionType:
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body or ["pass"]), scope)
    return scope["__init__"]  # type: ignore[no-any-return]
