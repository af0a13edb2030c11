"""What mypyc takes and does otherwise than Python: each function `differs_...` is one such thing.

`test_trials.py` compiles this module and runs it both ways. What stands here must differ, or the
check of the sources forbids something for nothing; the rest of the module must be the same.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import cached_property
from typing import Any

# -- these differ: `scripts/compile_parts/checking.py` refuses them, or they are rewritten ---------


class Count:
    """Something that changes while nobody looks."""

    def __init__(self) -> None:
        self.n = 0

    @cached_property
    def once(self) -> int:
        self.n += 1
        return self.n


def differs_cached_property() -> object:
    count = Count()
    return count.once, count.once


class Table:
    """Something with a result, in the end."""

    def __init__(self) -> None:
        self.result: str | None = None

    def end(self) -> None:
        self.result = "draw"


def differs_believed() -> object:
    table = Table()
    while table.result is None:
        table.end()
        if table.result is None:
            return "not seen"
    return table.result


def differs_walked_name() -> object:
    found = []
    left = [1, 2, 3]
    for each in left:
        left = [9]
        found.append(each)
    return found


def differs_range_end() -> object:
    end, found = 3, []
    for each in range(end):
        end = 5 if end == 3 else end
        found.append(each)
    return found


def differs_empty_range() -> object:
    last = 5
    for last in range(0):  # noqa: B007
        pass
    return last


def differs_walrus() -> object:
    n = 1
    return n + (n := 5) + n


def differs_identity() -> object:
    pair = (1, 2)
    kept = [pair]
    return kept[0] is pair


def first(numbers: Iterable[int]) -> int:
    for number in numbers:
        return number
    return 0


def counting(seen: list[int]) -> Iterator[int]:
    for number in range(5):
        seen.append(number)
        yield number


def differs_generator() -> object:
    seen: list[int] = []
    first(number for number in counting(seen))
    return seen


class Ask:
    """What a coroutine may await."""

    def __init__(self, n: int = 0) -> None:
        self.n = n

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield self)


async def _without_end() -> int:
    await Ask()
    return next(iter(()))


def differs_next() -> object:
    try:
        return driven(_without_end(), 1)
    except RuntimeError:
        return "RuntimeError"


async def _finally(told: list[str]) -> None:
    try:
        await Ask()
    finally:
        told.append("over")


def differs_finally() -> object:
    told: list[str] = []
    waiting = _finally(told)
    waiting.send(None)
    del waiting
    return told


class Plain:
    """An object with an `__init__` that wants something."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.stack = [n]

    def twice(self) -> int:
        return self.n * 2

    def asked(self) -> int:
        return self.twice() + 1

    def copy(self) -> Plain:
        new = Plain.__new__(Plain)
        new.n = self.n
        new.stack = self.stack[:]
        return new


def differs_copies() -> object:
    one = Plain(3)
    other = one.copy()
    other.stack.append(4)
    return one.stack, other.stack, other.asked()


# -- these are the same ----------------------------------------------------------------------------


def driven(rules: Any, *answers: object) -> object:
    """Run a coroutine with these answers, as the driver does."""
    try:
        rules.send(None)
        for answer in answers:
            rules.send(answer)
    except StopIteration as end:
        return end.value
    return "open"


async def _inner(n: int) -> int:
    answer: int = await Ask(n)
    if answer < 0:
        raise ValueError("below nothing")
    return answer + n


async def _outer() -> tuple[int, ...]:
    n = 1
    look = lambda: n  # noqa: E731
    n = await _inner(n)
    try:
        more = [await _inner(each) for each in range(2)]
    except ValueError:
        more = []
    return (look(), *more)


def same_coroutines() -> object:
    return driven(_outer(), 5, 7, 8), driven(_outer(), 5, 7, -1), driven(_outer(), 5)


def same_coroutine_closed() -> object:
    told: list[str] = []
    waiting = _finally(told)
    waiting.send(None)
    waiting.close()
    return told


def same_numbers() -> object:
    bits = 1 << 200
    return (
        bits & -bits == bits, (bits | 5) >> 100, bits.bit_length(), ~bits, -7 // 2, -7 % 3,
        divmod(-7, 2), 1 << 62, (1 << 62) - 1 + 1, [n + 1 for n in iter(bytearray(b"ab"))],
    )  # fmt: skip


def same_changed_while_walked() -> object:
    grows = [1]
    for n in grows:
        if n < 4:
            grows.append(n + 1)
    return grows
