"""Two worlds that a side cannot tell apart, over many short matches; what is hidden is dealt anew.

The contract suite parts the worlds often in a few whole matches. Here it is done once in each of
two hundred, of all eight scenarios: a random match is played for a random number of decisions, more
than half of them into the second month or later, then one side's other world is played on beside
the truth for a few decisions. A random player spends points for most of his decisions, so that most
marks of the Buildup are passed by. None of these matches is played to its end.
"""

from __future__ import annotations

from random import Random

import pytest

from khamsin.games.rommel.model.state import SPEND
from tests.contract.play import begin, decisions, game
from tests.contract.worlds import TwoWorlds

MATCHES = 104
LONGEST = 160  # decisions before the worlds part
BY = 0.8  # how many of the marks of spending are passed by
STEPS = 5  # decisions that they are played on together
PARTS = 4

SCENARIOS = [each.id for each in game("rommel").scenarios]


@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_matches(part):
    """Blocks and strengths, cards, minefields and early arrivals: each side in half of them."""
    parted = different = compared = 0
    for number in range(part, MATCHES, PARTS):
        rng = Random(f"two worlds {number}")
        match = begin("rommel", SCENARIOS[number // PARTS % len(SCENARIOS)], rng)
        wanted = rng.randrange(LONGEST)
        for answers, _ in enumerate(decisions(match, rng)):
            at_mark = match.marks[-1].entries == len(match.entries)
            is_passed_by = match.state.step == SPEND and rng.random() < BY
            if answers >= wanted and at_mark and not is_passed_by:
                worlds = TwoWorlds(match, match.game.sides[number // 2 % 2], rng)
                worlds.play(STEPS)
                parted += 1
                different += worlds.differs
                compared += worlds.compared
                break
    assert parted == MATCHES // PARTS  # none was over before
    assert different > parted * 2 / 3
    assert compared > parted * 2
