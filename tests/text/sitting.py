"""A sitting at the terminal with everything typed beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from khamsin.games import find
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from khamsin.text import WORDS
from khamsin.text.play import play
from khamsin.text.screen import Screen
from khamsin.text.session import YOU, Session

GAME = find("battleaxe")


class Terminal(StringIO):
    """Paper that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Sitting:
    """What was written on the screen, and the session behind it."""

    def __init__(
        self,
        *typed: str,
        allied: str = YOU,
        axis: str = YOU,
        options: Sequence[str] = (),
        match: Match | None = None,
        autosave: Path | None = None,
        terminal: bool = False,
        language: str = "en",
    ) -> None:
        out = Terminal() if terminal else StringIO()
        screen = Screen(out, StringIO("".join(f"{line}\n" for line in typed)))
        if match is None:
            match = Match(GAME, Setup("standard", tuple(options)), SeededDice("1"))
        chairs = {"allied": allied, "axis": axis}
        self.session = Session(match, Narrator(GAME, language, WORDS), screen, chairs, autosave)
        play(self.session)
        self.text = out.getvalue()

    @property
    def entries(self) -> list[str]:
        """The journal, a line each."""
        return [" ".join(entry) for entry in self.session.match.entries]

    def after(self, typed: str) -> str:
        """What was written after this was typed, up to the next prompt, without line breaks."""
        answer = self.text.partition(f"> {typed}\n")[2].partition("\nAllied> ")[0]
        return " ".join(answer.split())
