"""The state of a game with a data pack."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from khamsin.kernel.play.state import State

from .data import SourceNote


class Pack(Protocol):
    """What every data pack has, whatever else is in it."""

    digest: str
    notes: list[SourceNote]


class Scenario(Protocol):
    """What every scenario has."""

    @property
    def id(self) -> str:
        """Its name in set-ups and journals."""
        ...


P = TypeVar("P", bound=Pack)
"""The data pack of the game at hand."""
C = TypeVar("C", bound=Scenario)
"""What a scenario of it is."""


class PackState(State, Generic[P, C]):
    """A state that knows its data pack, its scenario and the optional rules in use.

    Pack and scenario never change, so copies share them. The `copy` of a game is written by hand,
    field by field, these three included: it is made at every mark, and a loop over names takes
    about twice as long.
    """

    __slots__ = ("options", "pack", "scenario")

    def __init__(self, pack: P, scenario: C, options: tuple[str, ...]) -> None:
        super().__init__()
        self.pack = pack
        self.scenario = scenario
        self.options = options

    def has(self, option: str) -> bool:
        """Whether an optional rule is in use."""
        return option in self.options

    def data(self) -> dict[str, object]:
        """Everything the state is made of; the scenario by its name."""
        return super().data() | {"options": self.options, "scenario": self.scenario.id}
