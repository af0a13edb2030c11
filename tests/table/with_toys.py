"""The table with a game more, Patrol, which hides everything that can be hidden, and a bot more,
which notes whenever it is asked.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from khamsin import bots, games
from khamsin.bots.random import RandomBot
from khamsin.kernel.game import Presentation, Refused
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import Seat
from khamsin.table.command import main
from tests.kernel import patrol, patrol_rules
from tests.kernel.patrol import Patrol

GRAMMAR = {
    "play": ("card",),
    "hold": (),
    "march": ("token", "way"),
    "spy": ("token",),
    "pass": (),
    "on": (),
    "halt": (),
    "lay": ("card",),
    "wait": (),
    "ambush": ("token",),
    "let": (),
}


class TablePatrol(Patrol):
    """Patrol with words."""

    folder = Path(__file__).parent / "patrol"

    def __init__(self) -> None:
        super().__init__()
        self.presentation = Presentation(grammar=GRAMMAR, picture=_picture)


def _picture(g: Any, side: str | None, narrator: Any) -> Any:
    return {"spaces": {}, "pieces": {}, "view": patrol.view(g, side)}


class NotingBot(RandomBot):
    """Plays anything, and writes a line into a file each time."""

    def choose(self, seat: Seat) -> Option:
        with Path(os.environ["KHAMSIN_TOY_ASKED"]).open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        return super().choose(seat)


def revise(edition: str) -> None:
    """Change the rules of Patrol: `2` knows no spies, in `unnumbered` they find nothing out, in
    `3` all stand elsewhere at the start, in `4` there is one scenario only.
    """
    if edition.isdecimal():
        TablePatrol.rules_version = int(edition)
    if edition == "2":

        def no_spies(*_: object) -> Refused:
            return Refused("4.4", "too_far")

        for module in (patrol_rules, patrol):
            vars(module)["why_not_spy"] = no_spies
    elif edition == "unnumbered":
        patrol_rules.spy = lambda g, side, token: None
    elif edition == "3":
        for module in (patrol_rules, patrol):
            vars(module)["POSTS"] = 6
    elif edition == "4":
        TablePatrol.scenarios = TablePatrol.scenarios[1:]  # type: ignore[assignment]


if __name__ in ("__main__", "__mp_main__"):  # a server, or a worker process of its bots
    games.GAMES.offered["patrol"] = TablePatrol
    bots.BOTS["noting"] = NotingBot
    revise(os.environ.get("KHAMSIN_TOY_RULES", ""))

if __name__ == "__main__":
    sys.exit(main())
