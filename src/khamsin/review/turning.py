"""The turning points: where the chances changed most, and what happened there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from khamsin.bots.search.utility import chances
from khamsin.kernel.game import AnyGame
from khamsin.kernel.play.state import Event

from .course import Course, Odds
from .data import Happened, Throw, Turning

MOST = 6
LEAST = 0.03
LINES = 6  # of the log, for each of them


def turning(course: Course, throws: Sequence[Throw]) -> list[Turning]:
    """The largest changes, in the order in which they came."""
    found = sorted(_exchanges(course, throws), key=lambda each: -_size(each))
    return sorted(
        [each for each in found[:MOST] if _size(each) >= LEAST], key=lambda each: each["at"]
    )


def _size(each: Turning) -> float:
    return max(abs(each["after"][side] - each["before"][side]) for side in each["before"])


def _exchanges(course: Course, throws: Sequence[Throw]) -> Iterator[Turning]:
    """All that went on while one side answered, or one turn lasted, with the dice that fell."""
    match = course.match
    stretches = [each for each in course.stretches if not each.is_set_up]
    starts = stretches[:1] + [
        stretch
        for before, stretch in pairwise(stretches)
        if before.side != stretch.side or _ticked(course, before.at, stretch.at)
    ]
    for stretch, then in zip_longest(starts, starts[1:]):
        end = len(match.entries) if then is None else then.at
        yield {
            "at": stretch.at,
            "to": end,
            "by": stretch.side,
            "before": stretch.before,
            "after": chances(course.mind, match) if then is None else then.before,
            "luck": _by_luck(throws, stretch.at, end, match.game.sides),
            "events": _told(match.game, match.events, stretch.at, end, stretch.side),
        }


def _ticked(course: Course, since: int, until: int) -> bool:
    return any(since < tick["at"] <= until for tick in course.ticks)


def _by_luck(throws: Sequence[Throw], since: int, until: int, sides: Sequence[str]) -> Odds:
    here = [each["gain"] for each in throws if since <= each["at"] < until]
    return {side: sum([gain[side] for gain in here]) for side in sides}


def _told(
    game: AnyGame, events: Sequence[tuple[int, Event]], since: int, until: int, side: str
) -> list[Happened]:
    """The events of these that matter most to this side: losses and fights first."""
    statistics, presentation = game.statistics, game.presentation
    here = [event for at, event in events if since < at <= until and event.seen_by(side)]
    heavy = {*statistics.losses, *presentation.setbacks}

    def weight(event: Event) -> int:
        if event.kind in heavy:
            return 3
        if event.kind in statistics.fights:
            return 2
        return int(presentation.topic(event) != "rule")

    order = sorted(range(len(here)), key=lambda at: (-weight(here[at]), at))
    chosen = sorted(order[:LINES])
    return [{"kind": here[at].kind, "values": dict(here[at].values)} for at in chosen]
