"""Chapter 10: bombardment, night combat, breakthrough."""

import pytest

from khamsin.games.malta.model.state import ADVANCED, BOMBARDED, TRIED
from khamsin.games.malta.rules.combat.attackers import why_not_attack
from khamsin.games.malta.rules.combat.bombard import (
    battalions_in,
    bombardment,
    column_of,
    weight_of_fire,
)
from khamsin.games.malta.rules.combat.breakthrough import (
    attempt,
    break_targets,
    breakers,
    leaders_for,
)
from khamsin.games.malta.rules.combat.support import (
    BOMBARD,
    STORM_BOMBARD,
    is_spotted,
    offensive_options,
)
from tests.games.malta.staging import (
    asked,
    at,
    go,
    offers,
    order,
    run,
    scene,
    table,
    told,
    u,
    where,
    words,
)

MUSTA = {
    "fo_art_1": "1309", "fo_art_2": "1309", "li_1_33": "1310", "br_2d": "1210", "br_1d": "1210",
    "br_4b": "1210", "art_12": "1210",
}  # fmt: skip
GUNS = ["fo_art_1", "fo_art_2"]


def shots(g, h, *names, kind=BOMBARD):
    g.fires = tuple((u(name), at(h), kind) for name in names)
    return g


@pytest.mark.rule("malta", "10.12.ex", "10.12", "10.11", "10.1")
def test_the_bombardment_of_musta():
    m = scene(table(MUSTA, phase="support", deployed=GUNS))
    go(m, "bombard fo_art_1 1210", "bombard fo_art_2 1210")
    while asked(m) == "axis support":
        go(m, "done")
    go(m, (5, 6))
    shot = told(m, "bombardment")[0]
    assert (shot["total"], shot["column"], shot["result"]) == (5, 3, "D")
    for name in ("br_2d", "br_1d", "br_4b", "art_12"):
        assert order(m.state, name) == "disorganised"
    assert [m.state.ammo[u(name)] for name in GUNS] == [1, 1]
    assert m.state.did[u("fo_art_1")] & BOMBARDED


@pytest.mark.rule("malta", "10.12.ex", "10.11")
def test_without_infantry_beside_it_musta_cannot_be_seen():
    units = {name: place for name, place in MUSTA.items() if name != "li_1_33"}
    g = table(units, phase="support", deployed=GUNS)
    assert not is_spotted(g, 1, at("1210"))
    assert not [o for o in words(offensive_options(g)) if o.startswith("bombard")]


@pytest.mark.rule("malta", "10.11", "R27")
def test_spotting():
    assert is_spotted(table({"li_1_33": "1113", "br_2d": "1213"}), 1, at("1213"))
    assert is_spotted(table({"li_1_33": "1113", "br_2d": "1213"}, turn="night"), 1, at("1213"))
    two = {"li_1_33": "1012", "br_2d": "1213"}
    assert is_spotted(table(two), 1, at("1213"))
    assert not is_spotted(table(two, turn="night"), 1, at("1213"))
    assert not is_spotted(table({"li_1_33": "1012", "br_2d": "1114"}), 1, at("1114"))  # woods
    between = {"li_1_33": "1014", "br_2d": "1214"}  # by 1114 (woods) or 1115 (clear)
    assert is_spotted(table(between), 1, at("1214"))
    assert not is_spotted(table({"li_1_33": "0912", "br_2d": "1213"}), 1, at("1213"))
    assert is_spotted(table({"li_1_33": "2015", "br_2d": "2214"}), 1, at("2214"))  # over the water


@pytest.mark.rule("malta", "10.12", "R44")
def test_battalions_in_a_hex():
    g = table({"br_2d": "1213", "mg_a": "1213", "mg_b": "1213", "hq_malta": "1213",
               "cg_01": "1213", "ldr_beak": "1213"})  # fmt: skip
    assert battalions_in(g, 0, at("1213")) == 2
    g = table({"br_2d": "1213", "sp_1": "1213", "mil_1": "1213"}, level={"br_2d": 2})
    assert battalions_in(g, 0, at("1213")) == 1
    five = {"br_2d": "1213", "br_1d": "1213", "br_4b": "1213", "br_8m": "1213", "mg_a": "1213"}
    assert column_of(table(five | {"li_1_33": "1113"}), 1, at("1213"), 2) == 0  # line 4


