"""Dependencies point downward only, and rules know neither clock nor chance of their own.

The checks read the source, so that an import inside a function, or for types only, counts too.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"

# What each layer may know. "khamsin" is the root package itself, which holds the version.
MAY_IMPORT = {
    "kernel": {"kernel"},
    "games": {"kernel", "games"},
    "bots": {"kernel", "games", "bots"},
    "review": {"kernel", "games", "bots", "review"},
    "lab": {"khamsin", "kernel", "games", "bots", "review", "lab"},
    "text": {"kernel", "games", "bots", "text"},
    "envs": {"kernel", "games", "bots", "text", "envs"},
    "table": {"khamsin", "kernel", "games", "bots", "review", "table"},
    "page": {"khamsin", "kernel", "games", "bots", "review", "table", "page"},
    # Static files, at most an empty __init__.py with them.
    "web": set(),
    # The modules beside the layers: the command, which starts everything.
    "khamsin": {"khamsin", "kernel", "games", "bots", "review", "lab", "text", "table", "cli"},
}
# What the folders inside a layer may know of each other; each knows itself.
_TABLE = {"config", "errors", "limits", "logs", "metrics", "names", "tasks", "times"}
INSIDE: dict[str, dict[str, set[str]]] = {
    "kernel": {
        "map": {"errors"},
        "play": {"errors", "game"},
        "mind": {"errors", "game", "pack", "play"},
        "pack": {"errors", "game", "play", "show", "text"},
        "show": {"errors", "map", "pack", "play", "text"},
        "teach": {"errors", "game", "pack", "play", "text"},
        "text": {"errors", "game", "pack", "play", "show"},
    },
    "games": {
        "model": set(),
        "rules": {"model"},
        "knowledge": {"model", "rules"},
        "show": {"model", "rules", "knowledge"},
        "mind": {"model", "rules", "knowledge"},
    },
    "bots": {"search": set()},
    "lab": {
        "report": {"arena", "record", "sequential", "simulate", "statistics", "tally"},
        "train": {"record", "report", "simulate"},
    },
    "table": {
        "storage": _TABLE,
        "people": _TABLE | {"storage", "notify", "show"},
        "notify": _TABLE | {"storage", "match", "show", "live"},
        "match": _TABLE | {"storage", "people", "notify"},
        "lobby": _TABLE | {"storage", "people", "match"},
        "show": _TABLE | {"match"},
        "live": _TABLE | {"storage", "people", "match", "show"},
        "bots": _TABLE | {"match", "storage"},
        "advice": _TABLE | {"match", "storage", "show", "bots"},
        "club": _TABLE | {"storage", "people", "notify", "match", "show", "live", "lobby"},
        "http": _TABLE
        | {"storage", "people", "notify", "match", "show", "live", "club", "service", "machine"}
        | {"bots", "advice", "lobby"},
    },
}
MOST_MODULES = 15
"""A folder with more of them hides what it is about."""
STANDARD_LIBRARY_ONLY = {"kernel", "games", "bots", "review"}
# The same answers must give the same game on any machine, at any hour, under any hash seed.
RULES = {"kernel", "games"}
NOT_IN_RULES = {"asyncio", "datetime", "os", "random", "time", "uuid"}
NOT_CALLED_IN_RULES = {"hash", "id"}
# What a side is shown is made of what it knows (`Match.known`), never of the whole state.
SHOWS = {"overlays", "odds", "picture", "remark", "remarks", "view", "why_not"}


def problems(source: Path) -> list[str]:
    """List every import or call under `source`/khamsin that breaks the layering."""
    found = []
    for path in sorted(source.glob("khamsin/**/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        place = path.relative_to(source)
        found += [f"{place}:{line}: {what}" for line, what in module_problems(tree, place, source)]
    return found


def module_problems(tree: ast.Module, place: Path, source: Path) -> Iterator[tuple[int, str]]:
    layer, game = layer_and_game(place.with_suffix("").parts)
    if layer not in MAY_IMPORT:
        yield 1, f"{layer} is a layer that this test does not know"
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            is_name = isinstance(node.func, ast.Name)
            if layer in RULES and is_name and called in NOT_CALLED_IN_RULES:
                yield node.lineno, f"rules call {called}()"
            if called in SHOWS and any(getattr(one, "attr", "") == "state" for one in node.args):
                yield node.lineno, f"{called}() is handed the whole state"
        for line, name in imports(node, place, source):
            parts = name.split(".")
            if parts[0] != "khamsin":
                if layer in RULES and parts[0] in NOT_IN_RULES:
                    yield line, f"rules import {parts[0]}"
                if layer in STANDARD_LIBRARY_ONLY and parts[0] not in sys.stdlib_module_names:
                    yield line, f"{layer} imports {parts[0]}, not of the standard library"
                continue
            other_layer, other_game = layer_and_game(parts)
            if other_layer not in MAY_IMPORT[layer]:
                yield line, f"{layer} imports {name}"
            elif layer == "games" and other_layer == "games" and game not in ("", other_game):
                yield line, f"{game} imports {name}, outside its folder"
            elif layer == other_layer:
                own, other = folder_in(place.with_suffix("").parts), folder_in(parts)
                may = INSIDE.get(layer, {}).get(own, {other}) | {own}
                if other not in may:
                    yield line, f"{own} imports {name}"


def folder_in(parts: tuple[str, ...] | list[str]) -> str:
    """The folder, or the module beside the folders, of a module inside its layer or its game."""
    inside = parts[3:] if parts[1:2] in (["games"], ("games",)) else parts[2:]
    return inside[0] if inside else ""


def layer_and_game(parts: tuple[str, ...] | list[str]) -> tuple[str, str]:
    """Give the layer of a module, and which game's folder it is in ("" for none).

    Modules directly in games/ (the list of games) belong to no game and may know all of them.
    """
    inside = [part for part in parts[1:] if part != "__init__"]
    if not inside or inside[0] in ("cli", "__main__"):
        return "khamsin", ""
    return inside[0], inside[1] if inside[0] == "games" and len(inside) > 1 else ""


def imports(node: ast.AST, place: Path, source: Path) -> Iterator[tuple[int, str]]:
    """Give line and full name of everything that a piece of syntax imports."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield node.lineno, alias.name
    elif isinstance(node, ast.ImportFrom):
        base = [*place.parent.parts[: len(place.parent.parts) - node.level + 1]]
        module = node.module.split(".") if node.module else []
        whole = base + module if node.level else module
        for alias in node.names:
            # `from khamsin import games` imports a module, `from khamsin import __version__` not.
            target = source.joinpath(*whole, alias.name)
            is_module = target.is_dir() or target.with_suffix(".py").is_file()
            yield node.lineno, ".".join([*whole, alias.name] if is_module else whole)
    elif isinstance(node, ast.Call) and node.args:
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        first = node.args[0]
        if name in ("import_module", "__import__") and isinstance(first, ast.Constant):
            yield node.lineno, str(first.value)


