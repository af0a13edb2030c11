"""What a table takes from the machine it runs on; a page in a browser has less than a computer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .bots.thinkers import Thinkers, Thinking
from .config import Config
from .storage.store import Store


def _processes(config: Config) -> Thinkers:
    return Thinkers(config.packs, config.bot_workers)


class Machine(NamedTuple):
    """How a table keeps its matches, and where its own bots think."""

    store: Callable[[str], Store] = Store
    thinkers: Callable[[Config], Thinking] = _processes
