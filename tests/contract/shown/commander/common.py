"""Field Commander: Rommel: what the comparisons share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khamsin.games.commander.model.pack import Campaign, Pack
from khamsin.games.commander.model.pieces import FULL

SLUG = "commander"

FIRES = {"at_guns": (1, 1), "air_raid": (1, 1, 1), "german_88": (2, 1, 1)}
"""plan.3, plan.4, plan.10 Hits of plans by the die."""

MOST = 5


def values_of(data: Mapping[str, Any], pack: Pack, c: Campaign, unit: int) -> tuple[int, ...]:
    """values.1, upgrade.2 Attack, superior attack, Defence, movement of a Force as it lies."""
    counter = c.units[unit]
    printed = counter.full if data["steps"][unit] == FULL else counter.reduced
    adds: Sequence[int] = (0, 0, 0)
    if data["level"][unit]:
        chit = pack.chits[data["chit"][unit]]
        adds = (chit.veteran, chit.elite)[data["level"][unit] - 1]
    return (printed[0] + adds[0], printed[1] + adds[1], printed[2] + adds[2], printed[3])
