"""Servers for the tests: on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from khamsin import games
from tests.table.postgres import Postgres
from tests.table.serving import CLUB, Running, Server
from tests.table.sinks import Sinks
from tests.table.with_toys import TablePatrol


@pytest.fixture(autouse=True)
def _patrol(monkeypatch):
    """Put Patrol, which hides everything that can be hidden, among the games of these tests."""
    monkeypatch.setitem(games.GAMES.offered, "patrol", TablePatrol)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    cluster = Postgres()
    yield cluster
    cluster.remove()


@pytest.fixture(scope="module", params=["postgresql"] if CLUB else ["sqlite", "postgresql"])
def server(request, tmp_path_factory) -> Iterator[Server | Running]:
    """A hosted table on each kind of storage."""
    if CLUB:
        visited = Running(CLUB)
        yield visited
        visited.stop()
        return
    settings = {}
    if request.param == "postgresql":
        settings["DATABASE"] = request.getfixturevalue("postgres").database()
    running = Server(tmp_path_factory.mktemp("table"), **settings)
    yield running
    running.stop()
    assert running.troubles() == [], running.log.read_text()


@pytest.fixture(params=["sqlite", "postgresql"])
def storage(request) -> dict[str, str]:
    """The settings for a new, empty storage of each kind."""
    if request.param == "sqlite":
        return {}
    return {"DATABASE": request.getfixturevalue("postgres").database()}


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> Iterator[Server | Running]:
    """A hosted table on SQLite, where the storage does not matter."""
    if CLUB:
        visited = Running(CLUB)
        yield visited
        visited.stop()
        return
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    running.stop()
    assert running.troubles() == [], running.log.read_text()


@pytest.fixture
def sinks() -> Iterator[Sinks]:
    """A mail server and webhooks."""
    running = Sinks()
    yield running
    running.close()


@pytest.fixture
def folder(tmp_path) -> Path:
    return Path(tmp_path)
