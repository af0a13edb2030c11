"""How prudence, and where the guns stand, change what the bot thinks of Island of Death."""

from __future__ import annotations

import pytest

from khamsin.bots.search.line import favourite
from khamsin.games.malta.mind.appraisal import postures
from khamsin.games.malta.mind.judgement import Judgement, judge
from khamsin.games.malta.model.pieces import ALLIED, AXIS, COAST_GUN, STRONGPOINT
from khamsin.games.malta.model.state import State
from khamsin.kernel.game import Setup
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.games.malta.staging import GAME, PACK, at, table
from tests.some import some

PRUDENT = Posture(prudence=1.0)
SETTING_UP = ("plan_turn", "plan_hex", "plan_drop", "attach_first", "choose_zone", "place_hidden")


def set_up(posture: Posture) -> State:
    """The state of Hercules with all plans made and all counters laid down."""
    match = Match(GAME, Setup("hercules"), SeededDice("prudence"))
    while match.decision is not None and match.decision.prompt in SETTING_UP:
        state = match.state.copy()
        side = match.to_answer[0]
        options = match.legal(side)
        match.choose(favourite(options, judge(match, side, options, posture)), side)
    return state


def watched(g: State, kind: int, far: int) -> int:
    """How many beaches have a counter of a kind so near."""
    places = [h for unit, h in g.hidden_setup if PACK.kind[unit] == kind]
    return sum(any(PACK.distance[h][beach] <= far for h in places) for beach in PACK.beaches)


@pytest.fixture(scope="module")
def plain() -> State:
    return set_up(PLAIN)


@pytest.fixture(scope="module")
def prudent() -> State:
    return set_up(PRUDENT)


def test_the_prudent_garrison_watches_every_beach(plain: State, prudent: State) -> None:
    assert watched(plain, COAST_GUN, 3) < len(PACK.beaches)
    assert watched(prudent, COAST_GUN, 3) == len(PACK.beaches)
    assert watched(prudent, STRONGPOINT, 1) > watched(plain, STRONGPOINT, 1)


def test_the_prudent_drop_is_spread_and_near_those_who_land(plain: State, prudent: State) -> None:
    assert len(plain.series_plans) == len(prudent.series_plans)
    assert len(set(Judgement(plain, AXIS).dropping)) == 1
    assert len(set(Judgement(prudent, AXIS).dropping)) > len(prudent.series_plans) / 2
    far = []
    for g in (plain, prudent):
        value = Judgement(g, AXIS)
        each = [min(PACK.distance[h][b] for b in value.landings) for h in value.dropping]
        far.append(sum(each) / len(each))
    assert far[1] < far[0]


def test_nobody_prudent_lands_on_the_first_day_where_he_is_awaited() -> None:
    g = table({"br_8m": "0809", "li_3_33": "followup_west"}, day="0629")
    option = ("first", "li_3_33", "w1_0709")
    assert Judgement(g, AXIS).danger(at("0709")) > 1.5
    assert Judgement(g, AXIS).fill(option) > 0
    assert Judgement(g, AXIS, PRUDENT).fill(option) < 0
    assert Judgement(g, AXIS, PRUDENT).fill(("first", "li_3_33", "w1_0606")) > 0


def test_guns_fire_where_they_hit_most() -> None:
    near, far = "w1_0709", "w1_0606"
    boxes = {"li_3_33": near, "li_3_34": far}
    value = Judgement(table({"cg_03": "0810", **boxes}), ALLIED)
    assert value.shell(("shell", "cg_03", near)) > value.shell(("shell", "cg_03", far)) > 0
    alone = Judgement(table({"cg_03": "0810", "li_3_33": near, "hq_4": far}), ALLIED)
    assert alone.shell(("shell", "cg_03", far)) > alone.shell(("shell", "cg_03", near))


def test_every_mood_on_malta_is_prudent_and_the_first_is_nothing_else() -> None:
    for side in some(GAME.sides):
        found = postures(table(), side)
        assert found[0] == PRUDENT
        assert all(posture.prudence == 1.0 for posture in found)
        assert len(set(found)) == len(found)
