"""The goal in sight agrees with the rules: who is told that he would win wins, if judged now."""

from random import Random

import pytest

from khamsin.games import find
from khamsin.games.battleaxe.model.pieces import ALLIED as BRITISH
from khamsin.games.battleaxe.rules import victory as battleaxe
from khamsin.games.commander.model.pieces import ALLIED, AXIS
from khamsin.games.commander.rules import victory as commander
from khamsin.games.gazala.rules import victory as gazala
from khamsin.games.malta.rules.victory import surrender_modifiers
from khamsin.games.rommel.model.pieces import SIDES as ROMMEL_SIDES
from khamsin.games.rommel.rules import victory as rommel
from khamsin.games.rommel.show.goals import count_span
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator

VOICES = {
    slug: Narrator(find(slug)) for slug in ("battleaxe", "commander", "gazala", "malta", "rommel")
}


def start(slug, scenario):
    return Match(find(slug), Setup(scenario), SeededDice("goal")).state


def goals(slug, g, side=None):
    found = find(slug).presentation.goals(g, side, VOICES[slug])
    assert found is not None
    return found["goals"]


def met(found, rule=""):
    """Who would win now, by this rule or by any."""
    return {goal["side"] for goal in found if goal["met"] and rule in ("", goal["rule"])}


def along(slug, scenario, steps, seed, every=10):
    """States of a match at random."""
    rng = Random(seed)
    match = Match(find(slug), Setup(scenario), SeededDice(f"{slug}{seed}"))
    for step in range(steps):
        if match.decision is None:
            return
        if step % every == 0:
            yield match
        side = match.to_answer[0]
        match.choose(rng.choice(match.legal(side)), side)


@pytest.mark.parametrize("scenario", ["opening", "aida", "strike"])
@pytest.mark.parametrize("held", [0, 1, 9])
def test_gazala(scenario, held):
    g = start("gazala", scenario)
    victor = g.scenario.victor
    hexes = g.scenario.victory_hexes
    for n, place in enumerate(hexes):
        g.control[place] = victor if n < held else 1 - victor
    found = goals("gazala", g)
    assert sum(place["met"] for place in found[0]["places"]) == min(held, len(hexes))
    gazala.judge(g)
    assert met(found) == {g.result.winner}
    assert {goal["rule"] for goal in found} == {g.result.rule}


def test_battleaxe_in_matches():
    """As on the evening of June 17, at any moment of matches at random."""
    winners = set()
    for seed in range(4):
        for match in along("battleaxe", "standard", 400, seed):
            g = match.state.copy()
            g.turn = battleaxe.LAST_DAY
            for vp in (0, g.vp_needed - 3):
                g.vp = vp
                judged = g.copy()
                battleaxe.judge(judged)
                assert met(goals("battleaxe", g)) == {judged.result.winner}
                winners.add(judged.result.winner)
    assert winners == {"allied", "axis"}


def test_battleaxe_tobruk_and_areas():
    g = start("battleaxe", "standard")
    points, relief, _ = goals("battleaxe", g)
    assert not relief["met"]
    assert not any(place["met"] for place in points["places"])
    g.control = [BRITISH] * len(g.control)
    g.here[1 - BRITISH] = [() for _ in g.here[1 - BRITISH]]
    points, relief, _ = goals("battleaxe", g)
    assert relief["met"]
    assert battleaxe.is_tobruk_relieved(g)
    assert all(place["met"] for place in points["places"])
    assert sum(space.vp for space in g.pack.spaces) == 14
    assert "14 of 10" in points["now"]


def test_battleaxe_extended():
    g = start("battleaxe", "extended")
    assert "11 victory points" in goals("battleaxe", g)[0]["title"]
    assert "8 or fewer" in goals("battleaxe", g)[0]["title"]
    g.turn = battleaxe.LAST_DAY + 1
    assert [goal["rule"] for goal in goals("battleaxe", g)] == ["17.1", "20.1"]


@pytest.mark.parametrize(("scenario", "names"), [
    ("gd", ("Lille", "St. Valery", "Cherbourg")), ("na", ("Cairo",)),
    ("dd", ("Cherbourg", "St. Lo", "Caen")),
])  # fmt: skip
def test_commander_names_its_objectives(scenario, names):
    g = start("commander", scenario)
    title = next(goal for goal in goals("commander", g) if goal["rule"].startswith("campaigns"))[
        "title"
    ]
    assert all(name in title for name in names), title


@pytest.mark.parametrize("scenario", ["gd", "na", "dd"])
@pytest.mark.parametrize("holder", [AXIS, ALLIED])
def test_commander_agrees_with_the_judge(scenario, holder):
    g = start("commander", scenario)
    areas = len(g.control)
    g.control = [holder] * areas
    g.here[holder], g.here[1 - holder] = [(0,)] * areas, [()] * areas  # one of his, everywhere
    found = {goal["rule"]: goal for goal in goals("commander", g)}
    commander.judge(g)
    told = {rule for rule in found if rule.startswith("campaigns") and found[rule]["met"]}
    if g.result is None:
        assert not told
    else:
        assert g.result.rule in {goal["rule"] for goal in goals("commander", g) if goal["met"]}


@pytest.mark.parametrize("scenario", ["1941", "crusader"])
def test_rommel(scenario):
    """What a reader is told holds the truth; where all is open it says what the judge says."""
    spans = set()
    for match in along("rommel", scenario, 500, 2, every=50):
        g = match.state
        for reader, name in ((0, "allied"), (1, "axis"), (-1, None)):
            known = match.known(name)
            for own in (0, 1):
                low, high = count_span(known, own, reader)
                spans.add(high - low)
                assert low <= rommel.count(g, own) <= high
                if own == reader:
                    assert low == high
        opened = g.copy()
        opened.up = (1,) * len(opened.up)
        found = goals("rommel", opened)
        rommel.judge(opened)
        level = opened.result.rule
        assert opened.result.winner in met(found, "17.2" if level in ("17.2", "17.4") else level)
    assert max(spans) > 0


def test_rommel_wins_at_once():
    g = start("rommel", "1941")
    assert not met(goals("rommel", g, "axis"), "17.1")
    g.exited[1] = g.pack.numbers.exits
    assert met(goals("rommel", g, "axis"), "17.1") == {ROMMEL_SIDES[1]}
    with pytest.raises(rommel.WonAtOnce):
        rommel.check_exits(g)
    assert g.result.winner == ROMMEL_SIDES[1]


def test_malta():
    """The chances are those of two dice, and the lines are those of the roll."""
    g = start("malta", "intro")
    surrender, called_off, hold_out = goals("malta", g)
    lines = surrender_modifiers(g)
    assert len(surrender["rows"]) == len(lines)
    total = sum(value for _, value in lines)
    rolls = [one + two + total for one in range(1, 7) for two in range(1, 7)]
    low, high = sum(roll <= 0 for roll in rolls), sum(roll >= 14 for roll in rolls)
    assert surrender["now"] == f"surrender at 0 or less on 2d6 {total:+}: {low} in 36"
    assert called_off["now"] == f"called off at 14 or more: {high} in 36"
    assert not hold_out["met"]
    assert {place["met"] for place in surrender["places"]} == {True, False}
    g.lost[0] = 9 * 20  # every nine Allied steps lower the roll by one
    assert goals("malta", g)[0]["met"]
    g.lost[0], g.lost[1] = 0, 9 * 20
    found = goals("malta", g)
    assert found[1]["met"]
    assert not found[0]["met"]
