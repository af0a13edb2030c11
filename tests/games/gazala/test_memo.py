"""What is kept between decisions is forgotten when it is not true any more."""

from random import Random

from khamsin.games.gazala.movement import _reach, reach
from khamsin.kernel.dice import SeededDice
from khamsin.kernel.game import Setup
from khamsin.kernel.match import Match
from tests.games.gazala.staging import GAME


def test_a_reach_that_is_kept_is_the_reach_of_now():
    rng = Random("memo")
    m = Match(GAME, Setup("opening"), SeededDice("memo"))
    compared = 0
    while m.result is None:
        g = m.state
        if g.stage == "movement" and g.moving and all(g.due[unit] >= 0 for unit in g.moving):
            assert reach(g, g.moving) == _reach(g, g.moving)
            compared += 1
        options = m.legal()
        m.choose(options[rng.randrange(len(options))])
    assert compared > 100
