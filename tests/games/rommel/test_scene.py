"""What a browser draws: the map, the blocks as each side sees them, hands, battles, overlays."""

import json

import pytest

from khamsin.games.rommel.model.state import SPENT
from khamsin.games.rommel.show.drawing import chart
from khamsin.games.rommel.show.overlays import supply_line
from khamsin.games.rommel.show.scene import MARKS
from khamsin.kernel.play.state import changed
from khamsin.kernel.text.narrator import Narrator
from tests.games.rommel.staging import GAME, PACK, at, number, play, table
from tests.some import some

NARRATOR = Narrator(GAME)
SCENE = GAME.presentation.scene(NARRATOR)


def shapes(layer):
    return [shape for shape in SCENE["shapes"] if shape["layer"] == layer]


def spot(name):
    return next(space for space in SCENE["spaces"] if space["id"] == name)


# -- what never changes --------------------------------------------------------------------------


@pytest.mark.rule("rommel", "1.1.a", "1.4.a")
def test_every_hex_and_every_block_is_drawn():
    assert len(SCENE["spaces"]) == len(PACK.hexes) == 127
    assert all(len(space["polygon"]) == 6 for space in SCENE["spaces"])
    assert [piece["id"] for piece in SCENE["pieces"]] == list(PACK.block_ids)
    assert json.loads(json.dumps(SCENE)) == SCENE


def test_everything_lies_on_the_map():
    width, height = SCENE["size"]
    for space in some(SCENE["spaces"]):
        assert all(0 <= x <= width and 0 <= y <= height for x, y in space["polygon"])
    for box in SCENE["boxes"]:
        x, y, wide, high = box["rect"]
        assert 0 <= x < x + wide <= width
        assert 0 <= y < y + high <= height


def test_no_box_lies_on_a_hex():
    for box in some(SCENE["boxes"]):
        x, y, wide, high = box["rect"]
        for space in some(SCENE["spaces"]):
            cx, cy = space["center"]
            assert not (x < cx < x + wide and y < cy < y + high), (box["id"], space["id"])


@pytest.mark.rule("rommel", "intro.e", "1.4.b", "1.5")
def test_roads_of_three_classes_and_rough_hexsides():
    roads = {"highway": 2, "track": 6, "trail": 19}
    for layer, least in roads.items():
        assert len(shapes(layer)) >= least - 4
    assert {shape["layer"] for shape in SCENE["shapes"]} >= {"ridge", "mountain", "marsh", "sea"}
    # 7.1.c: the pass at Sollum is drawn broken, the ridge beside it is not.
    assert any(shape.get("broken") for shape in shapes("ridge"))
    assert any(not shape.get("broken") for shape in shapes("ridge"))


@pytest.mark.rule("rommel", "1.6.a", "1.7.b", "1.8")
def test_bases_fortresses_and_oases_have_their_signs():
    assert spot("151")["signs"] == spot("74")["signs"] == ["base"]
    assert spot("37")["signs"] == ["fort"]
    assert spot("37")["value"] == "5"
    assert spot("204")["signs"] == ["oasis"]


@pytest.mark.rule("rommel", "2.3.a", "2.4")
def test_a_block_has_an_edge_for_each_step():
    panzer = next(piece for piece in SCENE["pieces"] if piece["id"] == "x_21_5")
    assert [face["values"][0] for face in panzer["faces"]] == ["8", "6", "4", "2"]
    assert panzer["kind"] == "block"


def test_a_hex_tells_what_is_drawn_in_it():
    facts = " ".join(spot("65")["facts"])
    assert "Sollum, hex 65, Egypt" in facts
    assert "ridge, crossed by a pass" in facts


# -- the picture of a moment ----------------------------------------------------------------------

BLOCKS = {"x_21_5": "64", "x_pavia": "64", "a_7_4": "65", "a_22g": "65", "a_11h": "66"}


def seen(g, side):
    return GAME.presentation.picture(g, side, NARRATOR)


@pytest.mark.rule("rommel", "intro.f")
def test_the_enemy_sees_blocks_from_behind():
    g = table(BLOCKS)
    axis, allied, watching = (seen(g, side) for side in ("axis", "allied", None))
    assert axis["pieces"]["x_21_5"]["face"] == 1  # it has lost a step
    assert "a_7_4" not in axis["pieces"]
    assert "face" not in axis["pieces"]["?allied@65.1"]
    assert sum(piece["at"] == "65" for piece in axis["pieces"].values()) == 2
    assert "x_21_5" not in allied["pieces"]
    assert not any(name in PACK.block_ids for name in watching["pieces"])


@pytest.mark.rule("rommel", "7.3", "11.0.b")
def test_blocks_in_battle_are_open_and_the_disrupted_are_marked():
    g = table({**BLOCKS, "x_pavia": "65"}, battles={"65": "allied"}, disrupted=["a_22g"])
    axis = seen(g, "axis")
    assert axis["pieces"]["a_7_4"]["face"] == 0
    assert axis["pieces"]["?allied@65.1"]["marks"] == ["disrupted"]
    assert "battle" in axis["spaces"]["65"]["marks"]


