"""One sitting at the terminal: who plays, the match, its file, and what has been told of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from khamsin.bots import make_bot
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import Player
from khamsin.kernel.play.state import Value
from khamsin.kernel.show.summaries import Display
from khamsin.kernel.text.narrator import Narrator

from .board import Board
from .files import save_match
from .screen import DIM, Screen

YOU = "you"
"""Who sits in a chair that no bot sits in."""
LOADED_LINES = 5
"""So many lines of the log are told again when a match is loaded."""


class Session:
    """The players at one keyboard, and the match they play."""

    def __init__(
        self,
        match: AnyMatch,
        narrator: Narrator,
        screen: Screen,
        chairs: Mapping[str, str],
        autosave: Path | None = None,
    ) -> None:
        """`chairs` says who sits where: `YOU`, or the name of a bot."""
        self.narrator = narrator
        self.screen = screen
        self.board = Board(narrator, screen)
        self.autosave = autosave
        self._who = chairs
        self.people = sum(1 for who in chairs.values() if who == YOU)
        """How many people share the keyboard."""
        self.begin(match)

    def begin(self, match: AnyMatch) -> None:
        """Take up a match, new or loaded."""
        self.match = match
        self.saved = len(match.entries)
        """How many entries of the journal are safe in a file."""
        seed = match.dice.seed if isinstance(match.dice, SeededDice) else ""
        self._bots: dict[str, Player] = {
            chair: make_bot(name, Random(f"{seed} {chair} {len(match.entries)}"))
            for chair, name in self._who.items()
            if name != YOU
        }
        self._kept = (-1, -1)  # entries and undone entries in the file
        self._told: dict[str, int] = {}  # how much of the log each reader has seen

    # -- the match ---------------------------------------------------------------------------

    def bot_of(self, side: str) -> Player | None:
        """The bot that plays this side; sides may have been exchanged after a bid."""
        chairs = self.match.game.chairs(self.match.state)
        chair = next(chair for chair, played in chairs.items() if played == side)
        return self._bots.get(chair)

    def answer(self, option: Option, side: str) -> None:
        """Give an answer to the open decision."""
        self.match.choose(option, side, self.match.number)

    def keep(self) -> None:
        """Write the match to its file, if it has one and something has changed.

        Called before a person sees what came of an answer: what was seen will not be lost.
        """
        now = (len(self.match.entries), len(self.match.undone))
        if self.autosave is not None and now != self._kept:
            save_match(self.autosave, self.match)
            self._kept = now
            self.saved = len(self.match.entries)

    def display(self, side: str) -> Display:
        """The table as this side sees it."""
        return self.match.game.presentation.display(self.match.view(side)["position"])

    # -- telling -----------------------------------------------------------------------------

    def tell_news(self, side: str) -> None:
        """Write what has happened since this reader last saw the log."""
        log = [event for _, event in self.match.log(side)]
        told = min(self._told.get(self._reader(side), 0), len(log))
        for event in log[told:]:
            self.screen.write(f"{self.narrator.event(event)} {self.rule(event.rule)}", hang=2)
        self._told[self._reader(side)] = len(log)

    def skip_news(self, but: int = 0) -> None:
        """Take the log as read, but for the last lines."""
        for side in self.match.game.sides:
            self._told[self._reader(side)] = max(0, len(self.match.log(side)) - but)

    def _reader(self, side: str) -> str:
        """Where nothing is hidden, everybody at the keyboard reads the same log."""
        return side if self.match.game.rules.hidden else ""

    def words(self, key: str, **facts: Value) -> str:
        """A sentence of the catalogue."""
        return self.narrator.say(key, facts)

    def say(self, key: str, **facts: Value) -> None:
        """Write a sentence of the catalogue."""
        self.screen.write(self.words(key, **facts), DIM, hang=2)

    def rule(self, number: str) -> str:
        """The number of a rule as it stands behind a sentence."""
        return self.words("text.rule", rule=number)
