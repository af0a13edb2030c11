"""6 Odds: the chances of a fight, on the map or by numbers alone."""

from __future__ import annotations

from collections.abc import Mapping

from khamsin.kernel.show.chances import DIE
from khamsin.kernel.show.summaries import Chances, Fact, Factor, Odds, Sum
from oasis.model.pack import Pack
from oasis.model.pieces import NOWHERE
from oasis.model.state import FIGHT, State
from oasis.rules.combat import (
    OUTCOMES,
    cover,
    difference,
    outcome_of,
    strength_at,
    why_not_attack,
)

SUMS = (Sum("attack", {"attack": None, "defence": None}),)


def chances(margin: int) -> dict[str, float]:
    """6.3 How likely each result is with this difference."""
    fallen = [outcome_of(die + margin) for die in DIE]
    return {outcome: fallen.count(outcome) / len(DIE) for outcome in OUTCOMES}


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The attack that is named, or every one that could be made now."""
    del side, prompt
    if g.phase != FIGHT or g.battle != NOWHERE:  # the die of a fight at hand has fallen
        return []
    named = [g.pack.board.at(word) for word in words if word in g.pack.board.index]
    areas = named[:1] if words else range(len(g.control))
    return [_odds(g, area) for area in areas if why_not_attack(g, area) is None]


def _odds(g: State, area: int) -> Odds:
    attack, defence = strength_at(g, g.half, area), strength_at(g, 1 - g.half, area)
    factors = [
        Factor(Fact("attackers"), f"+{attack}", "6.2"),
        Factor(Fact("defenders"), f"\N{MINUS SIGN}{defence}", "6.2"),
    ]
    ground = cover(g, 1 - g.half, area)
    if ground:
        factors.append(Factor(Fact("cover"), f"\N{MINUS SIGN}{ground}", "2.2"))
    return Odds(
        Fact("attack", {"place": g.place_id(area)}),
        (Chances(Fact("die"), tuple(chances(difference(g, g.half, area)).items())),),
        tuple(factors),
    )


def reckon(pack: Pack, name: str, numbers: Mapping[str, int]) -> Odds:
    """The chances by what was counted on the map; cover belongs to the defence."""
    del pack, name
    likely = chances(numbers["attack"] - numbers["defence"])
    return Odds(Fact("numbers", numbers), (Chances(Fact("die"), tuple(likely.items())),))
