"""A two-sided game as a PettingZoo environment in which agents act one after another (AEC)."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv

from khamsin.kernel.errors import SetupError

from .pages import USUAL_WIDTH
from .playing import ANSI, Playing


class DuelEnv(AECEnv):  # type: ignore[misc] # PettingZoo tells no types
    """Each chair is an agent; whoever is asked is selected. The winner gets 1, the loser -1.

    Sides that answer sealed, at once, are selected one after the other, and neither sees what the
    other has answered. In a draw nobody gets anything, and nothing is given before the end.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "khamsin_duel_v1",
        "render_modes": [ANSI],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        scenario: str = "",
        options: tuple[str, ...] = (),
        *,
        pack: Path | None = None,
        width: int = USUAL_WIDTH,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.playing = Playing(game, scenario, options, pack, width)
        if len(self.playing.game.sides) < 2:
            raise SetupError(f"{self.playing.game.title} is played alone; use SeatEnv")
        self.render_mode = render_mode
        self.possible_agents = list(self.playing.game.sides)
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._observation_space = self.playing.observation_space
        self._action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for both."""
        del agent
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers of options; the mask says which there are."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. With the same seed and actions it is the same match."""
        del options
        self.playing.begin(secrets.token_hex(8) if seed is None else str(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def step(self, action: int | None) -> None:
        """Take an option, or turn to the next page of them."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.playing.act(int(action)):
            self._select()
        else:
            self.infos[agent] = self.playing.info(self.playing.side_of(agent))
        self._accumulate_rewards()

    def _select(self) -> None:
        """Whoever is asked now; at the end everybody is done and the winner known."""
        playing = self.playing
        result = playing.match.result
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if result.winner is not None:
                winner = playing.chair_of(result.winner)
                self.rewards = {agent: 1.0 if agent == winner else -1.0 for agent in self.agents}
            self.infos = {agent: {"result": result.data()} for agent in self.agents}
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = playing.chair_of(playing.asked)
        self.infos = {agent: playing.info(playing.side_of(agent)) for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent's side sees."""
        return self.playing.observe(self.playing.side_of(agent))

    def render(self) -> str | None:
        """The table in letters, as the selected agent sees it."""
        if self.render_mode != ANSI:
            return None
        return self.playing.drawn(self.playing.side_of(self.agent_selection))

    def close(self) -> None:
        """Nothing is held open."""
