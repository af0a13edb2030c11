"""What becomes of a stored match when the rules or the data of the table have changed.

Every answer after which the rules can be started afresh is stored with a digest of the state. A
match that was played under other rules, or with other data, is replayed with every answer checked;
if something no longer fits, it goes on from the last such place where the state is still the one
of then. That is an act of its own, `renew`, so that all processes agree and it happens once.
Nothing is deleted: what was dropped stays in the storage and in the file of the match.
"""

from __future__ import annotations

import json
import logging
from typing import NamedTuple

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import AnyGame
from khamsin.kernel.play.decision import DICE
from khamsin.kernel.play.dice import Fresh, renewed
from khamsin.kernel.play.match import AnyMatch, Entry
from khamsin.table.errors import ApiError

from . import acts
from .acts import Act
from .records import Over, Record
from .table_match import TableMatch

log = logging.getLogger("khamsin.table")

UNPLAYABLE = ("unplayable", "no_pack", "newer_rules")
"""What is said of a match that cannot be played here, or not now."""


class Kept(NamedTuple):
    """An answer that has not been taken back."""

    act: int
    entry: Entry
    mark: str


class Version(NamedTuple):
    """The rules and the data that a match is played with."""

    rules: int
    pack: str


class Standing(NamedTuple):
    """What stands of a match, found without any rules."""

    start: str
    """The digest of the state where it begins; empty if none was stored."""
    kept: list[Kept]
    undone: list[tuple[int, Entry]]
    """What was taken back or dropped, each with its place."""
    fresh: Fresh = ()
    """Which series of dice holds since when."""


def standing(record: Record, stored: list[Act], first: int = 0) -> Standing:
    """The answers that stand; a world that was imagined has `first` others before them."""
    start = record.start
    kept: list[Kept] = []
    undone: list[tuple[int, Entry]] = []
    fresh: Fresh = ()
    for act in stored:
        if act.kind == acts.ANSWER:
            kept.append(Kept(act.number, act.entry, act.mark))
        elif act.kind in (acts.BACK, acts.RENEW):
            to = act.data["to"] - first
            undone += [(to, each.entry) for each in kept[to:]]
            del kept[to:]
            if act.data.get("fresh"):
                fresh = renewed(fresh, sum(each.entry[0] == DICE for each in kept))
            if act.mark and kept:
                kept[-1] = kept[-1]._replace(mark=act.mark)
            elif act.mark:
                start = act.mark
    return Standing(start, kept, undone, fresh)


def version(record: Record, stored: list[Act]) -> Version:
    """The rules and the data it was played with last."""
    for act in reversed(stored):
        if act.kind == acts.RENEW:
            return Version(act.data["rules"], act.data["pack"])
    return Version(record.rules, record.pack)


def fold(
    record: Record, game: AnyGame, stored: list[Act], world: AnyMatch | None = None
) -> TableMatch:
    """Play a match up to now, trusting what is stored; `world` is left alone."""
    last = max((act.number for act in stored if act.kind == acts.RENEW), default=0)
    first = 0 if world is None else len(world.entries)
    kept = {each.act for each in standing(record, stored[: last + 1], first).kept}
    lost = frozenset(
        act.number
        for act in stored[:last]
        if act.kind in (acts.ANSWER, acts.BACK, acts.RENEW) and act.number not in kept
    )
    table_match = TableMatch(record, game, None if world is None else world.clone(), lost)
    for act in stored:
        table_match.apply(act)
    return table_match


def open_match(
    record: Record,
    game: AnyGame,
    stored: list[Act],
    result: str,
    now: float,
    world: AnyMatch | None = None,
) -> tuple[TableMatch, list[Act]]:
    """Play a match up to now; if rules or data have changed since, with the acts that say so."""
    was, here = version(record, stored), Version(game.rules_version, game.pack)
    if was.rules > here.rules:
        raise ApiError(409, "newer_rules")
    first = 0 if world is None else len(world.entries)
    stands = standing(record, stored, first)
    if was == here:
        try:
            table_match = fold(record, game, stored, world)
        except Exception:  # whatever the rules make of answers they would not take
            log.exception("match %s does not fit the rules it was played under", record.id)
        else:
            if table_match.is_archived or _is_same(table_match, stands):
                return table_match, []
    good = _fitting(TableMatch(record, game, None if world is None else world.clone()), stands)
    dropped = len(stands.kept) - good
    if result and not dropped:
        table_match = fold(record, game, stored, world)
        if table_match.over is not None:
            return table_match, []
    values: dict[str, object] = {
        "to": first + good,
        "dropped": dropped,
        "rules": here.rules,
        "pack": here.pack,
        "over": _over(result),
        "fresh": any(each.entry[0] == DICE for each in stands.kept[good:]),
    }
    due = acts.act(len(stored), now, acts.RENEW, **values)
    log.warning(
        "match %s was played under %s; under %s it stands at answer %d, %d are dropped",
        record.id, was, here, first + good, dropped,
    )  # fmt: skip
    table_match = fold(record, game, [*stored, due], world)
    mark = table_match.digest() or ("" if good else table_match.start_digest())
    return table_match, [due._replace(mark=mark), *(() if result else table_match.roll(now))]


def _is_same(table_match: TableMatch, stands: Standing) -> bool:
    """Whether the last state that is known by its digest has come out again."""
    marked = [(number, each.mark) for number, each in enumerate(stands.kept, 1) if each.mark]
    number, digest = marked[-1] if marked else (0, stands.start)
    at = table_match.first + number
    found = next(mark for mark in reversed(table_match.match.marks) if mark.entries <= at)
    return not digest or found.state.digest() == digest


def _fitting(table_match: TableMatch, stands: Standing) -> int:
    """How many answers may be kept: all, or those before the last state that is still the same."""
    good = 0
    if stands.start not in ("", table_match.start_digest()):
        return good
    match = table_match.match
    for number, (_, entry, mark) in enumerate(stands.kept, 1):
        try:
            if match.decision is not None and entry[1:] not in match.legal(entry[0]):
                return good
            match.feed(entry)
        except Exception:  # noqa: BLE001 whatever the rules make of answers they would not take
            return good
        if mark:
            if table_match.digest() != mark:
                return good
            good = number
    return len(stands.kept)


def unplayable(record: Record, error: KhamsinError, code: str = "unplayable") -> ApiError:
    """It cannot even be set up here."""
    log.warning("match %s of %s cannot be played: %s", record.id, record.game, error)
    return ApiError(409, code)


def _over(result: str) -> dict[str, object] | None:
    """How a match ended, as an act tells it."""
    if not result:
        return None
    stored = json.loads(result)
    return {name: stored[name] for name in Over._fields}
