"""8 Battles and 9 combat: who must fight, who fires at what, what a hit costs."""

import pytest

from khamsin.games.rommel.model.pieces import CLASSES
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import (
    PACK,
    asked,
    cv,
    defender,
    go,
    lies,
    number,
    offers,
    play,
    table,
    told,
    where,
)  # fmt: skip

EDGE = {("10", "35"): "axis"}


def battle(blocks, *, active="axis", original="allied", place="35", **more):
    """A battle in this hex that has been going on, fought again on one card."""
    stacks = dict.fromkeys(blocks, place)
    more.setdefault("crossed", EDGE)
    rest = {"x_ariete": "151", "a_7_7": "74"}
    rest = {block: at for block, at in rest.items() if block not in stacks}
    more.setdefault("holder", {"benghazi": "axis"})
    g = table(stacks | rest, active=active, battles={place: original}, **more)
    return play(g, "play 1 1", "done", f"fight {place}")


@pytest.mark.rule("rommel", "8.6.a", "8.0")
def test_old_battles_may_rest():
    g = table({"x_21_5": "35", "a_7_4": "35"}, battles={"35": "allied"}, crossed=EDGE)
    m = play(g, "play 1 1", "done")
    assert offers(m) == ["fight 35", "done"]
    go(m, "done")
    assert told(m, "fired") == []
    assert defender(m, "35") == "allied"


@pytest.mark.rule("rommel", "8.6.b", "8.2.b")
def test_a_new_battle_must_be_fought():
    g = table({"x_21_5": "10", "a_7_4": "35"})
    m = play(g, "play 1 1", "group 10", "engage x_21_5 10 35 10", "done", "accept 35")
    assert asked(m) == "dice fire"


@pytest.mark.rule("rommel", "R27", "8.2.a", "8.6.b")
def test_joining_an_old_battle_compels_nobody():
    blocks = {"x_21_5": "35", "a_7_4": "35", "x_15_8": "10"}
    g = table(blocks, battles={"35": "allied"}, crossed=EDGE)
    m = play(g, "play 1 1", "group 10", "engage x_15_8 10 35 10", "done")
    assert asked(m) == "axis battles"
    go(m, "done")
    assert told(m, "fired") == []


@pytest.mark.rule("rommel", "8.6.c", "13.2.b")
@pytest.mark.parametrize(("active", "must"), [("axis", True), ("allied", False)])
def test_the_attacker_of_a_fortress_must_fight_and_the_defender_need_not(active, must):
    blocks = {"x_21_5": "37", "a_7_4": "37"}
    g = table(blocks, active=active, battles={"37": "allied"}, crossed={("36", "37"): "axis"})
    m = play(g, "play 1 1", "done")
    assert asked(m) == ("dice fire" if must else "allied battles")


@pytest.mark.rule("rommel", "13.2.c", "R27", "8.6.c")
def test_not_compulsory_in_blitz_combat():
    blocks = {"x_21_5": "37", "a_7_4": "37"}
    g = table(blocks, battles={"37": "allied"}, crossed={("36", "37"): "axis"})
    m = play(g, "play 3 3", "done", "done", (1,) * 4, (1,) * 6, "done")
    assert asked(m) == "axis battles"
    go(m, "done")
    assert len(told(m, "combat")) == 1


@pytest.mark.rule("rommel", "8.6.d", "9.0")
def test_battles_are_named_before_any_dice_and_fought_in_the_order_one_likes():
    blocks = {"x_21_5": "35", "a_7_4": "35", "x_15_8": "61", "a_1at": "61", "x_21_3": "10"}
    g = table(
        blocks,
        battles={"35": "allied", "61": "allied"},
        crossed={("10", "35"): "axis", ("60", "61"): "axis", ("35", "60"): "axis"},
    )
    m = play(g, "play 1 1", "done", "fight 61", "fight 35")
    assert asked(m) == "axis resolve"
    go(m, "resolve 61", (1,) * 4, (1,) * 6)
    assert [event["place"] for event in told(m, "combat")] == ["61", "35"]


