"""What the browser gets: three maps, the counters, the battle board, the procedure."""

import json

import pytest

from khamsin.kernel.text.narrator import Narrator
from tests.games.commander.staging import GAME, PACK, asked, at, force, go, scene, table
from tests.some import some

SAY = Narrator(GAME)
DRAWN = GAME.presentation.scene(SAY)


def picture(m):
    return GAME.presentation.picture(m.state, "axis", SAY)


def inside(point, polygon):
    """Whether a point lies in a polygon (the crossing number)."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def test_the_scene_is_plain_and_has_everything_of_all_campaigns():
    assert json.loads(json.dumps(DRAWN)) == DRAWN
    assert [sheet["id"] for sheet in DRAWN["sheets"]] == ["gd", "na", "dd"]
    assert len(DRAWN["spaces"]) == 78
    assert len(DRAWN["pieces"]) == 120
    assert {space["id"] for space in DRAWN["spaces"] if space["important"]} == {
        PACK.campaigns[c].place_ids[area]
        for c in PACK.campaigns
        for area in PACK.campaigns[c].victory
    }


def test_areas_do_not_overlap_and_lie_on_their_sheet():
    sheets = {sheet["id"]: sheet["rect"] for sheet in DRAWN["sheets"]}
    for space in some(DRAWN["spaces"]):
        x, y, width, height = sheets[space["id"][:2]]
        assert inside(space["center"], space["polygon"])
        for other in DRAWN["spaces"]:
            assert other is space or not inside(other["center"], space["polygon"])
        for px, py in space["polygon"]:
            assert x - 60 <= px <= x + width + 60
            assert y - 60 <= py <= y + height + 60


def test_every_area_shows_what_is_printed_on_it():
    spaces = {space["id"]: space for space in DRAWN["spaces"]}
    assert spaces["na_tobruk"]["signs"] == ["fort", "base"]
    assert spaces["na_cairo"]["signs"] == ["victory"]
    assert "signs" not in spaces["na_sirte"]
    facts = " ".join(spaces["na_tobruk"]["facts"])
    assert "Axis limit 2" in facts
    assert "Bardia" in facts


def test_a_counter_shows_its_superior_attack_raised():
    pieces = {piece["id"]: piece for piece in DRAWN["pieces"]}
    assert pieces["na_15pz"]["faces"][0]["values"] == ["5²", "3", "3"]
    assert pieces["na_15pz"]["faces"][1] == {"values": ["3¹", "2", "3"], "reduced": True}
    assert pieces["dd_82us"]["symbol"]["branch"] == "parachute"


def test_the_picture_shows_forces_on_the_map_and_in_the_boxes():
    g = table({"15pz": "sirte", "7aus": "tobruk"}, reduced=["15pz"], veteran={"15pz": "upg_spear"},
              box=["70"], cup=["1arm"], pool=["9light"], destroyed=["pavia", "6aus"],
              supplies=(3, 4), step="refit")  # fmt: skip
    shown = picture(scene(g))
    panzer = shown["pieces"]["na_15pz"]
    assert (panzer["at"], panzer["face"], panzer["marks"]) == ("na_sirte", 1, ["veteran"])
    places = {name: shown["pieces"][f"na_{name}"]["at"] for name in ("70", "1arm", "9light")}
    assert places == {"70": "na_operations", "1arm": "na_cup", "9light": "na_pool"}
    assert shown["pieces"]["na_pavia"]["at"] == "na_destroyed_axis"
    assert shown["pieces"]["na_6aus"]["at"] == "na_destroyed_allied"
    assert shown["sheet"] == "na"
    assert {fact["label"]: fact["value"] for fact in shown["facts"]}["Axis Supplies"] == "3"
    boxes = {box["id"] for box in DRAWN["boxes"]} | {space["id"] for space in DRAWN["spaces"]}
    assert {piece["at"] for piece in shown["pieces"].values()} <= boxes
    assert {marker["at"] for marker in shown["markers"]} <= boxes


def test_the_battle_board_has_plans_dice_and_modifiers():
    here = {"15pz": "benghazi", "1arm": "tobruk", "7aus": "tobruk"}
    m = go(scene(table(here, supplies=(2, 0))), "move 15pz tobruk")
    if asked(m) == "enter_from":
        go(m, "from benghazi 0")
    go(m, ["overrun", "press"])
    shown = picture(m)
    cards = {card["id"]: card for hand in shown["hands"] for card in hand["cards"]}
    assert cards["german_88"]["value"] == "2"
    go(m, "plan at_guns", "done", (1, 3), (6, 6))
    board = picture(m)["battle"]
    assert board is not None
    assert [(plan["title"], plan["side"], plan["spent"]) for plan in board["plans"]] == [
        ("AT Guns", "axis", False),
        ("Overrun", "allied", False),
        ("Press", "allied", True),
    ]
    rows = {row["label"]: row for row in board["rows"]}
    assert rows["Fortification"]["defence"] == "+1"
    assert rows["Overrun"] == {
        "label": "Overrun", "attack": "", "defence": "+1", "rule": "plan.15",
    }  # fmt: skip
    throws = [(throw["label"], throw["dice"], "hits" in throw) for throw in board["throws"]]
    assert throws == [
        ("AT Guns", [1], True),
        ("15th Panzer", [3], True),
        ("1st Arm", [6], False),
        ("7th Aus", [6], False),
    ]


def test_a_battle_stays_on_show_until_the_player_goes_on():
    here = {"15pz": "benghazi", "21pz": "sirte", "2arm": "agedabia", "bologna": "tripoli"}
    m = go(scene(table(here)), "move 15pz agedabia")
    go(m, ["dig_in"], "done", (3,), (6,))
    assert asked(m) == "moves"
    board = picture(m)["battle"]
    assert board is not None
    assert board["outcome"] == "The Allies hold Agedabia; the attackers go back."
    assert [throw["dice"] for throw in board["throws"]] == [[3], [6]]
    assert [plan["spent"] for plan in board["plans"]] == [True]
    later = m.clone()
    go(m, "move 21pz buerat")
    assert picture(m)["battle"] is None
    go(later, "done")
    assert picture(later)["battle"] is None


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_the_allied_procedure_is_shown_step_by_step_with_its_dice(language):
    say = Narrator(GAME, language)
    here = {"15pz": "sirte", "9aus": "benghazi", "3ind": "mechili", "bologna": "tripoli"}
    m = scene(table(here, step="allied_refit", supplies=(0, 5), reduced=["9aus"]))
    go(m, ["adv1"])
    go(m, (6,), "to msus")
    steps = GAME.presentation.picture(m.state, "axis", say)["procedure"]
    assert steps is not None
    dice = [step["dice"] for step in steps["steps"] if "dice" in step]
    assert dice == [[6]]
    assert steps["steps"][0]["rule"] == "arefit.1"
    assert steps["steps"][1]["rule"] == "opscheck.1"
    assert steps["steps"][-1]["state"] in ("next", "now")
    go(m, (4,))
    assert m.state.turn == 2
    shown = GAME.presentation.picture(m.state, "axis", say)["procedure"]
    assert shown is not None
    assert [step["dice"] for step in shown["steps"] if "dice" in step] == [[6], [4]]
    while m.state.step in ("refit", "battle_moves"):
        go(m, "done")
    assert GAME.presentation.picture(m.state, "axis", say)["procedure"] is None


@pytest.mark.rule("commander", "plan.9", "allied.1")
def test_an_allied_exploit_is_a_line_of_the_procedure():
    g = table({"15pz": "agedabia", "pavia": "elagheila", "1arm": "agedabia"}, reduced=["15pz"],
              step="allied_battles", supplies=(0, 1))  # fmt: skip
    g.attacker[at(g, "agedabia")] = 1
    m = go(scene(g), ["exploit"], "done", (6,), (1,), ["upg_guard"])
    shown = picture(m)["procedure"]
    assert shown is not None
    assert "1st Arm exploits to El Agheila." in [step.get("result") for step in shown["steps"]]


def test_nothing_of_a_long_allied_half_is_left_out():
    m = scene(table({"15pz": "sirte", "6aus": "cairo"}, step="allied_refit"))
    m.state.followed += [("orders", "cannot_pay", "paid.1", {"unit": "na_6aus"})] * 150
    shown = picture(m)["procedure"]
    assert shown is not None
    assert len([step for step in shown["steps"] if step["state"] == "done"]) == 150


def test_the_sequence_of_play_says_where_we_are():
    shown = picture(scene(table({"15pz": "sirte", "6aus": "cairo"}, step="moves")))
    states = [phase["state"] for phase in shown["sequence"]]
    assert states == ["done"] * 5 + ["now"] + ["next"] * 8
    assert shown["bar"][1] == "Non-battle moves"


def test_overlays_tell_the_supply_limit_and_how_far_a_force_goes():
    g = table({"15pz": "sirte", "savona": "siwa", "trento": "siwa", "2arm": "agedabia"},
              supplies=(1, 0))  # fmt: skip
    limit, reach = GAME.presentation.overlays(g, "axis", SAY, "na_15pz")
    assert limit["text"] == {"na_sirte": "+2", "na_siwa": "-1"}
    assert limit["spaces"]["na_siwa"] == 3
    quiet = {"na_buerat": "0", "na_elagheila": "0", "na_misurata": "1"}
    assert set(reach["spaces"]) == {*quiet, "na_agedabia"}
    assert reach["text"] == {"na_agedabia": "1"}  # no price where no move ends in this step
    g.step = "moves"
    assert GAME.presentation.overlays(g, "axis", SAY, "na_15pz")[1]["text"] == quiet
    assert len(GAME.presentation.overlays(g, "axis", SAY, "na_2arm")) == 1
    assert g.place_id(g.place[force(g, "15pz")]) == "na_sirte"
    assert at(g, "sirte") >= 0


def test_every_line_of_the_log_has_a_topic():
    m = scene(table({"15pz": "benghazi", "2arm": "agedabia"}))
    go(m, "move 15pz agedabia", ["press"], "done", (6,), (6,), (6,), (6,))
    topics = {event.kind: GAME.presentation.topic(event) for _, event in m.events}
    assert topics["moved"] == "move"
    assert topics["superior_die"] == "combat"
    assert topics["resupply_points"] == "rule"


@pytest.mark.rule("commander", "upgrade.2")
def test_an_upgraded_counter_shows_what_it_is_worth_now():
    g = table(
        {"15pz": "sirte", "7aus": "tobruk"},
        reduced=["15pz"],
        elite={"15pz": "upg_spear"},
        step="moves",
    )
    pieces = picture(scene(g))["pieces"]
    assert pieces["na_15pz"]["values"] == ["5²", "3", "3"]
    assert "values" not in pieces["na_7aus"]
