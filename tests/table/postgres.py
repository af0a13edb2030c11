"""A real PostgreSQL for the tests: made, started and thrown away by them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def find_binaries() -> Path:
    """Debian keeps them out of the way, one folder a version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    if found is None:
        raise RuntimeError(
            "these tests need PostgreSQL: apt-get install postgresql (`make test` does it)"
        )
    return Path(found).resolve().parent


class Postgres:
    """One cluster in a folder of its own, reached through a socket in that folder."""

    def __init__(self, fsync: str = "off") -> None:
        # A crash of the whole machine is not tested, so nothing waits for the disk.
        self._fsync = fsync
        self._bin = find_binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="khamsin-pg-"))
        self.data = self.folder / "data"
        # PostgreSQL refuses to run as root.
        self._as: list[str] = []
        if os.getuid() == 0:
            self._as = ["runuser", "-u", "postgres", "--"]
            shutil.chown(self.folder, "postgres")
        self.folder.chmod(0o755)
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "khamsin", "--no-sync")
        self.start()
        self._count = 0

    def _run(self, program: str, *words: str) -> str:
        command = [*self._as, str(self._bin / program), *words]
        done = subprocess.run(
            command, cwd="/", capture_output=True, text=True, timeout=60, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self) -> None:
        settings = (
            f"-c listen_addresses='' -c fsync={self._fsync} -c max_connections=60 -k {self.folder}"
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", settings, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "fast", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    def database(self) -> str:
        """The address of a new, empty database."""
        self._count += 1
        name = f"table{self._count}"
        self._run("createdb", "-h", str(self.folder), "-U", "khamsin", name)
        return f"postgresql://khamsin@/{name}?host={self.folder}"

    def remove(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