@pytest.mark.rule("malta", "10.12", "R44")
@pytest.mark.parametrize(
    ("units", "more", "shift"),
    [
        ({"br_2d": "1213", "li_1_33": "1113"}, {}, 0),
        ({"br_2d": "1213", "art_12": "1213", "li_1_33": "1113"}, {}, None),
        ({"br_2d": "1213", "li_1_33": "1012"}, {}, -1),
        ({"tank_1r": "1213", "li_1_33": "1113"}, {}, -1),
        ({"tank_1r": "1213", "mg_a": "1213", "li_1_33": "1113"}, {}, 0),
        ({"br_2d": "1111", "li_1_33": "1210"}, {}, -1),
        ({"br_2d": "1111", "li_1_33": "1210"}, {"destroyed": ["1111"]}, 0),
    ],
)
def test_column_shifts(units, more, shift):
    g = table(units, **more)
    h = g.place[u("tank_1r" if "tank_1r" in units else "br_2d")]
    if shift is None:  # two battalions: twelve points are the third column, artillery one more
        assert column_of(g, 1, h, 12) == 3
    else:
        assert column_of(g, 1, h, 17) == 3 + shift
    assert column_of(g, 1, h, 3) == -1  # too little


@pytest.mark.rule("malta", "10.12")
def test_too_little_fire_is_spent_all_the_same():
    g = shots(table({"br_2d": "1213", "li_1_33": "1113", "ram_art": "1012"}, deployed=["ram_art"]),
              "1213", "ram_art")  # fmt: skip
    run(bombardment(g, at("1213")))
    assert told(g, "bombardment_vain")
    assert g.ammo[u("ram_art")] == 1
    assert g.did[u("ram_art")] & BOMBARDED


@pytest.mark.rule("malta", "10.12", "10.14")
def test_steps_are_lost_up_to_half_of_the_hex():
    big = {"br_2d": "1213", "li_1_33": "1113", "art_28": "1012", "art_20_1": "1012",
           "art_20_2": "1012", "fo_art_1": "1012", "fo_art_2": "1012"}  # fmt: skip
    five = ["art_28", "art_20_1", "art_20_2", "fo_art_1", "fo_art_2"]
    g = shots(table(big, deployed=five), "1213", *five)
    assert weight_of_fire(g, at("1213"), [(u(n), BOMBARD) for n in five]) == 26
    run(bombardment(g, at("1213")), (6, 6))
    assert order(g, "br_2d") == "demoralised"  # column 22, a twelve: Z
    raf = big | {"br_2d": "1613", "raf_tak": "1213", "raf_krn": "1213", "raf_luq": "1213"}
    g = shots(table(raf, deployed=five), "1213", *five, kind=STORM_BOMBARD)
    run(bombardment(g, at("1213")), (6, 6), "lose raf_tak", "lose raf_krn")
    assert where(g, "raf_luq") == "1213"
    one = big | {"br_2d": "1613", "raf_tak": "1213", "raf_krn": "1213"}
    g = shots(table(one, deployed=five), "1213", *five, kind=STORM_BOMBARD)
    run(bombardment(g, at("1213")), (6, 6), "lose raf_tak")  # half of two steps
    assert where(g, "raf_krn") == "1213"
    assert g.ammo[u("art_28")] == 0
    assert order(g, "art_28") == "disorganised"  # a hurricane


