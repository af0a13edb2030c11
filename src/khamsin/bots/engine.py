"""A bot in any language: another program, asked over its standard input and output.

`docs/engine-protocol.md` tells what is said. The program gets what its seat may see: the events,
the position, the options; never the match.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import weakref
from contextlib import suppress
from random import Random
from threading import Timer
from typing import NoReturn

from khamsin.kernel.errors import BotError
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import AnySeat
from khamsin.kernel.play.state import Event

from .protocol import PROTOCOL, event_line, json_line, question_lines

USUAL_SECONDS = 60.0
"""How long a program may think if nothing is said."""
_READY_SECONDS = 10.0
_PARTING_SECONDS = 1.0
_LONGEST_LINE = 65536
_SEEDS = 2**31


class EngineBot:
    """Asks a program: `./my_bot --fast`, or `5:./my_bot --fast` with 5 seconds for an answer.

    The program is started at the first question and ended when nobody holds the bot any more.
    """

    def __init__(self, spec: str, rng: Random) -> None:
        self._seconds, command = _parsed(spec)
        self._words = shlex.split(command)
        if not self._words or shutil.which(self._words[0]) is None:
            raise BotError(f"engine:{spec}: there is no program {' '.join(self._words[:1])!r}")
        self._seed = rng.randrange(_SEEDS)
        self._program: _Program | None = None
        self._told: list[Event] = []

    def choose(self, seat: AnySeat) -> Option:
        """Pick one of the options, or raise `BotError` in one sentence."""
        options = seat.legal()
        if len(options) == 1:
            return options[0]
        view = seat.view()
        program, lines = self._program, []
        if program is None:
            program = self._program = _Program(self._words)
            program.ask([f"khamsin {PROTOCOL}"], "ready", _READY_SECONDS)
            lines.append(f"match {view['game']} {self._seed}")
        lines += self._news(seat)
        lines.append(json_line("position", view["position"]))
        lines += question_lines(seat, options)
        lines.append(f"go {self._seconds:g}")
        answer = program.ask(lines, "choose", self._seconds)
        if not answer.isdecimal() or not 1 <= int(answer) <= len(options):
            program.fail(f"chose {answer!r}, which is not a number from 1 to {len(options)}")
        return options[int(answer) - 1]

    def _news(self, seat: AnySeat) -> list[str]:
        """What has happened since the last question; first what did not, if it was taken back."""
        log = [event for _, event in seat.log()]
        lines = []
        if log[: len(self._told)] != self._told:
            pairs = zip(self._told, log, strict=False)
            same = next((at for at, (old, new) in enumerate(pairs) if old != new), len(log))
            lines.append(f"back {same}")
            del self._told[same:]
        lines += [event_line(event) for event in log[len(self._told) :]]
        self._told = log
        return lines


def _parsed(spec: str) -> tuple[float, str]:
    """The seconds and the command.

    >>> _parsed("./bot --fast"), _parsed("0.5:awk -f bot.awk")
    ((60.0, './bot --fast'), (0.5, 'awk -f bot.awk'))
    """
    first, colon, rest = spec.partition(":")
    if colon and first.replace(".", "", 1).isdecimal():
        return float(first), rest
    return USUAL_SECONDS, spec


class _Program:
    """A running program that answers in lines."""

    def __init__(self, words: list[str]) -> None:
        self._name = " ".join(words)
        try:
            self._process = subprocess.Popen(  # noqa: S603 the user's own program
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # so that it can be ended with all that it has started
            )
        except OSError as error:
            raise BotError(f"engine {self._name}: cannot be started ({error.strerror})") from error
        self._late = False
        weakref.finalize(self, _dismiss, self._process)

    def ask(self, lines: list[str], wanted: str, seconds: float) -> str:
        """Say these lines; return what follows the `wanted` word of its answer.

        A program that is late is ended, which ends our waiting, be it for its ears or its mouth.
        """
        watch = Timer(seconds, self._end_late)
        watch.start()
        try:
            assert self._process.stdin is not None
            self._process.stdin.write("\n".join(lines) + "\n")
            self._process.stdin.flush()
            return self._answer(wanted)
        except (BrokenPipeError, EOFError):
            self._gone(seconds)
        finally:
            watch.cancel()
            watch.join()  # it holds us, and would keep the program alive a little longer

    def _answer(self, wanted: str) -> str:
        assert self._process.stdout is not None
        while True:
            line = self._process.stdout.readline(_LONGEST_LINE)
            if not line.endswith("\n"):
                raise EOFError
            word, _, rest = line.strip().partition(" ")
            if word == wanted:
                return rest.strip()
            if word == "error":
                self.fail(f"says: {rest.strip()}")
            if word not in ("info", ""):
                self.fail(f"said {line.strip()[:80]!r} instead of {wanted!r}")

    def _end_late(self) -> None:
        self._late = True
        _kill(self._process)

    def _gone(self, seconds: float) -> NoReturn:
        code = self._process.wait()
        if self._late:
            self.fail(f"did not answer within {seconds:g} seconds")
        self.fail(f"ended with exit code {code} instead of answering")

    def fail(self, what: str) -> NoReturn:
        """End it and say why."""
        _kill(self._process)
        _close(self._process)
        raise BotError(f"engine {self._name}: {what}")


def _kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _dismiss(process: subprocess.Popen[str]) -> None:
    """Tell a program that it is over; it has a moment to put its things away."""
    if process.poll() is None and process.stdin is not None:
        try:
            process.stdin.write("quit\n")
            process.stdin.close()
            process.wait(_PARTING_SECONDS)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            _kill(process)
    _close(process)


def _close(process: subprocess.Popen[str]) -> None:
    """Wait for the end of a program that ends, and close what leads to it."""
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):  # what it did not read any more
                pipe.close()
