"""The environments pass the tests of PettingZoo and Gymnasium, and tell no secrets."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from khamsin.envs import DuelEnv, SeatEnv
from khamsin.games import GAMES
from khamsin.kernel.errors import SetupError
from khamsin.kernel.play.decision import Secret
from tests.some import some

DUELS = [slug for slug, game in GAMES.items() if len(game.sides) > 1]
SOLOS = [slug for slug, game in GAMES.items() if len(game.sides) == 1]


def shown(env: DuelEnv) -> list[str]:
    """The options of the agent that is asked, in words."""
    return env.infos[env.agent_selection]["options"]


def play(env: DuelEnv, rng: Random, steps: int = 10**6) -> None:
    """Let both agents do anything, without looking more than they must."""
    for _ in range(steps):
        if env.playing.match.result is not None:
            return
        env.step(rng.choice(np.flatnonzero(env.playing.pages.mask()).tolist()))


@pytest.mark.parametrize("slug", DUELS)
# Recommendations that PettingZoo's own board games do not follow either: they have masks and names.
@pytest.mark.filterwarnings("ignore:Observation space for each agent")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named")
def test_pettingzoo_is_content(slug, capsys):
    api_test(DuelEnv(slug), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("slug", DUELS)
def test_the_same_seed_gives_the_same_match(slug):
    seed_test(lambda: DuelEnv(slug), num_cycles=50)


@pytest.mark.parametrize("slug", SOLOS)
def test_gymnasium_is_content(slug):
    check_env(SeatEnv(slug, render_mode="ansi"), skip_render_check=True)


def test_gymnasium_is_content_with_a_seat_against_a_bot():
    check_env(SeatEnv("battleaxe", chair="axis", bots={"allied": "random"}), skip_render_check=True)


def test_the_winner_gets_one_and_the_loser_minus_one():
    env = DuelEnv("battleaxe")
    env.reset(seed=1)
    play(env, Random(1))
    result = env.playing.match.result
    assert result is not None
    assert result.winner is not None
    assert env.rewards[result.winner] == 1
    assert sum(env.rewards.values()) == 0
    assert all(env.terminations.values())
    assert env.infos["axis"]["result"]["reason"] == result.reason
    assert not env.observe("axis")["action_mask"].any()
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_a_game_that_is_played_alone_gives_its_victory_points():
    env = SeatEnv("commander", "dd")
    env.reset(seed=3)
    rng, reward, over = Random(3), 0.0, False
    while not over:
        assert reward == 0
        action = rng.choice(np.flatnonzero(env.playing.pages.mask()).tolist())
        _, reward, over, truncated, info = env.step(action)
        assert not truncated
    assert reward == info["result"]["scores"]["vp"]


def test_sealed_answers_stay_sealed_and_chairs_may_change_sides():
    env = DuelEnv("battleaxe", options=("bids",))
    seen = []
    for bid in (1, 5):
        env.reset(seed=1)
        assert isinstance(env.playing.match.decision, Secret)
        first = env.agent_selection
        env.step(bid)
        second = env.agent_selection
        assert second != first
        seen.append(env.observe(second))
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
    env.step(0)
    sides = {agent: env.playing.side_of(agent) for agent in env.agents}
    assert sorted(sides.values()) == ["allied", "axis"]
    assert env.infos[env.agent_selection]["side"] == sides[env.agent_selection]


@pytest.mark.parametrize("slug", [slug for slug in DUELS if slug != "battleaxe"])
def test_an_observation_is_the_same_in_every_world_that_the_side_cannot_tell_apart(slug):
    env = DuelEnv(slug)
    rng = Random(5)
    env.reset(seed=5)
    play(env, rng, 60)
    playing = env.playing
    for side in some(playing.game.sides):
        options = playing.pages.shown if side == playing.asked else []
        true = playing.encoding.row(playing.match, side, options)
        world = playing.match.imagine(side, rng)
        assert np.array_equal(playing.encoding.row(world, side, options), true)


def test_a_row_says_where_every_piece_stands_and_what_the_options_are():
    env = DuelEnv("battleaxe")
    env.reset(seed=1)
    play(env, Random(1), 60)
    encoding, match = env.playing.encoding, env.playing.match
    agent = env.agent_selection
    seen = env.observe(agent)
    parts = encoding.split(seen["observation"])
    position = match.view(agent)["position"]
    for name, space in position["spaces"].items():
        at = encoding.places.index(name)
        assert parts["places"][at, list(env.playing.game.sides).index(space["control"])] == 1
        for unit in space["units"]:
            assert parts["pieces"][encoding.pieces.index(unit), 0] == at + 1
    assert parts["numbers"][encoding.numbers.index("turn")] == position["turn"]
    assert (
        parts["numbers"][encoding.numbers.index("artillery.axis")] == position["artillery"]["axis"]
    )
    assert encoding.prompts[int(parts["prompt"].argmax())] == env.infos[agent]["prompt"]
    options = match.legal(agent)
    assert seen["action_mask"].sum() == len(options)
    for numbers, option in zip(parts["options"], options, strict=False):
        assert [int(number) for number in numbers if number] == [*map(encoding.number, option)]
    other = next(side for side in env.agents if side != agent)
    assert env.infos[other] == {}
    assert not env.observe(other)["action_mask"].any()
    assert not encoding.split(env.observe(other)["observation"])["options"].any()


def test_more_options_than_actions_are_turned_over_like_pages():
    env = DuelEnv("battleaxe", width=3)
    env.reset(seed=1)
    agent = env.agent_selection
    options = [" ".join(option) for option in env.playing.match.legal()]
    assert len(options) == 4
    assert shown(env) == options[:2]
    before = len(env.playing.match.entries)
    env.step(2)
    assert (env.agent_selection, len(env.playing.match.entries)) == (agent, before)
    assert shown(env) == options[2:]
    env.step(2)
    assert shown(env) == options[:2]
    env.step(2)
    env.step(1)
    assert " ".join(env.playing.match.entries[-1][1:]) == options[3]
    with pytest.raises(ValueError, match="action 7 is masked"):
        env.step(7)


def test_a_masked_action_changes_nothing_in_a_seat():
    env = SeatEnv("commander")
    before, _ = env.reset(seed=1)
    after, reward, over, _, info = env.step(500)
    assert (reward, over, info["refused"]) == (0, False, True)
    assert np.array_equal(before["observation"], after["observation"])
    assert "refused" not in env.step(0)[-1]


def test_a_table_is_drawn_in_letters():
    env = DuelEnv("battleaxe", render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert "Menastir" in drawn
    assert "VP 0/10" in drawn
    assert DuelEnv("battleaxe").render() is None
    env.close()


def test_a_wrong_environment_is_refused():
    with pytest.raises(SetupError, match="played alone; use SeatEnv"):
        DuelEnv("commander")
    with pytest.raises(SetupError, match="allied, axis, one in each chair"):
        SeatEnv("battleaxe", chair="axis")
    with pytest.raises(SetupError, match="one in each chair"):
        SeatEnv("commander", bots={"axis": "greedy"})
