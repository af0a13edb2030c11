"""Chapter 18: amphibious landings."""

from typing import Any

import pytest

from khamsin.games.malta.model.pieces import W1, W2
from khamsin.games.malta.model.state import ATTACKED, LANDED, SECOND_WAVE
from khamsin.games.malta.rules.combat.attackers import why_not_attack
from khamsin.games.malta.rules.sea.beach import beach_options
from khamsin.games.malta.rules.sea.filling import fill_options
from khamsin.games.malta.rules.sea.gunnery import box_options
from khamsin.games.malta.rules.sea.landing import land, landing_losses
from khamsin.games.malta.rules.sea.waters_edge import edge_options, waters_edge
from tests.games.malta.staging import (
    PACK,
    asked,
    at,
    go,
    offers,
    place_number,
    run,
    scene,
    table,
    told,
    u,
    where,
    words,
)

NORTH = "followup_north"
ATTACHED = (*(f"sm_{n}" for n in range(1, 7)), "tank_t", "mc_10b_1")
OF4: dict[str, Any] = {"formation": dict.fromkeys(ATTACHED, "div4")}


def box(**units):
    return table(units, phase="fill", turn="am", **OF4)


@pytest.mark.rule("malta", "18.0", "18.31", "4.22")
def test_landing_is_voluntary():
    m = scene(box(sm_1=NORTH))
    assert asked(m) == "axis fill"
    go(m, "done")
    assert where(m.state, "sm_1") == NORTH


@pytest.mark.rule("malta", "18.1", "18.32")
def test_zones_and_their_beaches():
    assert {zone.id: len(zone.beaches) for zone in PACK.zones} == {
        "west": 7, "north": 6, "east": 4, "south": 5,
    }  # fmt: skip
    beaches = {option[2] for option in fill_options(box(sm_1=NORTH)) if option[0] == "first"}
    assert beaches == {f"w1_{PACK.place_ids[h]}" for h in PACK.zones[1].beaches}


@pytest.mark.rule("malta", "18.31", "18.32")
def test_what_a_first_wave_box_takes():
    units = {"eng_11_1": "w1_1107", "eng_11_2": "w1_1107", "sm_1": NORTH, "sm_2": NORTH,
             "it_inf_co_m4_1": NORTH}  # fmt: skip
    g = table(units, phase="fill", **OF4)
    g.formation = tuple(PACK.div4 if n == u("it_inf_co_m4_1") else f
                        for n, f in enumerate(g.formation))  # fmt: skip
    options = words(fill_options(g))
    assert "first sm_1 w1_1107" in options  # two companies and one marine
    assert "first it_inf_co_m4_1 w1_1107" not in options
    with_marine = table(units | {"sm_1": "w1_1107"}, phase="fill", **OF4)
    assert "first sm_2 w1_1107" not in words(fill_options(with_marine))
    marines = {"sm_1": "w1_1107", "sm_2": "w1_1107", "sm_3": NORTH, "eng_11_1": NORTH}
    g = table(marines, phase="fill", **OF4)
    assert "first sm_3 w1_1107" in words(fill_options(g))
    assert "first eng_11_1 w1_1107" not in words(fill_options(g))
    full = table(marines | {"sm_3": "w1_1107", "sm_4": NORTH}, phase="fill", **OF4)
    assert "first sm_4 w1_1107" not in words(fill_options(full))


@pytest.mark.rule("malta", "18.31", "18.32")
def test_what_a_second_wave_box_takes():
    units = {"tank_t": NORTH, "mc_10b_1": NORTH, "art_28": NORTH, "hq_4": NORTH, "li_1_33": NORTH}
    options = words(fill_options(table(units, phase="fill", **OF4)))
    for name in ("tank_t", "mc_10b_1", "art_28", "hq_4"):
        assert f"second {name} w2_1107" in options
        assert f"first {name} w1_1107" not in options
    assert "break li_1_33" in options
    assert "second li_1_33 w2_1107" not in options
    taken = table(units | {"tank_t": "w2_1107"}, phase="fill", **OF4)
    assert "second hq_4 w2_1107" not in words(fill_options(taken))


