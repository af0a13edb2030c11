"""Differences between two objects of plain data, as they go over a socket.

A patch is a list of changes, each `[path, value]`, or `[path]` for something that is gone. A path
is a list of names, from the outside in. Only objects are taken apart; a list is replaced whole.
"""

from __future__ import annotations

from typing import Any

Change = list[Any]


def changes(old: dict[str, Any], new: dict[str, Any], *path: str) -> list[Change]:
    """What makes the new object of the old one.

    >>> changes({"at": "9", "face": 1}, {"at": None, "marks": []})
    [[['at'], None], [['marks'], []], [['face']]]
    >>> changes({"a": {"x": 1, "y": 2}}, {"a": {"x": 1, "y": 3}})
    [[['a', 'y'], 3]]
    """
    found: list[Change] = []
    for name, value in new.items():
        if name not in old:
            found.append([[*path, name], value])
            continue
        before = old[name]
        if before is value or (before == value and type(before) is type(value)):
            continue
        if type(before) is dict and type(value) is dict:
            found += changes(before, value, *path, name)
        else:
            found.append([[*path, name], value])
    found += [[[*path, name]] for name in old.keys() - new.keys()]
    return found


def patched(old: dict[str, Any], patch: list[Change]) -> dict[str, Any]:
    """The old object with the changes made; the old one is left as it is.

    >>> patched({"a": {"x": 1}, "b": 2}, [[["a", "x"], 5], [["b"]]])
    {'a': {'x': 5}}
    """
    new = dict(old)
    for path, *value in patch:
        at = new
        for name in path[:-1]:
            at[name] = dict(at[name])
            at = at[name]
        if value:
            at[path[-1]] = value[0]
        else:
            del at[path[-1]]
    return new
