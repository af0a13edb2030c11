"""What the counts of many games say: where, how lucky, which options, and what winners did."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import erfc, sqrt
from statistics import fmean, median, variance
from typing import NamedTuple

from khamsin.kernel.game import AnyGame
from khamsin.lab.record import Record
from khamsin.lab.statistics import Z95, Mean
from khamsin.lab.tally import CHOSEN, DIE, EVENT, FIGHT, LOSS, OFFERED, Key, key
from khamsin.review.owners import NOBODY

FACES = 6
FAIR = 3.5
"""The mean of a die."""
ENOUGH = 20
"""Games of either kind below which no difference is called sure: the normal law needs some."""
LEVEL = 0.05
"""So often chance alone may make at least one of all the differences look real."""


def totals(records: Sequence[Record]) -> dict[Key, int]:
    """All counts of all games."""
    sums: Counter[str] = Counter()
    for record in records:
        sums.update(record.counts)
    return {key(text): count for text, count in sums.items()}


# -- who did well ------------------------------------------------------------------------------


def did_well(game: AnyGame, records: Sequence[Record], side: str) -> list[bool]:
    """In which games this side won; alone, in which its score was above the median."""
    if not game.statistics.score:
        return [record.winner == side for record in records]
    scores = [record.scores[game.statistics.score] for record in records]
    middle = median(scores) if scores else 0
    return [score > middle for score in scores]


# -- where -------------------------------------------------------------------------------------


def places(sums: Mapping[Key, int], table: str, side: str | None = None) -> dict[str, int]:
    """How often it was fought (`FIGHT`) or units were lost (`LOSS`) in each place."""
    found: Counter[str] = Counter()
    for each, count in sums.items():
        if each.table == table and side in (None, each.side):
            found[each.name] += count
    return dict(found)


def where(sums: Mapping[Key, int]) -> dict[tuple[str, str], dict[str, int]]:
    """Every map there is something to draw on: fights, all losses, the losses of each side."""
    sides = sorted({each.side for each in sums if each.table == LOSS})
    layers = {(FIGHT, ""): places(sums, FIGHT), (LOSS, ""): places(sums, LOSS)}
    layers |= {(LOSS, side): places(sums, LOSS, side) for side in sides}
    return {layer: found for layer, found in layers.items() if found}


# -- dice --------------------------------------------------------------------------------------


class Luck(NamedTuple):
    """The dice that a side rolled for one purpose."""

    side: str
    why: str
    faces: tuple[int, ...]
    seen: Mean
    """Pips a die; a fair die has 3.5."""
    well: float | None
    """The same in the games in which this side did well, and in the others."""
    badly: float | None

    @property
    def dice(self) -> int:
        """How many."""
        return sum(self.faces)


def luck(game: AnyGame, records: Sequence[Record]) -> list[Luck]:
    """What was rolled, beside what is to be expected, by side and purpose."""
    faces: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(
        lambda: {"all": [0] * FACES, "well": [0] * FACES, "badly": [0] * FACES}
    )
    well = {side: did_well(game, records, side) for side in game.sides}
    for number, record in enumerate(records):
        for text, count in record.counts.items():
            each = key(text)
            if each.table != DIE:
                continue
            found = faces[each.side, each.name]
            at = int(each.detail) - 1
            found["all"][at] += count
            if each.side in well:
                found["well" if well[each.side][number] else "badly"][at] += count
    return [
        Luck(
            side,
            why,
            tuple(found["all"]),
            _pips(found["all"]),
            _pips(found["well"]).mean if sum(found["well"]) else None,
            _pips(found["badly"]).mean if sum(found["badly"]) else None,
        )
        for (side, why), found in sorted(faces.items())
    ]


def _pips(faces: Sequence[int]) -> Mean:
    """The mean of dice, known by how often each face came up."""
    dice = sum(faces)
    if not dice:
        return Mean(0, FAIR, FAIR, FAIR)
    mean = sum(pips * count for pips, count in enumerate(faces, 1)) / dice
    square = sum((pips - mean) ** 2 * count for pips, count in enumerate(faces, 1))
    reach = Z95 * sqrt(square) / dice
    return Mean(dice, mean, mean - reach, mean + reach)


# -- choices -----------------------------------------------------------------------------------


class Choice(NamedTuple):
    """How often a side took a kind of option, and how often it could have."""

    side: str
    prompt: str
    verb: str
    chosen: int
    offered: int


def choices(sums: Mapping[Key, int]) -> list[Choice]:
    """By side and prompt, what is asked most first; of each, what is taken most first."""
    asked: Counter[tuple[str, str]] = Counter()
    for each, count in sums.items():
        if each.table == CHOSEN:
            asked[each.side, each.name] += count
    found = [
        Choice(each.side, each.name, each.detail, sums.get(each._replace(table=CHOSEN), 0), count)
        for each, count in sums.items()
        if each.table == OFFERED
    ]
    return sorted(
        found,
        key=lambda c: (c.side, -asked[c.side, c.prompt], c.prompt, -c.chosen, c.verb),
    )


# -- what winners did differently --------------------------------------------------------------


class Difference(NamedTuple):
    """How often something happened in the games that a side won, and in those it did not."""

    side: str
    what: Key
    well: float
    badly: float
    low: float
    high: float
    """Between these bounds the difference of the two lies, surely enough (95 %)."""
    deviation: float
    """The standard deviation from game to game, which makes differences comparable."""
    chance: float
    """How often chance alone would make a difference as large."""
    is_sure: bool
    """Whether it stands although many differences were looked at (Holm)."""

    @property
    def size(self) -> float:
        """The difference."""
        return self.well - self.badly


def differences(game: AnyGame, records: Sequence[Record], side: str) -> list[Difference]:
    """Everything a side chose or that happened by or to it, the surest difference first.

    Alone, everything that happened.
    """
    starts = [f"{CHOSEN} {side} ", f"{EVENT} {side} ", f"{EVENT} {NOBODY} "]
    if game.statistics.score:
        starts.append(f"{EVENT} ")
    well = did_well(game, records, side)
    fewest = min(sum(well), len(well) - sum(well))
    if fewest < 2:
        return []
    columns: dict[str, list[int]] = {}
    for number, record in enumerate(records):
        for text, count in record.counts.items():
            if text.startswith(tuple(starts)):
                columns.setdefault(text, [0] * len(records))[number] = count
    found: list[Difference] = []
    seen: set[tuple[int, ...]] = set()
    for text, values in sorted(columns.items()):
        if tuple(values) in seen:
            continue  # an answer and the event that follows from it are one thing
        seen.add(tuple(values))
        one = [value for value, good in zip(values, well, strict=True) if good]
        two = [value for value, good in zip(values, well, strict=True) if not good]
        spread = variance(one) / len(one) + variance(two) / len(two)
        if not spread:
            continue
        size, error = fmean(one) - fmean(two), sqrt(spread)
        low, high = size - Z95 * error, size + Z95 * error
        deviation = sqrt((variance(one) + variance(two)) / 2)
        chance = erfc(abs(size) / error / sqrt(2))
        found.append(
            Difference(
                side, key(text), fmean(one), fmean(two), low, high, deviation, chance, is_sure=False
            )
        )
    found.sort(key=lambda each: each.chance)
    sure = _holm(found) if fewest >= ENOUGH else [False] * len(found)
    return [each._replace(is_sure=yes) for each, yes in zip(found, sure, strict=True)]


def _holm(found: Sequence[Difference]) -> list[bool]:
    """From the surest on, as long as each is surer than its place in the list asks for."""
    sure, holds = [], True
    for at, each in enumerate(found):
        holds = holds and each.chance <= LEVEL / (len(found) - at)
        sure.append(holds)
    return sure
