"""What is kept, or worked out for whole sets of hexes, is what the table says hex by hex."""

from random import Random

import pytest

from khamsin.bots.greedy import GreedyBot
from khamsin.games.gazala.model.pieces import ALLIED, AXIS, WAITING
from khamsin.games.gazala.model.state import MOVEMENT, State
from khamsin.games.gazala.rules.movement.reach import reach, way_to
from khamsin.games.gazala.rules.supply import _statuses, flood, is_open, statuses
from khamsin.kernel.game import Setup
from khamsin.kernel.map.trace import trace
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.games.gazala.plain_reach import PlainReach
from tests.games.gazala.staging import GAME, PACK

PLAYED = [
    *((scenario, False) for scenario in ("opening", "aida", "strike")),
    *((scenario, True) for scenario in ("opening", "aida", "strike")),
]


@pytest.mark.parametrize(("scenario", "is_greedy"), PLAYED)
def test_what_is_kept_is_what_is_found_afresh(scenario: str, is_greedy: bool):
    """After every answer of a random and of a greedy game, at every stage of the turn."""
    rng = Random(scenario)
    bot = GreedyBot(Random(scenario))
    m = Match(GAME, Setup(scenario), SeededDice(scenario))
    compared = 0
    while m.result is None:
        GAME.rules.check(m.state)  # stacks, zones of control and the sets made of them
        compared += compare_reach(m.state, rng)
        if len(m.entries) % 10 == 0:
            compare_supply(m.state)
        options = m.legal()
        answer = options[rng.randrange(len(options))]
        m.choose(bot.choose(Seat(m, m.to_answer[0])) if is_greedy else answer)
    assert compared > 1000


def compare_reach(g: State, rng: Random) -> int:
    """The reach of the units in hand and of anybody, and the way to some hex in it."""
    standing = [unit for unit, place in enumerate(g.place) if place >= 0 or place == WAITING]
    compared = 0
    for units in {(standing[rng.randrange(len(standing))],), g.moving} - {()}:
        if g.place[units[0]] == WAITING and g.stage != MOVEMENT:
            continue
        found, plain = reach(g, units), PlainReach(g, units)
        assert found.spent == plain.spent
        assert PACK.sets.spaces(found.hexes) == sorted(plain.spent)
        for goal in rng.sample(sorted(plain.spent), min(2, len(plain.spent))):
            assert way_to(g, units, goal) == plain.way_to(goal)
            kept, g.cache = g.cache, {}
            assert way_to(g, units, goal) == plain.way_to(goal)  # as in a replay
            g.cache = kept
        compared += 1
    return compared


def compare_supply(g: State) -> None:
    """The supply that is kept, and lines hex by hex."""
    for side in (AXIS, ALLIED):
        assert statuses(g, side) == _statuses(g, side)
        near = PACK.board.neighbours
        if side == AXIS:  # 10.82
            near = tuple(
                tuple(there for there, edge in sides if not g.mines[edge])
                for sides in PACK.hexsides_of
            )
        starts = [place for place, units in enumerate(g.here[side]) if units][:3]
        for limit in (5, 999):
            closed = bytearray(not is_open(g, side, place) for place in range(len(near)))
            assert flood(g, side, starts, limit) == trace(near, starts, closed, limit)
