"""Who meets whom, and who stands where: Swiss rounds, everybody against everybody, a series.

Nothing here knows a table. People are numbers, in the order of their seeds; `Pairing.first` gets
the first side of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

SWISS, ROUND_ROBIN, SERIES = "swiss", "round_robin", "series"

_PATIENCE = 20_000
"""So many attempts to pair a Swiss round without a repetition; then one is allowed."""


class Pairing(NamedTuple):
    """Two who meet, or one who has nobody to meet (a bye, which counts as a win)."""

    first: int
    second: int | None
    score: float | None = None
    """What the first has won, once it is over: 1, 0.5 or 0."""


class Standing(NamedTuple):
    """Where somebody stands; those with the same place are equal in everything that counts."""

    place: int
    person: int
    points: float
    played: int
    wins: int
    buchholz: float
    """The points of all opponents met: who met strong ones stands before who met weak ones."""
    berger: float
    """Sonneborn-Berger: the points of those beaten, and half of those drawn with."""


def rounds_of(form: str, wanted: int, players: int) -> int:
    """How many rounds are played at most."""
    if form == ROUND_ROBIN:
        return wanted * (players - 1 + players % 2)
    return wanted


def is_decided(form: str, wanted: int, played: Iterable[Pairing]) -> bool:
    """Whether a series needs no further match: more than half of the points are won."""
    if form != SERIES:
        return False
    points = points_of(played)
    return any(each * 2 > wanted for each in points.values())


def pair(
    form: str, number: int, players: Sequence[int], played: Sequence[Pairing]
) -> list[Pairing]:
    """The pairings of a round, numbered from 1, among those who are still in it."""
    if form == SWISS:
        return _swiss(players, played)
    if form == SERIES:
        one, two = players
        return [Pairing(one, two) if number % 2 else Pairing(two, one)]
    return _everybody(number, players)


# -- everybody against everybody -----------------------------------------------------------------


def _everybody(number: int, players: Sequence[int]) -> list[Pairing]:
    """One stays, the others go round (Berger). The second time round sides are changed."""
    ring: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    cycle, turn = divmod(number - 1, len(ring) - 1)
    others = ring[1:]
    others = others[turn:] + others[:turn]
    row = [ring[0], *others]
    found = []
    for n in range(len(row) // 2):
        one, two = row[n], row[-1 - n]
        # Who stays would have the same side for ever, the others change by going round.
        swapped = (turn % 2 if n == 0 else n % 2) ^ cycle % 2
        one, two = (two, one) if swapped else (one, two)
        if one is None or two is None:
            there = one if two is None else two
            assert there is not None
            found.append(Pairing(there, None))
        else:
            found.append(Pairing(one, two))
    return sorted(found, key=lambda each: each.second is None)


# -- Swiss ---------------------------------------------------------------------------------------


def _swiss(players: Sequence[int], played: Sequence[Pairing]) -> list[Pairing]:
    """Equals meet, nobody twice if that can be; the bye goes to the last who had none."""
    points = points_of(played)
    seeds = {person: n for n, person in enumerate(players)}
    order = sorted(players, key=lambda person: (-points.get(person, 0), seeds[person]))
    byes: list[Pairing] = []
    if len(order) % 2:
        had = {each.first for each in played if each.second is None}
        last = next((person for person in reversed(order) if person not in had), order[-1])
        order.remove(last)
        byes.append(Pairing(last, None))
    met = {frozenset(each[:2]) for each in played}
    found = _without_repetition(order, points, met)
    if found is None:
        found = list(zip(order[::2], order[1::2], strict=True))
    balance = _balance(played)
    return [*(_sides(one, two, balance) for one, two in found), *byes]


def _without_repetition(
    order: list[int], points: dict[int, float], met: set[frozenset[int | None]]
) -> list[tuple[int, int]] | None:
    """The first of those left meets somebody half his group away, or the next who can be met."""
    attempts = 0

    def search(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal attempts
        if not left:
            return []
        one, others = left[0], left[1:]
        for two in _candidates(one, others, points):
            if frozenset((one, two)) in met:
                continue
            attempts += 1
            if attempts > _PATIENCE:
                return None
            rest = search([each for each in others if each != two])
            if rest is not None:
                return [(one, two), *rest]
        return None

    return search(order)


def _candidates(one: int, others: list[int], points: dict[int, float]) -> Iterator[int]:
    equal = [each for each in others if points.get(each, 0) == points.get(one, 0)]
    half = max(0, (len(equal) + 1) // 2 - 1)
    yield from (*equal[half:], *reversed(equal[:half]))
    yield from others[len(equal) :]


def _balance(played: Iterable[Pairing]) -> dict[int, int]:
    """How much more often somebody had the first side than the second."""
    found: dict[int, int] = {}
    for first, second, _ in played:
        if second is not None:
            found[first] = found.get(first, 0) + 1
            found[second] = found.get(second, 0) - 1
    return found


def _sides(one: int, two: int, balance: dict[int, int]) -> Pairing:
    """Who had the first side more often gets the second."""
    if balance.get(one, 0) > balance.get(two, 0):
        return Pairing(two, one)
    return Pairing(one, two)


# -- standings -----------------------------------------------------------------------------------


def points_of(played: Iterable[Pairing]) -> dict[int, float]:
    """What everybody has won so far."""
    found: dict[int, float] = {}
    for first, second, score in played:
        if score is not None:
            found[first] = found.get(first, 0) + score
            if second is not None:
                found[second] = found.get(second, 0) + 1 - score
    return found


def standings(form: str, players: Sequence[int], played: Sequence[Pairing]) -> list[Standing]:
    """Everybody by points; then, in a Swiss, Buchholz; then Sonneborn-Berger, then wins."""
    points = points_of(played)
    rows = []
    for person in players:
        mine = list(_seen_by(person, played))
        rows.append(
            Standing(
                place=0,
                person=person,
                points=points.get(person, 0.0),
                played=len(mine),
                wins=sum(score == 1 for _, score in mine),
                buchholz=sum(points.get(other, 0) for other, _ in mine),
                berger=sum(points.get(other, 0) * score for other, score in mine),
            )
        )

    def worth(row: Standing) -> tuple[float, ...]:
        buchholz = (row.buchholz,) if form == SWISS else ()
        return (row.points, *buchholz, row.berger, row.wins)

    rows.sort(key=worth, reverse=True)
    found: list[Standing] = []
    for n, row in enumerate(rows, 1):
        same = bool(found) and worth(found[-1]) == worth(row)
        found.append(row._replace(place=found[-1].place if same else n))
    return found


def _seen_by(person: int, played: Iterable[Pairing]) -> Iterator[tuple[int, float]]:
    """Against whom somebody has played to the end, and what he has won there."""
    for first, second, score in played:
        if score is None or second is None:
            continue
        if first == person:
            yield second, score
        elif second == person:
            yield first, 1 - score
