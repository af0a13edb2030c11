"""Matches as files, and copies: what of a running match may leave the table, and for whom.

While a match is played its file lacks the seed, and in place of every answer that the reader may
not know it has a question mark. When it is over everything is told.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from khamsin.games import GAMES
from khamsin.kernel.archive import load, result_words
from khamsin.kernel.decision import Secret
from khamsin.kernel.dice import commitment
from khamsin.kernel.errors import JournalError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.journal import Journal, Line, parse
from khamsin.kernel.match import Entry

from . import voice
from .errors import ApiError
from .ledger import Ledger


def journal(ledger: Ledger, side: str | None) -> str:
    """The file as this side (None: an observer) may have it."""
    match, record = ledger.match, ledger.record
    over = ledger.over is not None
    entries = [
        entry if over or may_know(ledger, number, side) else (entry[0], "?")
        for number, entry in enumerate(match.entries)
    ]
    undone = [
        (at, entry if over or only is None or side in only else (entry[0], "?"))
        for at, entry, only in ledger.undone
    ]
    # The digest of a state with secrets in it could be compared with guesses.
    tell_marks = over or not ledger.game.hidden
    return Journal(
        game=record.game,
        rules=record.rules,
        scenario=record.scenario,
        options=record.options,
        pack=record.pack,
        seed=record.seed if over else None,
        commitment=commitment(record.seed),
        answers=[Line(0, entry) for entry in entries],
        undone=[(min(at, len(entries)), entry) for at, entry in undone],
        marks=[(m.entries, m.state.digest(), 0) for m in match.marks] if tell_marks else [],
        result=result_words(match),
    ).text()


def may_know(ledger: Ledger, number: int, side: str | None) -> bool:
    """Whether this side may know an entry of the journal while the match is played."""
    entry = ledger.match.entries[number]
    if entry[0] == side:
        return True
    if isinstance(ledger.match.decision, Secret) and number >= ledger.match.number:
        return False  # sealed still
    only = ledger.audiences[number]
    return only is None or side in only


def fork(ledger: Ledger, side: str | None, entries: int) -> list[Entry]:
    """The answers up to a position, for a sandbox; never one that its owner may not know."""
    if ledger.over is None and ledger.game.hidden:
        raise ApiError(409, "hidden_fork")
    kept: list[Entry] = []
    for number in range(entries):
        if ledger.over is None and not may_know(ledger, number, side):
            continue  # sealed: in the sandbox it is asked again
        kept.append(ledger.match.entries[number])
    return kept


class Read(NamedTuple):
    """A file that was read."""

    game: Game[Any]
    setup: Setup
    entries: list[Entry]
    warning: str | None


def read(text: str) -> Read:
    """Read a file and replay it, every line distrusted."""
    written = parse(text)
    if written.game not in GAMES:
        raise JournalError(f"there is no game {written.game!r}")
    game = voice.game(written.game)
    # The seed stays outside: a match that goes on gets dice of its own.
    written.seed = None
    loaded = load(written, game)
    match = loaded.match
    return Read(game, match.setup, list(match.entries), loaded.warning)
