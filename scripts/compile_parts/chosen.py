"""Which modules are compiled."""

from __future__ import annotations

from pathlib import Path

_OF_A_GAME = ("model", "rules", "mind")
FOLDERS = {
    "kernel": ("kernel/play", "kernel/map", "kernel/mind", "kernel/pack"),
    "battleaxe": _OF_A_GAME,
    "commander": _OF_A_GAME,
    "gazala": _OF_A_GAME,
    "malta": _OF_A_GAME,
    "rommel": _OF_A_GAME,
}
"""By group: one library each. All are held to what can be compiled (`checking`)."""

COMPILED = ("kernel", "battleaxe", "commander", "gazala", "malta", "rommel")
"""The groups that are: those on which the suites have passed."""

PLAIN = {
    "kernel/play/archive.py": "runs once a save, and its dataclasses gain nothing",
    "kernel/play/journal.py": "the same",
    "kernel/play/transfer.py": "inherits from the classes of pickle",
    "kernel/mind/positions.py": "reads a file, once",
    "kernel/pack/data.py": "reads files, once",
    "kernel/pack/game.py": "inherits from a plain class: compiled, copies would share its fields",
}
"""What stays plain in those folders, and why."""

RENAMED = {"kernel/play/state.py": {"State": "KernelState"}}
"""Classes from which others of the same name inherit: mypyc would take the one for the other."""


def groups(source: Path) -> dict[str, list[str]]:
    """The modules of each group, as paths below `source`/khamsin."""
    found: dict[str, list[str]] = {}
    for group, folders in FOLDERS.items():
        root = "" if group == "kernel" else f"games/{group}/"
        found[group] = [
            path
            for folder in folders
            for path in _modules(source / "khamsin", root + folder)
            if path not in PLAIN
        ]
    return found


def _modules(root: Path, folder: str) -> list[str]:
    return sorted(
        path.relative_to(root).as_posix()
        for path in (root / folder).rglob("*.py")
        if path.name != "__init__.py"
    )
