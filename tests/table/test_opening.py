"""What keeps a table from opening is said in one line, before anything is started."""

from __future__ import annotations

import socket

import pytest

from khamsin.kernel.errors import KhamsinError
from khamsin.table.command import main
from khamsin.table.store import address


def said(capsys, *words: str) -> str:
    assert main(["--no-browser", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("khamsin: ")
    assert err.count("\n") == 1
    return str(err)


def test_a_port_that_is_in_use(capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ("--port", str(port), "--database", str(tmp_path / "table.db"))
        assert f"127.0.0.1:{port}: Address already in use" in said(capsys, *words)
    assert list(tmp_path.iterdir()) == []


def test_storage_that_cannot_be(capsys, tmp_path):
    missing = tmp_path / "missing"
    assert f"no folder {missing}" in said(capsys, "--database", str(missing / "table.db"))
    for wrong in ("mysql://here/there", "postgresql://::bad", "sqlite://"):
        assert "PostgreSQL" in said(capsys, "--database", wrong)


def test_the_storage_is_a_file_or_a_postgresql(tmp_path):
    assert address(str(tmp_path / "a.db")).database == str(tmp_path / "a.db")
    assert address(f"sqlite:///{tmp_path}/a.db").database == f"{tmp_path}/a.db"
    assert address("postgres://me@here/games").drivername == "postgresql+psycopg"
    with pytest.raises(KhamsinError, match="no folder"):
        address(str(tmp_path / "x" / "a.db"))
