"""What the browser draws: complete, in order, in every language that there is."""

import pytest

from khamsin.games.battleaxe.game import Battleaxe
from khamsin.games.battleaxe.show.drawing import escarpments
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from tests.some import some

GAME = Battleaxe()


@pytest.fixture(scope="module", params=["en", "es", "pl"])
def narrator(request):
    return Narrator(GAME, request.param)


def played(choices, *options):
    """A match after so many choices, always the last one offered."""
    match = Match(GAME, Setup("standard", ("historical_setup", *options)), SeededDice("scene"))
    for _ in range(choices):
        if match.result is None:
            match.choose(match.legal()[0])
    return match


def test_the_scene_has_every_space_and_every_unit(narrator):
    scene = GAME.presentation.scene(narrator)
    assert [space["id"] for space in scene["spaces"]] == list(GAME.data.place_ids)
    assert [piece["id"] for piece in scene["pieces"]] == list(GAME.data.unit_ids)
    width, height = scene["size"]
    for space in scene["spaces"]:
        assert all(0 <= x <= width and 0 <= y <= height for x, y in space["polygon"])
    layers = {shape["layer"] for shape in scene["shapes"]}
    assert {"sea", "coast", "road", "track", "escarpment", "frontier", "link"} <= layers
    assert scene["sources"]


def test_escarpments_are_joined_and_have_the_coast_on_their_right():
    lines = escarpments(GAME.data)
    assert len(lines) == 2
    for line in lines:
        (ax, ay), (bx, by) = line[0], line[-1]
        sea = (1600, 600)
        assert (bx - ax) * (sea[1] - ay) - (by - ay) * (sea[0] - ax) > 0


@pytest.mark.parametrize("choices", [0, 1, 5, 20, 60, 150])
def test_pictures_place_everything_where_the_scene_has_a_place(narrator, choices):
    scene = GAME.presentation.scene(narrator)
    places = {space["id"] for space in scene["spaces"]} | {box["id"] for box in scene["boxes"]}
    cells = {box["id"]: box.get("cells") for box in scene["boxes"]}
    match = played(choices)
    picture = GAME.presentation.picture(match.state, None, narrator)
    assert picture["bar"]
    assert set(picture["spaces"]) == {space["id"] for space in scene["spaces"]}
    for piece in picture["pieces"].values():
        assert piece["at"] is None or piece["at"] in places
        assert set(piece["marks"]) <= set(scene["marks"])
    for marker in picture["markers"]:
        assert marker["at"] in places
        labels = cells[marker["at"]]
        if labels is not None:
            assert 0 <= marker["cell"] < len(labels)


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-") or 0)


def test_a_battle_is_told_line_by_line(narrator):
    match = played(0)
    match.choose(("assault", "H"))
    match.choose(("attack", "H"))
    while match.state.battle is None or not match.state.battle.attack_roll:
        match.choose(match.legal()[0])
    battle = GAME.presentation.picture(match.state, "allied", narrator)["battle"]
    assert battle is not None
    assert battle["place"] == "H"
    *rows, total = battle["rows"]
    assert int(total["attack"]) == sum(number(row["attack"]) for row in rows)
    assert int(total["defence"]) == sum(number(row["defence"]) for row in rows)


def test_overlays_show_supply_and_how_far_a_unit_goes(narrator):
    match = played(0)
    supply = {
        one["id"]: one["spaces"]
        for one in GAME.presentation.overlays(match.state, None, narrator, "")
    }
    assert supply["supply_allied"].keys() == {"A", "B", "C", "D", "H"}
    assert supply["supply_axis"]["E"] == 3
    found = GAME.presentation.overlays(match.state, "allied", narrator, "2rtr")
    reach = {one["id"]: one["spaces"] for one in found}["range"]
    assert {"1", "2", "C"} <= reach.keys()
    assert "19" not in reach


def test_the_range_holds_every_step_that_is_offered():
    match = played(0)
    narrator = Narrator(GAME, "en")
    match.choose(("assault", "A", "B", "C", "D"))
    for _ in range(25):
        moves = [option for option in match.legal() if option[0] == "move"]
        if not moves:
            break
        for _, unit, place in some(moves):
            overlays = GAME.presentation.overlays(match.state, "allied", narrator, unit)
            assert place in {one["id"]: one["spaces"] for one in overlays}["range"]
        match.choose(moves[len(moves) // 2])


def test_counters_in_zones_hide_no_values():
    """Six counters lie beside each other in a Zone; Tobruk and Acroma have less room."""
    scene = GAME.presentation.scene(Narrator(GAME))
    counter, name = 92, 46
    rects = [box["rect"] for box in scene["boxes"]]
    for space in some([space for space in scene["spaces"] if space["kind"] == "zone"]):
        (x, y), _, (right, low), _ = space["polygon"]
        columns, rows = (right - x - 10) // (counter + 6), (low - y - name) // counter
        assert columns * rows >= {"H": 3, "I": 1}.get(space["id"], 6), space["name"]
        for left, top, wide, high in rects:
            assert right <= left or left + wide <= x or low <= top or top + high <= y
        rects.append([x, y, right - x, low - y])
