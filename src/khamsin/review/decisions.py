"""Which decisions cost most, and what would have been better.

A decision here is a stretch: all that a side answered in a row, before dice fell or somebody else
answered. Cheap signs tell which stretches are worth a thought: the side stood worse afterwards than
the dice explain, or the judgement of the computer players would have done something better. Those
are looked at for a moment, and the most promising of them for longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from khamsin.bots.search.budget import Budget
from khamsin.bots.search.line import Answer, favourite
from khamsin.bots.search.second_look import Look, second_look
from khamsin.bots.search.utility import chances
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat

from .course import Course, Stretch, mind_of, position
from .data import Costly, Said, Throw

GLANCES = 30  # stretches that are looked at for a moment
LOOKS = 8  # and for longer
GLANCING = 0.4  # the part of the time that the glances take
LEAST = 0.01  # of the chance; a smaller loss is no news
_MOST = 200  # answers in a row


class Ask(NamedTuple):
    """A stretch that is to be thought about, and for how long."""

    at: int
    side: str
    played: tuple[Answer, ...]
    budget: Budget


def glances(course: Course, throws: Sequence[Throw], budget: Budget) -> list[Ask]:
    """The most promising stretches."""
    found = sorted(_promises(course, throws), key=lambda each: (-each[0], each[1].at))
    chosen = [stretch for promise, stretch in found[:GLANCES] if promise > 0]
    part = _part(budget, GLANCING, len(chosen), GLANCES)
    return [Ask(each.at, each.side, each.answers, part) for each in chosen]


def looks(course: Course, seen: Sequence[tuple[Ask, Look]], budget: Budget) -> list[Ask]:
    """Those that still are after a glance: of each turn of a side only one."""
    best: dict[tuple[str, int], tuple[float, Ask]] = {}
    clock = course.mind.horizon.clock
    turns = [at for at, event in course.match.events if event.kind == clock]
    for ask, look in seen:
        key = ask.side, sum([turn <= ask.at for turn in turns])
        if look.hope > best.get(key, (LEAST, ask))[0]:
            best[key] = look.hope, ask
    order = sorted(best.values(), key=lambda each: (-each[0], each[1].at))[:LOOKS]
    part = _part(budget, 1 - GLANCING, len(order), LOOKS)
    return [ask._replace(budget=part) for _, ask in order]


def think(world: Match[Any], ask: Ask, seed: str) -> Look:
    """Think about a stretch, from the seat of who decided; `world` is the match as it was then."""
    rng = Random(f"{seed}.{ask.at}")
    return second_look(mind_of(world), Seat(world, ask.side), ask.played, rng, ask.budget)


def costly(course: Course, seen: Sequence[tuple[Ask, Look]]) -> list[Costly]:
    """What cost most first."""
    found = [_told(course, ask, look) for ask, look in seen if look.better and look.lost >= LEAST]
    return sorted(found, key=lambda each: (-each["lost"], each["at"]))


def _part(budget: Budget, share: float, asks: int, most: int) -> Budget:
    """What each of so many may cost; so many rounds are meant for each."""
    if budget.rounds is not None:
        return budget.part(share)
    return Budget(budget.seconds * share / max(asks, most // 2, 1))


def _told(course: Course, ask: Ask, look: Look) -> Costly:
    """From the first answer on in which the better plan differs."""
    same = 0
    for mine, theirs in zip(ask.played, look.better, strict=False):
        if mine != theirs:
            break
        same += 1
    played, better = ask.played[same:], look.better[same:]
    at = ask.at + same
    world = position(course.match, min(at, ask.at + len(ask.played) - 1))
    asked = world.decision
    return {
        "at": at,
        "to": ask.at + len(ask.played),
        "side": ask.side,
        "prompt": "" if asked is None else asked.prompt,
        "facts": {} if asked is None else dict(asked.facts),
        "played": _said(played),
        "better": _said(better),
        "chance": look.chance,
        "lost": look.lost,
        "error": look.error,
        "reasons": [{"feature": name, "change": change} for name, change in look.reasons],
    }


def _said(answers: Sequence[Answer]) -> list[Said]:
    return [{"prompt": prompt, "option": list(option)} for prompt, option in answers]


# -- what is worth a thought ---------------------------------------------------------------------


def _promises(course: Course, throws: Sequence[Throw]) -> Iterator[tuple[float, Stretch]]:
    """What each stretch may have cost, by cheap signs."""
    match = course.match
    final = chances(course.mind, match)
    afterwards = [stretch.before for stretch in course.stretches[1:]] + [final]
    begins = [stretch.at for stretch in course.stretches] + [len(match.entries) + 1]
    for number, (stretch, then) in enumerate(zip(course.stretches, afterwards, strict=True)):
        if stretch.is_set_up:
            continue
        side, (since, until) = stretch.side, (begins[number], begins[number + 1])
        by_luck = sum([each["gain"][side] for each in throws if since <= each["at"] < until])
        sunk = stretch.before[side] - then[side] + by_luck
        better = _judged(course, stretch)
        if better is not None:
            yield max(sunk, 0.0) + max(better - stretch.after[side], 0.0), stretch


def _judged(course: Course, stretch: Stretch) -> float | None:
    """How the side would have stood if the judgement had answered; None: nothing was to decide."""
    world, mind, side = position(course.match, stretch.at), course.mind, stretch.side
    posture = mind.horizon.postures(world.state, side)[0]
    is_open = False
    for _ in range(_MOST):
        if world.decision is None or side not in world.to_answer:
            break
        options = world.legal(side)
        is_open = is_open or len(options) > 1
        world.choose(favourite(options, mind.judge(world, side, options, posture)), side)
    if not is_open and _forced(course, stretch):
        return None
    return chances(mind, world)[side]


def _forced(course: Course, stretch: Stretch) -> bool:
    """Whether every answer was the only one."""
    world = position(course.match, stretch.at)
    for answer in stretch.answers:
        if len(world.legal(stretch.side)) > 1:
            return False
        world.feed((stretch.side, *answer.option))
    return True
