"""docs/host.md, from nothing: its steps are followed as they stand, in folders of this test."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.table.postgres import Postgres
from tests.table.serving import PASSWORD, ROOT, free_port, until

PAGE = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
STAYS = re.compile(r"bin/khamsin (serve|botworker)\b")
"""Commands that go on until they are ended."""


def blocks() -> list[str]:
    """What a host types, step by step."""
    section = PAGE.partition("## From nothing\n")[2].partition("\n## ")[0]
    found = re.findall(r"^ *```sh\n(.*?)^ *```$", section, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(block) for block in found]


class Host:
    """One shell after another; each knows no more than what is typed there."""

    def __init__(self, folder: Path, cluster: Postgres) -> None:
        self.port = free_port()
        self._folder = folder
        self._sockets = cluster.folder
        self._running: list[subprocess.Popen[bytes]] = []
        lent = folder / "wheels"
        subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
             "--wheel-dir", lent, ROOT],
            check=True,
        )  # fmt: skip
        for name in ("etc", "opt", "backups"):
            (folder / name).mkdir()
        self._environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if name != "PYTHONPATH" and not name.startswith("KHAMSIN_")
            },
            "PATH": f"{cluster._bin}{os.pathsep}{os.environ['PATH']}",
            "PGHOST": str(cluster.folder),
            "PGUSER": "khamsin",
            # The package comes from this tree, and what it stands on from the tests' environment.
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_FIND_LINKS": str(lent),
        }

    def here(self, text: str) -> str:
        for old, new in (
            ("/opt/khamsin", self._folder / "opt" / "khamsin"),
            ("/etc/khamsin.env", self._folder / "etc" / "khamsin.env"),
            ("/var/backups", self._folder / "backups"),
            ("8741", self.port),
        ):
            text = text.replace(old, str(new))
        return re.sub(r"@localhost/(\w+)", rf"@/\1?host={self._sockets}", text)

    def follow(self, block: str) -> str:
        """Type it; what stays is left running."""
        port = f"export KHAMSIN_PORT={self.port}\n"
        script = f"set -e\n{port}{self.here(block)}"
        if STAYS.search(block):
            log = self._folder / f"log{len(self._running)}"
            with log.open("wb") as file:
                command = [
                    "bash",
                    "-c",
                    re.sub(r"^(\S*bin/khamsin )", r"exec \1", script, flags=re.MULTILINE),
                ]
                started = subprocess.Popen(
                    command, cwd=ROOT, env=self._environment, stdout=file, stderr=file
                )
            self._running.append(started)
            return ""
        done = subprocess.run(
            ["bash", "-c", script], cwd=ROOT, env=self._environment, capture_output=True,
            text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"
        return done.stdout

    def logs(self) -> str:
        return "".join(path.read_text() for path in sorted(self._folder.glob("log*")))

    def end(self) -> list[int]:
        for each in self._running:
            each.send_signal(signal.SIGTERM)
        return [each.wait(30) for each in self._running]


@pytest.fixture
def cluster():
    made = Postgres()
    yield made
    made.remove()


def test_from_nothing_to_a_restored_copy(tmp_path, cluster):
    install, database, settings, start, look, admin, worker, copy, empty, again = blocks()
    host = Host(tmp_path, cluster)
    host.follow(install)
    (packages,) = (tmp_path / "opt" / "khamsin").glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    host.follow(database)
    host.follow(settings)
    host.follow(start)
    door = {"Host": "table.example.org", "Origin": "https://table.example.org"}
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{host.port}", headers=door) as http:
            until(lambda: is_ready(http), 120)
            assert '{"storage":true}' in (found := host.follow(look))
            assert "khamsin_storage_up 1" in found
            body = {"name": "Rommel", "password": PASSWORD}
            made = http.post("/api/people", json=body)
            assert made.status_code == 200, made.text
            assert host.follow(admin) == "Rommel: done\n"
            host.follow(worker)
            workers = "SELECT count(*) FROM khamsin_bots.procrastinate_workers"
            until(lambda: asked(cluster, "club", workers) == 4, 60)  # two lanes, here and there
            for block in (copy, empty, again):
                host.follow(block)
        assert asked(cluster, "club_again", "SELECT name FROM people WHERE admin") == "Rommel"
    finally:
        codes = host.end()
    assert all(code in (0, -signal.SIGTERM) for code in codes), host.logs()
    assert "open at 127.0.0.1:" in host.logs()
    assert "Traceback" not in host.logs()
    assert "ERROR" not in host.logs()


def is_ready(http: httpx.Client) -> bool:
    try:
        return http.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def asked(cluster: Postgres, name: str, query: str) -> object:
    with psycopg.connect(f"postgresql://khamsin@/{name}?host={cluster.folder}") as connection:
        row = connection.execute(query).fetchone()
    return None if row is None else row[0]
