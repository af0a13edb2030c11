"""11.6-11.6.2, 11.6.4 Retreats that combat forces: back where attackers came from, or by rank."""

import pytest

from tests.games.battleaxe.acting import asked, field, go, rules_told, scene, who
from tests.games.battleaxe.staging import offers, told, unit

HOME = ["A", "B", "C", "D", "H"]
FULL_16 = {"2_8": "17", "1_5": "17", "2_5": "17", "3recce": "17"}


def places(m) -> list[str]:
    """Where the retreating unit may go."""
    assert asked(m) == "retreat_to"
    return [offer.removeprefix("to ") for offer in offers(m)]


def ranks(m) -> list[object]:
    """By which rank of 11.6.2 units have retreated so far."""
    return [event["rank"] for event in told(m, "retreated")]


# -- Attackers -------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.6", "11.4.4a", "R14")
def test_repulsed_attackers_go_back_each_to_the_space_it_came_from():
    m = scene(field({"1_8": "15", "15mc": "9", "22gds": "7"}, half="axis"))
    go(m, "assault 15", "activate 9", "move 1_8 7", "move 15mc 7", "attack 7", "lead 1_8", -1)
    assert unit(m, "1_8") == ("15", "reduced")
    assert unit(m, "15mc") == ("9", "reduced")
    assert rules_told(m, "retreated") == ["11.6", "11.6"]


@pytest.mark.rule("battleaxe", "11.6")
def test_it_is_the_last_space_before_the_attack_not_the_active_area():
    m = scene(field({"11h": "C", "1_62": "7"}, reduced=["1_62"]))
    go(m, "assault C", "move 11h 4", "move 11h 7", "attack 7", "no", -1)
    assert unit(m, "11h") == ("4", "reduced")


@pytest.mark.rule("battleaxe", "11.6", "11.6.1", "R14")
def test_a_repulsed_attacker_whose_way_back_is_full_goes_on_from_there_by_the_ranks():
    # Four units fill 15 behind 1/8. From 15 it may not go back to 7; 9 and 16 each have Allied 7
    # beside them, while 14, 17 and 18 have no enemy-controlled neighbour.
    g = field(
        {"1_8": "15", "2_8": "14", "1_5": "14", "2_5": "14", "3recce": "14", "22gds": "7"},
        half="axis",
    )
    m = go(scene(g), "assault 15", "move 1_8 7", "activate 14", "move 2_8 15", "move 1_5 15")
    go(m, "move 2_5 15", "move 3recce 15", "attack 7", -1)
    assert who(m) == "axis"
    assert places(m) == ["14", "17", "18"]
    go(m, "to 17")
    assert unit(m, "1_8") == ("17", "reduced")
    assert [unit(m, each)[0] for each in ("2_8", "1_5", "2_5", "3recce")] == ["15"] * 4


@pytest.mark.rule("battleaxe", "11.6", "R14")
def test_a_zone_behind_the_full_space_takes_any_number():
    units = {"11h": "A", "1_11": "A", "2_11": "A", "sq_a": "A", "3_11": "A", "defr": "6"}
    m = scene(field(units, reduced=["defr"], turn=1, locked=[True, True]))
    go(m, "assault A", "move 11h 5", "move 11h 6")
    go(m, *[f"move {each} 5" for each in ("1_11", "2_11", "sq_a", "3_11")], "attack 6", "no", -1)
    assert unit(m, "11h") == ("A", "reduced")


@pytest.mark.rule("battleaxe", "11.6", "11.6.4", "R14")
def test_a_repulsed_attacker_with_no_place_beyond_the_full_space_is_eliminated():
    # 16 is full behind it, 15 is Allied ground, and 17 turns Allied again when its guests leave.
    g = field(
        {"1_8": "16", "22gds": "7", "2rb": "17"} | FULL_16,
        half="axis",
        allied=[*HOME, "7", "15", "17"],
    )
    m = go(scene(g), "assault 16", "move 1_8 7", "activate 17")
    go(m, *[f"move {each} 16" for each in FULL_16], "attack 7", -1)
    assert unit(m, "1_8") == ("off", "gone")
    assert rules_told(m, "eliminated") == ["11.6.4"]


@pytest.mark.rule("battleaxe", "11.6.1", "R13")
def test_units_retreat_one_by_one_in_their_owners_order_where_room_is_short():
    g = field(
        {"1_8": "16", "15mc": "16", "22gds": "7", "2rb": "17"} | FULL_16,
        half="axis",
        allied=[*HOME, "7", "15", "17"],
    )
    m = go(scene(g), "assault 16", "move 1_8 7", "move 15mc 7", "activate 17")
    go(m, "move 2_8 16", "move 1_5 16", "move 2_5 16", "attack 7", "lead 1_8", -1)
    assert (who(m), asked(m)) == ("axis", "retreat_next")
    assert offers(m) == ["retreat 15mc", "retreat 1_8"]
    go(m, "retreat 1_8")
    assert unit(m, "1_8") == ("16", "reduced")
    assert unit(m, "15mc") == ("17", "reduced")  # Contested 17 is the only place left


