"""Chapter 13: the three scenarios."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, POOLS, SIDES, UNUSED, WAITING
from khamsin.games.gazala.model.state import TURN_END
from khamsin.games.gazala.rules.segment import command_modifier
from khamsin.games.gazala.rules.setup import placements
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.gazala.staging import GAME, PACK, asked, go, h, offers, scene, table, u, until

OPENING, AIDA, STRIKE = (PACK.scenarios[name] for name in ("opening", "aida", "strike"))


def begun(scenario):
    """A game after both sides have let the program place their units, before the first roll."""
    return go(Match(GAME, Setup(scenario), None), "done", "done")


def place_of(scenario, unit):
    g = GAME.rules.start(Setup(scenario))
    place = g.place[u(unit)]
    return g.place_id(place) if place >= 0 else place


def points(scenario):
    g = GAME.rules.start(Setup(scenario))
    return {pool: number for pool, number in zip(POOLS, g.points, strict=True) if number}


def arrivals(scenario, side):
    """What comes when: units and points."""
    found: dict[str, list[str]] = {}
    for arrival in PACK.scenarios[scenario].arrivals:
        if arrival.side == side and arrival.date != "start":
            units = [PACK.unit_ids[unit] for unit in arrival.units]
            pools = [f"{number} {POOLS[pool]}" for pool, number in arrival.points]
            found.setdefault(arrival.date, []).extend([*units, *pools])
    return found


@pytest.mark.rule("gazala", "13.11.a", "13.21", "13.31.a")
def test_the_length_of_the_scenarios():
    assert (OPENING.dates[0], OPENING.dates[-1], len(OPENING.dates)) == ("05-26", "06-05", 11)
    assert (AIDA.dates[0], AIDA.dates[-1], len(AIDA.dates)) == ("05-26", "06-22", 28)
    assert (STRIKE.dates[0], STRIKE.dates[-1], len(STRIKE.dates)) == ("05-23", "06-22", 31)


@pytest.mark.rule("gazala", "13.11.b", "R41", "13.21")
def test_on_the_first_day_only_three_axis_chits_are_in_the_cup():
    for scenario in ("opening", "aida"):
        m = begun(scenario)
        assert asked(m) == "air"  # every other part of the segment is played
        go(m, (1,), "no")
        while asked(m) != "chit":
            go(m, "done" if "done" in offers(m) else "no")
        assert sorted(m.state.cup) == ["afrika", "rommel", "xx"]
        assert "command" not in [e[1] for e in m.entries if e[0] == "dice"]


@pytest.mark.rule("gazala", "13.31.b", "R41")
def test_the_british_begin_with_any_two_chits():
    m = begun("strike")
    until(m, "chits")
    assert m.to_answer == ("allied",)
    go(m, "chit 1arm", "chit 7arm")
    assert asked(m) == "chit"
    assert sorted(m.state.cup) == ["1arm", "7arm"]  # both: no indecision


@pytest.mark.rule("gazala", "13.11.c", "13.31.c", "13.31.d")
def test_modifiers_of_the_second_day():
    for scenario in ("opening", "aida"):
        assert command_modifier(table({"hq_afrika": "0407"}, scenario=scenario, turn=2), AXIS) == 2
    g = table({"hq_afrika": "0407"}, scenario="strike", turn=2)
    assert (command_modifier(g, AXIS), command_modifier(g, ALLIED)) == (-1, 1)
    g = table({}, scenario="strike", turn=5, withdrawing=True, control={"0912": "axis"})
    assert (command_modifier(g, AXIS), command_modifier(g, ALLIED)) == (0, 0)


@pytest.mark.rule("gazala", "13.31.e")
def test_no_axis_aircraft_in_the_third_scenario():
    assert not STRIKE.has_air
    assert OPENING.has_air
    assert AIDA.has_air
    assert asked(begun("strike")) == "axis reassign"


@pytest.mark.rule("gazala", "13.12", "13.22", "R51")
def test_the_axis_set_up_of_the_first_two_scenarios():
    for scenario in ("opening", "aida"):
        assert place_of(scenario, "hq_xxi") == "2403"
        assert place_of(scenario, "21_1_t") == "0609"
        assert place_of(scenario, "90_580_a") == "0112"
    g = go(Match(GAME, Setup("aida"), None), "done").state
    near = {g.place_id(place) for place in placements(g, u("xxi_200"))}
    assert near == {"2804", "2803", "2805", "2704", "2705", "2904", "2905"} - {"2806"}
    m = begun("aida")
    flak = m.state.place[u("flak_18_1")]
    assert any(
        m.state.formation[x] == "afrika" and x != u("flak_18_1") for x in m.state.here[AXIS][flak]
    )
    assert m.state.place[u("erwin_rommel")] >= 0


@pytest.mark.rule("gazala", "13.16", "13.22", "R4", "R48")
def test_the_allied_set_up_of_the_first_two_scenarios():
    for scenario in ("opening", "aida"):
        assert place_of(scenario, "ind_2fr") == "0912"
        assert place_of(scenario, "7arm_3ind") == "0814"  # printed as 3 (D)
        assert place_of(scenario, "7arm_7_bn") == "0213"
        assert place_of(scenario, "2sa_6_bn") == "2317"
        g = GAME.rules.start(Setup(scenario))
        assert g.formation[u("5ind_9")] == g.formation[u("5ind_9_bn")] == "2sa"
        assert g.formation[u("5ind_29")] == "7arm"
        assert g.formation[u("5ind_10")] == "5ind"


@pytest.mark.rule("gazala", "13.14", "13.17", "13.23", "13.25")
def test_replacements_at_the_start():
    allied = {
        "stuart": 1, "grant": 4, "crusader": 2, "matilda": 1, "valentine": 2, "armored_car": 1,
        "british_infantry": 1,
    }  # fmt: skip
    for scenario in ("opening", "aida"):
        assert points(scenario) == {"german_tank": 1, "italian_tank": 1} | allied
    assert points("strike") == {}


@pytest.mark.rule("gazala", "13.15", "13.24", "13.33")
def test_what_comes_to_the_axis():
    june_2 = ["1 german_tank", "1 italian_tank"]
    assert arrivals("opening", AXIS) == {"06-02": june_2}
    later = {
        "06-02": june_2,
        "06-10": ["1 german_tank", "1 german_armored_car"],
        "06-18": ["1 german_tank", "1 german_infantry"],
    }
    assert arrivals("aida", AXIS) == later
    panzers = {"05-25": ["21_1_t", "21_2_t", "21_1_i", "21_2_i"]}
    assert arrivals("strike", AXIS) == later | panzers


@pytest.mark.rule("gazala", "13.18", "13.26", "13.35", "R47")
def test_what_comes_to_the_allies():
    may = ["2 grant", "1 crusader", "1 valentine", "2 british_infantry"]
    june = ["1 grant", "1 crusader", "1 valentine", "1 armored_car", "1 british_infantry"]
    first = {
        "05-28": [*may, "ind_4t"], "06-02": ["ind_1t", "ind_1sf"], "06-03": ["5ind_11"],
        "06-05": ["ind_6t"],
    }  # fmt: skip
    assert arrivals("opening", ALLIED) == first
    assert arrivals("aida", ALLIED) == first | {"06-07": [*june, "5ind_20"]}
    assert arrivals("strike", ALLIED) == {"05-28": may, "06-05": ["5ind_20"], "06-07": june}
    assert PACK.units[u("5ind_20")].formation == "independent"
    assert PACK.units[u("5ind_11")].formation == "5ind"


@pytest.mark.rule("gazala", "13.32", "R5", "R24", "R25", "R51")
def test_the_axis_set_up_of_the_third_scenario():
    g = GAME.rules.start(Setup("strike"))
    assert place_of("strike", "hq_afrika") == "0806"
    assert g.place[u("xx_rcm")] == UNUSED
    assert g.place[u("21_1_t")] == WAITING
    assert h("2804") in placements(g, u("xxi_200"))  # printed 2814, open sea
    beyond = {g.place_id(p) for p in placements(g, u("xxi_61_102"))}
    assert not beyond & {"2207", "2307", "2406"}  # not past the mines
    m = begun("strike")
    light = [m.state.place_id(m.state.place[u(f"90_{r}_{b}_i")]) for r in (1, 2) for b in (1, 2, 3)]
    assert light.count("0209") == 5  # six do not fit


@pytest.mark.rule("gazala", "13.34")
def test_the_allied_set_up_of_the_third_scenario():
    m = go(Match(GAME, Setup("strike"), None), "done")
    g = m.state
    assert place_of("strike", "ind_1fr") == "1011"
    centres = [h(name) for name in ("1213", "1611", "2112", "2509")]
    near = placements(g, u("hq_1arm"))
    assert near
    assert all(min(PACK.board.distance(c, p) for c in centres) <= 2 for p in near)
    go(m, "done")
    for unit in ("ind_7a", "ind_42t", "ind_1sf", "ind_6t"):
        stack = m.state.here[ALLIED][m.state.place[u(unit)]]
        assert any(m.state.formation[other] != "independent" for other in stack)
    assert m.state.step[u("1arm_201")] == 0
    assert m.state.step[u("2sa_6")] == 1


def ended(scenario, control):
    """The last turn of a scenario ends with these hexes held."""
    turn = len(PACK.scenarios[scenario].dates)
    g = table({}, scenario=scenario, turn=turn, stage=TURN_END, control=control)
    return scene(g).result


@pytest.mark.rule("gazala", "13.19")
def test_victory_in_the_opening_phase():
    goals = dict.fromkeys(("0912", "1411", "1715"), "axis")
    assert ended("opening", goals).ending == ("axis", "13.19", "goals")
    assert ended("opening", goals | {"1715": "allied"}).ending == ("allied", "13.19", "denied")


@pytest.mark.rule("gazala", "13.27")
def test_victory_in_operation_aida():
    goals = dict.fromkeys(("2422", "1934"), "axis")
    assert ended("aida", goals).ending == ("axis", "13.27", "goals")
    assert ended("aida", goals | {"1934": "allied"}).ending == ("allied", "13.27", "denied")


@pytest.mark.rule("gazala", "13.36")
def test_victory_when_the_british_strike_first():
    goals = dict.fromkeys(("2303", "1802", "1404"), "allied")
    assert ended("strike", goals).ending == ("allied", "13.36", "goals")
    assert ended("strike", goals | {"1404": "axis"}).ending == ("axis", "13.36", "denied")
    assert SIDES[STRIKE.victor] == "allied"
