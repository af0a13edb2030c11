"""Island of Death: the invasion of Malta, 1942."""

from .game import Malta

__all__ = ["Malta"]