@pytest.mark.rule("malta", "10.12", "10.14", "11.4", "R72")
def test_a_z_takes_no_more_than_half_of_the_steps_either():
    guns = ["art_28", "art_20_1", "art_20_2", "fo_art_1", "fo_art_2"]
    raf = ["raf_tak", "raf_krn", "raf_luq"]
    units = {"li_1_33": "1113"} | dict.fromkeys(guns, "1012") | dict.fromkeys(raf, "1213")
    g = shots(table(units, deployed=guns, dem=raf), "1213", *guns)
    run(bombardment(g, at("1213")), (6, 6), "lose raf_krn", "lose raf_luq")  # two of three steps
    assert [where(g, name) for name in raf] == ["1213", "eliminated", "eliminated"]
    g = shots(table(units, deployed=guns, dem=raf[:2], dis=raf[2:]), "1213", *guns)
    run(bombardment(g, at("1213")), (6, 6))  # nothing to choose
    assert [where(g, name) for name in raf] == ["eliminated", "eliminated", "1213"]
    assert order(g, "raf_luq") == "demoralised"


@pytest.mark.rule("malta", "10.12", "R44")
def test_left_of_the_first_column_a_bombardment_has_no_effect():
    near = table({"br_2d": "1213", "li_1_33": "1113"})
    assert column_of(near, 1, at("1213"), 6) == 0
    far = table({"br_2d": "1213", "li_1_33": "1012"})
    assert column_of(far, 1, at("1213"), 6) == -1
    assert column_of(far, 1, at("1213"), 9) == 0


@pytest.mark.rule("malta", "10.13", "10.1")
def test_a_bombarder_gives_no_offensive_support_but_may_defend():
    g = table(MUSTA, phase="support", deployed=GUNS)
    g.did[u("fo_art_1")] = BOMBARDED
    assert not [o for o in words(offensive_options(g)) if "fo_art_1" in o]
    g.active = 0
    from khamsin.games.malta.rules.combat.support import defensive_options

    assert any("fo_art_1" in option for option in words(defensive_options(g)))
    assert words(offensive_options(g)) == []  # only the active side bombards


@pytest.mark.rule("malta", "10.1", "16.75", "10.13")
def test_ships_and_guns_never_bombard_the_same_hex():
    units = MUSTA | {"ca_trieste": "1306"}
    g = table(units, phase="support", deployed=GUNS)
    assert "bombard ca_trieste 1210" in words(offensive_options(g))
    g.fires = ((u("fo_art_1"), at("1210"), BOMBARD),)
    assert "bombard ca_trieste 1210" not in words(offensive_options(g))
    assert "bombard fo_art_2 1210" in words(offensive_options(g))
    night = table(units, phase="support", deployed=GUNS, turn="night")
    assert not any("ca_trieste" in option for option in words(offensive_options(night)))


# -- night -----------------------------------------------------------------------------------


@pytest.mark.rule("malta", "10.2", "10.21", "R28")
def test_attackers_are_disorganised_by_night():
    units = {"li_1_33": "1113", "sm_1": "1113", "br_2d": "1213"}
    g = table(units, phase="attack", turn="night", dis=["sm_1"], formation={"sm_1": "div4"})
    m = go(scene(g), "attack 1213", "all", (5, 6))
    assert told(m, "odds")[0]["line"] == "night"
    assert told(m, "combat")[0]["result"] == "-/2D"
    go(m, "retreat", "to 1314")
    assert asked(m) == "axis advance"
    assert order(m.state, "li_1_33") == "disorganised"
    assert order(m.state, "sm_1") == "demoralised"  # it was disorganised before
    assert order(m.state, "br_2d") == "disorganised"  # by the result alone


@pytest.mark.rule("malta", "10.21", "11.4")
def test_the_demoralised_do_not_attack_at_night():
    g = table({"li_1_33": "1113", "br_2d": "1213"}, turn="night", dem=["li_1_33"])
    refused = why_not_attack(g, u("li_1_33"))
    assert refused is not None
    assert refused.rule == "10.21"
    day = table({"li_1_33": "1113", "br_2d": "1213"}, dem=["li_1_33"])
    assert why_not_attack(day, u("li_1_33")) is None


