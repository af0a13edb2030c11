"""What the odds say, played out: every die from one decision, with the answers the odds assume."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from khamsin.kernel.play.decision import Draw, Option, Roll
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event

Answer = Callable[[Match[Any]], Option]
"""What the side to answer does, as the odds assume it."""
Read = Callable[[Match[Any], Sequence[Event]], str | None]
"""The outcome, once it can be told from what happened since; None: play on."""

MOST_LEAVES = 1500
"""More ends than this are not played out one by one but sampled."""
SAMPLES = 400
SIGMAS = 5
"""How far a sampled share may lie from the shown chance; a right one is beyond it once in
two million comparisons."""
TOLERANCE = 1e-9


class Promise(NamedTuple):
    """Chances that are shown for one option, and how to find out whether they are true."""

    about: str
    option: Option
    chances: Mapping[str, float]
    answer: Answer
    read: Read


def broken(match: Match[Any], promise: Promise, rng: Random) -> str:
    """What differs between the chances shown and what comes of it; nothing if they agree."""
    start = match.clone()
    start.dice = None
    start.choose(promise.option)
    said = len(match.events)
    true = _exact(start, promise, said)
    if true is not None:
        wrong = {
            name: (float(true.get(name, Fraction(0))), promise.chances.get(name, 0.0))
            for name in {*true, *promise.chances}
            if abs(float(true.get(name, Fraction(0))) - promise.chances.get(name, 0.0)) > TOLERANCE
        }
    else:
        counts: dict[str, int] = {}
        for _ in range(SAMPLES):
            name = _sample(start, promise, said, rng)
            counts[name] = counts.get(name, 0) + 1
        wrong = {}
        for name in {*counts, *promise.chances}:
            shown, share = promise.chances.get(name, 0.0), counts.get(name, 0) / SAMPLES
            if abs(share - shown) > SIGMAS * sqrt(max(shown * (1 - shown), 1e-6) / SAMPLES):
                wrong[name] = (share, shown)
    if not wrong:
        return ""
    told = ", ".join(
        f"{name}: {true:.4f} happens, {shown:.4f} shown"
        for name, (true, shown) in sorted(wrong.items())
    )
    return f"{promise.about}, {' '.join(promise.option)}: {told}"


def _exact(start: Match[Any], promise: Promise, said: int) -> dict[str, Fraction] | None:
    """The true chances, every die played out; None if there are too many ends."""
    found: dict[str, Fraction] = {}
    ahead = [(start, Fraction(1))]
    leaves = 0
    while ahead:
        match, weight = ahead.pop()
        name = _to_chance(match, promise, said)
        if name is not None:
            found[name] = found.get(name, Fraction(0)) + weight
            continue
        faces = _faces(match)
        leaves += len(faces)
        if leaves > MOST_LEAVES:
            return None
        for values in faces:
            after = match.clone()
            after.roll(values)
            ahead.append((after, weight / len(faces)))
    return found


def _sample(start: Match[Any], promise: Promise, said: int, rng: Random) -> str:
    match = start.clone()
    while (name := _to_chance(match, promise, said)) is None:
        ask = match.chance
        if isinstance(ask, Draw):
            items = list(ask.items)
            rng.shuffle(items)
            match.roll(items[: ask.count])
        else:
            assert isinstance(ask, Roll)
            match.roll([rng.randrange(1, 7) for _ in range(ask.count)])
    return name


def _to_chance(match: Match[Any], promise: Promise, said: int) -> str | None:
    """Answer for both sides until the outcome is known or chance is asked."""
    while True:
        name = promise.read(match, [event for _, event in match.events[said:]])
        if name is not None:
            return name
        if match.chance is not None:
            return None
        assert match.decision is not None, f"{promise.about}: the match ended without an outcome"
        match.choose(promise.answer(match))


def _faces(match: Match[Any]) -> list[tuple[int | str, ...]]:
    """All that may be rolled or drawn now, each as likely as the others."""
    ask = match.chance
    if isinstance(ask, Draw):
        if ask.count == 1:
            return [(item,) for item in ask.items]
        return [()] * (MOST_LEAVES + 1)  # too many to list
    assert isinstance(ask, Roll)
    if ask.count > 4:
        return [()] * (MOST_LEAVES + 1)
    return list(product(range(1, 7), repeat=ask.count))
