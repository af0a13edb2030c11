"""Gazala 1942."""

from .game import Gazala

__all__ = ["Gazala"]
