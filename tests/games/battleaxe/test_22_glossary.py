"""22 Terms."""

from __future__ import annotations

import pytest

from khamsin.games.battleaxe.model.pieces import ARMOUR, AT, INFANTRY
from tests.games.battleaxe.staging import (
    GAME,
    QUIET,
    asked,
    control,
    match,
    offers,
    play,
    table,
    tem,
    told,
    totals,
    unit,
)

PACK = GAME.data
ARMOURED = {
    "sq_a", "sq_b", "4rtr_minus", "4rtr", "7rtr", "2rtr", "6rtr", "3armd", "11h", "cih",
    "1_8", "2_8", "33recce", "1_5", "2_5", "3recce", "xx",
}  # fmt: skip
GUNS = {"65at", "12at", "1_33a", "1_33b", "1_33c", "33pak"}


def names_of(kind: int) -> set[str]:
    return {unit.id for unit in PACK.units if unit.type == kind}


def attack(*units: str, defender: str = "15mg", **settings):
    """The units attack in contested 8, the first of them in the lead; AV and DV."""
    settings = {**QUIET, **settings}
    m = match(table(dict.fromkeys([*units, defender], "8"), **settings), (1, 1), (6, 6))
    play(m, "assault 8", "attack 8")
    if len(units) > 1:
        play(m, "all")
    if asked(m).endswith("lead_attacker"):
        play(m, f"lead {units[0]}")
    return totals(play(m, "no") if asked(m).endswith("air_support") else m)[0]


@pytest.mark.rule("battleaxe", "22.a")
def test_the_attacker_is_the_player_whose_half_it_is_and_the_active_area_the_space_he_chose():
    for half, area, name in (("allied", "2", "2rtr"), ("axis", "14", "15mc")):
        m = play(match(table({"2rtr": "2", "15mc": "14"}, half=half, **QUIET)), f"assault {area}")
        assert asked(m) == f"{half} assault"
        spaces = m.view(None)["position"]["spaces"]
        assert [space for space in spaces if spaces[space]["active"]] == [area]
        assert {offer.split()[1] for offer in offers(m) if "move" in offer} == {name}


@pytest.mark.rule("battleaxe", "22.b", "R16")
def test_armour_is_everything_with_tanks_or_armoured_cars():
    assert names_of(ARMOUR) == ARMOURED


@pytest.mark.rule("battleaxe", "22.b", "11.4.2E", "R16")
@pytest.mark.parametrize(("tank", "bonus"), [("2rtr", 1), ("11h", 1), ("cih", 1), ("1_11", 0)])
def test_armoured_cars_are_armour_in_a_combined_attack(tank, bonus):
    av, _ = attack(tank, "22gds", "65at", cv={tank: (5, 5)})
    assert av == 5 + 2 + bonus


@pytest.mark.rule("battleaxe", "22.c")
def test_anti_tank_and_flak_units_are_those_six():
    assert names_of(AT) == GUNS


@pytest.mark.rule("battleaxe", "22.c", "10.3c")
@pytest.mark.parametrize("gun", sorted(GUNS))
def test_flak_and_anti_tank_guns_follow_the_same_rules(gun):
    """Alone a gun is worth 1, whatever is printed on it."""
    is_axis = PACK.side_of[PACK.unit_index[gun]]
    settings = {"half": "axis" if is_axis else "allied", "cv": {gun: (9, 9)}}
    av, _ = attack(gun, defender="2rtr" if is_axis else "15mg", locked=[False] * 2, **settings)
    assert av == 1


@pytest.mark.rule("battleaxe", "22.d")
def test_infantry_is_whatever_is_neither_armour_nor_a_gun():
    assert names_of(INFANTRY) == set(PACK.unit_ids) - ARMOURED - GUNS


@pytest.mark.rule("battleaxe", "22.d", "11.4.2E")
@pytest.mark.parametrize("foot", ["15mc", "15mg", "6oasis", "15bde", "defr", "xxi"])
def test_motorcycles_machine_guns_and_companies_are_infantry(foot):
    """They make an attack of tanks and guns one of combined arms."""
    settings = {"half": "axis", "locked": [False] * 2, "cv": {"1_8": (5, 5)}}
    assert attack("1_8", "33pak", foot, defender="2rtr", **settings)[0] == 5 + 2 + 1


@pytest.mark.rule("battleaxe", "22.e", "7.2a")
def test_a_space_belongs_to_the_side_that_was_last_alone_in_it():
    """2RTR passes through 8; then 15MC does; then nobody is there any more."""
    g = table({"2rtr": "2", "15mc": "14"}, mf={"2rtr": 4, "15mc": 6}, **QUIET)
    m = match(g, (6, 6))
    assert control(m, "8") == "axis"
    play(m, "assault 2", "move 2rtr 8", "move 2rtr 3", "done")
    assert control(m, "8") == "allied"
    play(m, "assault 14", "move 15mc 9", "move 15mc 8", "move 15mc 10", "done")
    assert control(m, "8") == "axis"


@pytest.mark.rule("battleaxe", "22.f", "11.4.4d", "R13")
@pytest.mark.parametrize(
    ("reduced", "points", "outcome"),
    [
        ([], 3, "success"),
        ([], 4, "overrun"),
        (["15mg"], 2, "success"),
        (["15mg"], 3, "overrun"),
    ],
)
def test_an_overrun_inflicts_more_than_the_defenders_can_absorb(reduced, points, outcome):
    values = {"2rtr": (5 + points + tem("14"), 5), "15mg": (5, 5)}
    g = table({"2rtr": "15", "15mg": "14"}, reduced=reduced, cv=values, **QUIET)
    m = play(match(g, (3, 4), (4, 3)), "assault 15", "move 2rtr 14", "attack 14", "no")
    assert told(m, "outcome")[0]["outcome"] == outcome
    if asked(m) == "axis attrition":
        play(m, "eliminate 15mg")
    assert unit(m, "15mg") == ("off", "gone")
    assert unit(m, "2rtr")[1] == ("reduced" if outcome == "success" else "full")


@pytest.mark.rule("battleaxe", "22.f", "11.4.4e", "R18")
@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_an_axis_stutzpunkt_gives_the_allies_no_second_activation(owner):
    values = {"2rtr": (30, 30), "15mg": (1, 1)}
    held = ["9"] if owner == "allied" else []
    g = table({"2rtr": "9", "15mg": "9"}, cv=values, allied=held, **QUIET)
    m = play(match(g, (6, 6), (1, 1)), "assault 9", "attack 9", "no")
    assert told(m, "outcome")[0]["outcome"] == "overrun"
    assert asked(m) == ("allied exploit" if owner == "allied" else "allied assault")


@pytest.mark.rule("battleaxe", "22.g")
@pytest.mark.parametrize("factor", [1, 3, 5])
def test_the_movement_factor_is_what_a_unit_may_spend_in_one_half(factor):
    g = table({"2rtr": "2"}, mf={"2rtr": factor}, **QUIET)
    m = play(match(g, (6, 6)), "assault 2")
    steps = 0
    while len(offers(m)) > 1:
        play(m, f"move 2rtr {'8' if unit(m, '2rtr')[0] == '2' else '2'}")
        steps += 1
    assert steps == factor
    play(m, "done", "pass", f"assault {unit(m, '2rtr')[0]}")
    assert len(offers(m)) > 1
