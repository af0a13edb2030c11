"""Bots: they answer only what is offered, see only what a seat sees, and greedy beats random."""

from __future__ import annotations

from random import Random

import pytest

from khamsin.bots import make_bot
from khamsin.games import GAMES, find
from khamsin.games.battleaxe.mind.chances import DIFFERENCES
from khamsin.games.battleaxe.mind.judgement import Judgement
from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.play.state import Result
from tests.games.battleaxe.staging import table

DUELS = {
    "battleaxe": ("standard", 20),
    "gazala": ("opening", 2),
    "malta": ("intro", 3),
    "rommel": ("1940", 6),
}
"""Which scenario greedy plays against random, and how often on either side. Every game with two
sides has its row: a short scenario, and as many games as the suite has time for."""


SOLOS = {"commander": ("gd", 10)}
"""The same for games that are played alone: greedy shall score more than random with the same
dice."""


def played(slug: str, bots: dict[str, str], seed: int) -> Result:
    """Play one game between bots."""
    game = find(slug)
    match = Match(game, Setup((DUELS | SOLOS)[slug][0]), SeededDice(str(seed)))
    players = {side: make_bot(name, Random(f"{seed} {side}")) for side, name in bots.items()}
    seats = {side: Seat(match, side) for side in game.sides}
    while match.decision is not None:
        side = match.to_answer[0]
        match.choose(players[side].choose(seats[side]), side)
    assert match.result is not None
    return match.result


@pytest.mark.parametrize("slug", [slug for slug in GAMES if len(find(slug).sides) > 1])
@pytest.mark.parametrize("chair", [0, 1])
def test_greedy_beats_random_in_nine_games_of_ten(slug: str, chair: int) -> None:
    sides = find(slug).sides
    bots = {side: "greedy" if place == chair else "random" for place, side in enumerate(sides)}
    games = DUELS[slug][1]
    won = sum(played(slug, bots, seed).winner == sides[chair] for seed in range(games))
    assert 10 * won >= 9 * games


@pytest.mark.parametrize("slug", [slug for slug in GAMES if len(find(slug).sides) == 1])
def test_greedy_scores_more_than_random_in_nine_games_of_ten(slug: str) -> None:
    game = find(slug)
    (side,) = game.sides
    games = SOLOS[slug][1]
    better = 0
    for seed in range(games):
        greedy, random = (
            played(slug, {side: name}, seed).scores[game.statistics.score]
            for name in ("greedy", "random")
        )
        better += greedy > random
    assert 10 * better >= 9 * games


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", ["greedy", "recruit", "random"])
def test_a_bot_plays_the_same_game_again_with_the_same_luck(slug: str, name: str) -> None:
    first, again = answers(slug, name), answers(slug, name)
    assert len(first) > 20
    assert first == again


def answers(slug: str, name: str, most: int = 400) -> list[tuple[str, ...]]:
    """All that is answered and thrown in a game of such bots, or in its first part."""
    game = find(slug)
    match = Match(game, Setup((DUELS | SOLOS)[slug][0]), SeededDice("7"))
    players = {side: make_bot(name, Random(f"7 {side}")) for side in game.sides}
    seats = {side: Seat(match, side) for side in game.sides}
    while match.decision is not None and len(match.entries) < most:
        side = match.to_answer[0]
        match.choose(players[side].choose(seats[side]), side)
    return list(match.entries)


def test_a_recruit_plays_sensibly_and_loses_to_whoever_does_not_forget_the_enemy() -> None:
    """Eight games against each, the sides by turns."""
    won = {"random": 0, "greedy": 0}
    for other in won:
        for seed in range(8):
            side, enemy = find("battleaxe").sides[:: 1 if seed % 2 else -1]
            won[other] += played("battleaxe", {side: "recruit", enemy: other}, seed).winner == side
    assert won["random"] >= 7
    assert won["greedy"] <= 4


def test_an_unknown_bot_is_named_with_the_known_ones() -> None:
    with pytest.raises(SetupError, match=r"no bot 'napoleon'.*greedy"):
        make_bot("napoleon", Random(0))


def test_the_odds_of_two_dice_against_two_add_up() -> None:
    assert sum(chance for _, chance in DIFFERENCES) == pytest.approx(1)
    assert dict(DIFFERENCES)[0] == pytest.approx(146 / 1296)
    assert dict(DIFFERENCES)[10] == pytest.approx(1 / 1296)


def test_a_strong_attack_is_worth_more_than_a_weak_one() -> None:
    g = table({"7rtr": "7", "22gds": "7", "65at": "7", "2_62": "16"}, allied=["7", "C"])
    units = {name: g.pack.unit_index[name] for name in ("7rtr", "22gds", "65at")}
    view = Judgement(g, ALLIED)
    space = g.pack.board.at("16")
    strong = view.attack(space, tuple(units.values()))
    assert strong > view.attack(space, (units["65at"],))
    assert strong > 0


def test_the_axis_does_not_give_up_the_siege() -> None:
    g = table({"9aus": "H", "15bde": "H", "1_8": "G"}, half="axis")
    view = Judgement(g, AXIS)
    unit = g.pack.unit_index["15bde"]
    assert view.move(unit, g.pack.board.at("G")) < 0
