"""Which Khamsin is running: the sources, or what `make compiled` has made of them."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

HERE = Path(__file__).parents[1]


def compiled(root: Path = HERE) -> list[str]:
    """What of kernel and games is compiled, as Python would read it: it prefers libraries."""
    places = {"kernel": root / "kernel" / "play" / "match"}
    for folder in sorted((root / "games").glob("*/model")):
        places[folder.parent.name] = folder / "state"
    return [
        name
        for name, module in places.items()
        if any(Path(f"{module}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    ]


def description(root: Path = HERE) -> str:
    """The same in a few words, for `khamsin --version`."""
    parts = compiled(root)
    return f"compiled: {', '.join(parts)}" if parts else "plain Python"
