"""20 Victory: the surrender roll at the end of every turn."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ALLIED,
    AXIS,
    FOLLOW_UP,
    GONE,
    LEADER,
    NIGHT,
    SIDES,
    WARSHIP,
)
from khamsin.games.malta.model.state import State
from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.state import Ending, Result

SURRENDER = Ending("axis", "20.3", "surrender")
CALLED_OFF = Ending("allied", "20.3", "called_off")
HELD_OUT = Ending("allied", "4.41", "held_out")
ENDINGS = (SURRENDER, CALLED_OFF, HELD_OUT)


def occupied_boxes(g: State) -> list[int]:
    """20.0, R53 The zones whose follow-up box has any unit in it; a leader alone is no unit."""
    kind = g.pack.kind
    return [
        zone
        for zone in range(len(g.pack.zones))
        if FOLLOW_UP - zone in g.place
        and any(
            place == FOLLOW_UP - zone and kind[unit] not in (LEADER, WARSHIP)
            for unit, place in enumerate(g.place)
        )
    ]


def surrender_modifiers(g: State) -> list[tuple[str, int]]:
    """20.0-20.2 Everything that is added to the dice now, by name."""
    pack, numbers = g.pack, g.pack.tables.numbers
    found: list[tuple[str, int]] = []

    def add(name: str, value: int) -> None:
        if value:
            found.append((name, value))

    def held(hexes: tuple[int, ...]) -> int:
        return sum(1 for h in hexes if g.control[h] == AXIS)

    add("cities", held(pack.surrender_cities) * numbers.per_city)
    add("airfields", held(pack.airfields) * numbers.per_airfield)
    add("towns", held(pack.towns) // numbers.towns_counted * numbers.per_towns)
    destroyed = sum(1 for h in pack.forts if not g.forts[h])
    add("forts", numbers.forts if destroyed >= pack.limits.forts_destroyed else 0)
    add("allied_steps", g.lost[ALLIED] // numbers.steps_counted * numbers.per_allied_steps)
    add("axis_steps", g.lost[AXIS] // numbers.steps_counted * numbers.per_axis_steps)
    hqs = [hq for hq in pack.hqs if pack.side_of[hq] == AXIS and g.place[hq] == GONE]
    add("hqs", len(hqs) * numbers.per_hq)
    if g.day >= pack.tables.beach_line_from:  # R55
        beaches = sum(
            sum(1 for h in pack.zones[number].beaches if g.control[h] == ALLIED)
            for number in occupied_boxes(g)
        )
        add("beaches", beaches * numbers.per_beach)
    fleet = pack.tables.navy[g.navy]
    add("navy", fleet.surrender if fleet else 0)
    add("date", pack.tables.dates[g.day])
    return found


async def surrender_phase(g: State) -> None:
    """4.41, 20.0, 20.3 Two dice: Malta may surrender, or the Axis call it off."""
    numbers = g.pack.tables.numbers
    modifiers = surrender_modifiers(g)
    dice = await Roll(2, "surrender", "20.0", SIDES[ALLIED])
    total = sum(dice) + sum(value for _, value in modifiers)
    g.tell(
        "surrender_roll", "20.0", dice=dice, total=total,
        modifiers=tuple(f"{name}:{value:+}" for name, value in modifiers),
    )  # fmt: skip
    if total <= numbers.axis_wins:
        end(g, SURRENDER)
    elif total >= numbers.allied_wins:
        end(g, CALLED_OFF)
    elif g.day == g.scenario.last_day and g.turn == NIGHT:
        end(g, HELD_OUT)


def end(g: State, ending: Ending) -> None:
    """20.3 The game is over."""
    scores = {SIDES[side]: g.lost[1 - side] for side in (ALLIED, AXIS)}
    g.result = Result(ending.winner, ending.rule, ending.reason, scores)
    g.tell("ending", ending.rule, reason=ending.reason)
