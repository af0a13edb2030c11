"""How sure a contest is: Elo, its interval, and a test that may stop it at any moment.

Games come in pairs: the same dice, played once from each side. A pair is one observation, its score
0, ¼, ½, ¾ or 1 for the first player, because its two games are not independent: a lucky or lopsided
start helps whoever has it, and the pair takes that out. That is why the counts below are of five
outcomes ("pentanomial") and not of won, drawn and lost games.

Nothing is assumed about how the five outcomes are spread. For a supposed mean score s, the
likeliest spread with that mean is found (`likeliest`): it weighs each outcome, of rate p and score
a, as p / (1 + x (a - s)), with x such that the mean is s. The ratio of the likelihoods of two such
spreads gives

- the *sequential test* (GSPRT, as fishtest plays it for chess engines): after every pair the log
  of the ratio for two hypotheses is compared with two bounds (Wald), and the contest stops when
  one is crossed; a wrong verdict then has about the probability asked for;
- the *interval* (Owen's empirical likelihood): all means whose ratio to the best one is not too
  small. It holds where "mean ± two standard errors" says nothing: when every pair was won.

The tests are compared with hand-worked values in tests/lab/test_sequential.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import inf, log, log10
from typing import NamedTuple

from .statistics import Z95

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_TRACE = 1e-3  # an outcome not seen yet counts as so many pairs: possible, but nothing more
_STEPS = 60  # at most, to find a root
_EXACT = 1e-12


def elo(score: float) -> float:
    """The difference in Elo of players who share the points like this.

    >>> round(elo(0.75), 2), elo(0.5), elo(1)
    (190.85, 0.0, inf)
    """
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score)) + 0.0


def score_of(difference: float) -> float:
    """The share of the points that a difference in Elo gives.

    >>> round(score_of(190.85), 4), score_of(0)
    (0.75, 0.5)
    """
    return float(1 / (1 + 10 ** (-difference / 400)))


def likeliest(rates: Mapping[float, float], mean: float) -> dict[float, float]:
    """The spread with this mean that makes what was seen likeliest."""
    parts = [(a - mean, p) for a, p in rates.items()]
    low, high = -1 / (max(rates) - mean), 1 / (mean - min(rates))
    x = 0.0
    for _ in range(_STEPS):
        # Falls from plus to minus infinity as x grows; where it is nought the mean is right.
        off = sum([p * d / (1 + x * d) for d, p in parts])
        if off > 0:
            low = x
        else:
            high = x
        newton = x + off / sum([p * (d / (1 + x * d)) ** 2 for d, p in parts])
        last, x = x, newton if low < newton < high else (low + high) / 2
        if abs(x - last) < _EXACT:
            break
    return {a: p / (1 + x * (a - mean)) for a, p in rates.items()}


def log_ratio(counts: Mapping[float, int], mean0: float, mean1: float) -> float:
    """The log of how much likelier the pairs seen are with mean1 than with mean0."""
    seen = {score: max(counts.get(score, 0), _TRACE) for score in SCORES}
    pairs = sum(seen.values())
    rates = {score: count / pairs for score, count in seen.items()}
    spread0, spread1 = likeliest(rates, mean0), likeliest(rates, mean1)
    return sum(count * log(spread1[score] / spread0[score]) for score, count in seen.items())


class Estimate(NamedTuple):
    """A mean score with its 95 % interval, and the same in Elo."""

    pairs: int
    score: float
    low: float
    high: float

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo, and its bounds."""
        return elo(self.score), elo(self.low), elo(self.high)


def estimate(counts: Mapping[float, int]) -> Estimate:
    """The mean score of these pairs, and between which bounds it lies, surely enough."""
    pairs = sum(counts.values())
    if not pairs:
        return Estimate(0, 0.5, 0.0, 1.0)
    mean = sum(score * count for score, count in counts.items()) / pairs
    inner = min(max(mean, 1e-9), 1 - 1e-9)
    return Estimate(pairs, mean, _bound(counts, inner, 0.0), _bound(counts, inner, 1.0))


def _bound(counts: Mapping[float, int], mean: float, end: float) -> float:
    """The mean towards this end that is just likely enough."""
    inside, outside = mean, end
    for _ in range(_STEPS // 2):
        middle = (inside + outside) / 2
        if 0 < middle < 1 and 2 * log_ratio(counts, middle, mean) <= Z95 * Z95:
            inside = middle
        else:
            outside = middle
    return end if abs(inside - end) < 1e-6 else inside


class Hypotheses(NamedTuple):
    """Two mean scores to tell apart, and how often either may be taken for the other."""

    score0: float
    score1: float
    alpha: float = 0.05
    """How often 1 may be accepted though 0 is true."""
    beta: float = 0.05
    """How often 0 may be accepted though 1 is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first, 0 is accepted; above the second, 1.

        >>> [round(bound, 3) for bound in Hypotheses(0.5, 0.55).bounds]
        [-2.944, 2.944]
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Verdict(NamedTuple):
    """How far a sequential test has come."""

    pairs: int
    """After so many pairs it was decided, or stands where it stands."""
    llr: float
    accepted: int | None
    """0 or 1; None: it is still open."""
    path: tuple[float, ...]
    """The log of the ratio after every pair."""


class Sequential:
    """A sequential test that is handed one pair after another, in their order."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.counts: Counter[float] = Counter()
        self.path: list[float] = []
        self.accepted: int | None = None

    def take(self, scores: Iterable[float]) -> None:
        """More pairs; those after the verdict do not count."""
        low, high = self.hypotheses.bounds
        for score in scores:
            if self.accepted is not None:
                return
            self.counts[score] += 1
            llr = log_ratio(self.counts, self.hypotheses.score0, self.hypotheses.score1)
            self.path.append(llr)
            if llr <= low:
                self.accepted = 0
            elif llr >= high:
                self.accepted = 1

    @property
    def verdict(self) -> Verdict:
        """Where it stands."""
        llr = self.path[-1] if self.path else 0.0
        return Verdict(len(self.path), llr, self.accepted, tuple(self.path))
