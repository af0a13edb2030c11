"""1.2 The table before anybody has decided anything."""

from __future__ import annotations

from khamsin.kernel.game import Setup
from oasis.model.pack import Pack
from oasis.model.state import State


def new_game(pack: Pack, setup: Setup) -> State:
    """1.2 Everybody stands where the scenario puts him."""
    return State(pack, pack.scenarios[setup.scenario], setup.options)