@pytest.mark.rule("malta", "10.21", "10.22", "R28", "R60")
def test_guns_at_night():
    units = {"br_2d": "1213", "li_1_33": "1113", "art_28": "1012", "art_20_1": "1012"}
    both = ["art_28", "art_20_1"]
    g = shots(table(units, deployed=both, turn="night"), "1213", *both)
    assert weight_of_fire(g, at("1213"), [(u(n), BOMBARD) for n in both]) == 6  # 11 halved
    run(bombardment(g, at("1213")), (3, 3))
    assert [order(g, name) for name in both] == ["disorganised"] * 2
    g = shots(table(units, deployed=both, turn="night"), "1213", *both, kind=STORM_BOMBARD)
    run(bombardment(g, at("1213")), (1, 1))
    assert [order(g, name) for name in both] == ["demoralised"] * 2


@pytest.mark.rule("malta", "10.23")
def test_at_night_only_the_attacked_hex_is_entered():
    units = {"mc_39_1": "1113", "mc_39_2": "1113", "raf_tak": "1213"}
    m = scene(table(units, phase="attack", turn="night"))
    go(m, "attack 1213", "all", (6, 6), "advance mc_39_1")
    assert where(m.state, "mc_39_1") == "1213"
    assert asked(m) == "axis advance"


# -- breakthrough ----------------------------------------------------------------------------

PUSH = {"li_1_33": "1213", "ldr_chirieleison": "1113", "br_2d": "1214"}


def pushed(units=None, **more):
    g = table(PUSH | (units or {}), phase="breakthrough", **more)
    for name in ("li_1_33", "fr_1_87"):
        g.did[u(name)] = ADVANCED
    return g


@pytest.mark.rule("malta", "10.3", "14.22", "4.26")
def test_who_may_break_through():
    g = pushed()
    assert breakers(g) == [u("li_1_33")]
    assert list(break_targets(g)) == [at("1214")]
    assert not break_targets(pushed({"ldr_chirieleison": "1012"}))  # the leader is too far
    assert not break_targets(pushed({"ldr_chirieleison": "breakdown", "ldr_ramcke": "1113"}))
    g = pushed()
    g.did[u("li_1_33")] = 0
    assert not break_targets(g)  # it has not advanced
    mixed = pushed({"fr_1_87": "1213"})
    assert leaders_for(mixed, [u("fr_1_87")]) == []
    assert break_targets(mixed)[at("1214")] == [u("li_1_33"), u("fr_1_87")]


@pytest.mark.rule("malta", "10.31")
def test_a_die_against_the_tactical_value():
    g = pushed()
    run(attempt(g, at("1214"), [u("li_1_33")]), (4,))
    assert told(g, "breakthrough")[0]["through"] == 0
    assert g.did[u("li_1_33")] & TRIED
    assert not break_targets(g)  # no more this turn
    m = go(scene(pushed(units=None, air=0)), "attack 1214", (3,))
    assert asked(m) == "axis lead"  # through: a normal combat


@pytest.mark.rule("malta", "10.32", "16.42")
def test_no_guns_in_a_breakthrough_but_aircraft():
    g = pushed({"art_28": "1012", "art_12": "1613"}, deployed=["art_28", "art_12"], air=2)
    m = go(scene(g), "attack 1214", (1,))
    assert asked(m) == "axis add_air"
    go(m, "air", "done", "alone")
    odds = told(m, "odds")[0]
    assert (odds["attack"], odds["defence"]) == (6, 6)
    assert "air:+1" in odds["modifiers"]
    go(m, (3, 4))
    assert m.state.air == 1
    assert offers(m) != []


@pytest.mark.rule("malta", "10.21", "10.3", "10.32", "16.41")
def test_a_breakthrough_at_night_has_no_aircraft_and_no_demoralised_units():
    m = go(scene(pushed(turn="night", air=2)), "attack 1214", (1,))
    assert asked(m) == "axis lead"
    assert not break_targets(pushed(turn="night", dem=["li_1_33"]))
    assert break_targets(pushed(turn="night", dis=["li_1_33"]))
    assert break_targets(pushed(dem=["li_1_33"]))