@pytest.mark.rule("rommel", "8.4.a", "8.4.b", "3.43.b")
def test_only_newly_attacked_groups_may_refuse():
    blocks = {"x_21_5": "35", "a_7_4": "35", "x_15_8": "10", "a_7_7": "61", "x_21_3": "60"}
    g = table(blocks, battles={"35": "allied"}, crossed=EDGE, holder={"benghazi": "axis"})
    m = play(g, "play 2 2", "group 10", "engage x_15_8 10 35 10", "group 60")
    go(m, "engage x_21_3 60 61 60", "done")
    assert asked(m) == "allied refuse"
    assert offers(m) == ["accept 61", "refuse 61"]
    go(m, "accept 61")
    assert asked(m) == "axis battles"


@pytest.mark.rule("rommel", "8.4.s2")
def test_a_group_with_a_block_that_has_no_line_cannot_refuse():
    # The Fortress supplies two of three: with the third among them nobody may go.
    blocks = {"a_70_23": "38", "a_70_14": "38", "x_21_5": "61", "x_15_8": "64", "a_7_7": "74"}
    g = table(blocks | {"x_ariete": "62", "x_trento": "60"}, holder={"benghazi": "axis"})
    g.bound = changed(g.bound, number("a_70_23"), PACK.place_index["37"])
    m = play(g, "play 1 1", "group 62", "engage x_ariete 62 38 62", "done")
    assert offers(m) == ["accept 38"]
    g.bound = changed(g.bound, number("a_70_14"), PACK.place_index["37"])
    m = play(g, "play 1 1", "group 62", "engage x_ariete 62 38 62", "done")
    assert offers(m) == ["accept 38", "refuse 38"]


# -- 9 fire ------------------------------------------------------------------------------------


@pytest.mark.rule("rommel", "9.1", "9.2.a", "9.2.b", "9.2.s2", "9.4", "9.4.s1")
def test_armor_against_infantry_fires_double():
    m = battle(["x_21_5", "a_4in_5"])
    go(m, (1, 1, 1, 1))  # the Passive side first: infantry at armor
    assert asked(m) == "dice fire"
    go(m, (4, 5, 1, 6, 3, 3))
    assert [event["side"] for event in told(m, "fired")] == ["allied", "axis"]
    assert told(m, "fired")[-1]["power"] == "DF"
    assert told(m, "fired")[-1]["hits"] == 2
    assert cv(m, "a_4in_5") == 2


@pytest.mark.rule("rommel", "9.3.a", "9.3.c", "9.4.s1")
def test_armor_must_fire_at_armor_and_infantry_at_infantry():
    m = battle(["x_21_5", "x_21_104", "a_7_4", "a_4in_5"])
    go(m, (1,) * 4, (1,) * 4, (1,) * 6, (1,) * 6)
    shots = {event["block"]: event["target"] for event in told(m, "fired")}
    assert shots == {
        "a_7_4": "armor", "a_4in_5": "infantry", "x_21_5": "armor", "x_21_104": "infantry",
    }  # fmt: skip


@pytest.mark.rule("rommel", "9.3.a", "9.3.b", "9.2.a")
def test_antitank_and_artillery_choose_and_artillery_fires_first():
    m = battle(["x_21_5", "x_trento", "a_ra_a", "a_2pdr"])
    assert asked(m) == "allied fire"
    assert offers(m) == ["fire_at a_ra_a armor", "fire_at a_ra_a infantry"]
    go(m, "fire_at a_ra_a infantry", (1,) * PACK.full_cv[number("a_ra_a")])
    assert offers(m) == ["fire_at a_2pdr armor", "fire_at a_2pdr infantry"]


@pytest.mark.rule("rommel", "9.3.b", "9.3.s1", "R50")
def test_artillery_is_a_target_only_without_support():
    m = battle(["x_21_5", "a_ra_a", "a_4in_5"], disrupted=[])
    go(m, "fire_at a_ra_a armor") if asked(m) == "allied fire" else None
    go(m, (1,) * 3, (1,) * 4)
    assert asked(m) == "dice fire"
    go(m, (1,) * 6)
    assert told(m, "fired")[-1]["target"] == "infantry"
    # With nothing but Disrupted blocks beside it, everybody may fire at it, TF.
    stacks = {"x_21_5": "35", "a_ra_a": "35", "a_4in_5": "35", "a_7_7": "74"}
    g = table(stacks, battles={"35": "allied"}, crossed=EDGE, disrupted=["a_4in_5"])
    g.disrupted = changed(g.disrupted, number("a_4in_5"), 9)
    m = play(g, "play 1 1", "done", "fight 35", (1,) * 3, (4, 1, 1, 1, 1, 1))
    assert told(m, "fired")[-1]["target"] == "artillery"
    assert told(m, "fired")[-1]["power"] == "TF"
    assert cv(m, "a_ra_a") == 2


