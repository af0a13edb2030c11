"""What both environments share: one match after another, and how a seat is asked."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces

from khamsin.games import find
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch, Match
from khamsin.kernel.text.narrator import Narrator
from khamsin.text.board import Board
from khamsin.text.screen import Screen

from .encoding import BOUND, Encoding, Mask
from .pages import Pages

ANSI = "ansi"
"""The one way an environment is drawn: as in a terminal."""


class Playing:
    """One set-up of one game, played again and again."""

    def __init__(
        self, slug: str, scenario: str, options: tuple[str, ...], pack: Path | None, width: int
    ) -> None:
        self.game: AnyGame = find(slug, pack)
        self.setup = Setup(scenario or self.game.scenarios[0].id, options)
        self.width = width
        self.begin("0")
        self.encoding = Encoding(self.match, width)

    def begin(self, seed: str) -> None:
        """Start a match; all its dice follow from the seed."""
        self.match: AnyMatch = Match(self.game, self.setup, SeededDice(seed))
        self._open()

    def _open(self) -> None:
        """Look at what is asked now."""
        self.asked = self.match.to_answer[0] if self.match.to_answer else ""
        self.pages = Pages(self.match.legal(self.asked) if self.asked else [], self.width)

    def act(self, action: int) -> bool:
        """Do what the action stands for; False: only a page was turned."""
        option = self.pages.take(action)
        if option is not None:
            self.answer(option)
        return option is not None

    def answer(self, option: Option) -> None:
        """Answer for the side that is asked."""
        self.match.choose(option, self.asked)
        self._open()

    def side_of(self, chair: str) -> str:
        """The side that somebody plays; another than his chair's if sides were bid for."""
        return self.game.chairs(self.match.state)[chair]

    def chair_of(self, side: str) -> str:
        """Who plays a side."""
        chairs = self.game.chairs(self.match.state)
        return next(chair for chair, played in chairs.items() if played == side)

    @property
    def observation_space(self) -> spaces.Dict:
        """A row of numbers, and which actions may be taken."""
        row = spaces.Box(-BOUND, BOUND, (self.encoding.size,), np.float32)
        mask = spaces.Box(0, 1, (self.width,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observe(self, side: str) -> dict[str, Any]:
        """What this side sees; the options are there only for the side that is asked."""
        is_asked = side == self.asked
        mask: Mask = self.pages.mask() if is_asked else np.zeros(self.width, np.int8)
        shown = self.pages.shown if is_asked else []
        row = self.encoding.row(self.match, side, shown)
        return {"observation": row, "action_mask": mask}

    def info(self, side: str) -> dict[str, Any]:
        """The question and the options in words, for the side that is asked."""
        if side != self.asked:
            return {}
        decision = self.match.decision
        assert decision is not None
        return {
            "side": side,
            "prompt": decision.prompt,
            "rule": decision.rule,
            "options": [" ".join(option) for option in self.pages.shown],
        }

    def drawn(self, side: str) -> str:
        """The table in letters, as this side sees it."""
        out = StringIO()
        board = Board(Narrator(self.game), Screen(out, StringIO()))
        display = self.game.presentation.display(self.match.view(side)["position"])
        board.map(display)
        board.stacks(display)
        board.tracks(display)
        board.status(display)
        return out.getvalue()
