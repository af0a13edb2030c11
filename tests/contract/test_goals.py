"""Every game says what each side needs to win, of places that exist, in every language."""

import json
from random import Random

import pytest

from khamsin.games import GAMES, find
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import LANGUAGES

STEPS = 200
SETUPS = [(slug, scenario.id) for slug in GAMES for scenario in find(slug).scenarios]


def positions(game, scenario, every=40):
    rng = Random(3)
    match = Match(game, Setup(scenario), SeededDice("goals"))
    for step in range(STEPS):
        if match.decision is None:
            break
        if step % every == 0:
            yield match
        side = match.to_answer[0]
        match.choose(rng.choice(match.legal(side)), side)


@pytest.mark.parametrize(("slug", "scenario"), SETUPS)
def test_goals_name_what_is_there(slug, scenario):
    game = find(slug)
    voices = [Narrator(game, language) for language in LANGUAGES]
    scene = game.presentation.scene(voices[0])
    spaces = {space["id"] for space in scene["spaces"]}
    rules = {rule.id for rule in voices[0].rulebook.rules}
    lit = set()
    for match in positions(game, scenario):
        for side in (*game.sides, None):
            for voice in voices:
                found = game.presentation.goals(match.known(side), side, voice)
                assert found is not None
                json.dumps(found)
                named = [*found["standing"], *found["goals"]]
                assert {each["side"] for each in named} <= set(scene["sides"])
                assert {goal["side"] for goal in found["goals"]} >= set(game.sides)
                assert found["when"]
                for goal in found["goals"]:
                    assert goal["rule"] in rules
                    lit |= {place["id"] for place in goal.get("places", ())}
    assert lit
    assert lit <= spaces
