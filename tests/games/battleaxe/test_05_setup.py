"""5 Setting up."""

from __future__ import annotations

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.staging import GAME, control, match, offers, play, table, unit


def new(*options: str) -> Match:
    return Match(GAME, Setup("standard", options), None)


def begun(*options: str) -> Match:
    """After the free units have gone to A."""
    return play(new(*options), "place 11h A", "place cih A")


def units_in(m: Match, space: str) -> set[str]:
    return set(m.view(None)["position"]["spaces"][space]["units"])


@pytest.mark.rule("battleaxe", "5.1a")
def test_play_begins_on_june_15_with_fuel():
    position = begun().view(None)["position"]
    assert (position["turn"], position["day"]) == (1, "June 15")
    assert position["fuel_low"] is False


@pytest.mark.rule("battleaxe", "5.1a")
def test_the_axis_may_combine_operations_from_the_start():
    m = play(match(table(None, unplaced=(), advantage=AXIS)), "pass", "assault 9")
    assert "activate 13" in offers(m)


@pytest.mark.rule("battleaxe", "5.1b")
def test_play_begins_with_impulse_1():
    assert begun().view(None)["position"]["impulse"] == 1


@pytest.mark.rule("battleaxe", "5.1c")
def test_the_allies_begin_with_the_advantage():
    assert begun().view(None)["position"]["advantage"] == "allied"


@pytest.mark.rule("battleaxe", "5.1d")
def test_the_allies_begin_without_points():
    assert begun().view(None)["position"]["vp"] == 0


@pytest.mark.rule("battleaxe", "5.1e")
def test_one_air_and_three_artillery_markers_face_two_artillery_markers():
    position = begun().view(None)["position"]
    assert position["artillery"] == {"allied": 3, "axis": 2}
    assert position["air_used"] is False


@pytest.mark.rule("battleaxe", "5.1f")
def test_the_allies_control_a_to_d_and_h():
    m = begun()
    held = [space.id for space in GAME.data.spaces if control(m, space.id) == "allied"]
    assert held == ["A", "B", "C", "D", "H"]


@pytest.mark.rule("battleaxe", "5.2")
def test_every_unit_starts_at_full_strength_in_exactly_one_space():
    m = begun()
    everybody = [name for name in GAME.data.unit_ids if name != "4rtr"]
    assert all(unit(m, name)[1] == "full" for name in everybody)
    placed = [name for space in GAME.data.spaces for name in units_in(m, space.id)]
    assert sorted(placed) == sorted(everybody)


@pytest.mark.rule("battleaxe", "5.2.1a")
def test_the_coast_force_starts_in_a_and_b():
    assert units_in(begun(), "A") == {"1_11", "2_11", "sq_a", "11h", "cih"}
    assert units_in(begun(), "B") == {"3_11", "sq_b"}


@pytest.mark.rule("battleaxe", "5.2.1b")
def test_the_escarpment_force_starts_in_c():
    assert units_in(begun(), "C") == {"4rtr_minus", "7rtr", "22gds", "65at"}


@pytest.mark.rule("battleaxe", "5.2.1c")
def test_the_7th_armoured_division_starts_in_d():
    assert units_in(begun(), "D") == {"2rtr", "6rtr", "1krr", "2rb", "12at"}


@pytest.mark.rule("battleaxe", "5.2.1d", "5.2.2h")
def test_garrison_and_besiegers_start_in_tobruk():
    assert units_in(begun(), "H") == {"9aus", "18bde", "3armd", "xx", "xxi", "15bde"}


@pytest.mark.rule("battleaxe", "5.2.2a")
def test_halfaya_has_its_garrison():
    assert units_in(begun(), "6") == {"1_104", "1_33a", "defr"}


@pytest.mark.rule("battleaxe", "5.2.2b", "R2")
def test_the_62nd_regiment_holds_15_16_and_17():
    assert units_in(begun(), "15") == {"1_62"}
    assert units_in(begun(), "16") == {"2_62"}
    assert units_in(begun(), "17") == {"3_62"}


