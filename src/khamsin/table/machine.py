"""What a table takes from the machine it runs on; a page in a browser has less than a computer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .storage.store import Store


class Machine(NamedTuple):
    """How a table keeps its matches."""

    store: Callable[[str], Store] = Store
