"""Operation Battleaxe: what the comparisons share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khamsin.games.battleaxe.model.pieces import (
    SIDES,
)

SLUG = "battleaxe"


def a_few(every: Sequence[Any], number: int, most: int) -> list[Any]:
    first = number % max(1, len(every))
    return [*every[first:], *every[:first]][:most]


def ready_units(data: Mapping[str, Any], options: Sequence[str]) -> dict[str, bool]:
    """10.1.2, 19.2 Who has aircraft, and whether they are ready."""
    flies = "luftwaffe" in options and data["turn"] > 1 and not data["fuel_low"]
    sides = SIDES if flies else SIDES[:1]
    return {side: not (data["air_used"] and SIDES[data["half"]] == side) for side in sides}
