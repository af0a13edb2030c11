"""A bot of somebody's own, from any file: `my_bot.py`, or `my_bot.py:Name` for a class in it.

The file is run as a program of whoever names it: only files that one trusts.
"""

from __future__ import annotations

import importlib.util
import traceback
from functools import lru_cache
from pathlib import Path
from random import Random
from types import ModuleType

from khamsin.kernel.errors import BotError
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import AnySeat, Player

SUFFIX = ".py"
USUAL_NAME = "Bot"


def is_file(name: str) -> bool:
    """Whether the name of a bot is that of a file, with or without a class behind it.

    >>> is_file("bots/my_bot.py"), is_file("my_bot.py:Bold"), is_file("greedy")
    (True, True, False)
    """
    return name.endswith(SUFFIX) or SUFFIX + ":" in name


class FileBot:
    """Lets a bot from a file answer, and says where in the file it went wrong if it did."""

    def __init__(self, name: str, rng: Random) -> None:
        file, colon, wanted = name.rpartition(":") if SUFFIX + ":" in name else (name, "", "")
        self._name = name
        self._file = str(Path(file).resolve())
        module = _module(self._file)
        if colon and not wanted:
            raise BotError(f"{name}: the name of a class is missing behind the colon")
        made = getattr(module, wanted or USUAL_NAME, None)
        if not isinstance(made, type) or not hasattr(made, "choose"):
            raise BotError(f"{file} has no class {wanted or USUAL_NAME} with a method choose(seat)")
        try:
            self._bot: Player = made(rng)
        except Exception as error:
            raise self._failed(error) from error

    def choose(self, seat: AnySeat) -> Option:
        """Pick one of the options, or raise `BotError` in one sentence."""
        try:
            chosen: object = self._bot.choose(seat)  # what it answers may be anything
        except Exception as error:
            raise self._failed(error) from error
        options = seat.legal()
        option = tuple(chosen) if isinstance(chosen, tuple | list) else chosen
        if option not in options:
            raise BotError(
                f"{self._name} answered {chosen!r}, which is none of the {len(options)} options"
            )
        return option

    def _failed(self, error: Exception) -> BotError:
        """The innermost line of the file that was running, and what happened there."""
        return BotError(f"{self._name}{_line(error, self._file)}: {type(error).__name__}: {error}")


def _line(error: BaseException, file: str) -> str:
    if isinstance(error, SyntaxError) and error.filename == file:
        return f", line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return f", line {lines[-1]}" if lines else ""


@lru_cache(maxsize=16)
def _module(file: str) -> ModuleType:
    """Run a file once, however many bots are made from it."""
    if not Path(file).is_file():
        raise BotError(f"{file} is not a file")
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{file}{_line(error, file)}: {type(error).__name__}: {error}") from error
    return module
