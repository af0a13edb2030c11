"""What is kept between decisions is forgotten when it is not true any more."""

from random import Random

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.rules.movement.reach import _reach, reach
from khamsin.games.gazala.rules.supply import _statuses, statuses
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.games.gazala.staging import GAME


def test_a_reach_that_is_kept_is_the_reach_of_now():
    """A table shows it of any unit at any time, so it is asked at every stage of the turn."""
    rng = Random("cache")
    m = Match(GAME, Setup("opening"), SeededDice("cache"))
    compared = 0
    looked_at = 0
    while m.result is None:
        g = m.state
        if len(m.entries) % 40 == 0 or g.place[looked_at] < 0:
            standing = [unit for unit, place in enumerate(g.place) if place >= 0]
            looked_at = standing[rng.randrange(len(standing))]
        for units in {(looked_at,), g.moving} - {()}:
            if g.stage != "movement" or g.due[units[0]] >= 0 or units != g.moving:
                assert reach(g, units) == _reach(g, units)
                compared += 1
        options = m.legal()
        m.choose(options[rng.randrange(len(options))])
    assert compared > 1000


def test_supply_that_is_kept_is_the_supply_of_now():
    rng = Random("supply")
    m = Match(GAME, Setup("strike"), SeededDice("supply"))
    for _ in range(120):
        for side in range(len(SIDES)):
            assert statuses(m.state, side) == _statuses(m.state, side)
        options = m.legal()
        m.choose(options[rng.randrange(len(options))])
