"""Our rules and bots for other people's programs: what `khamsin engine` reads and says.

A program of any language starts a match, gives answers and dice, and asks a bot for its choice.
`docs/engine-protocol.md` has the words. Nothing is hidden from the program, which holds the match;
the bot gets a seat like everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from khamsin.games import find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch, Match
from khamsin.kernel.play.seat import Player, Seat

from .protocol import PROTOCOL, event_line, json_line, question_lines


class Host:
    """Takes one line after another, and says what there is to say to each.

    >>> host = Host(print, "none")  # a bot is made when it is first asked
    >>> host.answer("khamsin 1"), host.answer("think")
    (['ready none'], ['error no match has been started; say: new GAME'])
    """

    def __init__(self, make: Callable[[Random], Player], name: str) -> None:
        self._make = make
        self._name = name
        self._seed = ""
        self._match: AnyMatch | None = None
        self._bots: dict[str, Player] = {}
        self._told = 0
        self._commands: dict[str, Callable[[list[str]], list[str]]] = {
            "khamsin": self._greet,
            "seed": self._take_seed,
            "new": self._begin,
            "choose": self._choose,
            "roll": self._roll,
            "undo": self._undo,
            "position": self._position,
            "think": self._think,
        }

    def answer(self, line: str) -> list[str]:
        """Do what a line says. A refusal is one line that begins with `error`; nothing changed."""
        word, *rest = line.split()
        if word not in self._commands:
            return [f"error there is no command {word!r}"]
        try:
            return self._commands[word](rest)
        except KhamsinError as error:
            return [f"error {' '.join(str(error).split())}"]

    @property
    def match(self) -> AnyMatch:
        """The match that is played."""
        if self._match is None:
            raise KhamsinError("no match has been started; say: new GAME")
        return self._match

    def _greet(self, rest: list[str]) -> list[str]:
        if rest != [str(PROTOCOL)]:
            raise KhamsinError(f"this is protocol {PROTOCOL}, not {' '.join(rest)}")
        return [f"ready {self._name}"]

    def _take_seed(self, rest: list[str]) -> list[str]:
        self._seed = " ".join(rest)
        return []

    def _begin(self, rest: list[str]) -> list[str]:
        if not rest:
            raise KhamsinError("say which game: new GAME [SCENARIO [OPTION ...]]")
        game = find(rest[0])
        setup = Setup(rest[1] if rest[1:] else game.scenarios[0].id, tuple(rest[2:]))
        self._match = Match(game, setup, SeededDice(self._seed) if self._seed else None)
        self._bots = {}
        self._told = 0
        return self._now()

    def _choose(self, rest: list[str]) -> list[str]:
        """An answer by its number, or in words: `choose 3`, `choose pass`."""
        options = self.match.legal()
        number = rest[0] if len(rest) == 1 else ""
        if number.isdecimal() and tuple(rest) not in options:
            if not 1 <= int(number) <= len(options):
                raise KhamsinError(f"option {number} is not one of 1 to {len(options)}")
            rest = list(options[int(number) - 1])
        self.match.choose(rest)
        return self._now()

    def _roll(self, rest: list[str]) -> list[str]:
        self.match.roll(rest)
        return self._now()

    def _undo(self, rest: list[str]) -> list[str]:
        self.match.undo(self._side(rest))
        self._told = min(self._told, len(self.match.events))
        return [f"back {self._told}", *self._now()]

    def _position(self, rest: list[str]) -> list[str]:
        return [json_line("position", self.match.view(self._side(rest))["position"])]

    def _side(self, rest: list[str]) -> str:
        sides = self.match.game.sides
        if len(rest) != 1 or rest[0] not in sides:
            raise KhamsinError(f"say which side: {' or '.join(sides)}")
        return rest[0]

    def _think(self, rest: list[str]) -> list[str]:
        """What the bot would choose for the side that is asked, by its number and in words."""
        if rest:
            raise KhamsinError(f"say just: think, not {' '.join(rest)!r} with it")
        if not self.match.to_answer:
            raise KhamsinError("nobody is asked anything")
        side = self.match.to_answer[0]
        if side not in self._bots:
            self._bots[side] = self._make(Random(f"{self._seed} {side}"))
        option = self._bots[side].choose(Seat(self.match, side))
        return [f"choose {self.match.legal(side).index(option) + 1}"]

    def _now(self) -> list[str]:
        """What has happened, and what is asked, rolled for, or how it ended."""
        match = self.match
        lines = [event_line(event) for _, event in match.events[self._told :]]
        self._told = len(match.events)
        if match.result is not None:
            return [*lines, json_line("result", match.result.data())]
        if match.chance is not None:
            chance = match.chance
            from_what = "d6" if isinstance(chance, Roll) else " ".join(chance.items)
            return [*lines, f"chance {chance.why} {chance.count} {from_what}"]
        seat = Seat(match, match.to_answer[0])
        return [*lines, *question_lines(seat, seat.legal())]
