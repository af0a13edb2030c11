"""Rommel in the Desert, by the numbers of its rulebook."""

from .game import Rommel

__all__ = ["Rommel"]
