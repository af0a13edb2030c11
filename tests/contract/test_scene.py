"""Every game's scene and pictures name only what exists, and only what a browser can draw."""

import json
from random import Random

import pytest

from khamsin.games import GAMES, find
from khamsin.kernel.game import Presentation, Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.show.scene import LAYERS, SIGNS, TERRAIN
from khamsin.kernel.text.narrator import Narrator

STEPS = 150


DRAWN = [
    slug for slug, game in GAMES.items() if game().presentation.scene is not Presentation().scene
]
"""A game may be played in a terminal before it is drawn."""


@pytest.fixture(scope="module", params=DRAWN)
def game(request):
    return find(request.param)


@pytest.fixture(scope="module")
def narrator(game):
    return Narrator(game)


@pytest.fixture(scope="module")
def scene(game, narrator):
    return game.presentation.scene(narrator)


def ids(things):
    return [thing["id"] for thing in things]


def test_everything_has_a_name_of_its_own(scene):
    for things in (ids(scene["spaces"]) + ids(scene["boxes"]), ids(scene["pieces"])):
        assert len(things) == len(set(things))
    json.dumps(scene)


def test_it_can_be_drawn(game, scene):
    width, height = scene["size"]
    for shape in scene["shapes"]:
        assert shape["layer"] in LAYERS
        assert shape["kind"] in ("line", "polygon", "text")
        assert len(shape["points"]) > (shape["kind"] != "text")
    for space in scene["spaces"]:
        assert space["kind"] in ("area", "zone", "hex")
        assert space["terrain"] in TERRAIN
        assert set(space.get("signs", ())) <= set(SIGNS)
        assert len(space["polygon"]) > 2
        x, y = space["center"]
        assert 0 <= x <= width
        assert 0 <= y <= height
    for box in (*scene["boxes"], *scene.get("sheets", ())):
        x, y, wide, high = box["rect"]
        assert 0 <= x < x + wide <= width
        assert 0 <= y < y + high <= height
    assert set(scene["sides"]) >= set(game.sides)  # the rules may play a side by themselves
    for piece in scene["pieces"]:
        assert piece["kind"] in ("counter", "block", "chit", "card")
        assert piece["faces"]


def positions(game, every=10):
    """A match at random, looked at now and then."""
    rng = Random(1)
    scenario = game.scenarios[0]
    match = Match(game, Setup(scenario.id), SeededDice("scene"))
    for step in range(STEPS):
        if match.decision is None:
            break
        if step % every == 0:
            yield match
        side = match.to_answer[0]
        match.choose(rng.choice(match.legal(side)), side)


def test_pictures_name_only_what_is_there(game, scene, narrator):
    places = {*ids(scene["spaces"]), *ids(scene["boxes"])}
    pieces = set(ids(scene["pieces"]))
    cells = {box["id"]: len(box.get("cells", ())) for box in scene["boxes"]}
    sheets = set(ids(scene.get("sheets", ())))
    sides = set(scene["sides"])
    seen_at = set()
    for match in positions(game):
        for side in (*game.sides, None):
            picture = game.presentation.picture(match.known(side), side, narrator)
            json.dumps(picture)
            assert set(picture["spaces"]) <= places
            for now in picture["spaces"].values():
                assert now.get("control") in {None, *sides}
                assert set(now["marks"]) <= set(scene["marks"])
            for name, piece in picture["pieces"].items():
                seen_at.add(piece["at"])
                assert set(piece["marks"]) <= set(scene["marks"]), name
                assert name in pieces or piece["side"] in sides, name
                assert piece.get("cell", 0) <= cells.get(piece["at"] or "", 0), name
            for marker in picture["markers"]:
                assert marker["at"] in cells, marker
                assert marker.get("cell", 0) <= cells[marker["at"]], marker
            for edge in picture.get("edges", ()):
                assert set(edge["between"]) <= places
                assert edge["layer"] in LAYERS
            known = {*places, *picture["pieces"]}
            for arrow in picture.get("arrows", ()):
                assert set(arrow["through"]) <= known
            for hand in picture.get("hands", ()):
                assert len(hand["cards"]) <= hand["count"]
            assert picture.get("sheet", "") in {"", *sheets}
            check_battle(picture["battle"], known | pieces)
            for overlay in game.presentation.overlays(match.known(side), side, narrator, ""):
                assert set(overlay["spaces"]) <= places
                assert set(overlay.get("text", ())) <= places
    assert seen_at & places  # what is at no place of the scene is off the map, but not everything


def test_units_that_are_asked_about_can_be_shown(game, scene):
    asked = {match.decision.facts.get("unit") for match in positions(game, every=1)}
    assert asked <= {None, *ids(scene["pieces"])}


def check_battle(battle, known):
    if battle is None:
        return
    shown = [*battle["attackers"], *battle["defenders"]]
    shown += [piece for line in battle.get("lines", ()) for piece in line["pieces"]]
    shown += [name for target in battle.get("targets", ()) for name in (target["by"], target["at"])]
    assert set(shown) <= known
    ladder = battle.get("ladder")
    if ladder:
        assert 0 <= ladder["start"] < len(ladder["columns"])
        assert 0 <= ladder["end"] < len(ladder["columns"])
    for throw in battle.get("throws", ()):
        assert all(0 <= hit < len(throw["dice"]) for hit in throw.get("hits", ()))
