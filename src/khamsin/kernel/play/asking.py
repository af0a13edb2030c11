"""Questions that games ask alike: some of these units, one by one, until all or done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .decision import Choose, Option, listed

ALL: Option = ("all",)
DONE: Option = ("done",)


async def choose_some(
    side: str,
    prompt: str,
    verb: str,
    units: Sequence[int],
    name: Callable[[int], str],
    rule: str,
    *,
    is_enough: Callable[[tuple[int, ...]], bool] = bool,
    with_all: bool = True,
    veiled: Sequence[int] = (),
    **facts: str | int,
) -> tuple[int, ...]:
    """Let a side name some of these units, and give them in the order in which they were named.

    It may stop when those named so far are enough, which all of them together must be. A single
    unit is taken without asking if none would be too few. `veiled` are units that the other side
    must take for possible: it is asked as if they were, so that the asking tells nothing.
    """
    named: tuple[int, ...] = ()
    unknown = [unit for unit in veiled if unit not in units]
    if len(units) + len(unknown) == 1 and not is_enough(named):
        return tuple(units)
    while len(named) < len(units) or unknown:
        left = {name(unit): unit for unit in units if unit not in named}
        options: list[Option] = [(verb, word) for word in left]
        if with_all and left:
            options.append(ALL)
        if is_enough(named):
            options.append(DONE)
        answer = await Choose(
            side, prompt, listed(options), rule, only=None, hides=None, named=len(named), **facts
        )
        if answer == ALL:
            return tuple(units)
        if answer == DONE:
            break
        named = (*named, left[answer[1]])
    return named
