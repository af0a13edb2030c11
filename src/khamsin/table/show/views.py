"""The table as one seat sees it: built only from what the kernel gives that side.

Positions are the game's `picture` for the side, decisions are those of `Match.view`, the log is
the lines that the side may read. Nothing here looks into the state or the journal of others.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple, TypedDict

import msgspec

from khamsin.kernel.play.decision import Decision
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.state import Result
from khamsin.kernel.text.narrator import Narrator
from khamsin.table.errors import forbidden, gone
from khamsin.table.match import acts
from khamsin.table.match.records import Line
from khamsin.table.match.table_match import TableMatch
from khamsin.table.match.viewers import Viewer
from khamsin.table.times import moment

from . import presenter
from .cards import match_card
from .lessons import lesson
from .patch import changes

encode = msgspec.json.encode
Raw = msgspec.Raw


Make = Callable[[TableMatch, AnyMatch, str | None, bool, Viewer], object]
"""Makes a part of a table for a side; the truth value says whether the viewer plays that side."""


class Ended(TypedDict):
    """How a match ended, told in a language."""

    winner: str | None
    rule: str | None
    text: str
    scores: dict[str, int]


class Sent(NamedTuple):
    """What somebody has been shown already, so that he need only be told what is different."""

    card: dict[str, object]
    picture: dict[str, object]


def table(
    table_match: TableMatch, viewer: Viewer, since: int, now: float, online: Container[int]
) -> dict[str, Any]:
    """Everything but chat and notes."""
    return {
        "match": match_card(table_match, viewer, now, online),
        "picture": _cached(table_match, "picture", viewer, _picture),
        **_rest(table_match, viewer, since),
    }


def news(
    table_match: TableMatch,
    viewer: Viewer,
    since: int,
    now: float,
    online: Container[int],
    sent: Sent | None,
) -> tuple[dict[str, Any], Sent]:
    """The same, but of card and picture only what has changed since `sent`; and what is known now.

    Pictures are shared by all who see the same, and so are the differences between two of them.
    """
    card = match_card(table_match, viewer, now, online)
    picture = seen(table_match, viewer.side, viewer.language)
    rest = _rest(table_match, viewer, since)
    if sent is None:
        whole = {"match": card, "picture": _cached(table_match, "picture", viewer, _picture)}
        return whole | rest, Sent(card, picture)
    key = ("patch", id(sent.picture), id(picture))
    made = table_match.cache.get(key)
    if made is None:
        # The old picture is kept with it: as long as the key is there, so is what it names.
        found = Raw(encode(changes(sent.picture, picture)))
        made = table_match.cache[key] = (found, sent.picture)
    patch = {"match": changes(sent.card, card), "picture": made[0]}
    return {"patch": patch, **rest}, Sent(card, picture)


def _rest(table_match: TableMatch, viewer: Viewer, since: int) -> dict[str, Any]:
    """What is told whole each time, because most of it is new each time."""
    side, language = viewer.side, viewer.language
    lines = table_match.seen[side]
    since = min(since, len(lines))
    return {
        "decision": _cached(table_match, "decision", viewer, _decision),
        "log": {
            "from": since,
            "to": len(lines),
            "lines": [
                told(table_match, line, n, language) for n, line in enumerate(lines[since:], since)
            ],
        },
        "result": _cached(table_match, "result", viewer, _result),
        "offers": offers(table_match),
        "lesson": lesson(table_match, viewer),
    }


def offers(table_match: TableMatch) -> dict[str, object]:
    """What has been proposed."""
    shown: dict[str, object] = {}
    for kind, offer in table_match.offers.items():
        said: dict[str, object] = {"by": offer.by, "agreed": offer.agreed}
        if kind == acts.UNDO:
            said["to"] = offer.to
        shown[kind] = said
    return shown


# -- parts that are made once for all who may see the same ----------------------------------


def _cached(table_match: TableMatch, what: str, viewer: Viewer, make: Make) -> msgspec.Raw:
    side = viewer.side
    if what == "picture" and not table_match.game.rules.hidden:
        side = None  # everybody sees the same
    mine = side in table_match.sides_of(viewer.person)
    key = (what, side, mine, viewer.language)
    made = table_match.cache.get(key)
    if made is None:
        made = table_match.cache[key] = Raw(
            encode(make(table_match, table_match.match, side, mine, viewer))
        )
    return made


def _picture(
    table_match: TableMatch, match: AnyMatch, side: str | None, mine: bool, viewer: Viewer
) -> dict[str, object]:
    del mine, match
    return seen(table_match, side, viewer.language)


def seen(table_match: TableMatch, side: str | None, language: str) -> dict[str, object]:
    """What lies on the table as a side sees it; where nothing is hidden, as everybody does."""
    side = side if table_match.game.rules.hidden else None
    key = ("seen", side, language)
    made = table_match.cache.get(key)
    if made is None:
        say = presenter.narrator(table_match.record.edition, language)
        made = table_match.cache[key] = presenter.picture(table_match.match, side, say)
    found: dict[str, object] = made
    return found


def _decision(
    table_match: TableMatch, match: AnyMatch, side: str | None, mine: bool, viewer: Viewer
) -> dict[str, object] | None:
    if table_match.over is not None:
        return None
    pieces = seen(table_match, side, viewer.language)
    return decision(
        table_match, match, table_match.opened, side if mine else None, viewer.language, pieces
    )


def decision(
    table_match: TableMatch,
    match: AnyMatch,
    number: int,
    side: str | None,
    language: str,
    picture: dict[str, object],
) -> dict[str, object] | None:
    """What is asked; its facts and options only if it is this side that answers."""
    ask: Decision | None = match.decision
    if ask is None:
        return None
    say = presenter.narrator(table_match.record.edition, language)
    asked = match.to_answer
    shown: dict[str, object] = {"number": number, "to_answer": asked, "rule": ask.rule}
    if side is None or side not in asked:
        return shown | {"prompt": say.waiting(asked), "yours": False}
    shown["prompt"] = say.prompt(ask.prompt, side, ask.facts)
    shown["yours"] = table_match.status == "playing"
    shown["options"] = presenter.options(table_match.record.edition, language, match, side, picture)
    if ask.prompt in table_match.game.presentation.preparations:
        shown["usual"] = True
    if ask.prompt in table_match.game.presentation.moves:
        shown["moves"] = True
    if "unit" in ask.facts:
        shown["unit"] = ask.facts["unit"]
    return shown


def _result(
    table_match: TableMatch, match: AnyMatch, side: str | None, mine: bool, viewer: Viewer
) -> Ended | None:
    del match, side, mine
    return result(table_match, viewer.language)


def result(table_match: TableMatch, language: str) -> Ended | None:
    """How a match ended."""
    over = table_match.over
    if over is None:
        return None
    say = presenter.narrator(table_match.record.edition, language)
    if over.rule is not None:
        text = say.ending(Result(over.winner, over.rule, over.reason, over.scores))
    else:
        is_told = over.winner or over.reason in ("drawn", "stopped")
        key = over.reason if is_told else "resigned_alone"
        text = say.say(f"table.over.{key}", {"side": over.winner or ""})
    return {"winner": over.winner, "rule": over.rule, "text": text, "scores": over.scores}


def told(table_match: TableMatch, line: Line, n: int, language: str) -> msgspec.Raw:
    """One line of the log, for whoever may read it."""
    key = (language, n)
    made: msgspec.Raw | None = line.said.get(key)
    if made is None:
        say = presenter.narrator(table_match.record.edition, language)
        made = line.said[key] = Raw(encode(line_data(line, n, say)))
    return made


def line_data(line: Line, n: int, say: Narrator) -> dict[str, object]:
    """A line of the log as data."""
    event = line.event
    text = say.event(event) if event is not None else say.say(f"table.line.{line.kind}", line.facts)
    shown: dict[str, object] = {
        "n": n,
        "at": line.at,
        "time": moment(line.time),
        "kind": line.kind,
        "rule": line.rule,
        "text": text,
        "table": event is None,
        "private": event is not None and not event.seen_by(None),
    }
    if line.side is not None:
        shown["side"] = line.side
    if line.by:
        shown["by"] = line.by
    if event is not None:
        pieces, places = presenter.points_at(event.values)
        shown |= {"pieces": pieces, "places": places, "topic": say.game.presentation.topic(event)}
        clock = say.game.statistics.clock
        if event.kind in clock:
            shown["heading"] = True
        if event.kind in clock[:1]:
            shown["chapter"] = True
        if event.kind in say.game.statistics.fights:
            shown["fight"] = True
        if event.kind in say.game.presentation.setbacks:
            shown["setback"] = True
    if line.dice:
        shown["dice"] = _in_groups(line)
    return shown


def _in_groups(line: Line) -> Sequence[object]:
    """The dice of a line, those of each side apart where the event tells them apart."""
    values = () if line.event is None else line.event.values.values()
    groups = [list(value) for value in values if isinstance(value, tuple)]
    apart = len(groups) > 1 and [die for group in groups for die in group] == list(line.dice)
    return groups if apart else list(line.dice)


def side_then(table_match: TableMatch, viewer: Viewer, entries: int) -> str | None:
    """The side that the viewer's chair had at an earlier point."""
    if viewer.side is None or entries > len(table_match.match.entries):
        return viewer.side
    match = table_match.match.clone()
    match.rewind(max(entries, table_match.first))
    chair = table_match.chair_of(viewer.side)
    chairs = table_match.game.chairs(match.state)
    return next(side for side, plays in chairs.items() if plays == chair)


