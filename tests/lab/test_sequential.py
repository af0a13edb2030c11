"""Elo, intervals and the sequential test, beside values worked out by hand or in another way."""

from math import exp, inf, isclose, log
from random import Random

import pytest

from khamsin.lab.sequential import (
    Estimate,
    Hypotheses,
    Sequential,
    elo,
    estimate,
    likeliest,
    log_ratio,
    score_of,
)

Z95 = 1.959963984540054


@pytest.mark.parametrize(
    # 400 log10(s / (1 - s)): log10(3) = 0.477121, log10(9) = 0.954243.
    ("score", "difference"),
    [(0.5, 0), (0.75, 190.8485), (0.25, -190.8485), (0.9, 381.6970), (0, -inf), (1, inf)],
)
def test_elo(score, difference):
    assert elo(score) == pytest.approx(difference, abs=0.0001)
    assert score_of(difference) == pytest.approx(score)


def test_the_likeliest_spread_has_the_mean_asked_for():
    rates = {0.0: 0.1, 0.25: 0.2, 0.5: 0.4, 0.75: 0.2, 1.0: 0.1}
    for mean in (0.2, 0.5, 0.63, 0.9):
        found = likeliest(rates, mean)
        assert sum(found.values()) == pytest.approx(1)
        assert sum(score * rate for score, rate in found.items()) == pytest.approx(mean)
    assert likeliest(rates, 0.5) == pytest.approx(rates)


def test_with_two_outcomes_it_is_the_test_of_a_coin():
    """40 pairs lost, 60 won: 60 ln(0.6 / 0.5) + 40 ln(0.4 / 0.5) = 10.939 - 8.926 = 2.0136."""
    found = log_ratio({0.0: 40, 1.0: 60}, 0.5, 0.6)
    assert found == pytest.approx(2.0136, abs=0.0005)


def test_with_three_outcomes_it_is_the_best_of_all_spreads_with_that_mean():
    """A win of q more and a loss of q fewer than the mean asks for: try every draw rate."""
    counts = {0.0: 12, 0.5: 30, 1.0: 20}

    def best(mean):
        def likelihood(draws):
            won = mean - draws / 2
            parts = (1 - draws - won, draws, won)
            if min(parts) <= 0:
                return -inf
            return sum(n * log(p) for n, p in zip(counts.values(), parts, strict=True))

        return max(likelihood(step / 20000) for step in range(1, 20000))

    expected = best(0.55) - best(0.5)
    assert log_ratio(counts, 0.5, 0.55) == pytest.approx(expected, abs=0.002)


def test_with_close_hypotheses_it_is_the_usual_approximation():
    """N / 2 ln(v0 / v1), where v is the mean square of what the scores differ from a hypothesis."""
    counts = {0.0: 8, 0.25: 30, 0.5: 94, 0.75: 58, 1.0: 10}
    pairs = sum(counts.values())
    square0, square1 = (
        sum(count * (score - mean) ** 2 for score, count in counts.items()) for mean in (0.5, 0.52)
    )
    assert log_ratio(counts, 0.5, 0.52) == pytest.approx(
        pairs / 2 * log(square0 / square1), rel=0.05
    )


def test_bounds_are_walds():
    """ln(0.05 / 0.95) = -2.944, ln(0.9 / 0.05) = 2.890."""
    assert Hypotheses(0.5, 0.6, 0.05, 0.1).bounds == pytest.approx((log(0.1 / 0.95), log(18)))


def test_an_interval_that_all_agree_on():
    """300 pairs of a fair and independent kind: mean ± 1.96 standard errors is good enough."""
    counts = {0.0: 20, 0.25: 70, 0.5: 110, 0.75: 80, 1.0: 20}
    found = estimate(counts)
    mean = sum(score * count for score, count in counts.items()) / 300
    error = (sum(n * (s - mean) ** 2 for s, n in counts.items()) / 300 / 300) ** 0.5
    assert found.score == pytest.approx(mean)
    assert found.low == pytest.approx(mean - Z95 * error, abs=0.0015)
    assert found.high == pytest.approx(mean + Z95 * error, abs=0.0015)


@pytest.mark.parametrize("pairs", [3, 20, 100])
def test_when_every_pair_was_won_the_interval_still_has_a_lower_end(pairs):
    """The mean s for which so many wins have the likelihood s^n = exp(-1.96² / 2)."""
    found = estimate({1.0: pairs})
    assert found.score == found.high == 1
    assert found.low == pytest.approx(exp(-Z95 * Z95 / 2 / pairs), abs=0.012)
    assert found.elo[0] == inf
    assert found.elo[1] == pytest.approx(elo(found.low))
    lost = estimate({0.0: pairs})
    assert isclose(lost.high, 1 - found.low, abs_tol=1e-6)


def test_no_pairs_say_nothing():
    assert estimate({}) == Estimate(0, 0.5, 0.0, 1.0)
    test = Sequential(Hypotheses(0.5, 0.6))
    assert test.verdict == (0, 0.0, None, ())


def pairs_of_coins(rng, rate, count):
    """Pairs of games that a biased coin decides, a third of them by the same toss turned round."""
    for _ in range(count):
        if rng.random() < 1 / 3:
            yield 0.5
        else:
            yield ((rng.random() < rate) + (rng.random() < rate)) / 2


def test_the_error_rates_are_kept():
    """Biased coins with either hypothesis true: hardly more wrong verdicts than asked for."""
    rng = Random(1941)
    runs = 150
    for rate, right in ((0.5, 0), (0.65, 1)):
        # A third of all pairs is even whatever the coin does.
        hypotheses = Hypotheses(0.5, 0.5 + 0.15 * 2 / 3, alpha=0.1, beta=0.1)
        verdicts, lengths = [], []
        for _ in range(runs):
            test = Sequential(hypotheses)
            test.take(pairs_of_coins(rng, rate, 600))
            verdicts.append(test.accepted)
            lengths.append(test.verdict.pairs)
        assert None not in verdicts
        # 15 wrong ones are expected; 25 or more would come up in less than one of 100 such tests.
        assert sum(verdict != right for verdict in verdicts) <= 24
        # A test that waits for a fixed number would need 73 pairs for the same errors.
        assert sum(lengths) / runs < 73


def test_the_interval_holds_the_truth_as_often_as_it_says():
    rng = Random(7)
    truth = 0.5 + 0.15 * 2 / 3
    held = 0
    for _ in range(200):
        counts: dict[float, int] = {}
        for score in pairs_of_coins(rng, 0.65, 60):
            counts[score] = counts.get(score, 0) + 1
        found = estimate(counts)
        held += found.low <= truth <= found.high
    assert 180 <= held <= 199


def test_pairs_after_the_verdict_do_not_count():
    test = Sequential(Hypotheses(0.5, 0.75))
    test.take([1.0] * 30)
    decided = test.verdict
    assert decided.accepted == 1
    assert decided.pairs == 8  # ln(19) / ln(0.75 / 0.5) = 7.26
    test.take([0.0] * 30)
    assert test.verdict == decided
    assert len(decided.path) == 8
