"""Oasis: five wells, two sides, six days."""

from .game import Oasis

__all__ = ["Oasis"]
