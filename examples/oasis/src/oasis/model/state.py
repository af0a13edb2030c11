"""The state of a game of Oasis: everything on the table, as plain data."""

from __future__ import annotations

from typing import ClassVar

from khamsin.kernel.pack.state import PackState
from oasis.model.pack import Pack
from oasis.model.pieces import FULL, NOWHERE, RAIDERS, Scenario

DAWN, MARCH, FIGHT, EVENING = "dawn", "march", "fight", "evening"


class State(PackState[Pack, Scenario]):
    """Where the units are and how worn, who holds what, and how far the turn has come."""

    __slots__ = (
        "attacked", "battle", "control", "half", "phase", "place", "spent", "steps", "storm",
        "turn",
    )  # fmt: skip
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self, pack: Pack, scenario: Scenario, options: tuple[str, ...]) -> None:
        """1.2 Every unit in its place at full strength; each well with its first owner."""
        super().__init__(pack, scenario, options)
        self.phase = DAWN
        self.turn = 1
        self.half = RAIDERS
        self.storm = False
        self.place = [unit.start for unit in pack.units]
        self.steps = [FULL] * len(pack.units)
        self.spent = [0] * len(pack.units)
        self.control = [area.owner for area in pack.areas]
        self.attacked: tuple[int, ...] = ()
        self.battle = NOWHERE
        """The area that is fought for now; there is none at a mark."""

    def copy(self) -> State:
        """Return a state that shares nothing that can change."""
        new = State.__new__(State)
        new.result = self.result
        new.happened = []
        new.pack = self.pack
        new.scenario = self.scenario
        new.options = self.options
        new.phase = self.phase
        new.turn = self.turn
        new.half = self.half
        new.storm = self.storm
        new.place = self.place[:]
        new.steps = self.steps[:]
        new.spent = self.spent[:]
        new.control = self.control[:]
        new.attacked = self.attacked
        new.battle = self.battle
        return new

    def unit_id(self, unit: int) -> str:
        """The unit's name in options, events and journals."""
        return self.pack.unit_ids[unit]

    def place_id(self, area: int) -> str:
        """The same of an area."""
        return self.pack.board.names[area]

    def strength(self, unit: int) -> int:
        """3.2 What the unit is worth in a fight now."""
        return self.pack.units[unit].strength[self.steps[unit]]
