"""Games that are played to be learned from: one bot with itself, led now so, now otherwise.

A bot that always plays alike shows little of a game. So each side is led in a posture drawn anew
for each turn, and some of its plans are drawn by lot: in one game many of them, in another none.
The journal of each game is kept, so that what is counted in its positions may change without a new
game being played.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from khamsin.bots import make_bot
from khamsin.bots.greedy import GreedyBot
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.mind.learned import Learned
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import AnySeat, Seat
from khamsin.lab.record import Record
from khamsin.lab.simulate import identity, the_game

MOST_BY_LOT = 0.25
"""Of the plans of a side in one game at most so many are drawn by lot."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What is played; with the number of a game it says everything about that game."""

    game: str
    scenarios: tuple[str, ...]
    """Played in turn."""
    bot: str
    seed: int
    pack: Path | None = None

    def play(self, number: int) -> Record:
        """Play one game, and keep its journal."""
        game = the_game(self.game, self.pack)
        mind, _ = mind_of(game)
        seed = f"{self.seed}.{number}"
        setup = Setup(self.scenarios[number % len(self.scenarios)], ())
        match = Match(game, setup, SeededDice(seed))
        players = {
            side: PracticePlayer(mind, self.bot, Random(f"{seed}.{side}.lot"))
            for side in game.sides
        }
        seen = decisions = 0
        while match.result is None:
            events, clock = match.events, mind.horizon.clock
            if not seen or any(events[at][1].kind == clock for at in range(seen, len(events))):
                for side in game.sides:
                    players[side].begin_turn(Seat(match, side))
            seen = len(events)
            side = match.to_answer[0]
            match.choose(players[side].choose(Seat(match, side)), side)
            decisions += 1
        result = match.result
        return Record(
            number=number,
            scenario=setup.scenario,
            bots=dict.fromkeys(game.sides, self.bot),
            winner=result.winner,
            chair=result.winner,
            rule=result.rule,
            reason=result.reason,
            scores=result.scores,
            decisions=decisions,
            clock={},
            counts={},
            journal="\n".join([" ".join(entry) for entry in match.entries]),
        )

    def identity(self) -> dict[str, object]:
        """What makes these games what they are."""
        return identity(self.game, self.pack) | {
            "practice": True,
            "scenarios": list(self.scenarios),
            "bot": self.bot,
            "seed": self.seed,
        }


class PracticePlayer:
    """One side of a practice game."""

    def __init__(self, mind: Mind, bot: str, rng: Random) -> None:
        self._horizon = mind.horizon
        self._rng = rng
        self._bot = make_bot(bot, rng)
        self._is_new = True
        self._by_lot = rng.random() * MOST_BY_LOT if rng.random() < 0.5 else 0.0

    def begin_turn(self, seat: AnySeat) -> None:
        """Draw a posture for the greedy bot; a bot that searches finds its own."""
        self._is_new = True
        if isinstance(self._bot, GreedyBot):
            postures = self._horizon.postures(seat.imagine(self._rng).state, seat.side)
            self._bot.posture = self._rng.choice(postures)

    def choose(self, seat: AnySeat) -> Option:
        """Answer as the bot does; now and then, the first question of a turn at random."""
        asked = seat.decision
        is_plan = self._is_new or (asked is not None and asked.prompt in self._horizon.mixed)
        self._is_new = False
        if is_plan and self._rng.random() < self._by_lot:
            options = seat.legal()
            return options[self._rng.randrange(len(options))]
        return self._bot.choose(seat)


def mind_of(game: AnyGame) -> tuple[Mind, Learned]:
    """What a game gives to be taught: its mind, and an evaluation that can learn."""
    mind = game.mind()
    if mind is None or mind.learned is None:
        raise SetupError(
            f"the evaluation of {game.title} is none that can learn: "
            "it must be a Learned (docs/bots.md tells how)"
        )
    return mind, mind.learned


def check(practice: Practice) -> AnyGame:
    """Raise `KhamsinError` if such games cannot be played; otherwise return the game."""
    game = the_game(practice.game, practice.pack)
    mind_of(game)
    for scenario in practice.scenarios:
        game.check_setup(Setup(scenario, ()))
    make_bot(practice.bot, Random(0))
    return game
