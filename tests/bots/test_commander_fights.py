"""The chances of a battle in Field Commander, held against all rolls of the dice."""

from __future__ import annotations

from itertools import product

import pytest

from khamsin.games.commander.mind.fights import Dice, Fight, fires, hits, joined, odds
from khamsin.games.commander.model.pack import Pack

GUNS = fires(Pack())
NO_PLANS: frozenset[str] = frozenset()


def fight(axis: Dice, allied: Dice, plans: tuple[str, ...] = (), steps: int = 2) -> Fight:
    """Motorised Forces attack."""
    able = (True,) * len(axis)
    return Fight(axis, able, able, allied, 2 * len(axis), steps, plans, attacks=True, finish=False)


@pytest.mark.parametrize("most", [1, 3, 9])
def test_hits_are_counted_exactly(most: int) -> None:
    dice = ((4, 2), (3, 0), (7, 0), (2, 2))
    found = [0.0] * (most + 1)
    for rolls in product(range(1, 7), repeat=len(dice)):
        scored = sum(
            2 if roll <= double else roll <= needed
            for roll, (needed, double) in zip(rolls, dice, strict=True)
        )
        found[min(scored, most)] += 1 / 6 ** len(dice)
    assert hits(dice, most) == pytest.approx(found)


def test_two_who_make_a_six_and_an_assault_kill_for_certain() -> None:
    """plan.2, plan.5 One hit that cannot miss, and one more."""
    found = [
        odds(fight(((3, 0), (3, 0)), ((1, 0),)), frozenset(plans), GUNS).hit
        for plans in ((), ("cohesion",), ("cohesion", "assault"))
    ]
    assert found == pytest.approx([1.0, 1.0, 2.0])


def test_dig_in_stops_a_hit_and_intel_takes_it_away() -> None:
    dug = fight(((3, 0), (3, 0)), ((1, 0),), ("dig_in",))
    sure = frozenset({"cohesion", "assault"})
    assert odds(dug, sure, GUNS).clear == 0
    assert odds(dug, sure | {"intel"}, GUNS) == odds(dug._replace(plans=()), sure, GUNS)


@pytest.mark.parametrize(
    "plan", ["german_88", "air_raid", "at_guns", "overrun", "tactics", "press"]
)
def test_plans_that_fire_help(plan: str) -> None:
    plain = fight(((3, 1), (2, 0)), ((3, 0),))
    assert odds(plain, frozenset({plan}), GUNS).clear > odds(plain, NO_PLANS, GUNS).clear


def test_the_pair_that_hits_most_surely_is_known() -> None:
    dice = ((3, 0), (3, 0), (2, 0))
    assert joined(dice, (0, 1))[1] == 1
    assert joined(dice, (0, 2))[1] < 1
