"""Field Commander: Rommel, a solitaire game of three campaigns."""

from .game import Commander

__all__ = ["Commander"]
