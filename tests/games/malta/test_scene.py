"""What the browser draws: complete, in every language, and with no secret in it."""

from itertools import pairwise
from random import Random

import pytest

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.state import ADVANCED, ATTACKED, BOMBARDED, MOVED, SILENT, TRIED
from khamsin.games.malta.show.drawing import ISLAND, PLANNING, chart
from khamsin.games.malta.show.picture import picture
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from tests.games.malta.staging import GAME, PACK, at, table, u
from tests.some import some

ENGLISH = Narrator(GAME)


@pytest.fixture(scope="module", params=["en", "es", "pl"])
def narrator(request):
    return Narrator(GAME, request.param)


def overlay(g, name, side="allied", piece=""):
    return next(
        each for each in GAME.presentation.overlays(g, side, ENGLISH, piece) if each["id"] == name
    )


def test_the_scene_has_every_hex_every_counter_and_every_box(narrator):
    scene = GAME.presentation.scene(narrator)
    assert [space["id"] for space in scene["spaces"]] == list(PACK.place_ids)
    assert [piece["id"] for piece in scene["pieces"]] == [*PACK.unit_ids, *MARKERS]
    boxes = {box["id"] for box in scene["boxes"]}
    assert {f"followup_{zone}" for zone in PACK.zone_ids} <= boxes
    assert {f"w{n}_{PACK.place_ids[h]}" for n in (1, 2) for h in PACK.beaches} <= boxes
    assert {"breakdown", "broken_down", "eliminated", "day_record", "turn_record"} <= boxes
    layers = {shape["layer"] for shape in scene["shapes"]}
    assert {"sea", "coast", "road", "creek", "cliff", "shore", "sea_name"} <= layers
    assert [sheet["id"] for sheet in scene["sheets"]] == [ISLAND, PLANNING]


def test_everything_lies_on_the_sheet_and_no_boxes_overlap():
    scene = GAME.presentation.scene(ENGLISH)
    width, height = scene["size"]
    for space in some(scene["spaces"]):
        assert all(0 <= x <= width and 0 <= y <= height for x, y in space["polygon"])
    rects = [box["rect"] for box in scene["boxes"]]
    for n, (x, y, wide, high) in enumerate(rects):
        assert x >= 0
        assert x + wide <= width
        assert y + high <= height
        for left, top, other_wide, other_high in rects[:n]:
            beside = x >= left + other_wide or left >= x + wide
            assert beside or y >= top + other_high or top >= y + high


def test_hexes_show_what_counts():
    spaces = {space["id"]: space for space in GAME.presentation.scene(ENGLISH)["spaces"]}
    assert spaces["1810"]["signs"] == ["city", "major_port"]
    assert spaces["1810"]["value"] == "\N{MINUS SIGN}1"
    assert spaces["1408"]["signs"] == ["fort"]
    assert spaces["1715"]["signs"] == ["town", "depot"]
    assert spaces["1107"]["terrain"] == "beach"
    assert spaces["0202"]["terrain"] == "sea"


def test_counters_show_their_values_morale_and_both_sides():
    pieces = {piece["id"]: piece for piece in GAME.presentation.scene(ENGLISH)["pieces"]}
    assert [face["values"] for face in pieces["ram_1_3"]["faces"]] == [
        ["6-7-7"],
        ["4-5-7"],
        ["2-3-7"],
    ]
    assert pieces["ram_1_3"]["faces"][0]["beside"] == "7"
    assert [face["values"] for face in pieces["art_12"]["faces"]] == [["9-3/10"], ["0-2-6"]]
    assert pieces["ldr_ramcke"]["faces"][0]["values"] == ["2/1-4"]
    assert pieces["ca_trieste"]["faces"] == [{"values": ["6-3/7"], "reduced": False}]


@pytest.mark.rule("malta", "16.2", "16.51")
def test_a_face_down_counter_is_not_printed_with_what_is_on_its_own_row():
    """All coast guns are alike from behind; any of them may turn out to be any."""
    pieces = {piece["id"]: piece for piece in GAME.presentation.scene(ENGLISH)["pieces"]}
    for kind in ("cg_01", "cg_15"), ("sp_1", "sp_9"), ("mil_1", "mil_5"):
        one, other = (pieces[name] for name in kind)
        assert one["faces"] == other["faces"]
        assert one["facts"] == other["facts"]
        assert one["name"] == other["name"]


@pytest.mark.rule("malta", "16.2", "16.51", "16.52")
def test_only_the_allies_see_the_face_of_a_hidden_gun():
    g = table({"cg_01": "1916", "sp_1": "1415"}, back={"cg_01": "cg_13"})
    for side, face in (("allied", 12), ("axis", None), (None, None)):
        now = picture(g, side, ENGLISH)["pieces"]["cg_01"]
        assert now.get("face") == face
        assert ("back" in now) == (face is None)
    g = table({"cg_01": "1916"}, back={"cg_01": "cg_13"}, seen=["cg_01"])
    assert picture(g, "axis", ENGLISH)["pieces"]["cg_01"]["face"] == 12