@pytest.mark.rule("rommel", "9.3.d", "9.5.e")
def test_when_a_class_is_wiped_out_others_may_choose_again():
    m = battle(["x_21_5", "x_15_8", "a_7_4", "a_4in_5"], cv={"a_7_4": 1})
    go(m, (1,), (1,) * 4)
    go(m, (6, 1, 1, 1, 1, 1))  # 7/4 is destroyed by the first
    go(m, (5, 5, 1, 1, 1, 1))
    assert [event["target"] for event in told(m, "fired")][-2:] == ["armor", "infantry"]
    assert where(m, "a_7_4") == "eliminated"
    assert cv(m, "a_4in_5") == 2


@pytest.mark.rule("rommel", "9.2.s1")
def test_all_dice_of_a_block_go_at_one_class():
    m = battle(["x_21_5", "a_7_4", "a_4in_5"], cv={"a_7_4": 1})
    go(m, (1,), (1,) * 4, (6, 6, 6, 6, 6, 6))
    assert cv(m, "a_4in_5") == 4


@pytest.mark.rule("rommel", "9.5.a", "9.5.c", "9.5.d", "2.3.a", "intro.h")
def test_the_owner_spreads_losses_after_all_have_fired():
    m = battle(["x_21_5", "x_15_8", "a_7_4", "a_2_3"])
    go(m, (1,) * 3, (1,) * 4, (6, 1, 1, 1, 1, 1))
    assert asked(m) == "dice fire"  # no loss is taken before the last block has fired
    go(m, (6, 1, 1, 1, 1, 1))
    assert offers(m) == ["lose a_2_3", "lose a_7_4"]
    go(m, "lose a_7_4", "lose a_2_3")
    assert (cv(m, "a_7_4"), cv(m, "a_2_3")) == (3, 2)


@pytest.mark.rule("rommel", "9.5.b", "9.5.s1", "2.4")
def test_an_odd_hit_on_elite_blocks_is_lost():
    m = battle(["x_21_5", "a_7_4"], active="allied", original="axis", crossed={})
    go(m, (1,) * 6, (6, 6, 6, 1))
    assert cv(m, "x_21_5") == 4


@pytest.mark.rule("rommel", "9.5.s2", "9.5.b", "9.5.c")
def test_three_hits_on_an_elite_and_an_ordinary_block():
    m = battle(["x_21_5", "x_ariete", "a_7_4"], active="allied", original="axis", crossed={})
    go(m, (1,) * 6, (1,) * 4, (6, 6, 6, 1))
    assert offers(m) == ["lose x_21_5", "lose x_ariete"]
    go(m, "lose x_21_5")
    assert (cv(m, "x_21_5"), cv(m, "x_ariete")) == (4, 3)  # the third can only go to Ariete
    # A block of CV 1 hit once is not gone yet: the second hit makes both go to the elite one.
    m = battle(
        ["x_21_5", "x_ariete", "a_7_4"], active="allied", original="axis", crossed={},
        cv={"x_ariete": 1},
    )  # fmt: skip
    go(m, (1,) * 6, (1,), (6, 6, 1, 1))
    assert (cv(m, "x_21_5"), cv(m, "x_ariete")) == (4, 1)


@pytest.mark.rule("rommel", "9.21.s1", "9.21", "13.2.a", "R3", "1.7.a")
def test_defenders_of_a_fortress_fire_double_dice():
    blocks = ["x_21_104", "a_70_23", "a_7_4"]
    edge = {("36", "37"): "axis"}
    stacks = dict.fromkeys(blocks, "37") | {"a_7_7": "74"}
    g = table(stacks, battles={"37": "allied"}, crossed=edge, cv={"a_70_23": 3})
    m = play(g, "play 1 1", "done")
    go(m, (1,) * 6)  # infantry of CV 3: six dice, still SF
    assert told(m, "fired")[-1]["power"] == "SF"
    go(m, (1,) * 4, (1,) * 6)  # armor has no more than its CV
    # The benefit is lost when the Defender starts the combat.
    g = table(stacks, active="allied", battles={"37": "allied"}, crossed=edge, cv={"a_70_23": 3})
    m = play(g, "play 1 1", "done", "fight 37", (1,) * 6, (1,) * 3)
    assert len(told(m, "fired")) == 2


