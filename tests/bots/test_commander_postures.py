"""How a posture changes what the bot thinks of Field Commander."""

from __future__ import annotations

from khamsin.games import find
from khamsin.games.commander.mind.judgement import Judgement
from khamsin.games.commander.model.pieces import ALLIED
from khamsin.games.commander.model.state import State
from khamsin.kernel.game import Setup
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match


def begun() -> Match[State]:
    """North Africa at the first question about battles."""
    match: Match[State] = Match(find("commander"), Setup("na"), SeededDice("postures"))
    while match.decision is None or match.decision.prompt != "battle_moves":
        match.choose(match.legal()[-1])
    return match


def test_who_hopes_more_of_fights_likes_battles_better() -> None:
    match = begun()
    g = match.state
    plain, fierce = Judgement(g), Judgement(g, Posture(fights=2.0))
    offered = [option for option in match.legal() if option[0] != "done"]
    assert offered
    for _, name, where, *_ in offered:
        unit, area = plain.unit(name), g.c.board.at(where)
        assert g.here[ALLIED][area]
        assert fierce.battle(area, [unit]) > plain.battle(area, [unit])


def test_who_is_lavish_counts_supplies_less() -> None:
    match = begun()
    plain, lavish = (Judgement(match.state, posture) for posture in (PLAIN, Posture(thrift=0.5)))
    pairs = [(lavish.battle_move(each), plain.battle_move(each)) for each in match.legal()]
    assert all(more >= less for more, less in pairs)
    assert any(more > less for more, less in pairs)
