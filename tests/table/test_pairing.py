"""Pairings and standings, without a table."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khamsin.table.club.pairing import (
    ROUND_ROBIN,
    SERIES,
    SWISS,
    Pairing,
    is_decided,
    pair,
    rounds_of,
    standings,
)


def decided(pairing: Pairing, score: float) -> Pairing:
    return pairing._replace(score=1.0 if pairing.second is None else score)


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("times", [1, 2])
def test_everybody_meets_everybody(count, times):
    players = list(range(count))
    met: Counter[frozenset[int]] = Counter()
    sides: Counter[tuple[int, int]] = Counter()
    first: Counter[int] = Counter()
    for number in range(1, rounds_of(ROUND_ROBIN, times, count) + 1):
        row = pair(ROUND_ROBIN, number, players, [])
        seen = [person for each in row for person in each[:2] if person is not None]
        assert sorted(seen) == players
        for one, two, _ in row:
            if two is not None:
                met[frozenset((one, two))] += 1
                sides[one, two] += 1
                first[one] += 1
    assert set(met.values()) == {times}
    assert len(met) == count * (count - 1) // 2
    if times == 2:
        assert set(sides.values()) == {1}  # each side once
    else:
        assert all(abs(2 * first[person] - (count - 1)) <= 2 for person in players)


@pytest.mark.parametrize("count", [4, 5, 8, 13, 32, 64])
@pytest.mark.parametrize("seed", range(3))
def test_a_swiss(count, seed):
    rng = random.Random(seed)
    players = list(range(count))
    played: list[Pairing] = []
    rounds = min(6, count // 2)
    for number in range(1, rounds + 1):
        row = pair(SWISS, number, players, played)
        seen = [person for each in row for person in each[:2] if person is not None]
        assert sorted(seen) == players
        points = {each.person: each.points for each in standings(SWISS, players, played)}
        played_before = {frozenset(each[:2]) for each in played}
        for one, two, _ in row:
            assert frozenset((one, two)) not in played_before
            if two is not None and count >= 32:
                assert abs(points[one] - points[two]) <= 1
        played += [decided(each, rng.choice((1, 0.5, 0))) for each in row]
    first = Counter(each.first for each in played if each.second is not None)
    second = Counter(each.second for each in played if each.second is not None)
    assert all(abs(first[person] - second[person]) <= 3 for person in players)
    byes = [each.first for each in played if each.second is None]
    assert len(byes) == len(set(byes)) == (rounds if count % 2 else 0)


def test_the_first_round_of_a_swiss_is_the_upper_against_the_lower_half():
    row = pair(SWISS, 1, [1, 2, 3, 4, 5, 6, 7], [])
    assert row == [Pairing(1, 4), Pairing(2, 5), Pairing(3, 6), Pairing(7, None)]


def test_where_all_have_met_somebody_is_met_again():
    met = [Pairing(1, 2, 1.0), Pairing(3, 4, 0.0), Pairing(1, 3, 1.0), Pairing(2, 4, 0.5)]
    met += [Pairing(1, 4, 1.0), Pairing(2, 3, 0.5)]
    row = pair(SWISS, 4, [1, 2, 3, 4], met)
    assert sorted(person for each in row for person in each[:2] if person) == [1, 2, 3, 4]


def test_a_series_changes_sides_and_ends_when_it_is_decided():
    assert pair(SERIES, 1, [7, 9], []) == [Pairing(7, 9)]
    assert pair(SERIES, 2, [7, 9], []) == [Pairing(9, 7)]
    one = [Pairing(7, 9, 1.0)]
    assert not is_decided(SERIES, 3, one)
    assert is_decided(SERIES, 3, [*one, Pairing(9, 7, 0.0)])
    assert not is_decided(SERIES, 3, [*one, Pairing(9, 7, 1.0)])
    assert not is_decided(SERIES, 4, [*one, Pairing(9, 7, 0.0)])
    assert not is_decided(SWISS, 3, [*one, Pairing(9, 7, 0.0)])


def test_ties_are_broken_by_whom_one_has_met():
    """A small Swiss, counted by hand."""
    played = [
        *(Pairing(1, 3, 1.0), Pairing(2, 4, 1.0), Pairing(5, None, 1.0)),
        *(Pairing(1, 2, 0.0), Pairing(5, 3, 0.5), Pairing(4, None, 1.0)),
        Pairing(2, 5),  # not over yet
    ]
    table = {row.person: row for row in standings(SWISS, [1, 2, 3, 4, 5], played)}
    assert [table[n].points for n in (1, 2, 3, 4, 5)] == [1, 2, 0.5, 1, 1.5]
    assert (table[1].buchholz, table[1].berger) == (0.5 + 2, 0.5)
    assert (table[2].buchholz, table[2].berger) == (1 + 1, 1 + 1)
    assert (table[4].buchholz, table[4].berger, table[4].played) == (2, 0, 1)
    assert (table[5].buchholz, table[5].berger) == (0.5, 0.25)
    order = [row.person for row in standings(SWISS, [1, 2, 3, 4, 5], played)]
    assert order == [2, 5, 1, 4, 3]  # 1 and 4 have a point each; 1 met the stronger ones


def test_who_is_equal_has_the_same_place():
    played = [Pairing(1, 2, 0.5), Pairing(3, 4, 0.5)]
    assert [row.place for row in standings(ROUND_ROBIN, [1, 2, 3, 4], played)] == [1, 1, 1, 1]
    played = [Pairing(1, 2, 1.0), Pairing(3, 4, 1.0)]
    assert [row.place for row in standings(ROUND_ROBIN, [1, 2, 3, 4], played)] == [1, 1, 3, 3]
