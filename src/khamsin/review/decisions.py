"""Which decisions cost most, and what would have been better.

A decision here is a stretch: all that a side answered in a row, before dice fell or somebody else
answered. Cheap signs tell which stretches are worth a thought: the side stood worse afterwards than
the dice explain, or the judgement of the computer players would have done something better. Those
are looked at for a moment, and the most promising of them for longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

from khamsin.bots.search.budget import Budget
from khamsin.bots.search.line import Answer, favourite
from khamsin.bots.search.race import Told
from khamsin.bots.search.second_look import SecondLook, second_look
from khamsin.bots.search.utility import chances
from khamsin.kernel.mind.mind import mind_of
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import Seat

from .course import Course, Stretch, position
from .data import Asked, Costly, Said, Seen, Throw

GLANCES = 20  # stretches that are looked at for a moment
LOOKS = 6  # and for longer
LEAST = 0.01  # of the chance; a smaller loss is no news
_MOST = 200  # answers in a row


def glanced(course: Course, throws: Sequence[Throw]) -> list[Asked]:
    """The stretches that deserve a glance, the most promising first."""
    found = sorted(_promises(course, throws), key=lambda each: (-each[0], each[1].at))
    clock = course.mind.horizon.clock
    turns = [at for at, event in course.match.events if event.kind == clock]
    return [
        {
            "at": each.at,
            "side": each.side,
            "turn": sum([turn <= each.at for turn in turns]),
            "played": _said(each.answers),
        }
        for promise, each in found[:GLANCES]
        if promise > 0
    ]


def promising(asked: Sequence[Asked], seen: Sequence[Seen]) -> list[Asked]:
    """The most promising after a glance, one for each turn of a side.

    Where the glance saw nothing, what was promising before comes first.
    """
    best: dict[tuple[str, int], tuple[float, Asked]] = {}
    for each, found in zip(asked, seen, strict=True):
        key = each["side"], each["turn"]
        hope = found["hope"] if found["hope"] >= LEAST else 0.0
        if hope > best.get(key, (-1.0, each))[0]:
            best[key] = hope, each
    order = sorted(best.values(), key=lambda each: -each[0])
    return [each for _, each in order[:LOOKS]]


def think(
    world: AnyMatch, asked: Asked, budget: Budget, seed: str, told: Told | None = None
) -> Seen:
    """Think about a stretch, from the seat of who decided; `world` is the match as it was then."""
    began, rng = process_time(), Random(f"{seed}.{asked['at']}")
    played = tuple([Answer(each["prompt"], tuple(each["option"])) for each in asked["played"]])
    seat = Seat(world, asked["side"])
    found = second_look(mind_of(world.game), seat, played, rng, budget, told)
    is_told = found.better and found.lost >= LEAST
    return {
        "hope": found.hope,
        "tries": found.tries,
        "seconds": process_time() - began,
        "costly": _told(world, asked, played, found) if is_told else None,
    }


def _told(world: AnyMatch, asked: Asked, played: tuple[Answer, ...], found: SecondLook) -> Costly:
    """From the first answer on in which the better plan differs."""
    same, world = 0, world.clone()
    for mine, better in zip(played[:-1], found.better, strict=False):
        if mine != better:
            break
        world.feed((asked["side"], *mine.option))
        same += 1
    ask = world.decision
    return {
        "at": asked["at"] + same,
        "to": asked["at"] + len(played),
        "side": asked["side"],
        "prompt": "" if ask is None else ask.prompt,
        "facts": {} if ask is None else dict(ask.facts),
        "played": _said(played[same:]),
        "better": _said(found.better[same:]),
        "chance": found.chance,
        "lost": found.lost,
        "error": found.error,
        "reasons": [{"feature": name, "change": change} for name, change in found.reasons],
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
