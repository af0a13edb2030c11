"""4 The counters."""

from __future__ import annotations

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS
from tests.games.battleaxe.staging import (
    GAME,
    QUIET,
    match,
    offers,
    play,
    table,
    tem,
    totals,
    unit,
)

PACK = GAME.data


@pytest.mark.rule("battleaxe", "4.0")
@pytest.mark.parametrize(
    ("reduced", "after"), [([], ("8", "reduced")), (["2rtr", "15mg"], ("off", "gone"))]
)
def test_a_unit_has_a_full_and_a_reduced_side_and_no_third(reduced, after):
    """Each lead loses one step in a stalemate."""
    values = {"2rtr": (5 + tem("8"), 5 + tem("8")), "15mg": (5, 5)}
    g = table({"2rtr": "8", "15mg": "8"}, reduced=reduced, cv=values, **QUIET)
    m = play(match(g, (3, 4), (4, 3)), "assault 8", "attack 8", "no")
    assert unit(m, "2rtr") == unit(m, "15mg") == after


@pytest.mark.rule("battleaxe", "4.0")
def test_each_side_of_a_counter_has_its_own_combat_value():
    two, mg = (PACK.units[PACK.unit_index[name]] for name in ("2rtr", "15mg"))
    assert two.cv_full > two.cv_reduced
    for reduced, expected in (
        ([], (two.cv_full, mg.cv_full)),
        (["2rtr"], (two.cv_reduced, mg.cv_full)),
        (["15mg"], (two.cv_full, mg.cv_reduced)),
    ):
        g = table({"2rtr": "8", "15mg": "8"}, reduced=reduced, **QUIET)
        m = play(match(g, (1, 1), (6, 6)), "assault 8", "attack 8", "no")
        assert totals(m) == [(expected[0], expected[1] + tem("8"))]


@pytest.mark.rule("battleaxe", "4.0", "22.g")
def test_a_unit_goes_as_far_as_the_factor_on_its_counter():
    for name in ("2rtr", "11h", "1_11"):
        printed = PACK.units[PACK.unit_index[name]].mf
        g = table({name: "2"}, impulse=2, **QUIET)
        m = play(match(g), "assault 2")
        steps = 0
        while len(offers(m)) > 1:
            there = {"2": "8"}.get(unit(m, name)[0], "2")  # to and fro, 1 MF each
            play(m, f"move {name} {there}")
            steps += 1
        assert steps == printed


@pytest.mark.rule("battleaxe", "4.0")
def test_the_counters_with_an_asterisk_are_the_anti_tank_and_flak_units():
    """With tanks and infantry beside it only such a unit makes the attack one of combined arms."""
    starred = {
        name
        for number, name in enumerate(PACK.unit_ids)
        if name not in ("7rtr", "22gds") and PACK.side_of[number] == ALLIED
        if _attack_with(name) == 5 + 2 + 1
    }
    assert starred == {"65at", "12at"}
    guns = {unit.id for unit in PACK.units if unit.side == AXIS and unit.subtype in GUNS}
    assert guns == {"1_33a", "1_33b", "1_33c", "33pak"}


GUNS = ("flak", "anti_tank")


def _attack_with(name: str) -> object:
    """AV of tanks worth 5, infantry and this unit."""
    g = table({"7rtr": "8", "22gds": "8", name: "8", "15mg": "8"}, cv={"7rtr": (5, 5)}, **QUIET)
    m = play(match(g, (1, 1), (6, 6)), "assault 8", "attack 8", "all", "lead 7rtr", "no")
    return totals(m)[0][0]


@pytest.mark.rule("battleaxe", "4.0", "8.1.2a.3", "R11")
def test_only_axis_units_lack_a_movement_factor_and_these_never_move():
    static = [unit.id for unit in PACK.units if unit.mf == 0]
    assert static
    for name in static:
        assert PACK.side_of[PACK.unit_index[name]] == AXIS
        g = table({name: "14", "15mc": "14"}, half="axis", **QUIET)
        assert not [offer for offer in offers(play(match(g), "assault 14")) if name in offer]
        assert not [offer for offer in offers(play(match(g), "regroup")) if name in offer]
