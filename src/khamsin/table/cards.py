"""What stands over the table: the card of a match, with its seats and what one may do there."""

from __future__ import annotations

import functools
import json
from collections.abc import Container
from typing import Any

from khamsin.kernel.decision import Secret
from khamsin.kernel.dice import commitment
from khamsin.kernel.telling import Telling

from . import voice
from .ledger import Ledger
from .records import Record
from .times import moment
from .viewers import Viewer

_UNDO = {
    "nothing has been decided yet": "nothing",
    "the dice have been rolled since": "dice",
    "the sealed answers have been opened since": "sealed",
    "something hidden has been revealed since": "revealed",
}


def match_card(
    ledger: Ledger, viewer: Viewer, now: float, online: Container[int]
) -> dict[str, Any]:
    """What stands over the table."""
    record = ledger.record
    say = voice.telling(record.edition, viewer.language)
    mine = ledger.sides_of(viewer.person)
    why = _why_not_undo(ledger, viewer, mine)
    card: dict[str, Any] = {
        **_agreed(record, ledger.game.title),
        "first": ledger.first,
        "renewed": ledger.renewed,
        "notices": _notices(ledger, say),
        "status": ledger.status,
        "hidden": has_secrets(ledger),
        "changed": moment(ledger.changed),
        "entries": len(ledger.match.entries),
        "seats": [seat_card(ledger, side, say, now, online) for side in ledger.game.sides],
        "you": {
            "sides": mine,
            "seat": viewer.side,
            "observer": not mine,
            "may_undo": why is None,
            "creator": viewer.person == record.creator,
        },
    }
    if why is not None and mine:
        card["you"]["why_not_undo"] = say.say(f"table.undo.{why}")
    if ledger.over is not None:
        card["seed"] = record.seed
    return card


@functools.lru_cache(maxsize=1000)
def _agreed(record: Record, title: str) -> dict[str, Any]:
    """What never changes in a match."""
    return {
        "id": record.id,
        "game": record.game,
        "title": title,
        "scenario": record.scenario,
        "options": record.options,
        "sandbox": record.sandbox,
        "imagined": bool(record.origin),
        "pack": record.pack_name,
        "private": record.private,
        "commitment": commitment(record.seed),
        "created": moment(record.created),
    }


def _notices(ledger: Ledger, say: Telling) -> list[str]:
    """What everybody at this table must know before he goes on."""
    lines = [] if ledger.renewal is None else [ledger.renewal]
    said = [say.say(f"table.line.{line.kind}", line.facts) for line in lines]
    if ledger.record.origin:
        side = json.loads(ledger.record.origin)["side"]
        said.append(say.say("table.line.imagined", {"side": side}))
    return said


def seat_card(
    ledger: Ledger, side: str, say: Telling, now: float, online: Container[int]
) -> dict[str, Any]:
    """One of the seats."""
    chair = ledger.chair_of(side)
    holder = ledger.holders[chair]
    shown: dict[str, Any] = {
        "kind": holder.kind,
        "name": holder.name or say.label("bot", holder.bot),
    }
    shown["online"] = holder.kind == "bot" or holder.person in online
    seat: dict[str, Any] = {"side": side, "label": say.text("side", side), "holder": shown}
    if chair != side:
        seat["chair"] = chair
    clocks = ledger.clocks
    if clocks is not None:
        left = round(clocks.left_at(chair, now), 1)
        seat["clock"] = {"left": left, "running": chair in clocks.running}
    return seat


def has_secrets(ledger: Ledger) -> bool:
    """Whether two at one screen need a curtain: hidden pieces, or answers that are sealed now."""
    return ledger.game.hidden or isinstance(ledger.match.decision, Secret)


def _why_not_undo(ledger: Ledger, viewer: Viewer, mine: tuple[str, ...]) -> str | None:
    """The key of the reason; None: the viewer may take his last answer back."""
    if ledger.over is not None:
        return "over"
    if viewer.side is None or viewer.side not in mine:
        return "nothing"
    if len(ledger.match.entries) <= ledger.first:
        return "nothing"
    why = ledger.match.why_not_undo(viewer.side)
    return None if why is None else _UNDO.get(why, "answered")
