"""The lines of the engine protocol that both of its sides say (docs/engine-protocol.md)."""

from __future__ import annotations

from json import dumps

from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import AnySeat
from khamsin.kernel.play.state import Event

PROTOCOL = 1
"""Raised when an engine written for the last one would misunderstand us."""


def json_line(word: str, data: object) -> str:
    """A word and data in one line."""
    return f"{word} {dumps(data, separators=(',', ':'), ensure_ascii=False)}"


def event_line(event: Event) -> str:
    """Something that happened.

    >>> event_line(Event("moved", "9.1", {"unit": "2rtr", "place": "9"}))
    'event {"kind":"moved","rule":"9.1","values":{"unit":"2rtr","place":"9"}}'
    """
    return json_line("event", {"kind": event.kind, "rule": event.rule, "values": event.values})


def question_lines(seat: AnySeat, options: list[Option]) -> list[str]:
    """What is asked of a seat, and what it may answer, numbered from 1."""
    asked = seat.decision
    assert asked is not None
    lines = [f"question {seat.side} {asked.prompt} {asked.rule}"]
    if asked.facts:
        lines.append(json_line("facts", asked.facts))
    return lines + [f"option {at} {' '.join(words)}" for at, words in enumerate(options, 1)]
