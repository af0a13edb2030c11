from math import sqrt
from statistics import NormalDist

import pytest

from khamsin.lab.statistics import bars, counted, share, spread


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [
        # The worked cases of Newcombe, Statistics in Medicine 17 (1998), method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals(times, of, low, high):
    found = share(times, of)
    assert found.rate == times / of
    assert found.low == pytest.approx(low, abs=0.00005)
    assert found.high == pytest.approx(high, abs=0.00005)


@pytest.mark.parametrize(("times", "of"), [(3, 10), (980, 1000), (50, 100), (1, 3)])
def test_the_bounds_are_the_rates_that_the_score_test_just_does_not_reject(times, of):
    found = share(times, of)
    for bound in (found.low, found.high):
        z = (found.rate - bound) / sqrt(bound * (1 - bound) / of)
        assert abs(z) == pytest.approx(NormalDist().inv_cdf(0.975))


def test_no_games_tell_nothing():
    assert share(0, 0)[2:] == (0.0, 0.0, 1.0)
    assert spread([]) == (0, 0, 0, 0, 0, 0)
    assert counted([]) == {}
    assert bars({}) == ""


def test_spread_of_known_numbers():
    assert spread([7]) == (7, 7, 7, 7, 7, 7)
    assert spread([1, 2, 3, 4, 5]) == (3, 1, 2, 3, 4, 5)
    assert spread([10, 2, 4, 8, 6, 0, 12, 14]) == (7, 0, 3.5, 7, 10.5, 14)


def test_bars_are_as_high_as_the_numbers():
    assert bars({0: 1, 1: 8, 2: 4, 3: 0}) == "▁█▄ "
    assert bars({0: 1000, 1: 1}) == "█▁"