@pytest.mark.rule("malta", "19.3")
def test_only_the_axis_sees_the_drops_it_has_planned():
    turn = PACK.turn_number("0704-am")
    ramcke = PACK.marker_formation[0]
    g = table({"br_2d": "1713"}, marker_plans=((turn, 0, at("1313")),),
              series_plans=((turn, ramcke, 1, 0, u("ram_1_2")),))  # fmt: skip
    for side in ("axis", "allied", None):
        shown = picture(g, side, ENGLISH)
        marks = shown["spaces"]["1313"]["marks"]
        arrows = [(arrow["kind"], arrow["text"]) for arrow in shown["arrows"]]
        assert marks == (["drop_ramcke"] if side == "axis" else [])
        assert arrows == ([("plan", "4 July AM")] if side == "axis" else [])


def test_the_real_coast_is_drawn_with_the_islands_off_the_map():
    shapes = GAME.presentation.scene(ENGLISH)["shapes"]
    coasts = [shape["points"] for shape in shapes if shape["layer"] == "coast"]
    assert len(coasts) == len(PACK.outlines)
    malta = max(coasts, key=len)
    wet = []
    for h in [h for h in range(PACK.land) if PACK.is_inland[h]]:
        x, y = chart(PACK).center(PACK.place_ids[h])
        crossings = sum(
            (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in pairwise(malta)
        )
        if crossings % 2 == 0:
            wet.append(PACK.place_ids[h])
    assert wet == ["1710"]  # the middle of Msida-Gzira is a creek of Marsamxett Harbour
    assert {"Gozo", "Comino"} <= {shape.get("text") for shape in shapes}


def test_counters_carry_their_state():
    g = table(
        {"br_2d": "1713", "fo_art_1": "1012", "ram_1_3": "1113"},
        dis=["br_2d"], cut=["br_2d"], rounds={"fo_art_1": 1}, level={"ram_1_3": 2},
    )  # fmt: skip
    pieces = picture(g, "axis", ENGLISH)["pieces"]
    assert pieces["br_2d"]["marks"] == ["disorganised", "out_of_supply"]
    assert pieces["fo_art_1"] == {"at": "1012", "face": 1, "marks": ["one_round"]}
    assert pieces["ram_1_3"]["face"] == 2
    assert pieces["ram_1_3"]["marks"] == ["remnant"]


@pytest.mark.rule("malta", "14.43", "16.82")
def test_leaders_and_hqs_that_come_back_lie_on_the_record():
    g = table({"ldr_ramcke": "day_record", "hq_20": "eliminated"})
    due = list(g.due)
    due[u("ldr_ramcke")], due[u("hq_20")] = PACK.turn_number("0704-am"), PACK.turn_number("0707-am")
    g.due = tuple(due)
    pieces = picture(g, "axis", ENGLISH)["pieces"]
    assert (pieces["ldr_ramcke"]["at"], pieces["ldr_ramcke"]["cell"]) == ("day_record", 5)
    assert (pieces["hq_20"]["at"], pieces["hq_20"]["cell"]) == ("day_record", 8)


def test_the_phases_of_a_turn_tell_what_comes_next():
    g = table({}, turn="am", phase="tactical")
    states = [(step["rule"], step["state"]) for step in picture(g, None, ENGLISH)["sequence"]]
    assert states[:5] == [
        ("4.21.a", "done"), ("4.22", "done"), ("4.23", "done"), ("4.24", "now"), ("4.25", "next"),
    ]  # fmt: skip
    assert states[-1] == ("4.41", "next")
    at_night = picture(table({}, turn="night"), None, ENGLISH)["sequence"]
    assert not {"4.22", "4.23"} & {step["rule"] for step in at_night}


@pytest.mark.rule("malta", "20.0")
def test_the_surrender_roll_is_shown_line_by_line():
    g = table(scenario="intro", units=None, phase="tactical", day="0630", turn="am")
    facts = {fact["label"]: fact["value"] for fact in picture(g, "axis", ENGLISH)["facts"]}
    assert facts["Surrender roll, now"] == "2d6 +0"
    assert facts["Airfields held by the Axis"] == "\N{MINUS SIGN}1"
    assert facts["Allied beaches before a landing force"] == "+2"
    assert facts["Chances this turn"] == "Axis wins 0/36, Allies win 0/36"


@pytest.mark.rule("malta", "5.0", "5.1")
def test_zones_of_control_can_be_laid_over_the_map():
    spaces = overlay(table({"br_2d": "1713"}), "zoc_allied")["spaces"]
    assert spaces["1713"] == 3
    assert set(spaces) == {"1713", *(PACK.place_ids[n] for n in PACK.near[at("1713")])}


@pytest.mark.rule("malta", "16.54")
def test_the_range_of_a_coast_gun_leaves_out_what_it_cannot_see():
    g = table({"cg_01": "1916"}, back={"cg_01": "cg_08"})
    seen = overlay(g, "range", "allied", "cg_01")
    assert seen["rings"][0]["text"] == "4"
    assert "1917" in seen["spaces"]
    near = {
        name
        for name, far in zip(PACK.place_ids, PACK.distance[at("1916")], strict=True)
        if far <= 4
    }
    assert set(seen["spaces"]) < near
    assert "1613" not in seen["spaces"]  # Mqabba and Zurrieq stand between
    hidden = [each["id"] for each in GAME.presentation.overlays(g, "axis", ENGLISH, "cg_01")]
    assert "range" not in hidden


def test_the_reach_of_a_unit_tells_costs():
    reach = overlay(table({"br_2d": "1713"}), "reach", piece="br_2d")
    assert reach["text"]["1712"] == "1"
    assert reach["auto"]


@pytest.mark.parametrize("scenario", ["intro", "hercules"])
def test_pictures_of_a_whole_match_point_only_at_things_of_the_scene(narrator, scenario):
    scene = GAME.presentation.scene(narrator)
    places = {each["id"] for each in (*scene["spaces"], *scene["boxes"])} | {"at_sea", "to_place"}
    pieces = {piece["id"] for piece in scene["pieces"]}
    match, rng = Match(GAME, Setup(scenario), SeededDice("scene")), Random(4)
    looks = 0
    for number in range(500):
        if match.result is not None:
            break
        if number % 25 == 0:
            looks += 1
            for side in ("allied", "axis", None):
                now = GAME.presentation.picture(match.state, side, narrator)
                assert set(now["pieces"]) <= pieces
                assert {piece["at"] for piece in now["pieces"].values()} <= places
                marks = {mark for piece in now["pieces"].values() for mark in piece["marks"]}
                marks |= {mark for space in now["spaces"].values() for mark in space["marks"]}
                assert marks <= set(scene["marks"])
                assert any(step["state"] == "now" for step in now["sequence"])
        side = match.to_answer[0]
        match.choose(rng.choice(match.legal(side)), side)
    assert looks > 2


@pytest.mark.rule("malta", "4.42", "9.88", "10.31")
def test_marks_tell_only_what_still_counts():
    units = {"li_1_33": "1113", "li_2_33": "1113", "ca_trieste": "0814", "br_2d": "1711"}

    def marks(phase, active, **did):
        g = table(units, phase=phase, active=active)
        for name, what in did.items():
            g.did[u(name)] |= what
        pieces = picture(g, "axis", ENGLISH)["pieces"]
        return [mark for name in did for mark in pieces[name]["marks"]]

    advanced = {"li_1_33": ADVANCED | ATTACKED, "li_2_33": ADVANCED | ATTACKED | TRIED}
    assert marks("breakthrough", "axis", **advanced) == ["advanced", "attacked"]
    assert marks("tactical", "allied", **advanced) == []
    assert marks("tactical", "axis", li_1_33=MOVED) == ["moved"]
    assert marks("tactical", "allied", li_1_33=MOVED) == []
    assert marks("defend", "allied", ca_trieste=SILENT) == ["fired"]  # for the whole turn
    assert marks("defend", "allied", ca_trieste=BOMBARDED) == []  # it may still defend


@pytest.mark.rule("malta", "6.0", "17.81")
def test_who_cannot_move_any_more_is_shown_no_reach():
    for did, phase, count in ((0, "tactical", 1), (MOVED, "tactical", 0), (MOVED, "attack", 1)):
        g = table({"li_1_33": "1113", "br_2d": "1711"}, phase=phase)
        g.did[u("li_1_33")] |= did
        found = [each["id"] for each in GAME.presentation.overlays(g, "axis", ENGLISH, "li_1_33")]
        assert found.count("reach") == count


def test_no_ship_stands_on_land(narrator):
    """16.71 A ship may be in any hex of the sea: there the drawing shows no island under it."""
    scene = GAME.presentation.scene(narrator)
    half = scene["piece_size"] / 2
    at_sea = [space["center"] for space in scene["spaces"] if space["terrain"] == "sea"]
    coasts = [shape["points"] for shape in scene["shapes"] if shape["layer"] == "coast"]
    assert len(coasts) > 2
    islands = sorted(coasts, key=len)[:-1]  # the largest is Malta itself
    for island in some(islands):
        for x, y in some(at_sea):
            assert not any(abs(px - x) < half and abs(py - y) < half for px, py in island)
            assert not is_inside(island, x, y)


def is_inside(outline, x, y):
    """Whether a line from there to the right crosses the outline an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in pairwise(outline):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
