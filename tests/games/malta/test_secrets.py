"""What a side may not know: views, events and imagined worlds."""

from random import Random

import pytest

from khamsin.games.malta.knowledge.imagine import imagine
from khamsin.games.malta.knowledge.known import known
from khamsin.games.malta.knowledge.view import view
from khamsin.games.malta.model.state import State
from khamsin.kernel.game import Setup
from khamsin.kernel.map.hexes import distance
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.games.malta.staging import GAME, PACK, at, scene, table, u
from tests.some import some

HIDDEN = {
    "sp_1": "1108", "sp_2": "1208", "cg_01": "1213", "cg_02": "1314", "cg_03": "1314",
    "mil_1": "1112", "mil_2": "1013", "li_1_33": "0912",
}  # fmt: skip


def worlds(g: State, side: str, count: int = 40) -> list[State]:
    return [imagine(g, side, Random(seed), ()) for seed in range(count)]


@pytest.mark.rule("malta", "16.2", "16.51", "16.35")
def test_the_axis_imagines_every_counter_under_every_other():
    g = table(HIDDEN, militia=2)
    found = worlds(g, "axis")
    for name, kind in (("sp_1", "sp"), ("cg_01", "cg"), ("mil_1", "mil")):
        backs = {PACK.unit_ids[world.back[u(name)]] for world in found}
        assert len(backs) > 1
        assert all(back.startswith(kind) for back in backs)
    assert all(view(world, "axis") == view(g, "axis") for world in found)
    for world in found:
        GAME.rules.check(world)


@pytest.mark.rule("malta", "16.22", "16.52")
def test_what_has_been_turned_up_is_no_guess():
    g = table(HIDDEN, militia=2, seen=["sp_1", "cg_02", "mil_1"])
    for world in some(worlds(g, "axis")):
        for name in ("sp_1", "cg_02", "mil_1"):
            assert world.back[u(name)] == g.back[u(name)]


@pytest.mark.rule("malta", "19.3", "19.31", "18.21")
def test_the_allies_imagine_other_plans():
    plans = ((0, 5, 1, 0, u("ram_1_2")), (2, 4, 4, -1, u("fo_v_186")))
    g = table(None, phase="allied_setup", day="0629", turn="am", series_plans=plans, zones=[1, 2],
              marker_plans=((0, 0, at("1213")), (2, 1, at("1512"))))  # fmt: skip
    g.formation = tuple(PACK.div4 if n == u("sm_1") else f for n, f in enumerate(g.formation))
    found = worlds(g, "allied")
    assert len({world.marker_plans for world in found}) > 5
    assert len({world.series_plans for world in found}) > 5
    assert len({tuple(world.zones) for world in found}) > 5
    assert {world.formation[u("sm_1")] for world in found} == {PACK.div4, PACK.div20}
    for side in ("allied", None):
        seen = known(g, side).data()
        assert all(known(world, side).data() == seen for world in found)
    assert all(world.series_plans == g.series_plans for world in worlds(g, "axis"))


@pytest.mark.parametrize("scenario", ["intro", "hercules"])
def test_what_is_imagined_follows_from_what_is_known(scenario):
    """From two worlds that a side cannot tell apart it imagines the same third one."""
    rng = Random(f"blind {scenario}")
    m = Match(GAME, Setup(scenario), SeededDice("blind"))
    differed = 0
    for number in range(1500):
        if m.result is not None:
            break
        if number < 80 or number % 40 == 0:
            truth = m.marks[-1].state
            for side in GAME.sides:
                other = imagine(truth, side, rng, ())
                differed += other.data() != truth.data()
                one, two = (imagine(g, side, Random(number), ()) for g in (truth, other))
                assert one.data() == two.data()
                GAME.rules.check(one)
        options = m.legal()
        m.choose(options[rng.randrange(len(options))], m.to_answer[0])
    assert differed > 50


@pytest.mark.rule("malta", "19.3", "19.22", "22.35")
def test_imagined_series_keep_to_the_rules_of_planning():
    plans = ((0, 5, 1, 0, u("ram_1_2")), (2, 4, 4, -1, u("fo_v_186")), (4, 5, 0, 1, u("ram_1_3")))
    g = table(None, phase="allied_setup", day="0629", turn="am", series_plans=plans,
              marker_plans=((0, 0, at("1213")), (2, 1, at("1512"))))  # fmt: skip
    found = worlds(g, "allied", 200)
    assert len({plan[4] for world in found for plan in world.series_plans}) > 5
    assert len({plan[0] for world in found for plan in world.series_plans}) > 2
    for world in found:
        assert len(world.series_plans) == 3
        turns = {which: turn for turn, which, _ in world.marker_plans}
        far = [0, 0]
        for turn, formation, q, r, *_ in world.series_plans:
            marker = PACK.formations[formation].marker
            assert turn >= turns[marker]
            far[marker] += distance((0, 0), (q, r)) > 3
        assert max(far) <= 1
        assert [int(count > 0) for count in far] == world.far_used


@pytest.mark.rule("malta", "16.22", "18.61")
def test_a_world_is_found_after_several_counters_were_turned_up_at_once():
    units = {"sm_1": "w1_1107", "sm_2": "w1_1308", "sm_3": "w1_0806", "sp_1": "1108",
             "sp_2": "1208", "sp_3": "0907", "sp_4": "1609", "sp_5": "1415"}  # fmt: skip
    of = {"sm_1": "div4", "sm_2": "div4", "sm_3": "div4"}
    back = {"sp_1": "sp_9", "sp_2": "sp_5", "sp_3": "sp_1", "sp_5": "sp_3", "sp_9": "sp_2"}
    m = scene(table(units, phase="wave1", turn="am", formation=of, back=back))
    for _ in range(3):
        m.roll((1,))
    assert m.decision is not None
    world = m.imagine("axis", Random(1))
    assert world.view("axis") == m.view("axis")
    assert world.state.back[u("sp_1")] == u("sp_9")


VARIANTS = [
    ("intro", ()), ("intro", ("solitaire",)), ("hercules", ()), ("hercules", ("solitaire",)),
    ("hercules", ("variable_setup", "delayed_landings")),
    ("hercules", ("variable_setup", "delayed_landings", "solitaire")),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "options"), VARIANTS)
def test_random_games_of_every_variant_come_to_an_end(scenario, options):
    rng = Random(f"{scenario}{options}")
    m = Match(GAME, Setup(scenario, options), SeededDice("fuzz"))
    answers = 0
    while m.result is None:
        legal = m.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        # Moves far from the enemy make a random game long and add nothing here.
        is_march = m.decision is not None and m.decision.prompt == "strategic"
        option = legal[-1] if is_march and rng.random() < 0.9 else legal[rng.randrange(len(legal))]
        m.choose(option, m.to_answer[0])
        answers += 1
        if answers % 25 == 0:
            GAME.rules.check(m.state)
    assert m.result.ending in GAME.endings