@pytest.mark.rule("battleaxe", "11.6.1")
def test_where_there_is_room_for_all_nobody_is_asked_for_an_order():
    m = scene(field({"1_8": "15", "15mc": "15", "22gds": "7"}, half="axis"))
    go(m, "assault 15", "move 1_8 7", "move 15mc 7", "attack 7", "lead 1_8", -1)
    assert asked(m) == "assault"
    assert unit(m, "1_8") == unit(m, "15mc") == ("15", "reduced")


# -- Rank A ----------------------------------------------------------------------------------


def beaten_in_16(*allied: str):
    """A reduced Italian unit in 16 (beside 7, 15, 17) must retreat before an attack from 7."""
    g = field({"7rtr": "7", "1_62": "16"}, reduced=["1_62"], allied=[*HOME, "7", *allied])
    return go(scene(g), "assault 7", "move 7rtr 16", "attack 16", "no", 1)


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_of_free_spaces_the_one_with_the_fewest_enemy_neighbours_is_taken():
    # 15 has Allied 7 beside it, 17 has no enemy-controlled neighbour at all.
    m = beaten_in_16()
    assert unit(m, "1_62") == ("17", "reduced")
    assert ranks(m) == ["A"]


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_equals_are_for_the_owner_to_choose_between():
    m = beaten_in_16("6")  # 15 has 7 beside it, 17 has 6
    assert who(m) == "axis"
    assert places(m) == ["15", "17"]
    assert unit(go(m.clone(), "to 15"), "1_62") == ("15", "reduced")
    assert unit(go(m.clone(), "to 17"), "1_62") == ("17", "reduced")


@pytest.mark.rule("battleaxe", "11.6.2")
def test_one_enemy_neighbour_more_is_enough_to_decide():
    m = beaten_in_16("6", "9")  # 15 has 7 and 9 beside it, 17 only 6
    assert unit(m, "1_62") == ("17", "reduced")


@pytest.mark.rule("battleaxe", "11.6.2", "R14", "R4")
def test_zones_are_places_to_retreat_to_and_count_as_neighbours():
    # From 20: 19 has 18 beside it, 23 has 22, and Zone G has Allied Tobruk.
    g = field({"7rtr": "18", "1_62": "20"}, reduced=["1_62"], allied=[*HOME, "18", "22"])
    m = go(scene(g), "assault 18", "move 7rtr 20", "attack 20", "no", 1)
    assert places(m) == ["19", "23", "G"]
    assert unit(go(m, "to G"), "1_62") == ("G", "reduced")


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_a_vacant_space_of_the_enemy_is_no_place_to_retreat_to():
    m = beaten_in_16("17")  # 17 is empty, but Allied; 15 has two enemy neighbours and is taken
    assert unit(m, "1_62") == ("15", "reduced")
    m = beaten_in_16("15", "17")
    assert unit(m, "1_62") == ("off", "gone")


@pytest.mark.rule("battleaxe", "11.6.2", "11.6.1")
def test_a_free_space_without_room_gives_way_to_a_worse_one_with_room():
    g = field(
        {"7rtr": "7", "1_62": "16"} | dict.fromkeys(["1_8", "2_8", "1_5", "2_5"], "17"),
        reduced=["1_62"],
    )
    m = go(scene(g), "assault 7", "move 7rtr 16", "attack 16", "no", 1)
    assert unit(m, "1_62") == ("15", "reduced")


# -- Ranks B and C ---------------------------------------------------------------------------


def beaten_allies(units: dict[str, str], *allied: str):
    """A reduced Allied unit in 16 (beside 7, 15, 17) must retreat before an attack from 15."""
    g = field(
        {"1_8": "15", "22gds": "16"} | units,
        reduced=["22gds"],
        half="axis",
        allied=[*HOME, "16", *allied],
    )
    return go(scene(g), "assault 15", "move 1_8 16", "attack 16", 1)


@pytest.mark.rule("battleaxe", "11.6.2")
def test_a_free_space_comes_before_any_contested_one():
    m = beaten_allies({"2rb": "17", "3_62": "17"}, "7", "17")
    assert unit(m, "22gds") == ("7", "reduced")
    assert ranks(m) == ["A"]


@pytest.mark.rule("battleaxe", "11.6.2")
def test_a_contested_space_of_ones_own_comes_before_one_of_the_enemy():
    contested = {"2rb": "17", "3_62": "17", "1krr": "7", "2_62": "7"}
    m = beaten_allies(contested, "7")
    assert unit(m, "22gds") == ("7", "reduced")
    assert ranks(m) == ["B"]
    m = beaten_allies(contested, "17")
    assert unit(m, "22gds") == ("17", "reduced")
    assert places(beaten_allies(contested, "7", "17")) == ["7", "17"]