@pytest.mark.rule("malta", "18.32", "18.91", "R19")
def test_second_waves_follow_first_ones_and_held_beaches_are_closed():
    guarded = {"tank_t": NORTH, "sm_1": NORTH, "br_2d": "1108"}
    options = words(fill_options(table(guarded, phase="fill", **OF4)))
    assert "second tank_t w2_1107" not in options
    assert "first sm_1 w1_1107" in options
    followed = table(guarded | {"sm_1": "w1_1107"}, phase="fill", **OF4)
    assert "second tank_t w2_1107" in words(fill_options(followed))
    two_away = table(guarded | {"br_2d": "1109"}, phase="fill", **OF4)
    assert "second tank_t w2_1107" in words(fill_options(two_away))
    held = table(guarded | {"br_2d": "1107"}, phase="fill", **OF4)
    assert not any(option[-1].endswith("1107") for option in fill_options(held))
    gun = table({"tank_t": NORTH, "cg_01": "1108"}, phase="fill", **OF4)
    assert "second tank_t w2_1107" in words(fill_options(gun))


@pytest.mark.rule("malta", "18.32", "18.92")
def test_divisions_do_not_mix_on_a_beach():
    behind = table({"art_20_1": "w2_1107", "eng_11_1": NORTH}, phase="fill")
    assert "first eng_11_1 w1_1107" not in words(fill_options(behind))
    assert "first eng_11_1 w1_1207" in words(fill_options(behind))
    units = {"eng_11_1": "w1_1107", "eng_20_1": NORTH}
    options = words(fill_options(table(units, phase="fill")))
    assert "first eng_20_1 w1_1107" not in options
    assert "second eng_20_1 w2_1107" not in options
    assert "first eng_20_1 w1_1207" in options


@pytest.mark.rule("malta", "18.31", "13.1")
def test_battalions_break_down_in_the_box():
    m = go(scene(box(li_1_33=NORTH)), "break li_1_33")
    assert where(m.state, "it_inf_co_m4_1") == NORTH
    assert "first it_inf_co_m4_1 w1_1107" in offers(m)
    assert "first it_inf_co_m4_2 w1_1107" not in offers(m)  # they are all alike


@pytest.mark.rule("malta", "18.5", "R35", "4.22")
@pytest.mark.parametrize(
    ("enemy", "die", "lost"),
    [("1108", 5, True), ("1108", 4, False), ("1208", 6, True), ("1208", 5, False),
     ("1109", 6, True), ("1109", 5, False)],
)  # fmt: skip
def test_landing_losses(enemy, die, lost):
    g = table({"sm_1": "1107", "hq_4": "1107", "br_inf_co_1": enemy})
    run(landing_losses(g, at("1107"), (u("sm_1"), u("hq_4"))), (die,))
    assert (where(g, "sm_1") == "eliminated") == lost
    assert where(g, "hq_4") == "1107"


@pytest.mark.rule("malta", "18.5")
def test_no_losses_far_from_the_enemy():
    g = table({"sm_1": "1107", "br_2d": "1210"})
    run(landing_losses(g, at("1107"), (u("sm_1"),)))


@pytest.mark.rule("malta", "18.61", "18.62", "18.63", "R33", "R34")
def test_fire_at_the_waters_edge():
    units = {"sm_1": "1107", "sm_2": "1107", "br_2d": "1108", "mg_a": "1108", "cg_01": "1108"}
    g = table(units)
    run(waters_edge(g, [at("1107")]), "fire br_2d 1107", "fire mg_a 1107", (4,), "lose sm_2", (6,),
        "lose br_2d")  # fmt: skip
    edge = told(g, "waters_edge")
    assert [(shot["strength"], shot["hit"]) for shot in edge] == [(7, 1), (2, 1)]
    assert where(g, "sm_2") == "eliminated"
    assert g.level[u("br_2d")] == 1  # any Allied unit next to the beach, their choice
    assert where(g, "sm_1") == "1107"
    quiet = table(units)
    run(waters_edge(quiet, [at("1107")]), "done")  # nobody must fire, and then nobody fires back


