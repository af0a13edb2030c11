"""11.4 Odds by numbers alone: an attack whose values were counted on the map."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.tables import Numbers
from khamsin.games.battleaxe.rules.combat.combat import outcome_of
from khamsin.kernel.show.chances import DIE, Spread, even, plus
from khamsin.kernel.show.summaries import Chances, Fact, Odds, Sum

from .odds import OUTCOMES

SUMS = (
    Sum(
        "attack",
        {
            "attack": None,
            "defence": None,
            "points": None,  # 11.5: what the defenders can absorb
            "air": 0,
            "old_battlefield": 0,  # 10.1.4: contested when the half began
            "rommel": 0,
            "artillery": 0,
            "enemy_artillery": 0,
            "stutzpunkt": 0,  # 10.2.1b: the defender's own ground for his guns
        },
    ),
)


def reckon(pack: Pack, name: str, given: Mapping[str, int]) -> Odds:
    """11.4.4 The dice alone, then with all the support that was named."""
    del name
    numbers = pack.numbers
    dice = plus(even(DIE), even(DIE), even([-die for die in DIE]), even([-die for die in DIE]))
    base = plus(dice, {given["attack"] - given["defence"]: Fraction(1)})
    support: list[Spread] = []
    if given["air"]:
        less = numbers.air_contested if given["old_battlefield"] else 0
        low, high = numbers.air_lowest, numbers.air_highest
        support.append(even([min(max(die + less, low), high) for die in DIE]))
    if given["rommel"]:
        support.append(even(DIE))
    if given["artillery"]:
        support.append(_guns(numbers, 0))
    if given["enemy_artillery"]:
        bonus = numbers.artillery_friendly_ground if given["stutzpunkt"] else 0
        support.append({-value: chance for value, chance in _guns(numbers, bonus).items()})
    rows = [Chances(Fact("alone"), _by_outcome(base, given["points"]))]
    if support:
        rows.append(Chances(Fact("together"), _by_outcome(plus(base, *support), given["points"])))
    return Odds(Fact("by_numbers", dict(given)), tuple(rows))


def _guns(numbers: Numbers, bonus: int) -> Spread:
    """10.2.1 A request for artillery."""
    fires = [die + bonus >= numbers.artillery_available_from for die in DIE]
    return even([numbers.artillery_value if yes else 0 for yes in fires])


def _by_outcome(spread: Spread, points: int) -> tuple[tuple[str, float], ...]:
    likely = dict.fromkeys(OUTCOMES, Fraction(0))
    for difference, chance in spread.items():
        likely[outcome_of(difference, points)] += chance
    return tuple((name, float(chance)) for name, chance in likely.items())