def test_the_source_keeps_to_its_layers():
    assert problems(SOURCE) == []


def test_no_folder_hides_what_it_is_about():
    crowded = [
        str(folder)
        for folder in [SOURCE, *SOURCE.glob("khamsin/**/")]
        if len([path for path in folder.glob("*.py") if path.stem != "__init__"]) > MOST_MODULES
    ]
    assert crowded == []


@pytest.mark.parametrize("layer", INSIDE)
def test_the_folders_of_a_layer_are_there(layer):
    """So that a folder that is renamed does not go unwatched."""
    root = SOURCE / "khamsin" / layer
    homes = [path.parent for path in root.glob("*/game.py")] if layer == "games" else [root]
    assert homes
    for home in homes:
        assert [name for name in INSIDE[layer] if not (home / name).is_dir()] == []


def subjects() -> dict[str, str]:
    """The folder of each module that docs/architecture.md says is the same in every game."""
    found: dict[str, str] = {}
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for row in page.partition("### Layers")[0].splitlines():
        names = re.findall(r"`([\w/]+\.py)`", row.split("|")[1]) if row.startswith("| `") else []
        folder = names[0].rpartition("/")[0] if names else ""
        if folder in INSIDE["games"]:
            found |= {name.rpartition("/")[2]: folder for name in names}
    return found