@pytest.mark.rule("battleaxe", "5.2.2c")
def test_point_206_has_its_garrison():
    assert units_in(begun(), "9") == {"15mc", "33pak", "6oasis"}


@pytest.mark.rule("battleaxe", "5.2.2d")
def test_point_208_has_its_garrison():
    assert units_in(begun(), "13") == {"15mg", "1_33b"}


@pytest.mark.rule("battleaxe", "5.2.2e")
def test_15th_panzer_starts_in_18():
    assert units_in(begun(), "18") == {"1_8", "2_8", "1_33c", "33recce"}


@pytest.mark.rule("battleaxe", "5.2.2f")
def test_bardia_has_its_garrison():
    assert units_in(begun(), "21") == {"bardia1"}
    assert units_in(begun(), "22") == {"bardia2"}


@pytest.mark.rule("battleaxe", "5.2.2g")
def test_5th_light_starts_in_zone_g():
    assert units_in(begun(), "G") == {"1_5", "2_5", "3recce"}


@pytest.mark.rule("battleaxe", "5.2.1e")
def test_11h_and_cih_go_where_the_allied_player_likes_among_a_to_d():
    m = new()
    assert m.to_answer == ("allied",)
    assert offers(m) == ["place 11h A", "place 11h B", "place 11h C", "place 11h D"]
    play(m, "place 11h D")
    assert offers(m) == ["place cih A", "place cih B", "place cih C", "place cih D"]
    play(m, "place cih D")
    assert unit(m, "11h") == unit(m, "cih") == ("D", "full")
    apart = play(new(), "place 11h C", "place cih B")
    assert (unit(apart, "11h")[0], unit(apart, "cih")[0]) == ("C", "B")


@pytest.mark.rule("battleaxe", "5.2.1e")
def test_nothing_else_is_done_before_the_free_units_are_placed():
    m = new()
    assert m.state.phase == "setup"
    play(m, "place 11h A")
    assert m.state.phase == "setup"
    play(m, "place cih A")
    assert m.state.phase == "maneuvers"
    assert "pass" in offers(m)


@pytest.mark.rule("battleaxe", "5.2.1f")
def test_in_the_historical_placement_11h_starts_in_d_and_cih_in_b():
    m = new("historical_setup")
    assert unit(m, "11h") == ("D", "full")
    assert unit(m, "cih") == ("B", "full")
    assert "pass" in offers(m)


@pytest.mark.rule("battleaxe", "5.2.2h", "7.3")
def test_tobruk_is_contested_and_allied_from_the_first_impulse():
    m = begun()
    assert control(m, "H") == "allied"
    assert "attack H" in offers(play(m, "assault H"))


@pytest.mark.rule("battleaxe", "5.2.2e", "5.2.2g", "5.2.2i", "R1")
def test_15th_panzer_and_5th_light_neither_move_nor_attack_on_june_15():
    g = table(None, unplaced=(), half="axis", impulse=2, advantage=AXIS)
    locked = {"1_8", "2_8", "1_33c", "33recce", "1_5", "2_5", "3recce"}
    m = match(g)
    assert "assault 18" not in offers(m)
    assert "assault G" not in offers(m)
    regroups = {offer.split()[1] for offer in offers(play(m, "regroup")) if offer != "done"}
    assert regroups
    assert not regroups & locked
    m = play(match(g), "assault 9")
    assert "activate 18" not in offers(m)
    assert "activate G" not in offers(m)
    g.turn = 2
    g.locked = [False, False]
    assert {"assault 18", "assault G"} <= set(offers(match(g)))


@pytest.mark.rule("battleaxe", "5.2.2i")
@pytest.mark.parametrize(("space", "name"), [("18", "2_8"), ("G", "3recce")])
def test_a_locked_unit_beside_an_enemy_does_not_attack(space, name):
    g = table({name: space, "2rtr": space, "15mc": "14"}, half="axis", advantage=AXIS)
    assert f"assault {space}" not in offers(match(g))
    g.control[g.pack.board.at(space)] = ALLIED
    assert f"assault {space}" not in offers(match(g))
