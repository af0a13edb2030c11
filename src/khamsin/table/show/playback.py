"""What happened since somebody looked last, step by step, as his seat was shown and told it.

A step is an answer, or a throw of the dice, after which his seat was told something. It holds who
answered and how the picture changed; what was told are the lines of the log with its number. So it
is made of the same pictures and events as the table itself, and of nothing else.
"""

from __future__ import annotations

from typing import Any

from khamsin.kernel.play.state import Event
from khamsin.table.match.table_match import TableMatch
from khamsin.table.match.viewers import Viewer

from . import presenter, views
from .patch import changes

MOST = 400
"""Answers that are looked through; what lies further back is in the log and the replay."""


def steps(table_match: TableMatch, viewer: Viewer, since: int) -> dict[str, Any]:
    """The picture after so many answers, and the steps from there to now."""
    entries = table_match.match.entries
    match = views.past(table_match, viewer, min(max(since, len(entries) - MOST), len(entries)))
    side, first = viewer.side, len(match.entries)
    say = presenter.narrator(table_match.record.edition, viewer.language)
    picture = start = presenter.picture(match, side, say)
    found = []
    for entry in entries[first:]:
        told = len(match.events)
        match.feed(entry)
        if not _is_told(match.events[told:], side):
            continue
        before, picture = picture, presenter.picture(match, side, say)
        at = len(match.entries)
        found.append({"at": at, "by": entry[0], "patch": changes(before, picture)})
    return {"from": first, "to": len(entries), "picture": start, "steps": found}


def _is_told(events: list[tuple[int, Event]], side: str | None) -> bool:
    return any(event.seen_by(side) for _, event in events)