@pytest.mark.rule("rommel", "13.5.s1")
def test_an_assault_on_a_fortress_meets_quadruple_dice():
    blocks = {"x_21_104": "37", "a_70_23": "37", "a_7_4": "37", "a_7_7": "74"}
    g = table(blocks, battles={"37": "allied"}, crossed={("36", "37"): "axis"})
    m = play(g, "play 2 2", "done", "assault 37", "done", (1,) * 16, (1,) * 8)
    assert asked(m) == "dice fire"
    go(m, (1,) * 12)


# -- minefields --------------------------------------------------------------------------------


def mined(blocks, active="axis", **more):
    mine = [-1] * PACK.size
    seen = [0] * PACK.size
    mine[PACK.place_index["35"]], seen[PACK.place_index["35"]] = 0, 1
    return battle(blocks, active=active, mine=mine, mine_seen=seen, **more)


@pytest.mark.rule("rommel", "9.52.a", "9.52.c", "14.2.b", "14.2.d")
def test_half_hits_in_a_minefield():
    m = mined(["x_21_5", "a_7_4"])
    go(m, (1,) * 4, (6, 6, 6, 1, 1, 1))
    assert cv(m, "a_7_4") == 3  # three half hits: one CV, the rest is lost


@pytest.mark.rule("rommel", "9.52.b", "14.2.c")
def test_artillery_hits_in_full():
    m = mined(["x_arko", "a_7_4"])
    go(m, (1,) * 4, (6, 6, 1, 1))
    assert cv(m, "a_7_4") == 2


@pytest.mark.rule("rommel", "14.2.s1")
def test_an_elite_step_goes_with_one_artillery_hit_and_two_others():
    m = mined(["x_arko", "x_21_5", "a_1at"])
    go(m, (1,) * 4, (6, 1, 1, 1), (6, 6, 1, 1, 1, 1))
    assert cv(m, "a_1at") == 2
    m = mined(["x_arko", "x_21_5", "a_1at"])
    go(m, (1,) * 4, (1, 1, 1, 1), (6, 6, 6, 1, 1, 1))
    assert cv(m, "a_1at") == 4


@pytest.mark.rule("rommel", "14.2.e")
def test_no_benefit_if_the_defender_starts_the_combat():
    m = mined(["x_15_8", "a_7_4"], active="allied")
    go(m, (6, 1, 1, 1, 1, 1), (1,) * 3)
    assert cv(m, "a_7_4") == 3


@pytest.mark.rule("rommel", "14.2.a", "14.2.b", "14.1", "R48")
def test_a_minefield_is_revealed_when_enemies_have_entered():
    mine = [-1] * PACK.size
    mine[PACK.place_index["35"]] = 0
    g = table({"x_21_5": "10", "a_7_4": "37"}, mine=mine)
    assert "35" not in play(g).view("axis")["position"]["minefields"]
    assert play(g).view("allied")["position"]["minefields"] == ["35"]
    m = play(g, "play 1 1", "group 10", "move x_21_5 10 35")
    assert m.view("axis")["position"]["minefields"] == []
    go(m, "done")
    assert told(m, "minefield") == [{"place": "35"}]
    assert m.view("axis")["position"]["minefields"] == ["35"]
    assert not lies(m, "x_21_5")


@pytest.mark.rule("rommel", "2.2.a", "2.2.s1", "2.1", "intro.g")
def test_types_give_class_and_speed():
    seen = {
        (block.type, CLASSES[PACK.class_of[n]], PACK.speeds[n])
        for n, block in enumerate(PACK.blocks)
    }
    assert seen == {
        ("recon", "armor", 4), ("armor", "armor", 3), ("mech_inf", "infantry", 3),
        ("mot_inf", "infantry", 2), ("infantry", "infantry", 1), ("paratroop", "infantry", 1),
        ("mobile_at", "antitank", 3), ("mot_at", "antitank", 2), ("sp_art", "artillery", 3),
        ("artillery", "artillery", 1),
    }  # fmt: skip
    assert {block.is_elite for block in PACK.blocks if block.nationality == "german"} == {True}
    assert {block.is_elite for block in PACK.blocks if block.nationality == "italian"} == {False}
    elite = {b.type for b in PACK.blocks if b.is_elite and b.side == 0}
    assert elite == {"armor"}
