"""The state of a game: plain data that the rules change, and the events they tell on the way."""

from __future__ import annotations

from hashlib import sha256
from json import JSONEncoder
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, TypeVar

_T = TypeVar("_T")

Value: TypeAlias = str | int | tuple[str, ...] | tuple[int, ...]


_ENCODER = JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)

WATCHING = "watching"
"""In the audience of an event: those who sit at no side."""


class Event(NamedTuple):
    """Something that happened, as data; the log's sentences are made in the reader's language."""

    kind: str
    rule: str
    values: dict[str, Value]
    audience: tuple[str, ...] | None = None  # the sides that may see it; None: everybody
    reveals: bool = False  # shows something that was hidden, so nothing before it can be undone

    def seen_by(self, side: str | None) -> bool:
        """Whether this side (None: an observer) may know of it."""
        return self.audience is None or (side or WATCHING) in self.audience


class Ending(NamedTuple):
    """One way a game can end: who wins (None: nobody), by which rule, and why."""

    winner: str | None
    rule: str
    reason: str


class Result(NamedTuple):
    """How a match ended: who won (None: nobody) and which rule says so."""

    winner: str | None
    rule: str
    reason: str
    scores: dict[str, int]

    @property
    def ending(self) -> Ending:
        """The way the match ended, among those the game knows."""
        return Ending(self.winner, self.rule, self.reason)

    def data(self) -> dict[str, Any]:
        """Return it as plain data that the reader may keep and change."""
        return self._asdict() | {"scores": dict(self.scores)}


def changed(row: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    """A row with one entry changed. What seldom changes is a tuple, so that copies share it."""
    new = list(row)
    new[at] = value
    return tuple(new)


class State:
    """Base of every game's state: slots of numbers, strings, lists; a hand-written `copy`.

    `fields` names what the state is made of; the digest and the equality of two states rest on it.
    A state may also refer to its data pack, which never changes and is not part of it.
    """

    __slots__ = ("happened", "result")
    fields: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.result: Result | None = None
        self.happened: list[Event] = []

    def copy(self) -> Self:
        """Return a state that shares nothing that can change."""
        raise NotImplementedError

    def tell(
        self,
        what: str,
        by_rule: str,
        /,
        only: tuple[str, ...] | None = None,
        *,
        reveals: bool = False,
        **values: Value,
    ) -> None:
        """Say that something happened, to everybody or `only` to some sides.

        The values may be called `kind` and `rule`, but not as what is told first is called here:
        compiled, that would be taken for it.
        """
        self.happened.append(Event(what, by_rule, values, only, reveals))

    def data(self) -> dict[str, object]:
        """Everything the state is made of, for digests and for people hunting bugs."""
        return {name: getattr(self, name) for name in self.fields} | {"result": self.result}

    def digest(self) -> str:
        """Sixteen hexadecimal digits, the same for equal states on every machine."""
        return sha256(_ENCODER.encode(self.data()).encode()).hexdigest()[:16]


class Part:
    """A part of a state with slots of its own, as the battle that is being fought.

    `fields` names what it is made of, as in a state.
    """

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]]

    def data(self) -> dict[str, object]:
        """Everything it is made of, for the digest."""
        return {name: getattr(self, name) for name in self.fields}
