"""Operation Battleaxe: Wavell vs. Rommel, 1941."""

from .game import Battleaxe

__all__ = ["Battleaxe"]
