"""12 The Advantage: one marker, many uses, and every use gives it to the enemy."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY, SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.play.decision import Choose, Option, listed

YES_NO: tuple[Option, ...] = (("yes",), ("no",))


def holds(g: State, side: int) -> bool:
    """12.0 Whether this side may use the Advantage now."""
    return g.advantage == side


def use(g: State, side: int, kind: str, rule: str) -> None:
    """12.2 After use nobody owns it until the half or the phase ends (R21)."""
    g.advantage = NOBODY
    g.advantage_spent_by = side
    g.tell("advantage_used", rule, side=SIDES[side], use=kind)


def pass_on(g: State) -> None:
    """12.2 An Advantage that was used goes to the player who did not use it."""
    if g.advantage_spent_by != NOBODY:
        g.advantage = 1 - g.advantage_spent_by
        g.advantage_spent_by = NOBODY
        g.tell("advantage_passes", "12.2", side=SIDES[g.advantage])


async def offered(g: State, side: int, kind: str, rule: str) -> bool:
    """Ask the holder whether to use the Advantage for this; carry it out if so."""
    if not holds(g, side):
        return False
    answer = await Choose(SIDES[side], kind, listed(YES_NO), rule)
    if answer == ("no",):
        return False
    use(g, side, kind, rule)
    return True


def can_declare_fuel_shortage(g: State) -> bool:
    """12.1D, R22 The Allied holder, while the marker shows Attack."""
    return g.advantage == ALLIED and not g.fuel_low


def declare_fuel_shortage(g: State) -> None:
    """12.1D, 14.1 Turn the marker to Fuel Low."""
    use(g, ALLIED, "fuel_shortage", "12.1D")
    g.fuel_low = True


def can_declare_rommel(g: State) -> bool:
    """12.1E, R21 The Axis holder, in the Axis half."""
    return g.advantage == AXIS and not g.rommel and g.half == AXIS


def declare_rommel(g: State) -> None:
    """12.1E, R23 From now to the end of the phase one attack in each Axis half adds a die."""
    use(g, AXIS, "rommel", "12.1E")
    g.rommel = True
