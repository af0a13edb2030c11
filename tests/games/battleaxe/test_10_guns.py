"""10.3 AT and FLAK units: strong beside others, weak alone, never first in attack."""

from __future__ import annotations

import pytest

from tests.games.battleaxe.staging import (
    QUIET,
    asked,
    control,
    match,
    offers,
    play,
    table,
    tem,
    totals,
)

# Combat values (full, reduced) that tell the counters apart
VALUES = {
    "65at": (9, 8), "12at": (9, 8), "33pak": (9, 8), "1_33a": (9, 8),
    "22gds": (5, 4), "2rtr": (6, 3), "11h": (2, 1), "15mg": (4, 2), "33recce": (3, 2),
}  # fmt: skip
LOST = [(1, 1), (6, 6)]


def attack(*attackers: str, defenders: tuple[str, ...] = ("15mg",), **settings):
    """The Allies attack in contested 8 with all they have there, up to the naming of leads."""
    units = dict.fromkeys([*attackers, *defenders], "8")
    m = match(table(units, cv=VALUES, **settings, **QUIET), *LOST)
    play(m, "assault 8", "attack 8")
    return play(m, "all") if len(attackers) > 1 else m


def values(m) -> tuple[object, object]:
    """AV and DV, terrain taken off, once aircraft are declined."""
    ((av, dv),) = totals(play(m, "no"))
    return av, int(str(dv)) - tem("8")


@pytest.mark.rule("battleaxe", "10.3a", "R8")
def test_a_gun_does_not_lead_an_attack_in_which_infantry_or_armour_takes_part():
    m = attack("65at", "22gds", "2rtr")
    assert (asked(m), offers(m)) == ("allied lead_attacker", ["lead 22gds", "lead 2rtr"])
    assert values(attack("65at", "22gds"))[0] == 5 + 1
    assert values(attack("65at", "11h"))[0] == 2 + 1  # armoured cars are armour (R16)


@pytest.mark.rule("battleaxe", "10.3a", "R8")
def test_the_axis_guns_do_not_lead_either():
    units = {"33pak": "8", "15mg": "8", "33recce": "8", "2rtr": "8"}
    g = table(units, cv=VALUES, half="axis", locked=[False, False], **QUIET)
    m = play(match(g, *LOST), "assault 8", "attack 8", "all")
    assert offers(m) == ["lead 15mg", "lead 33recce"]


@pytest.mark.rule("battleaxe", "10.3a")
def test_a_gun_may_be_the_first_to_take_over_a_vacant_enemy_space():
    m = play(match(table({"65at": "2", "22gds": "2"}, **QUIET)), "assault 2", "move 65at 8")
    assert control(m, "8") == "allied"


@pytest.mark.rule("battleaxe", "10.3b")
@pytest.mark.parametrize("friend", ["15mg", "33recce"])
@pytest.mark.parametrize(("reduced", "cv"), [([], 9), (["33pak"], 8)])
def test_a_gun_leads_a_defence_with_its_whole_value_beside_infantry_or_armour(friend, reduced, cv):
    m = attack("2rtr", defenders=("33pak", friend), reduced=reduced)
    assert {"lead 33pak", f"lead {friend}"} == set(offers(m))
    assert values(play(m, "lead 33pak")) == (6, cv + 1)


@pytest.mark.rule("battleaxe", "10.3c", "R8")
@pytest.mark.parametrize(("reduced", "cv"), [([], 1), (["33pak", "1_33a"], 0)])
def test_guns_alone_in_defence_are_worth_1_or_0(reduced, cv):
    assert values(attack("2rtr", defenders=("33pak",), reduced=reduced)) == (6, cv)
    m = attack("2rtr", defenders=("33pak", "1_33a"), reduced=reduced)
    assert values(play(m, "lead 33pak")) == (6, cv + 1)


@pytest.mark.rule("battleaxe", "10.3c", "R8")
@pytest.mark.parametrize(("reduced", "cv"), [([], 1), (["65at", "12at"], 0)])
def test_guns_alone_may_attack_and_are_worth_1_or_0(reduced, cv):
    assert values(attack("65at", reduced=reduced))[0] == cv
    m = attack("65at", "12at", reduced=reduced)
    assert offers(m) == ["lead 65at", "lead 12at"]
    assert values(play(m, "lead 65at"))[0] == cv + 1


@pytest.mark.rule("battleaxe", "10.3c")
def test_units_in_the_space_that_take_no_part_in_the_attack_do_not_help_a_gun():
    units = {"65at": "8", "22gds": "8", "15mg": "8"}
    m = play(match(table(units, cv=VALUES, **QUIET), *LOST), "assault 8", "attack 8")
    assert values(play(m, "join 65at", "done")) == (1, 4)


@pytest.mark.rule("battleaxe", "10.3c", "14.2.2", "R8")
@pytest.mark.parametrize(("reduced", "cv"), [([], 0), (["33pak"], -1)])
def test_out_of_supply_a_gun_alone_is_worth_one_less_down_to_minus_1(reduced, cv):
    m = attack("2rtr", defenders=("33pak",), reduced=reduced, out_of_supply=["33pak"])
    assert values(m) == (6, cv)


@pytest.mark.rule("battleaxe", "10.3d")
def test_a_gun_that_does_not_lead_adds_1_like_any_other_unit():
    m = attack("22gds", "65at", defenders=("15mg", "33pak"))
    assert values(play(m, "lead 15mg")) == (5 + 1, 4 + 1)
    assert values(attack("22gds"))[0] == 5
