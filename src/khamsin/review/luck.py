"""What the dice did to the chances, throw by throw.

A throw is all dice that fall one after another with nothing decided between them. Its luck is how
the sides stood after it, less how they stood on average after all the ways it could have gone: the
first dice in every way, those that follow in some. What must be decided at once (losses, a retreat)
is answered by the judgement of the computer players, in the throw as it went and in all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from khamsin.bots.search.line import favourite
from khamsin.bots.search.utility import chances
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.play.decision import DICE, Chance, Draw, Roll
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch, Entry

from .course import Course, Odds, position
from .data import Luck, Throw

WAYS = 36  # that a throw is followed in, at most
STEPS = 8  # answers until all that the dice did is done
FACES = range(1, 7)

Tell = Callable[[float], None]


def throws(course: Course, tell: Tell = lambda _: None) -> list[Throw]:
    """Every throw of a match."""
    match = course.match
    entries = match.entries
    world = position(match, match.marks[0].entries)
    found: list[Throw] = []
    at = len(world.entries)
    while at < len(entries):
        if world.chance is None:
            world.feed(entries[at])
            at += 1
            continue
        end = at + 1
        while end < len(entries) and entries[end][0] == DICE:
            end += 1
        throw = _throw(course.mind, world, entries[at:end])
        if throw is not None:
            found.append(throw)
        for entry in entries[at:end]:
            world.feed(entry)
        at = end
        tell(at / len(entries))
    return found


def luck(match: AnyMatch, found: Sequence[Throw]) -> dict[str, Luck]:
    """The dice of each side, and what all throws were worth to it."""
    sides = match.game.sides
    told: dict[str, Luck] = {
        side: {"dice": 0, "pips": 0, "gain": 0.0, "others": 0.0} for side in sides
    }
    for throw in found:
        begun = throw["dice"][0][0]
        for whose, _, values in throw["dice"]:
            if whose in told:
                told[whose]["dice"] += len(values)
                told[whose]["pips"] += sum(values)
        for side in sides:
            told[side]["gain" if side == begun else "others"] += throw["gain"][side]
    return told


def _throw(mind: Mind, world: AnyMatch, entries: Sequence[Entry]) -> Throw | None:
    """One throw; nothing if only cups and cards were drawn from."""
    dice, twin = [], world.clone()
    for entry in entries:
        ask = twin.chance
        if isinstance(ask, Roll):
            dice.append((ask.side, ask.why, [int(value) for value in entry[2:]]))
        twin.feed(entry)
    if not dice:
        return None
    went = _settled(mind, twin, None)
    ways = [_way(mind, world, first, number) for number, first in enumerate(_firsts(world))]
    gain = {side: went[side] - sum([way[side] for way in ways]) / len(ways) for side in went}
    return {"at": len(world.entries), "dice": dice, "gain": gain}


def _firsts(world: AnyMatch) -> Iterator[tuple[int | str, ...]]:
    """How the first dice can fall: every way if there are few enough, each equally likely."""
    ask = world.chance
    assert ask is not None
    if isinstance(ask, Roll) and 6**ask.count <= WAYS:
        every = list(product(FACES, repeat=ask.count))
        yield from every * (WAYS // len(every))
    else:
        dice = SeededDice("review")
        yield from (_fall(dice, len(world.entries) * WAYS + n, ask) for n in range(WAYS))


def _way(mind: Mind, world: AnyMatch, first: tuple[int | str, ...], number: int) -> Odds:
    """How the sides stand if the first dice fall like this, and those that follow somehow."""
    twin = world.clone()
    twin.roll(first)
    return _settled(mind, twin, SeededDice(f"review{len(world.entries)}.{number}"))


def _settled(mind: Mind, world: AnyMatch, dice: SeededDice | None) -> Odds:
    """Play on to the next mark, as the judgement decides; `dice` roll what is left of the throw."""
    number = 0
    for _ in range(STEPS):
        ask = world.chance
        if world.result is not None:
            break
        if ask is not None:
            if dice is None:
                break
            world.roll(_fall(dice, number, ask))
            number += 1
            continue
        dice = None  # what falls after a decision is another throw
        if world.marks[-1].entries == len(world.entries):
            break
        side = world.to_answer[0]
        options = world.legal(side)
        posture = mind.horizon.postures(world.state, side)[0]
        world.choose(favourite(options, mind.judge(world, side, options, posture)), side)
    return chances(mind, world)


def _fall(dice: SeededDice, number: int, ask: Chance) -> tuple[int | str, ...]:
    if isinstance(ask, Draw):
        return dice.draw(number, ask.items, ask.count)
    return dice.roll(number, ask.count)
