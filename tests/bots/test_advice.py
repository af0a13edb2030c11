"""Advice: who stands better, the best lines, and the reasons for them in words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from khamsin.bots.search.advice import Advice, advise, advise_within, chances
from khamsin.bots.search.budget import FIRST_LOOK, Budget
from khamsin.games import GAMES, find
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import LANGUAGES, load_catalogue
from tests.games.battleaxe import staging
from tests.some import some


def last_day() -> Seat[Any]:
    """One point is missing, and a free unit stands beside it as night falls (17.2d)."""
    g = staging.table(
        {"7rtr": "7", "2_62": "23"}, allied=["7", "C"], turn=3, impulse=12, vp=9, half="allied"
    )
    return Seat(staging.match(g, source=SeededDice("night")), "allied")


def asked(slug: str) -> Seat[Any]:
    """The first seat that is asked something in a game."""
    game = find(slug)
    match = Match(game, Setup(game.scenarios[0].id), SeededDice("advice"))
    return Seat(match, match.to_answer[0])


@pytest.fixture(scope="module")
def given() -> Advice:
    return advise_within(last_day(), Random(1), Budget(1.0, rounds=4 * FIRST_LOOK))


def test_the_line_that_wins_is_named_first(given: Advice) -> None:
    best = given.lines[0]
    assert best.answers[0].option in last_day().legal()
    assert best.chance == max(line.chance for line in given.lines) == 1.0
    assert min(line.chance for line in given.lines) < 0.1
    assert not best.is_close
    assert [line.is_close for line in given.lines[1:]] == [
        line.chance == 1.0 for line in given.lines[1:]
    ]


def test_it_says_nothing_twice_and_three_lines_at_most(given: Advice) -> None:
    said = [line.answers[0] for line in given.lines]
    assert 1 < len(said) <= 3
    assert len({*said}) == len(said)
    assert all(0 <= line.chance <= 1 and line.error >= 0 for line in given.lines)


def test_reasons_are_features_of_the_game_the_largest_first() -> None:
    match = Match(find("battleaxe"), Setup("standard"), SeededDice("reasons"))
    while match.decision is None or match.decision.prompt != "impulse":
        match.choose(match.legal()[0])
    given = advise_within(Seat(match, "allied"), Random(1), Budget(1.0, rounds=2 * FIRST_LOOK))
    mind = match.game.mind()
    assert mind is not None
    assert mind.learned is not None
    told = some([line.reasons for line in given.lines if line.reasons])
    for reasons in told:
        sizes = [abs(reason.change) for reason in reasons]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) <= 3
        assert {reason.feature for reason in reasons} <= {*mind.learned.counting.features}


def test_it_hears_how_the_time_goes_by() -> None:
    shares: list[float] = []
    advise(last_day(), Random(1), 0.05, shares.append)
    assert shares
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] <= 1


@pytest.mark.parametrize("slug", GAMES)
def test_chances_are_those_of_all_sides(slug: str) -> None:
    seat = asked(slug)
    found = chances(seat, Random(1))
    assert {*found} == {*find(slug).sides}
    assert all(0 <= chance <= 1 for chance in found.values())
    assert len(found) == 1 or sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_has_words(slug: str, language: str) -> None:
    game = find(slug)
    mind = game.mind()
    assert mind is not None
    if mind.learned is None:
        return
    features = [f"reason.{name}" for name in mind.learned.counting.features]
    own = load_catalogue(game.folder / "words", language)
    assert {key for key in {*own.keys()} if key.startswith("reason.")} <= {*features}
    words = Narrator(game, language).words
    said = [words.say(key) for key in some(features)]
    assert len({*said}) == len(said)
