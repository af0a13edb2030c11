"""Settings for all tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from khamsin.cli.running import compiled
from tests.outside import install

# The program speaks the language of the machine; the tests are about English unless they say so.
os.environ["LANG"] = "C.UTF-8"

# A shell that runs the tests in the background lets them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are shared and noisy: how long an example takes says nothing about the code.
settings.register_profile("khamsin", deadline=None)
settings.load_profile("khamsin")


# `make test-compiled` says what it means to test; to test something else would prove nothing.
if os.environ.get("KHAMSIN_BUILD") == "compiled" and "kernel" not in compiled():
    pytest.exit("this Khamsin is not compiled: make compiled", returncode=2)


# -- the order, and how many at a time -------------------------------------------------------------

SLOW_FIRST = (
    "tests/test_sixth_game.py",
    "tests/table/test_botwork.py",
    "tests/table/test_drills.py",
    "tests/browser/test_site.py",
    "tests/browser/test_hints.py",
    "tests/browser",
    "tests/table",
    "tests/bots/test_tree.py",
    "tests/contract",
    "tests/bots",
    "tests/review",
)
"""Where single tests take longest. What is left at the end of a run is shared out among those that
have nothing to do any more: it should be short, or all wait for one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones first; otherwise as they were found, so that a file keeps together."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    fits = (rank for rank, path in enumerate(SLOW_FIRST) if item.nodeid.startswith(path))
    return next(fits, len(SLOW_FIRST))


@pytest.hookimpl(optionalhook=True)  # the sixth game keeps the contract without pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """Three for two cores: many tests wait for a server or a browser, and use no processor then."""
    cores = os.cpu_count() or 1
    return cores + cores // 2


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which a sixth game is installed."""
    return install(tmp_path_factory.mktemp("outside"))