@pytest.mark.rule("battleaxe", "11.6.2")
def test_a_contested_space_of_the_enemy_is_better_than_none():
    m = beaten_allies({"2rb": "17", "3_62": "17"})
    assert unit(m, "22gds") == ("17", "reduced")
    assert ranks(m) == ["C"]
    contested = {"2rb": "17", "3_62": "17", "1krr": "7", "2_62": "7"}
    assert places(beaten_allies(contested)) == ["7", "17"]


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_retreating_into_a_contested_space_causes_no_attack():
    m = beaten_allies({"2rb": "17", "3_62": "17"})
    assert asked(m) == "assault"
    assert m.state.battle is None
    assert len(told(m, "attack")) == 1


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_a_space_that_was_attacked_is_closed_to_movement_but_not_to_retreats():
    g = field(
        {"7rtr": "7", "2rtr": "7", "1_62": "16", "2_62": "15"},
        reduced=["2_62"],
        allied=[*HOME, "7", "9", "14", "17", "18"],
    )
    m = go(scene(g), "assault 7", "move 2rtr 16", "attack 16", "no", 0, "done")
    go(m, "move 7rtr 15", "attack 15", "no", 1)
    assert unit(m, "2_62") == ("16", "reduced")


# -- Rank D ----------------------------------------------------------------------------------

FOUR = ["2rb", "1krr", "3_11", "1_11"]
MORE = ["7rtr", "2rtr", "6rtr", "sq_a"]


@pytest.mark.rule("battleaxe", "11.6.2", "11.6.1", "R14", "R40")
def test_a_unit_goes_through_a_full_space_when_there_is_nothing_better():
    # Beyond full 7 lie Free 3 (beside Axis 2 and 8) and Free 4 (beside Axis 6): it ends in 4.
    m = beaten_allies(dict.fromkeys(FOUR, "7"), "3", "4")
    assert unit(m, "22gds") == ("4", "reduced")
    assert told(m, "retreated") == [{"unit": "22gds", "start": "16", "place": "4", "rank": "A"}]
    assert ranks(m) == ["A"]


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_any_place_with_room_comes_before_a_full_one():
    m = beaten_allies(dict.fromkeys(FOUR, "7") | {"7rtr": "17", "3_62": "17"}, "3", "4")
    assert unit(m, "22gds") == ("17", "reduced")
    assert ranks(m) == ["C"]


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_it_may_have_to_go_through_several_full_spaces():
    m = beaten_allies(dict.fromkeys(FOUR, "7") | dict.fromkeys(MORE, "3"))
    assert unit(m, "22gds") == ("C", "reduced")


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_of_several_full_spaces_one_that_leads_somewhere_is_taken():
    # 17 is full too, but beyond it everything is Axis.
    m = beaten_allies(dict.fromkeys(FOUR, "7") | dict.fromkeys(MORE, "17"), "4")
    assert unit(m, "22gds") == ("4", "reduced")


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_if_several_full_spaces_lead_somewhere_the_owner_chooses():
    m = beaten_allies(dict.fromkeys(FOUR, "7") | dict.fromkeys(MORE, "17"), "4", "6")
    assert m.decision is not None
    assert (who(m), m.decision.rule) == ("allied", "11.6.2")
    assert m.decision.facts["rank"] == "D"
    assert places(m) == ["7", "17"]
    assert unit(go(m.clone(), "to 17"), "22gds") == ("6", "reduced")
    go(m, "to 7")
    assert places(m) == ["4", "6"]  # 4 has Axis 3 beside it, 6 has Axis 5


@pytest.mark.rule("battleaxe", "11.6.2", "11.6.4", "R14")
def test_a_full_space_that_leads_only_back_is_no_way_out():
    # From full 7 the only space that is not Axis is 16, Contested and Allied: where it came from.
    m = beaten_allies(dict.fromkeys(FOUR, "7"))
    assert unit(m, "22gds") == ("off", "gone")


@pytest.mark.rule("battleaxe", "11.6.2", "R14")
def test_a_full_contested_space_is_gone_through_as_well():
    m = beaten_allies(dict.fromkeys(FOUR, "7") | {"2_62": "7"}, "4")
    assert unit(m, "22gds") == ("4", "reduced")


# -- Elimination -----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.6.4", "R4")
def test_sea_map_edge_and_escarpment_leave_no_way_out():
    # 5 lies between the sea, the escarpment to 4, Halfaya and Zone A.
    g = field({"1_104": "6", "22gds": "5"}, reduced=["22gds"], half="axis", allied=["B", "4", "5"])
    m = go(scene(g), "assault 6", "move 1_104 5", "attack 5", 1)
    assert unit(m, "22gds") == ("off", "gone")
    g = field({"1_104": "6", "22gds": "5"}, reduced=["22gds"], half="axis", allied=["A", "5"])
    m = go(scene(g), "assault 6", "move 1_104 5", "attack 5", 1)
    assert unit(m, "22gds") == ("A", "reduced")