@pytest.mark.rule("rommel", "16.6.s1")
def test_a_hand_is_open_to_its_owner_only():
    g = table(BLOCKS, real=3, dummy=2, enemy_hand=(4, 1))
    hands = {hand["id"]: hand for hand in seen(g, "axis")["hands"]}
    assert hands["axis_hand"]["count"] == 5
    assert [(card["id"], card["value"]) for card in hands["axis_hand"]["cards"]] == [
        ("axis_real", "3"),
        ("axis_dummy", "2"),
    ]
    assert hands["allied_hand"]["count"] == 5
    assert hands["allied_hand"]["cards"] == []


@pytest.mark.rule("rommel", "14.1")
def test_a_minefield_is_seen_by_who_laid_it():
    g = table(BLOCKS)
    g.mine = changed(g.mine, at("37"), 0)
    assert "minefield" in seen(g, "allied")["spaces"]["37"]["marks"]
    assert "minefield" not in seen(g, "axis")["spaces"]["37"]["marks"]


@pytest.mark.rule("rommel", "1.2.s1", "8.1.b", "8.1.c")
def test_battle_hexsides_have_owners():
    m = play(table(BLOCKS, real=1), "play 1 1", "group 64", "engage x_21_5 64 65 64")
    edges = {tuple(edge["between"]): edge["side"] for edge in seen(m.state, "axis")["edges"]}
    assert edges["65", "64"] == "axis"
    assert edges["65", "66"] == "allied"
    assert ("65", "90") not in edges  # nothing crosses the ridge there


@pytest.mark.rule("rommel", "9.2.a", "8.5")
def test_the_battle_board_shows_lines_and_strengths():
    m = play(
        table({**BLOCKS, "a_ra_a": "65"}, real=1),
        "play 1 1", "group 64", "engage x_21_5 64 65 64", "done", "accept 65",
    )  # fmt: skip
    board = seen(m.state, "axis")["battle"]
    assert board["place"] == "65"
    assert board["attackers"] == ["x_21_5"]
    labels = [line["label"] for line in board["lines"]]
    assert labels == ["Axis line", "Allied artillery", "Allied line"]
    assert board["rows"][-1] == {
        "label": "CV in all", "attack": "6", "defence": "10", "rule": "2.3.a",
    }  # fmt: skip
    assert board["table"]["rows"][0]["cells"] == ["SF", "DF", "SF", "TF"]


@pytest.mark.rule("rommel", "3.s2")
def test_the_bar_tells_where_in_the_turn_we_are():
    m = play(table(BLOCKS, real=1), "play 1 1")
    picture = seen(m.state, "allied")
    assert picture["bar"] == ["April 1941", "Axis turn", "Moves"]
    assert [phase["state"] for phase in picture["sequence"]].index("now") == 2


def test_every_mark_has_words():
    assert set(SCENE["marks"]) == set(MARKS)


# -- overlays ----------------------------------------------------------------------------------


def overlay(g, side, piece=""):
    return {each["id"]: each for each in GAME.presentation.overlays(g, side, NARRATOR, piece)}


@pytest.mark.rule("rommel", "12.6.a")
def test_the_network_is_that_of_the_reader():
    g = table({"x_21_5": "128", "a_7_4": "73"})
    assert set(overlay(g, "axis")["network"]["spaces"]) == {"128", "152", "151"}
    assert set(overlay(g, "allied")["network"]["spaces"]) == {"73", "74"}
    assert overlay(g, None) == {}


@pytest.mark.rule("rommel", "6.1", "6.2.s1", "6.3", "6.4.a")
def test_the_range_of_a_block_with_road_bonus_rommel_and_forced_march():
    spaces = overlay(table({"x_21_3": "151"}), "axis", "x_21_3")["range"]["spaces"]
    # Recon goes eight hexes of highway, nine with Rommel, ten by Forced March.
    assert (spaces["7"], spaces["8"], spaces["9"]) == (3, 2, 1)
    assert "10" not in spaces
    # In the second Movement of a Blitz Rommel may have been elsewhere.
    spent = overlay(table({"x_21_3": "151"}, rommel=SPENT), "axis", "x_21_3")["range"]["spaces"]
    assert (spent["7"], spent["8"]) == (3, 1)
    assert "9" not in spent


@pytest.mark.rule("rommel", "12.2.a")
def test_a_supply_line_runs_from_block_to_base():
    g = table({"x_21_5": "128"})
    line = [g.place_id(place) for place in supply_line(g, number("x_21_5"))]
    assert line == ["128", "152", "151"]
    assert overlay(g, "axis", "x_21_5")["line"]["lines"][0]["through"] == line
    assert "line" not in overlay(g, "allied", "x_21_5")


def test_the_chart_keeps_neighbours_apart():
    (x, y), (x2, y2) = chart(PACK).center("37"), chart(PACK).center("38")
    assert (round(x2 - x), round(y2 - y)) == (120, 0)
