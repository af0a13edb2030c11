"""The journal as text: what was agreed before play, and every answer, a line each.

    khamsin journal 1
    game battleaxe
    rules 1
    scenario standard
    option luftwaffe
    pack 5f1c9b2a41d07e88
    commitment 77ab...            the hash of the seed
    seed 1941                     left out while others may still see the file
    fresh 3 1                     from the fourth roll on other dice: rolls were taken back
    ---
    mark 0 2f6f0cbb4a5e0a11       digest of the state, for the rules to be started afresh
    allied place 11h D
    ~ allied place cih A          taken back
    dice attack 4 3
    result allied 17.2d operational

Blank lines and what follows a `#` are for people. It is the save file, the replay, the bug report
and the test fixture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from khamsin.kernel.errors import JournalError

from .dice import Fresh, commitment
from .match import Entry

_TITLE = "khamsin journal 1"
_RULE = "---"
_ONCE = ("game", "rules", "scenario", "pack", "commitment", "seed")
_NEEDED = ("game", "rules", "scenario", "pack")


@dataclass(slots=True)
class Line:
    """An answer with the line it stands in."""

    number: int
    entry: Entry


@dataclass(slots=True)
class Journal:
    """A match as it is written down."""

    game: str
    rules: int
    scenario: str
    options: tuple[str, ...]
    pack: str
    seed: str | None
    commitment: str | None
    answers: list[Line] = field(default_factory=list)
    undone: list[tuple[int, Entry]] = field(default_factory=list)
    marks: list[tuple[int, str, int]] = field(default_factory=list)
    """How many answers stood before each mark, the digest of the state, and the line."""
    result: Entry | None = None
    result_line: int = 0
    fresh: Fresh = ()

    def text(self, *, with_seed: bool = True) -> str:
        """Write it down. Leave the seed out wherever a player could read it before the end."""
        lines = [_TITLE, f"game {self.game}", f"rules {self.rules}", f"scenario {self.scenario}"]
        lines += [f"option {option}" for option in self.options]
        lines.append(f"pack {self.pack}")
        if self.commitment is not None:
            lines.append(f"commitment {self.commitment}")
        if self.seed is not None and with_seed:
            lines.append(f"seed {self.seed}")
        lines += [f"fresh {since} {series}" for since, series in self.fresh]
        lines.append(_RULE)
        marks = {at: digest for at, digest, _ in self.marks}
        undone: dict[int, list[Entry]] = {}
        for at, entry in self.undone:
            undone.setdefault(at, []).append(entry)
        for at in range(len(self.answers) + 1):
            lines += [f"~ {' '.join(entry)}" for entry in undone.get(at, ())]
            if at in marks:
                lines.append(f"mark {at} {marks[at]}")
            if at < len(self.answers):
                lines.append(" ".join(self.answers[at].entry))
        if self.result is not None:
            lines.append(f"result {' '.join(self.result)}")
        return "\n".join(lines) + "\n"


def parse(text: str, name: str = "journal") -> Journal:
    """Read a journal; `name` is the file's, for error messages."""
    head: dict[str, str] = {}
    at: dict[str, int] = {}
    options: list[str] = []
    fresh: Fresh = ()
    lines = _words(text)
    first = next(lines, (1, ()))
    if " ".join(first[1]) != _TITLE:
        raise JournalError(f"{name}, line {first[0]}: a journal begins with {_TITLE!r}")
    for number, words in lines:
        if words == (_RULE,):
            break
        if words[0] == "option" and len(words) == 2:
            options.append(words[1])
        elif words[0] == "fresh" and (more := _later(fresh, words[1:])):
            fresh = more
        elif words[0] in _ONCE and words[0] not in head and len(words) == 2:
            head[words[0]] = words[1]
            at[words[0]] = number
        else:
            raise JournalError(f"{name}, line {number}: {' '.join(words)!r} does not belong here")
    else:
        raise JournalError(f"{name}: the line {_RULE!r} between set-up and answers is missing")
    for key in _NEEDED:
        if key not in head:
            raise JournalError(f"{name}: the line {key!r} is missing")
    if not head["rules"].isdecimal():
        where = f"{name}, line {at['rules']}"
        raise JournalError(f"{where}: 'rules' must be a number, not {head['rules']!r}")
    seed = head.get("seed")
    if seed is not None and commitment(seed) != head.get("commitment", commitment(seed)):
        where = f"{name}, line {at['seed']}"
        raise JournalError(f"{where}: the seed is not the one whose hash was published")
    journal = Journal(
        game=head["game"],
        rules=int(head["rules"]),
        scenario=head["scenario"],
        options=tuple(options),
        pack=head["pack"],
        seed=seed,
        commitment=head.get("commitment"),
        fresh=fresh,
    )
    for number, words in lines:
        _take(journal, number, words, name)
    return journal


def _later(fresh: Fresh, words: tuple[str, ...]) -> Fresh:
    """One more series of dice, later than those before; nothing if that is not what it says."""
    if len(words) != 2 or not all(word.isdecimal() and len(word) < 10 for word in words):
        return ()
    since, series = int(words[0]), int(words[1])
    last = fresh[-1] if fresh else (-1, 0)
    return (*fresh, (since, series)) if since > last[0] and series > last[1] else ()


def _words(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The lines that say something, each with its number, as words."""
    for number, line in enumerate(text.splitlines(), 1):
        words = tuple(line.partition("#")[0].split())
        if words:
            yield number, words


def _take(journal: Journal, number: int, words: tuple[str, ...], name: str) -> None:
    """One line below the rule."""
    where = f"{name}, line {number}"
    if journal.result is not None:
        raise JournalError(f"{where}: {' '.join(words)!r} stands after the result")
    if words[0] == "mark":
        if len(words) != 3 or words[1] != str(len(journal.answers)):
            raise JournalError(
                f"{where}: {' '.join(words)!r}, but {len(journal.answers)} answers stand before it"
            )
        if journal.marks and journal.marks[-1][0] == len(journal.answers):
            raise JournalError(f"{where}: {' '.join(words)!r} is the second mark in this place")
        journal.marks.append((len(journal.answers), words[2], number))
    elif words[0] == "~":
        _check_answer(words[1:], where)
        journal.undone.append((len(journal.answers), words[1:]))
    elif words[0] == "result":
        if len(words) != 4:
            raise JournalError(
                f"{where}: {' '.join(words)!r}, but a result is a winner, a rule and a reason"
            )
        journal.result = words[1:]
        journal.result_line = number
    else:
        _check_answer(words, where)
        journal.answers.append(Line(number, words))


def _check_answer(words: tuple[str, ...], where: str) -> None:
    if len(words) < 2:
        raise JournalError(f"{where}: {' '.join(words)!r}, but an answer is a seat and its words")