def test_a_name_is_the_same_subject_in_every_game():
    games = [path.parent for path in SOURCE.glob("khamsin/games/*/game.py")]
    modules = [path.relative_to(game) for game in games for path in game.rglob("*.py")]
    meant = subjects()
    assert len(meant) > 20
    assert set(meant) <= {path.name for path in modules}
    astray = [
        str(path)
        for path in modules
        if path.name in meant and path.parent.as_posix() != meant[path.name]
    ]
    assert astray == []


def test_the_source_is_found():
    assert (SOURCE / "khamsin" / "kernel" / "__init__.py").is_file()


@pytest.fixture
def tree(tmp_path):
    """A small tree with every layer in it; `write` adds a module and gives the problems."""
    inner = ["kernel/map", "kernel/show", "games/one/mind", "games/one/rules", "games/one/show"]
    inner += ["table/http", "table/match"]
    folders = [
        *inner,
        "kernel",
        "games/one",
        "games/two",
        "bots",
        "lab",
        "text",
        "envs",
        "table",
        "web",
    ]
    for folder in ["", "games", *folders]:
        path = tmp_path / "khamsin" / folder / "__init__.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    def write(name: str, text: str) -> list[str]:
        (tmp_path / "khamsin" / name).write_text(text, encoding="utf-8")
        return problems(tmp_path)

    return write


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kernel/a.py", "from . import b\nfrom .b import c\nimport json\nimport khamsin.kernel.b"),
        ("games/one/a.py", "from khamsin.kernel.b import c\nfrom . import d\nfrom .d import e"),
        ("games/one/a.py", "import khamsin.games.one.data\nfrom ...kernel import b"),
        ("games/one/__init__.py", "from .rules import play\nfrom ...kernel.game import Game"),
        ("games/__init__.py", "from .one import Game\nfrom khamsin.games import two"),
        ("bots/a.py", "import random\nimport time\nfrom khamsin.games.one import b"),
        ("lab/a.py", "import numpy\nfrom khamsin.bots import a\nfrom khamsin import __version__"),
        ("text/a.py", "import shutil\nfrom khamsin.games import one\nfrom khamsin.bots import a"),
        ("envs/a.py", "import numpy\nfrom khamsin.bots import a\nfrom khamsin.text import b"),
        ("table/a.py", "import starlette\nimport datetime\nfrom khamsin.bots import a"),
        ("cli.py", "from khamsin.table import a\nfrom khamsin.lab import b\nimport khamsin.text"),
        ("__main__.py", "from khamsin.cli import main\nmain()"),
        ("kernel/show/a.py", "from khamsin.kernel.map.b import c\nfrom .b import d"),
        ("games/one/show/a.py", "from khamsin.games.one.rules.b import c\nfrom . import d"),
        ("games/one/game.py", "from .mind import MIND\nfrom .rules.sequence import play"),
        ("kernel/a.py", "x = a.hash()\nid = 3\nrandom = time = 4"),
    ],
)
def test_what_is_allowed(tree, name, text):
    assert tree(name, text) == []


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("kernel/a.py", "from khamsin.games.one import b", "kernel imports khamsin.games.one"),
        ("kernel/a.py", "from khamsin import games", "kernel imports khamsin.games"),
        ("kernel/a.py", "from .. import bots", "kernel imports khamsin.bots"),
        ("kernel/a.py", "from ..games.two import x", "kernel imports khamsin.games.two"),
        ("kernel/a.py", "def f():\n    import khamsin.lab", "kernel imports khamsin.lab"),
        ("kernel/a.py", "from khamsin import __version__", "kernel imports khamsin"),
        (
            "kernel/a.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import khamsin.cli",
            "kernel imports khamsin.cli",
        ),
        (
            "kernel/a.py",
            "import importlib\nimportlib.import_module('khamsin.table')",
            "kernel imports khamsin.table",
        ),
        ("kernel/a.py", "__import__('khamsin.bots')", "kernel imports khamsin.bots"),
        ("kernel/__init__.py", "from ..bots import a", "kernel imports khamsin.bots"),
        ("games/one/a.py", "from khamsin.bots import b", "games imports khamsin.bots"),
        (
            "games/one/a.py",
            "from khamsin.games.two import b",
            "one imports khamsin.games.two, outside its folder",
        ),
        (
            "games/one/a.py",
            "from .. import two",
            "one imports khamsin.games.two, outside its folder",
        ),
        (
            "games/one/__init__.py",
            "from ..two.rules import b",
            "one imports khamsin.games.two.rules, outside its folder",
        ),
        (
            "games/one/a.py",
            "from khamsin.games import names",
            "one imports khamsin.games, outside its folder",
        ),
        ("games/__init__.py", "import khamsin.bots", "games imports khamsin.bots"),
        ("bots/a.py", "from khamsin.lab import b", "bots imports khamsin.lab"),
        ("bots/a.py", "import khamsin.table", "bots imports khamsin.table"),
        ("lab/a.py", "import khamsin.table", "lab imports khamsin.table"),
        ("text/a.py", "from khamsin.lab import b", "text imports khamsin.lab"),
        ("envs/a.py", "from khamsin.table import b", "envs imports khamsin.table"),
        ("table/a.py", "from khamsin.text import b", "table imports khamsin.text"),
        ("table/a.py", "from khamsin.lab import b", "table imports khamsin.lab"),
        ("table/a.py", "from khamsin import web", "table imports khamsin.web"),
        ("cli.py", "import khamsin.web.pages", "khamsin imports khamsin.web.pages"),
        ("kernel/a.py", "import numpy as np", "kernel imports numpy, not of the standard library"),
        ("games/one/a.py", "from attrs import x", "games imports attrs, not of the standard"),
        ("bots/a.py", "import numpy.random", "bots imports numpy, not of the standard library"),
        ("kernel/a.py", "import time", "rules import time"),
        ("kernel/a.py", "from datetime import date", "rules import datetime"),
        ("games/one/a.py", "import random", "rules import random"),
        ("games/one/a.py", "from os import path", "rules import os"),
        ("games/one/a.py", "import os.path", "rules import os"),
        ("kernel/a.py", "from uuid import uuid4", "rules import uuid"),
        ("kernel/a.py", "import asyncio", "rules import asyncio"),
        ("kernel/map/a.py", "from khamsin.kernel.show import b", "map imports khamsin.kernel.show"),
        (
            "games/one/rules/a.py",
            "from khamsin.games.one.show.b import c",
            "rules imports khamsin.games.one.show.b",
        ),
        (
            "games/one/show/a.py",
            "from khamsin.games.one import mind",
            "show imports khamsin.games.one.mind",
        ),
        ("table/match/a.py", "import khamsin.table.http", "match imports khamsin.table.http"),
        ("kernel/a.py", "key = hash(('a', 1))", "rules call hash()"),
        ("games/one/a.py", "key = id(object())", "rules call id()"),
        (
            "table/a.py",
            "g.presentation.picture(match.state, side, say)",
            "picture() is handed the whole state",
        ),
    ],
)
def test_what_is_caught(tree, name, text, problem):
    found = tree(name, text)
    assert len(found) == 1
    line = len(text.splitlines())
    assert found[0].startswith(f"{Path('khamsin') / name}:{line}: {problem}")


def test_a_new_layer_must_be_given_its_place(tree):
    (line,) = tree("engine.py", "")
    assert line.endswith("engine is a layer that this test does not know")
