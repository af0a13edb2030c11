"""Nobody can see, ask or infer from a refusal what he may not know."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.contract.play import CASES, SEEDED, SLOW, begin, game, looks, phrases, sight
from tests.contract.worlds import two_worlds
from tests.kernel.patrol import Patrol
from tests.kernel.patrol_rules import LEAKS
from tests.some import some

PARTINGS = {"gazala": 4, "malta": 16}
"""At how many marks of a game the worlds part at most; fewer where a look at the table is long."""


@pytest.mark.parametrize(("slug", "scenario", "seed"), SEEDED)
def test_two_worlds_look_the_same(slug, scenario, seed):
    rng = Random(f"worlds {slug} {scenario} {seed}")
    hidden = game(slug).rules.hidden
    same = different = 0
    for _ in range(8 if slug == "patrol" else 1):
        often = max(15, 120 // len(game(slug).scenarios))  # shared among the scenarios
        often = min(often, PARTINGS.get(slug, 60)) if hidden else 8
        found = two_worlds(begin(slug, scenario, rng), rng, often)
        same += found[0]
        different += found[1]
    enough = different > (10 if slug in SLOW else 50) if hidden else same > 5
    assert enough or slug == "siege"  # its only marks are followed by a draw


def search(patrol: Patrol) -> None:
    """The same matches for every version of Patrol."""
    for seed in range(20):
        rng = Random(f"leak {seed}")
        match = Match(patrol, Setup("campaign", ("scouts",)), SeededDice(f"leak{seed}"))
        two_worlds(match, rng, 20)


@pytest.mark.parametrize("leak", LEAKS)
def test_the_test_sees_every_leak(leak):
    """Each leaky version of Patrol betrays one thing."""
    with pytest.raises(AssertionError, match=r"can tell|asked in one world"):
        search(Patrol(leak))


def test_the_test_sees_no_leak_where_none_is():
    search(Patrol())


@pytest.mark.parametrize(("slug", "scenario", "seed"), SEEDED)
def test_imagined_matches_look_the_same_and_are_playable(slug, scenario, seed):
    rng = Random(f"imagine {slug} {scenario} {seed}")
    worlds = 0
    for match in looks(begin(slug, scenario, rng), rng, 20):
        for side in match.game.sides:
            said = phrases(slug, rng, 5)
            world = Seat(match, side).imagine(rng)
            for viewer in (side, None):
                assert sight(world, viewer, said) == sight(match, viewer, said)
            world.game.rules.check(world.state)
            for _ in range(3):
                if world.result is None:
                    seat = world.to_answer[0]
                    world.choose(world.legal(seat)[-1], seat)
                    world.game.rules.check(world.state)
            worlds += 1
    assert worlds > 3


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_options_and_facts_are_shown_to_nobody_else(slug, scenario):
    rng = Random(f"others {slug} {scenario}")
    for match in some(looks(begin(slug, scenario, rng), rng, 40)):
        everybody = (*match.game.sides, None, "stranger")
        for viewer in some(each for each in everybody if each not in match.to_answer):
            shown = match._decision_view(viewer)
            assert shown is not None
            assert not {"options", "facts"} & set(shown)
            assert viewer is None or match.legal(viewer) == []


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_looking_changes_nothing(slug, scenario):
    """Views, options, reasons and imagined matches leave the state alone, also when spoilt."""
    rng = Random(f"look {slug} {scenario}")
    for match in some(looks(begin(slug, scenario, rng), rng, 20)):
        before = match.state.digest()
        for side in match.game.sides:
            view = match.view(side)
            text = json.dumps(view)
            spoil(view)
            Seat(match, side).legal().clear()
            match.imagine(side, rng)
            for words in phrases(slug, rng, 3):
                match.why_not(side, words)
            assert json.dumps(match.view(side)) == text
        assert match.state.digest() == before


def spoil(value: Any) -> None:
    """Empty every list and table inside."""
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            spoil(inner)
    value.clear()
