"""What keeps a table from opening is said in one line, before anything is started."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from khamsin.kernel.errors import KhamsinError
from khamsin.table.command import main
from khamsin.table.storage.store import Store, address
from tests.table.serving import Client, free_port, step


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


def hosted(*words: str, **settings: str) -> str:
    """What a host reads whose table or worker does not start: one line, without the password."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KHAMSIN_")}
    environment |= {f"KHAMSIN_{name}": value for name, value in settings.items()}
    done = subprocess.run(
        [sys.executable, "-m", "khamsin.table", *words],
        env=environment | {"KHAMSIN_PORT": str(free_port())},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("khamsin: ")
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("words", [("serve",), ("botworker",), ("admin", "list")])
def test_a_database_that_does_not_answer(postgres, words):
    for url, why in (
        (f"postgresql://club:secret@127.0.0.1:{free_port()}/club", "Connection refused"),
        (f"postgresql://khamsin:secret@/nothing?host={postgres.folder}", "does not exist"),
    ):
        assert why in hosted(*words, DATABASE=url)


def test_a_file_that_is_in_use_or_is_none(tmp_path):
    file = tmp_path / "table.db"
    store = Store(f"sqlite:///{file}")
    assert "another table is using" in hosted("serve", DATABASE=f"sqlite:///{file}")
    store.close()
    file.write_text("not a database, but long enough for one" * 9, encoding="utf-8")
    for words in (("serve",), ("admin", "list")):
        assert "not a database" in hosted(*words, DATABASE=f"sqlite:///{file}")


def test_settings_that_say_nothing():
    assert "KHAMSIN_SMTP_FROM says nothing" in hosted("serve", SMTP_FROM="club@example.org")


def test_the_storage_is_a_file_or_a_postgresql(tmp_path):
    assert address(str(tmp_path / "a.db")).database == str(tmp_path / "a.db")
    assert address(f"sqlite:///{tmp_path}/a.db").database == f"{tmp_path}/a.db"
    assert address("postgres://me@here/games").drivername == "postgresql+psycopg"
    with pytest.raises(KhamsinError, match="no folder"):
        address(str(tmp_path / "x" / "a.db"))


def test_a_bot_that_does_not_work(capsys, tmp_path):
    words = ("--port", "0", "--database", str(tmp_path / "table.db"), "--bot")
    assert "no.py is not a file" in said(capsys, *words, str(tmp_path / "no.py"))
    assert "there is no program" in said(capsys, *words, "engine:no-such-program")


def _wait_for(player: Client) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            player.http.get("/api/me")
            return
        time.sleep(0.05)


@contextlib.contextmanager
def open_table(tmp_path: Path, bot: Path) -> Iterator[Client]:
    """A table on one's own computer that knows a bot of one's own, and who sits there."""
    port = free_port()
    words = ["--no-browser", "--port", str(port), "--key", "sesame", "--bot", str(bot)]
    words += ["--database", str(tmp_path / "table.db")]
    process = subprocess.Popen(
        [sys.executable, "-m", "khamsin.table", *words], stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        assert "The table is open" in process.stdout.readline()
        player = Client(f"http://127.0.0.1:{port}")
        with player.http:
            _wait_for(player)
            player.sign_in(key="sesame")
            yield player
    finally:
        process.terminate()
        process.communicate()


def against(player: Client, bot: str) -> str:
    """A match in which a bot begins."""
    seats = {"allied": {"kind": "bot", "bot": bot}, "axis": {"kind": "you"}}
    return str(player.match(seats=seats)["id"])


def journal(player: Client, match: str) -> str:
    return player.ask("GET", f"/matches/{match}/journal").text


def wait_for_answer(player: Client, match: str, words: str) -> None:
    deadline = time.monotonic() + 30
    while f"\n{words}" not in journal(player, match):
        assert time.monotonic() < deadline, "the bot did not answer"
        time.sleep(0.1)


def test_a_bot_of_ones_own_sits_at_the_table(tmp_path):
    bot = tmp_path / "first.py"
    bot.write_text(
        "class Bot:\n"
        "    def __init__(self, rng): pass\n"
        "    def choose(self, seat): return seat.legal()[0]\n"
    )
    with open_table(tmp_path, bot) as player:
        wait_for_answer(player, against(player, str(bot)), "allied place 11h A\n")


def test_a_slow_bot_slows_nobody_else(tmp_path):
    """One that thinks until it is told to stop; other bots and people play on meanwhile."""
    bot, enough, began = (tmp_path / name for name in ("slow.py", "enough", "began"))
    bot.write_text(
        "import pathlib\n"
        "class Bot:\n"
        "    def __init__(self, rng): pass\n"
        "    def choose(self, seat):\n"
        f"        pathlib.Path({str(began)!r}).touch()\n"
        f"        while not pathlib.Path({str(enough)!r}).exists(): pass\n"
        "        return seat.legal()[0]\n"
    )
    with open_table(tmp_path, bot) as player:
        try:
            slow = against(player, str(bot))
            deadline = time.monotonic() + 30
            while not began.exists():
                assert time.monotonic() < deadline, "the bot did not begin"
                time.sleep(0.05)
            for quick in ("random", "greedy"):
                wait_for_answer(player, against(player, quick), "allied ")
            screen = {side: {"kind": "screen"} for side in ("allied", "axis")}
            match = player.match(seats=screen)["id"]
            for _ in range(10):
                assert step({"allied": player}, match, random.Random(1))
            assert "\nallied " not in journal(player, slow)
        finally:
            enough.touch()
        wait_for_answer(player, slow, "allied place 11h A\n")
