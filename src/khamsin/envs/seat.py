"""One seat as a Gymnasium environment: a game that is played alone, or one against bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces

from khamsin.bots import make_bot
from khamsin.kernel.errors import SetupError
from khamsin.kernel.play.seat import Player, Seat

from .pages import USUAL_WIDTH
from .playing import ANSI, Playing


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """You play one chair, bots play the others.

    At the end of a game that is played alone the reward is its score (victory points); of any
    other 1 for a win, -1 for a loss. Before the end there is none.
    """

    metadata = {  # noqa: RUF012 Gymnasium declares it so
        "render_modes": [ANSI]
    }

    def __init__(
        self,
        game: str,
        scenario: str = "",
        options: tuple[str, ...] = (),
        *,
        chair: str = "",
        bots: Mapping[str, str] | None = None,
        pack: Path | None = None,
        width: int = USUAL_WIDTH,
        render_mode: str | None = None,
    ) -> None:
        """`bots` says who sits in each of the other chairs: `{"axis": "greedy"}`."""
        self.playing = Playing(game, scenario, options, pack, width)
        sides = self.playing.game.sides
        self.chair = chair or sides[0]
        self._names = dict(bots or {})
        if {self.chair, *self._names} != set(sides) or self.chair in self._names:
            raise SetupError(f"you and the bots must sit in {', '.join(sides)}, one in each chair")
        self._bots: dict[str, Player] = {}
        self.render_mode = render_mode
        self.observation_space = self.playing.observation_space
        self.action_space = spaces.Discrete(width)

    @property
    def _side(self) -> str:
        return self.playing.side_of(self.chair)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match. With the same seed and actions it is the same match."""
        super().reset(seed=seed)
        del options
        dice = str(self.np_random.integers(2**62))
        self._bots = {
            chair: make_bot(name, Random(f"{dice} {chair}")) for chair, name in self._names.items()
        }
        self.playing.begin(dice)
        self._play_on()
        return self._seen()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an option, or turn to the next page of them; then the bots answer.

        Gymnasium's own tools act without looking at masks, so a masked action is no error: it
        changes nothing, and `info` says that it was refused.
        """
        is_refused = not self.playing.pages.has(int(action))
        if not is_refused:
            self.playing.act(int(action))
            self._play_on()
        observation, info = self._seen()
        if is_refused:
            info["refused"] = True
        return observation, self._reward(), self.playing.match.result is not None, False, info

    def _play_on(self) -> None:
        """Let bots answer until this seat is asked, or it is over."""
        playing = self.playing
        while playing.asked and playing.chair_of(playing.asked) != self.chair:
            bot = self._bots[playing.chair_of(playing.asked)]
            playing.answer(bot.choose(Seat(playing.match, playing.asked)))

    def _reward(self) -> float:
        result, game = self.playing.match.result, self.playing.game
        if result is None:
            return 0.0
        if len(game.sides) == 1:
            return float(result.scores[game.statistics.score])
        if result.winner is None:
            return 0.0
        return 1.0 if result.winner == self._side else -1.0

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        result = self.playing.match.result
        info = self.playing.info(self._side) if result is None else {"result": result.data()}
        return self.playing.observe(self._side), info

    def render(self) -> str | None:
        """The table in letters, as this seat sees it."""
        return self.playing.drawn(self._side) if self.render_mode == ANSI else None
