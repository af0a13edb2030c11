"""Fair dice: every roll follows from the match's secret seed and a counter.

The hash of the seed is known from the start and the seed when the match has ended, so that anyone
can check every roll. The dice of the n-th chance depend on nothing but the seed and n: the same
decisions meet the same dice on every machine, and a position can be tried again with other
decisions and the same luck.

Where people agree to take back a roll, they know what fell: from there on the seed gives another
series of dice. `fresh` says from which chance on which series holds. It is written into the
journal, so these rolls are checked like all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Protocol

from khamsin.kernel.errors import KhamsinError

_WORDS = 2**32
_FAIR = 252  # the largest multiple of 6 below 256: bytes from here on would load the die


class Dice(Protocol):
    """Whatever answers chance number `number` of a match."""

    def roll(self, number: int, count: int) -> tuple[int, ...]:
        """Return `count` six-sided dice."""
        ...

    def draw(self, number: int, items: Sequence[str], count: int) -> tuple[str, ...]:
        """Return `count` of the items, in the order they are drawn."""
        ...


def commitment(seed: str) -> str:
    """The hash that is published before the first roll."""
    return sha256(b"khamsin seed " + seed.encode()).hexdigest()


Fresh = tuple[tuple[int, int], ...]
"""Chances, each with the series of dice that holds from there on."""


def renewed(fresh: Fresh, number: int) -> Fresh:
    """A new series from this chance on; those that began later are over.

    >>> renewed(((2, 1), (7, 2)), 5)
    ((2, 1), (5, 3))
    """
    last = fresh[-1][1] if fresh else 0
    return (*(each for each in fresh if each[0] < number), (number, last + 1))


class SeededDice:
    """Dice that follow from a seed.

    >>> SeededDice("1941").roll(0, 2), SeededDice("1941").roll(0, 2)
    ((3, 1), (3, 1))
    >>> SeededDice("1941").draw(1, ["calm", "wind", "storm"], 2)
    ('calm', 'wind')
    >>> again = SeededDice("1941").afresh(1)
    >>> again.roll(0, 2), again.roll(1, 2) == SeededDice("1941").roll(1, 2)
    ((3, 1), False)
    """

    __slots__ = ("_keys", "fresh", "seed")

    def __init__(self, seed: str, fresh: Fresh = ()) -> None:
        if seed.split() != [seed] or "#" in seed:  # it is written into the journal
            raise KhamsinError(f"a seed is one word without '#', not {seed!r}")
        self.seed = seed
        self.fresh = fresh
        self._keys = [(0, sha256(b"khamsin dice " + seed.encode()).digest())]
        for since, series in fresh:
            key = sha256(b"khamsin dice %d " % series + seed.encode()).digest()
            self._keys.insert(0, (since, key))

    def afresh(self, number: int) -> SeededDice:
        """The same dice before this chance; from there on a series that was never used."""
        return SeededDice(self.seed, renewed(self.fresh, number))

    def _key_at(self, number: int) -> bytes:
        for since, key in self._keys:
            if since <= number:
                return key
        raise ValueError(number)

    def _digests(self, number: int) -> Iterator[bytes]:
        key, block = self._key_at(number), 0
        while True:
            yield sha256(key + b"%d.%d" % (number, block)).digest()
            block += 1

    def _words(self, number: int) -> Iterator[int]:
        """Numbers below 2 ** 32, four bytes each."""
        for digest in self._digests(number):
            for at in range(0, len(digest), 4):
                yield int.from_bytes(digest[at : at + 4])

    def roll(self, number: int, count: int) -> tuple[int, ...]:
        """Return `count` six-sided dice."""
        key, block = self._key_at(number), 0
        rolled: list[int] = []
        while len(rolled) < count:
            for byte in sha256(key + b"%d.%d" % (number, block)).digest():
                if byte < _FAIR:
                    rolled.append(byte % 6 + 1)
                    if len(rolled) == count:
                        break
            block += 1
        return tuple(rolled)

    def draw(self, number: int, items: Sequence[str], count: int) -> tuple[str, ...]:
        """Return `count` of the items, in the order they are drawn."""
        if count > len(items):
            raise ValueError(f"{count} items cannot be drawn from {len(items)}")
        stream = self._words(number)
        left = list(items)
        drawn: list[str] = []
        for _ in range(count):
            drawn.append(left.pop(_below(len(left), stream)))
        return tuple(drawn)


def _below(limit: int, stream: Iterator[int]) -> int:
    """A fair number from 0 to limit - 1, by throwing away what does not divide evenly."""
    fair = _WORDS - _WORDS % limit
    return next(word for word in stream if word < fair) % limit


class ScriptedDice:
    """Dice written down beforehand, one tuple for each chance: for tests and for real dice.

    >>> ScriptedDice((4, 3), ("storm",)).roll(0, 2)
    (4, 3)
    """

    __slots__ = ("script",)

    def __init__(self, *script: Sequence[int | str]) -> None:
        self.script = script

    def _next(self, number: int, count: int) -> tuple[int | str, ...]:
        if number >= len(self.script):
            raise KhamsinError(f"the script ends after roll {len(self.script)}; one more is asked")
        values = tuple(self.script[number])
        if len(values) != count:
            raise KhamsinError(
                f"roll {number + 1} of the script has {len(values)} values, "
                f"but {count} are asked for"
            )
        return values

    def roll(self, number: int, count: int) -> tuple[int, ...]:
        """Return the scripted dice."""
        rolled = tuple(int(value) for value in self._next(number, count))
        for value in rolled:
            if not 1 <= value <= 6:
                raise KhamsinError(f"roll {number + 1} of the script shows {value} on a die")
        return rolled

    def draw(self, number: int, items: Sequence[str], count: int) -> tuple[str, ...]:
        """Return the scripted items."""
        drawn = tuple(str(value) for value in self._next(number, count))
        left = list(items)
        for item in drawn:
            if item not in left:
                raise KhamsinError(f"roll {number + 1} of the script draws {item!r}, not there")
            left.remove(item)
        return drawn
