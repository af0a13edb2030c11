"""A small module, compiled: what the check forbids does differ, the rest does not."""

import importlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.compile_parts.checking import problems
from scripts.compile_parts.rewriting import rewritten
from tests.compiled import trials

COMPILE = """
import sys
from mypyc.build import mypycify
from setuptools import setup
setup(
    name="made", packages=[], script_args=["build_ext", "--inplace"],
    ext_modules=mypycify([*sys.argv[1:], "--config-file="], opt_level="0", debug_level="0"),
)
"""
RUN = """
import json, sys
import {name} as made
def said(trial):
    try:
        return repr(trial())
    except TypeError as error:
        return repr(error)
print(json.dumps({{
    name: said(getattr(made, name))
    for name in dir(made) if name.startswith(("differs_", "same_"))
}}))
"""
TEXT = Path(trials.__file__).read_text(encoding="utf-8")
NAMES = [name for name in dir(trials) if name.startswith(("differs_", "same_"))]
REWRITTEN = {"differs_cached_property", "differs_copies"}
SAID = {name: repr(getattr(trials, name)()) for name in NAMES}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder with the trials compiled as they stand, and as `make compiled` rewrites them."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here")
    folder = tmp_path_factory.mktemp("made")
    (folder / "as_it_stands.py").write_text(TEXT, encoding="utf-8")
    documented = TEXT.replace(
        "def once(self) -> int:\n", 'def once(self) -> int:\n        """Once."""\n'
    )
    (folder / "as_rewritten.py").write_text(rewritten(documented), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", COMPILE, "as_it_stands.py", "as_rewritten.py"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


def run(folder, name):
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(name=name)],
        cwd=folder, env=os.environ | {"PYTHONPATH": "."},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_mypyc_still_does_these_things_otherwise_and_no_others(made):
    said = run(made, "as_it_stands")
    assert said.keys() == SAID.keys()
    differ = {name for name in said if said[name] != SAID[name]}
    assert differ == {name for name in NAMES if name.startswith("differs_")}


def test_what_is_rewritten_is_the_same_again(made):
    said = run(made, "as_rewritten")
    differ = {name for name in said if said[name] != SAID[name]}
    assert differ == {name for name in NAMES if name.startswith("differs_")} - REWRITTEN


def test_plain_classes_inherit_and_objects_travel(made, monkeypatch):
    monkeypatch.syspath_prepend(made)
    module: Any = importlib.import_module("as_rewritten")
    assert not module.__file__.endswith(".py")
    plain: Any = module.Plain

    class Own(plain):  # type: ignore[misc] # what it is mypy cannot know
        def __init__(self, n):
            super().__init__(n)
            self.more = "its own"

        def twice(self):
            return 100

    assert Own(3).asked() == 101
    assert Own(3).more == "its own"
    again = pickle.loads(pickle.dumps(module.Plain(5)))
    assert (again.n, again.stack, again.asked()) == (5, [5], 11)


def test_the_check_names_all_that_is_not_rewritten():
    starts = {
        line.removeprefix("def ").partition("(")[0]: number
        for number, line in enumerate(TEXT.splitlines(), 1)
        if line.startswith("def ")
    }
    found = {line for line, _ in problems(TEXT)}
    wanted = {name for name in NAMES if name.startswith("differs_")} - REWRITTEN
    wanted -= {"differs_next", "differs_finally"}  # what is wrong there stands in a coroutine
    named = {name for name in wanted if found & set(range(starts[name], starts[name] + 9))}
    assert named == wanted
    assert {why for _, why in problems(TEXT) if "coroutine" in why or "thrown away" in why}
