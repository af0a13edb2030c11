"""Replays the journals of a folder and prints what came out, to be compared between processes."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, TypedDict

from khamsin.kernel.play.archive import load
from khamsin.kernel.play.journal import parse
from khamsin.kernel.play.match import Match
from tests.contract.play import game, sides_of


class Report(TypedDict):
    """What two replays of one journal must agree on."""

    marks: list[list[int | str]]
    end: str
    seen: list[str]


def report(match: Match[Any]) -> Report:
    """Digests of the state at every mark and at the end, and of what each side has seen."""
    seen = [json.dumps([match.view(side), match.log(side)]) for side in sides_of(match)]
    return {
        "marks": [[mark.entries, mark.state.digest()] for mark in match.marks],
        "end": match.state.digest(),
        "seen": [sha256(text.encode()).hexdigest() for text in seen],
    }


def main(folder: str) -> None:
    """Replay them all."""
    reports = {}
    for path in sorted(Path(folder).glob("*.khamsin")):
        journal = parse(path.read_text(encoding="utf-8"), path.name)
        # Only what the rules made of the answers counts here, so the digests are forgotten.
        journal.marks = []
        reports[path.name] = report(load(journal, game(journal.game), path.name).match)
    sys.stdout.write(json.dumps(reports))


if __name__ == "__main__":
    main(sys.argv[1])
