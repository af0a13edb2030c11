"""Matches as files, and copies: what of a running match may leave the table, and for whom.

While a match is played its file lacks the seed, and in place of every answer that the reader may
not know it has a question mark. When it is over everything is told.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from khamsin.games import GAMES, find
from khamsin.kernel.errors import JournalError
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.archive import load, result_words
from khamsin.kernel.play.decision import Secret
from khamsin.kernel.play.dice import commitment
from khamsin.kernel.play.journal import Journal, Line, parse
from khamsin.kernel.play.match import AnyMatch, Entry
from khamsin.table.errors import ApiError, gone
from khamsin.table.match import editions, imagined
from khamsin.table.match.acts import RENEW, SEAT, Act
from khamsin.table.match.archived import standing, version
from khamsin.table.match.records import Record
from khamsin.table.match.seating import has_every_hand
from khamsin.table.match.table_match import TableMatch


def journal(table_match: TableMatch, side: str | None, *, whole: bool = False) -> str:
    """The file as this side (None: an observer) may have it; or with all that was answered, for
    somebody who is alone with this table and would like to go on at another.
    """
    match, record = table_match.match, table_match.record
    if record.lesson:
        raise ApiError(409, "no_file")
    if record.origin:
        raise ApiError(409, "imagined")  # it has no beginning that anybody could replay
    over = table_match.over is not None
    told = over or whole
    entries = [
        entry if told or may_know(table_match, number, side) else (entry[0], "?")
        for number, entry in enumerate(match.entries)
    ]
    undone = [
        (at, entry if told or only is None or side in only else (entry[0], "?"))
        for at, entry, only in table_match.undone
    ]
    # The digest of a state with secrets in it could be compared with guesses.
    tell_marks = told or not table_match.game.rules.hidden
    return Journal(
        game=record.game,
        rules=table_match.game.rules_version,
        scenario=record.scenario,
        options=record.options,
        pack=table_match.game.pack,
        seed=record.seed if over else None,
        commitment=commitment(record.seed),
        answers=[Line(0, entry) for entry in entries],
        undone=[(min(at, len(entries)), entry) for at, entry in undone],
        marks=[(m.entries, m.digest(), 0) for m in match.marks] if tell_marks else [],
        result=result_words(match),
        fresh=table_match.dice.fresh,
    ).text()


def may_know(table_match: TableMatch, number: int, side: str | None) -> bool:
    """Whether this side may know an entry of the journal while the match is played."""
    entry = table_match.match.entries[number]
    if entry[0] == side:
        return True
    if isinstance(table_match.match.decision, Secret) and number >= table_match.match.number:
        return False  # sealed still
    only = table_match.audiences[number]
    return only is None or side in only


def archived_journal(record: Record, stored: list[Act], result: str, person: int | None) -> str:
    """The file of a match that no rules here can replay, from nothing but what is stored."""
    holders = {act.data["chair"]: act.data["person"] for act in stored if act.kind == SEAT}
    # Nobody sits where a bot does, and least of all a visitor without a name.
    holders = {chair: who for chair, who in holders.items() if who is not None}
    if record.private and person not in (record.creator, *holders.values()):
        raise gone()
    if record.lesson:
        raise ApiError(409, "no_file")
    if record.origin:
        raise ApiError(409, "imagined")
    # What was said about later rules, when it was over already, is no part of it.
    stored = [act for act in stored if act.kind != RENEW or act.data["over"] is None]
    stands = standing(record, stored)
    # Who may know what the rules would tell. Without them: what lies before the last mark, where
    # nothing is hidden; else one's own answers, as long as a chair cannot have changed sides.
    game = find(record.game) if record.game in GAMES else None
    open_until, mine = 0, ""
    if result:
        open_until = len(stands.kept)
    elif game is not None and not game.rules.hidden:
        open_until = max((n for n, each in enumerate(stands.kept, 1) if each.mark), default=0)
    if game is not None and game.rules.chairs is None:
        mine = next((chair for chair, who in holders.items() if who == person), "")
    entries = [each.entry for each in stands.kept]
    over = json.loads(result) if result else None
    played = version(record, stored)
    marks = [(number, each.mark, 0) for number, each in enumerate(stands.kept, 1) if each.mark]
    if stands.start:
        marks.insert(0, (0, stands.start, 0))
    words = (over["winner"] or "nobody", over["rule"], over["reason"]) if over else None
    return Journal(
        game=record.game,
        rules=played.rules,
        scenario=record.scenario,
        options=record.options,
        pack=played.pack,
        seed=record.seed if over else None,
        commitment=commitment(record.seed),
        answers=[
            Line(0, entry if number < open_until or entry[0] == mine else (entry[0], "?"))
            for number, entry in enumerate(entries)
        ],
        undone=[
            (at, entry if over or entry[0] == mine else (entry[0], "?"))
            for at, entry in stands.undone
        ],
        marks=[mark for mark in marks if over or mark[0] < open_until],
        result=words if words and words[1] else None,
        fresh=stands.fresh,
    ).text()


class Copied(NamedTuple):
    """What a sandbox begins with."""

    entries: list[Entry]
    origin: str = ""
    world: AnyMatch | None = None


def fork(
    table_match: TableMatch, side: str | None, entries: int, person: int | None = None
) -> Copied:
    """A position for a sandbox of this person; nothing comes with it that he may not know."""
    match, record = table_match.match, table_match.record
    if record.lesson:
        raise ApiError(409, "no_file")
    over = table_match.over is not None
    is_mine = record.sandbox and has_every_hand(table_match, person)
    if not over and table_match.game.rules.hidden and not is_mine:
        if side is None:
            raise ApiError(409, "hidden_fork")
        origin = imagined.origin(table_match, side, entries)
        return Copied([], origin.text(), imagined.world(table_match, origin))
    if record.origin:  # a copy of what was imagined already
        world = match.clone()
        world.rewind(table_match.first)
        return Copied(match.entries[table_match.first : entries], record.origin, world)
    kept: list[Entry] = []
    for number in range(entries):
        if not over and not is_mine and not may_know(table_match, number, side):
            continue  # sealed: in the sandbox it is asked again
        kept.append(match.entries[number])
    return Copied(kept)


class Read(NamedTuple):
    """A file that was read."""

    game: AnyGame
    pack: str
    """The name of the pack of one's own that it was played with, if it was."""
    setup: Setup
    entries: list[Entry]
    warning: str | None
    chairs: dict[str, str]
    """Which chair plays which side by now."""


def read(text: str) -> Read:
    """Read a file and replay it, every line distrusted."""
    written = parse(text)
    if written.game not in GAMES:
        raise JournalError(f"there is no game {written.game!r}")
    pack = editions.with_digest(written.game, written.pack)
    game = editions.game(editions.edition(written.game, pack))
    # The seed stays outside: a match that goes on gets dice of its own.
    written.seed = None
    loaded = load(written, game)
    match = loaded.match
    chairs = game.chairs(match.state)
    return Read(game, pack, match.setup, list(match.entries), loaded.warning, chairs)