@pytest.mark.rule("malta", "18.62", "16.57")
def test_a_coast_gun_is_no_loss_of_the_waters_edge():
    g = table({"sm_1": "1107", "br_inf_co_1": "1108", "cg_01": "1108"})
    run(waters_edge(g, [at("1107")]), "fire br_inf_co_1 1107", (1,), (6,))  # nothing to choose
    assert where(g, "br_inf_co_1") == "eliminated"
    assert where(g, "cg_01") == "1108"


@pytest.mark.rule("malta", "18.61", "18.62", "R34")
def test_artillery_adds_nothing_at_the_waters_edge(monkeypatch):
    """All our guns have an attack strength of 0; so give them one."""
    levels = list(PACK.levels)
    for gun in ("art_28", "art_12"):
        levels[u(gun)] = tuple(level._replace(attack=3) for level in levels[u(gun)])
    monkeypatch.setattr(PACK, "levels", tuple(levels))
    g = table({"sm_1": "1107", "art_28": "1107", "br_2d": "1108", "art_12": "1108"})
    assert words(edge_options(g, [at("1107")], [])) == ["fire br_2d 1107"]
    run(waters_edge(g, [at("1107")]), "fire br_2d 1107", (1,), (1,))
    assert [shot["strength"] for shot in told(g, "waters_edge")] == [6, 2]
    alone = table({"art_28": "1107", "br_2d": "1108"})
    run(waters_edge(alone, [at("1107")]), "fire br_2d 1107", (1,))  # and there is no fire back
    run(waters_edge(alone, [at("1107")]), "fire br_2d 1107", (6,))
    assert where(alone, "art_28") == "eliminated"  # but it can be lost


@pytest.mark.rule("malta", "18.4", "16.56")
def test_a_gun_that_has_fired_at_a_ship_leaves_the_boats_alone():
    g = table({"sm_1": "w1_1107", "cg_01": "1108"}, phase="guns", turn="am", **OF4)
    assert words(box_options(g)) == ["shell cg_01 w1_1107"]
    g.did[u("cg_01")] |= ATTACKED
    assert box_options(g) == []


@pytest.mark.rule("malta", "18.61", "18.63", "R71")
def test_a_battalion_on_the_beach_loses_a_step():
    g = table({"li_1_33": "1107", "br_2d": "1108"})
    run(waters_edge(g, [at("1107")]), "fire br_2d 1107", (6,), (1,))
    assert (where(g, "li_1_33"), g.level[u("li_1_33")]) == ("1107", 1)


@pytest.mark.rule("malta", "18.61", "R34")
def test_who_may_fire():
    units = {"sm_1": "1107", "sm_2": "1207", "br_2d": "1108", "art_12": "1108", "raf_tak": "1108",
             "mg_a": "1007"}  # fmt: skip
    g = table(units, deployed=["art_12"])
    beaches = [at("1107"), at("1207")]
    options = words(edge_options(g, beaches, []))
    assert options == ["fire br_2d 1107", "fire br_2d 1207"]  # not over all-water hexsides
    assert edge_options(g, beaches, [(u("br_2d"), at("1107"))]) == []  # one beach a phase
    g.shots = ((u("br_2d"), at("1107"), 0),)
    assert words(edge_options(g, beaches, [])) == ["fire br_2d 1107"]  # again at the same one


