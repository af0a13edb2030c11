"""The table at home: from a wheel in a clean environment, and on systems that are not Unix."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.table.serving import Client, free_port

ROOT = Path(__file__).parents[2]
KEY = "the-key-of-the-table"
NOT_ON_WINDOWS = ("fcntl", "grp", "psycopg", "pwd", "resource", "termios", "uvloop")
BLOCK = f"import sys\nfor name in {NOT_ON_WINDOWS}:\n    sys.modules[name] = None\n"


@contextlib.contextmanager
def home(program: list[str], folder: Path, **environment: str) -> Iterator[Client]:
    """A table on this computer, as a player starts it, and the player's browser."""
    port = free_port()
    words = ["table", "--no-browser", "--port", str(port), "--key", KEY]
    words += ["--database", str(folder / "table.db")]
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*program, *words], cwd=folder, env=os.environ | environment, stdout=out, stderr=out
        )
    client = Client(f"http://127.0.0.1:{port}")
    try:
        deadline = time.monotonic() + 120  # a busy machine is no fault
        while True:
            with contextlib.suppress(httpx.TransportError):
                if client.http.get("/api/me").status_code == 200:
                    break
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        client.sign_in(key=KEY)
        yield client
        assert "Traceback" not in log.read_text()
    finally:
        client.http.close()
        process.terminate()
        process.wait(60)


def play_a_little(client: Client) -> None:
    """The page is there; a bot opens, a person answers."""
    page = client.http.get("/")
    assert page.status_code == 200
    assert "<title>" in page.text
    assert client.http.get("/main.js").status_code == 200
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "bot", "bot": "greedy"}}
    match = client.match(seats=seats)["id"]
    for _ in range(3):
        decision = client.table(match, seat="allied")["decision"]
        words = decision["options"][0]["words"]
        answer = client.choose(match, "allied", decision["number"], words)
        assert answer.status_code == 200, answer.text


def test_without_what_only_unix_has(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(BLOCK)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    program = [sys.executable, "-m", "khamsin.cli"]
    with home(program, tmp_path, PYTHONPATH=path) as client:
        play_a_little(client)


@pytest.mark.parametrize(
    ("missing", "told"),
    [("starlette", "pip install 'khamsin[table]'"), ("khamsin.table.http.app", "Traceback")],
)
def test_what_is_not_installed_is_named_and_nothing_else(tmp_path, missing, told):
    """A fault of ours is not called a missing library."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{missing!r}] = None\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "khamsin.cli", "table", "--no-browser"],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told in done.stderr
    assert ("Traceback" in done.stderr) == (told == "Traceback")


def test_postgresql_without_its_driver_is_told(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(BLOCK)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "khamsin.cli", "table", "--no-browser",
         "--database", "postgresql://me@here/games"],
        env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "khamsin: PostgreSQL needs more: pip install 'khamsin[postgres]'"
    )


def test_a_wheel_in_a_clean_environment(tmp_path):
    """What `pipx install khamsin[table]` gives, outside the checkout."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)], check=True
    )
    (wheel,) = tmp_path.glob("khamsin-*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    program = tmp_path / "env" / "bin" / "python"
    subprocess.run([str(program), *pip[1:], "install", f"{wheel}[table]"], check=True)
    khamsin = str(tmp_path / "env" / "bin" / "khamsin")
    games = subprocess.run([khamsin, "games"], check=True, capture_output=True, text=True).stdout
    assert "Operation Battleaxe" in games
    # A storage of an older table lies there: what brings it up to date is in the wheel.
    old = (Path(__file__).parent / "storages" / "version-1.sqlite.sql").read_text(encoding="utf-8")
    with contextlib.closing(sqlite3.connect(tmp_path / "table.db")) as storage:
        storage.executescript(old)
    with home([khamsin], tmp_path, PYTHONPATH="") as client:
        play_a_little(client)
