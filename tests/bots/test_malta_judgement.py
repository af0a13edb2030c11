"""How the greedy bot leads the troops on Malta."""

from __future__ import annotations

from random import Random

import pytest

from khamsin.bots.greedy import GreedyBot
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.games.malta.staging import GAME


@pytest.mark.parametrize("seed", range(3))
def test_nobody_marches_far_to_get_nowhere(seed: int) -> None:
    """6.2 Who has marched far may not move on: troops in the rear would never come to the front."""
    match = Match(GAME, Setup("hercules"), SeededDice(f"march{seed}"))
    bots = {side: GreedyBot(Random(seed)) for side in GAME.sides}
    while match.result is None and match.state.day < 3:
        side = match.to_answer[0]
        match.choose(bots[side].choose(Seat(match, side)), side)
    marches = [event for _, event in match.events if event.kind == "moved" and event.rule == "6.2"]
    assert marches
    for march in marches:
        path = march.values["path"]
        assert isinstance(path, tuple)
        assert path[0] != path[-1]