@pytest.mark.rule("malta", "16.22", "18.61", "R34")
def test_a_strongpoint_that_fires_is_known():
    g = table({"sm_1": "1107", "sp_1": "1108"})
    run(waters_edge(g, [at("1107")]), "fire sp_1 1107", (1,), (1,))
    assert g.seen[u("sp_1")]


@pytest.mark.rule("malta", "18.7", "6.0", "5.2.c")
def test_moving_off_the_beach():
    g = table({"sm_1": "w1_1107", "sm_2": "w1_1107"}, phase="wave1", turn="am", **OF4)
    m = scene(g)
    assert asked(m) == "axis beach_move"
    assert "move sm_1 1108" in offers(m)
    go(m, "move sm_1 1108")
    assert where(m.state, "sm_1") == "1108"
    assert "move sm_1 1109" not in offers(m)
    near = table({"sm_1": "1107", "br_2d": "1108"}, **OF4)
    near.did[u("sm_1")] = LANDED
    assert beach_options(near, LANDED) == []  # in an enemy zone


@pytest.mark.rule("malta", "18.7", "13.2")
def test_companies_reform_on_the_beach():
    units = {f"it_inf_co_m4_{n}": "w1_1107" for n in (1, 2)} | {
        "it_inf_co_m4_3": "w2_1107", "li_1_33": "broken_down"}  # fmt: skip
    of = dict.fromkeys(units, "div4")
    m = scene(table(units, phase="wave1", turn="am", formation=of))
    go(m, "done")
    assert "reform li_1_33 1107" in offers(m)
    go(m, "reform li_1_33 1107")
    assert where(m.state, "li_1_33") == "1107"


@pytest.mark.rule("malta", "18.7", "13.2")
def test_companies_inland_wait_for_the_end_of_movement_to_reform():
    inland = {f"it_inf_co_m4_{n}": "1213" for n in (1, 2, 3)}
    g = table(inland | {"li_1_33": "broken_down", "sm_1": "1107"}, **OF4)
    g.did[u("sm_1")] = LANDED
    assert "move sm_1 1108" in words(beach_options(g, LANDED))
    assert not any(option[0] == "reform" for option in beach_options(g, LANDED))


@pytest.mark.rule("malta", "18.8", "4.22")
def test_the_second_wave_lands_and_only_it_moves():
    units = {"sm_1": "w1_1107", "sm_2": "w2_1107"}
    m = scene(table(units, phase="wave1", turn="am", **OF4))
    go(m, "done")
    assert where(m.state, "sm_2") == "1107"
    assert {offer.split()[1] for offer in offers(m) if offer.startswith("move")} == {"sm_2"}
    assert m.state.did[u("sm_2")] & SECOND_WAVE


@pytest.mark.rule("malta", "18.8", "18.62")
def test_both_waves_fire_back():
    units = {"sm_1": "1107", "sm_2": "w2_1107", "br_inf_co_1": "1108"}
    g = table(units, phase="wave2", turn="am", **OF4)
    g.did[u("sm_1")] = LANDED
    run(land(g, W2, 2 * W2), (1,), "fire br_inf_co_1 1107", (1,), (1,))
    assert [shot["strength"] for shot in told(g, "waters_edge")] == [2, 4]


@pytest.mark.rule("malta", "18.93", "4.22")
def test_no_landings_at_night():
    g = table({"sm_1": NORTH}, phase="fill", turn="night", **OF4)
    assert asked(scene(g)) != "axis fill"


@pytest.mark.rule("malta", "18.94", "8.53", "12.54")
def test_who_landed_does_not_attack_and_the_beach_is_remembered():
    g = table({"sm_1": "w1_1107"}, phase="wave1", turn="am", **OF4)
    run(land(g, W1, W2))
    assert why_not_attack(g, u("sm_1")) is not None
    assert g.landed[at("1107")] == 1
    assert g.control[at("1107")] == 1
    assert place_number("w1_1107") == W1 - PACK.beach_number[at("1107")]