def past(table_match: TableMatch, viewer: Viewer, entries: int) -> AnyMatch:
    """The match as it was at an earlier point, if the viewer's seat may look at it."""
    match = table_match.match.clone()
    if not 0 <= entries <= len(match.entries):
        raise gone()
    match.rewind(max(entries, table_match.first))
    if viewer.side is not None and table_match.over is None:
        # Where sides were bid for, a chair has seen the past from the side it had then.
        chairs = table_match.game.chairs(match.state)
        if chairs[viewer.side] not in table_match.chairs_of(viewer.person):
            raise forbidden("not_your_seat")
    return match


def position(table_match: TableMatch, viewer: Viewer, entries: int) -> dict[str, object]:
    """The table at an earlier point, as the viewer's seat saw it then."""
    match = past(table_match, viewer, entries)
    entries = len(match.entries)
    side = viewer.side
    say = presenter.narrator(table_match.record.edition, viewer.language)
    lines = [
        line_data(Line(at, 0.0, event.kind, event=event), n, say)
        for n, (at, event) in enumerate(match.log(side))
    ]
    is_last = table_match.over is not None and entries == len(table_match.match.entries)
    picture = presenter.picture(match, side, say)
    asked = decision(table_match, match, entries, side, viewer.language, picture)
    return {
        "picture": picture,
        "decision": None if asked is None else asked | {"yours": False},
        "log": {"from": 0, "to": len(lines), "lines": lines},
        "result": _cached(table_match, "result", viewer, _result) if is_last else None,
        "entries": entries,
        "last": len(table_match.match.entries),
    }
