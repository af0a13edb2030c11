"""What a computer player knows of a game besides its rules: a judgement of options, an evaluation
of positions, and how far to think. A game gives one `Mind`, and every bot of ours can play it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.pack.data import Table
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import AnyMatch

from .learned import Learned
from .posture import PLAIN, Posture


class Judge(Protocol):
    """Gives each option a score, from an imagined match that fits what the seat has seen."""

    def __call__(
        self, world: AnyMatch, side: str, options: list[Option], posture: Posture = PLAIN, /
    ) -> list[float]:
        """The higher the better."""
        ...


Evaluation = Callable[[Any], dict[str, float]]
"""How likely each side is to win from a state, 0 to 1 (together 1); for a game played alone the
share of a very good score that may be expected."""


Postures = Callable[[Any, str], tuple[Posture, ...]]
"""How a side may be led from a state; first as it is led if no other is seen to be better."""


def always_plain(state: Any, side: str) -> tuple[Posture, ...]:
    """The postures of a game that has only the plain one."""
    del state, side
    return (PLAIN,)


class StoppingRule(NamedTuple):
    """How sure the search must be before it leaves the baseline for something else."""

    blur: float = 0.015
    """The evaluation does not see smaller differences than this. Where one answer decides little of
    a long game it is small; where thought goes to the end of the game there is hardly any."""
    spread: float = 0.03
    """How far two answers lie apart in one world by luck, before we have seen it."""
    caution: float = 1.0
    """Standard errors by which another must be better: more where the baseline is known to be
    good, or where luck is so great that among many others one will always look better."""


class Horizon(NamedTuple):
    """How far thought goes: until events of this kind have happened so often.

    Far enough that the enemy has answered, near enough that luck does not hide the difference.
    """

    event: str
    times: int
    stopping: StoppingRule = StoppingRule()
    turn: str = ""
    """The event with which a side's turn is over, if it is another: so far its line is planned."""
    postures: Postures = always_plain
    mixed: tuple[str, ...] = ()
    """Questions that should not be answered alike every time: deployments, plans, bluffs."""
    brief: tuple[str, ...] = ()
    """Questions that deserve little time, though a turn begins with them."""

    @property
    def clock(self) -> str:
        """The event with which a turn is over."""
        return self.turn or self.event


class Staging(NamedTuple):
    """How positions that test the judgement of a player (`positions.py`) are set up and read."""

    stage: Callable[[Any, Setup, Table], Any]
    """The state that a table of the game's `mind/positions.toml` describes."""
    measure: Callable[[Any, str, tuple[str, ...]], int]
    """How many there are of what these words name, to a side in a state: `own 66`, `vp`, ..."""
    is_over: Callable[[Any, Any, str], bool] | None = None
    """For a game whose turns are told as a whole, so that no event ends a phase: whether the phase
    that a position names in `after` has passed, by the state it began in and the state now."""


class Mind(NamedTuple):
    """What a game gives to its computer players."""

    judge: Judge
    evaluate: Evaluation
    horizon: Horizon
    staging: Staging | None = None
    """Only if the game has positions."""

    @property
    def learned(self) -> Learned | None:
        """The evaluation, if it was learned; only then can it say why, and learn more."""
        return self.evaluate if isinstance(self.evaluate, Learned) else None


def mind_of(game: AnyGame) -> Mind:
    """What a game tells its computer players; refuses a game that tells them nothing."""
    mind = game.mind()
    if mind is None:
        raise SetupError(f"the computer does not know {game.title}: it has the rules and no more")
    return mind
