"""Learned evaluations: read with their source, chances that add up, parts that are the reasons."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import Any, NamedTuple

import pytest

from khamsin.games import GAMES, find
from khamsin.kernel.errors import DataError
from khamsin.kernel.mind.learned import FILE, Counting, Learned
from khamsin.kernel.play.state import Result

HEAD = '[learned]\ngames = 4\nseed = 7\ndate = "2026-11-01"\nnote = "made up"\n'


class Table(NamedTuple):
    """A state of a game with nothing but tanks."""

    tanks: int
    result: Result | None = None


def won(winner: str | None) -> Table:
    return Table(1, Result(winner, "1.1", "over", {}))


def counting(**changes: Any) -> Counting:
    plain = Counting(
        sides=("red", "blue"),
        features=("tanks", "always"),
        count=lambda table: (float(table.tanks), 1.0),
        favoured=lambda _: "blue",
        stage=lambda table: "late" if table.tanks > 9 else "early",
        settled=lambda table: 0.9 if table.tanks == 99 else None,
    )
    return replace(plain, **changes)


def read(folder, weights: str) -> Learned:
    (folder / FILE).write_text(HEAD + weights, encoding="utf-8")
    return Learned.read(counting(), folder)


def test_chances_are_those_of_the_log_odds_of_the_stage(tmp_path):
    text = "[weights.early]\ntanks = 0.5\nalways = -1\n[weights.late]\ntanks = 0.1\nalways = 0.0\n"
    learned = read(tmp_path, text)
    assert learned.source is not None
    assert (learned.source.games, learned.source.positions, learned.source.seed) == (4, None, 7)
    assert learned.log_odds(Table(4)) == pytest.approx(1.0)
    assert learned(Table(4))["blue"] == pytest.approx(1 / (1 + exp(-1.0)))
    assert sum(learned(Table(4)).values()) == pytest.approx(1.0)
    assert learned(Table(10))["blue"] == pytest.approx(1 / (1 + exp(-1.0)))
    assert learned.reasons(Table(4)) == {"tanks": 2.0, "always": -1.0}
    assert learned(Table(99)) == {"red": pytest.approx(0.1), "blue": 0.9}
    assert learned(won("red")) == {"red": 1.0, "blue": 0.0}
    assert learned(won(None)) == {"red": 0.5, "blue": 0.5}


def test_one_who_plays_alone_has_a_share_and_nobody_the_rest():
    alone = Learned(counting(sides=("blue",)), {"early": (0.0, 0.0)})
    assert alone(Table(1)) == {"blue": 0.5}


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ("[weights.early]\ntanks = 0.5\nalways = true\n", "a number"),
        ("[weights.early]\ntanks = 0.5\nalways = 1\nplanes = 2\n", "planes"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path, weights, said):
    with pytest.raises(DataError, match=said):
        read(tmp_path, weights)


def test_a_stage_without_weights_is_an_error():
    with pytest.raises(DataError, match="late"):
        Learned(counting(), {"early": (0.0, 0.0)})(Table(20))


def test_what_is_not_learned_yet_counts_nothing(tmp_path):
    new = read(tmp_path, "[weights.early]\ntanks = 0.5\n")
    assert new.reasons(Table(4)) == {"tanks": 2.0, "always": 0.0}
    nothing = Learned.read(counting(), tmp_path / "elsewhere")
    assert nothing.source is None
    assert nothing(Table(4)) == {"red": 0.5, "blue": 0.5}


def test_a_stage_without_weights_of_its_own_has_those_of_all(tmp_path):
    learned = read(tmp_path, "[weights.all]\ntanks = 0.5\n[weights.late]\ntanks = 2\n")
    assert learned.reasons(Table(4))["tanks"] == 2.0
    assert learned.reasons(Table(10))["tanks"] == 20.0


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_of_ours_says_what_its_chances_are_made_of(slug):
    mind = find(slug).mind()
    assert mind is not None
    assert mind.learned is not None
    assert mind.learned.source is not None
    assert mind.learned.source.games > 0
