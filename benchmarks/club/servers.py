"""The processes of a club: a PostgreSQL, tables, workers of bots."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.table.serving import free_port

SECRET = "the secret of the metrics"  # noqa: S105 of a table that lives for minutes


class Process:
    """One that can be killed and started again."""

    def __init__(self, name: str, words: list[str], settings: dict[str, str], log: Path) -> None:
        self.name = name
        self._command = [sys.executable, "-m", "khamsin.table", *words]
        self._settings = settings
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        given = {k: v for k, v in os.environ.items() if not k.startswith("KHAMSIN_")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command, env=given | self._settings, stdout=log, stderr=log
            )

    def kill(self) -> None:
        """As if the plug were pulled."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> float:
        """How many seconds it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        return time.monotonic() - began

    def processor_time(self) -> float:
        """Seconds, of it and of those that it has started."""
        assert self.process is not None
        total, ticks = 0.0, os.sysconf("SC_CLK_TCK")
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                words = stat.read_text().rpartition(")")[2].split()
                if self.process.pid in (int(stat.parent.name), int(words[1])):
                    total += (int(words[11]) + int(words[12])) / ticks
        return total


class Table(Process):
    """A process of the table. All of them are known outside by the address of the first."""

    def __init__(self, number: int, origin: str, port: int, database: str, folder: Path) -> None:
        settings = {
            "KHAMSIN_DATABASE": database,
            "KHAMSIN_ORIGIN": origin,
            "KHAMSIN_PORT": str(port),
            "KHAMSIN_PROXY": "yes",  # everybody comes from an address of his own
            "KHAMSIN_BOT_WORKERS": "0",
            "KHAMSIN_ACCESS_LOG": "no",
            "KHAMSIN_LOG": "json",
            "KHAMSIN_METRICS": SECRET,
        }
        super().__init__(f"table {number}", ["serve"], settings, folder / f"table{number}.log")
        self.port = port
        self.is_up = False
        self.killed = 0
        """How often; whoever thinks over his move finds out late that his connection is gone."""

    def kill(self) -> None:
        self.is_up = False
        self.killed += 1
        super().kill()

    async def ready(self) -> None:
        """Wait until requests may be sent there, as a balancer would."""
        async with httpx.AsyncClient() as http:
            for _ in range(600):
                with contextlib.suppress(httpx.TransportError):
                    address = f"http://127.0.0.1:{self.port}/readyz"
                    if (await http.get(address, timeout=5)).status_code == 200:
                        self.is_up = True
                        return
                await asyncio.sleep(0.1)
        raise RuntimeError(f"{self.name} does not start:\n{self.log.read_text()[-2000:]}")


class Club:
    """All of them."""

    def __init__(self, database: str, tables: int, workers: int, folder: Path) -> None:
        ports = [free_port() for _ in range(tables)]
        self.origin = f"http://127.0.0.1:{ports[0]}"
        self.tables = [
            Table(number, self.origin, port, database, folder) for number, port in enumerate(ports)
        ]
        settings = {"KHAMSIN_DATABASE": database, "KHAMSIN_LOG": "json"}
        self.workers = [
            Process(f"worker {number}", ["botworker"], settings, folder / f"worker{number}.log")
            for number in range(workers)
        ]

    async def start(self) -> None:
        for table in self.tables:
            table.start()
            await table.ready()  # the first makes the tables and the queue
        for worker in self.workers:
            worker.start()

    def stop(self) -> list[float]:
        return [each.stop() for each in (*self.workers, *self.tables)]

    async def accident(self, which: Process, pause: float) -> None:
        """One is killed, and started again after a while."""
        await asyncio.to_thread(which.kill)
        await asyncio.sleep(pause)
        which.start()
        if isinstance(which, Table):
            await which.ready()

    def troubles(self) -> list[str]:
        """What is in the logs that should not be."""
        found = []
        for each in (*self.tables, *self.workers):
            for line in each.log.read_text().splitlines():
                if '"ERROR"' in line or line.startswith("Traceback"):
                    found.append(f"{each.name}: {line[:300]}")
        return found
