"""What stands over the table: the card of a match, with its seats and what one may do there."""

from __future__ import annotations

import functools
from collections.abc import Container

from khamsin.kernel.play.decision import Secret
from khamsin.kernel.play.dice import commitment
from khamsin.kernel.text.narrator import Narrator
from khamsin.table.match import viewers
from khamsin.table.match.records import Record
from khamsin.table.match.table_match import TableMatch
from khamsin.table.match.viewers import Viewer
from khamsin.table.times import moment

from . import presenter

_UNDO = {
    "nothing has been decided yet": "nothing",
    "the dice have been rolled since": "dice",
    "the sealed answers have been opened since": "sealed",
    "something hidden has been revealed since": "revealed",
}


def match_card(
    table_match: TableMatch, viewer: Viewer, now: float, online: Container[int]
) -> dict[str, object]:
    """What stands over the table."""
    record = table_match.record
    say = presenter.narrator(record.edition, viewer.language)
    mine = table_match.sides_of(viewer.person)
    why = _why_not_undo(table_match, viewer, mine)
    you: dict[str, object] = {
        "sides": mine,
        "seat": viewer.side,
        "observer": not mine,
        "may_undo": why is None,
        "creator": viewer.person == record.creator,
    }
    card: dict[str, object] = {
        **_agreed(record, table_match.game.title),
        "first": table_match.first,
        "renewed": table_match.renewed,
        "notices": _notices(table_match, say),
        "status": table_match.status,
        "hidden": has_secrets(table_match),
        "changed": moment(table_match.changed),
        "entries": len(table_match.match.entries),
        "seats": [
            seat_card(table_match, side, say, now, online) for side in table_match.game.sides
        ],
        "you": you,
    }
    if why is not None and mine:
        you["why_not_undo"] = say.say(f"table.undo.{why}")
    no_hint = viewers.why_no_hint(table_match, viewer.person)
    if mine and no_hint is not None:
        you["why_no_hint"] = say.say(f"table.error.{no_hint}")
    if table_match.over is not None:
        card["seed"] = record.seed
        card["reviewed"] = viewers.why_no_review(table_match) is None
    return card


@functools.lru_cache(maxsize=1000)
def _agreed(record: Record, title: str) -> dict[str, object]:
    """What never changes in a match."""
    return {
        "id": record.id,
        "game": record.game,
        "title": title,
        "scenario": record.scenario,
        "options": record.options,
        "sandbox": record.sandbox,
        "imagined": bool(record.imagined_for),
        "lesson": record.lesson,
        "pack": record.pack_name,
        "private": record.private,
        "rated": record.rated,
        "event": record.event,
        "commitment": commitment(record.seed),
        "created": moment(record.created),
    }


def _notices(table_match: TableMatch, say: Narrator) -> list[str]:
    """What everybody at this table must know before he goes on."""
    lines = [] if table_match.renewal is None else [table_match.renewal]
    said = [say.say(f"table.line.{line.kind}", line.facts) for line in lines]
    if table_match.record.imagined_for:
        said.append(say.say("table.line.imagined", {"side": table_match.record.imagined_for}))
    return said


def seat_card(
    table_match: TableMatch, side: str, say: Narrator, now: float, online: Container[int]
) -> dict[str, object]:
    """One of the seats."""
    chair = table_match.chair_of(side)
    holder = table_match.holders[chair]
    shown: dict[str, object] = {
        "kind": holder.kind,
        "name": holder.name or say.label("bot", holder.bot),
    }
    if holder.bot:
        shown["bot"] = holder.bot
    shown["online"] = holder.kind == "bot" or holder.person in online
    seat: dict[str, object] = {"side": side, "label": say.text("side", side), "holder": shown}
    if chair != side:
        seat["chair"] = chair
    clocks = table_match.clocks
    if clocks is not None:
        left = round(clocks.left_at(chair, now), 1)
        seat["clock"] = {"left": left, "running": chair in clocks.running}
    return seat


def has_secrets(table_match: TableMatch) -> bool:
    """Whether two at one screen need a curtain: hidden pieces, or answers that are sealed now."""
    return table_match.game.rules.hidden or isinstance(table_match.match.decision, Secret)


def _why_not_undo(table_match: TableMatch, viewer: Viewer, mine: tuple[str, ...]) -> str | None:
    """The key of the reason; None: the viewer may take his last answer back."""
    if table_match.over is not None:
        return "over"
    if viewer.side is None or viewer.side not in mine:
        return "nothing"
    if len(table_match.match.entries) <= table_match.first:
        return "nothing"
    if table_match.lesson is not None:
        return None
    why = table_match.match.why_not_undo(viewer.side)
    return None if why is None else _UNDO.get(why, "answered")
