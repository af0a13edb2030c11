"""What the table counts about itself, in the text format of Prometheus.

Requests are counted by each process for itself, and carry its name, so that several of them behind
one address do not look like one that counts backwards. What is in the storage is the same for all.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from khamsin.table.errors import ApiError
from khamsin.table.match.table_match import FINISHED, PLAYING, WAITING
from khamsin.table.storage import schema

if TYPE_CHECKING:
    from .service import Table

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_PATIENCE = 3.0  # seconds that the storage has to answer
SOCKET = "WS"
"""The method under which what is said on a socket is counted."""
ADDRESS = "khamsin.address"
"""Where a request notes which address has taken it, with no name of anything in it."""
_METHODS = ("GET", "HEAD", "POST", "DELETE", SOCKET)
_WATCHED = ("/healthz", "/readyz", "/metrics")


class Metrics:
    """Counts of requests, by kind of address and status, and how long they took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: Counter[tuple[str, str, float]] = Counter()
        self._seconds: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._process = str(os.getpid())

    def count(self, method: str, kind: str, status: int, seconds: float) -> None:
        """One more request. A stranger chooses what he asks for, but not what is counted here."""
        kind = kind if status not in (404, 405) else "none"
        method = method if method in _METHODS else "other"
        self._requests[method, kind, status] += 1
        self._seconds[method, kind] += seconds
        for bound in _BOUNDS:
            if seconds <= bound:
                self._buckets[method, kind, bound] += 1

    async def text(self, table: Table) -> str:
        """All of it."""
        lines = [*self._of_requests(), *self._of_process(table)]
        try:
            async with asyncio.timeout(_PATIENCE):
                stored = {**await _in_storage(table), "storage_up": 1}
        except (ApiError, TimeoutError):
            stored = {"storage_up": 0}
        lines += _gauges(stored, "")
        return "".join(f"{line}\n" for line in lines)

    def _of_requests(self) -> Iterator[str]:
        mine = f'process="{self._process}"'
        yield "# TYPE khamsin_requests_total counter"
        for (method, kind, status), count in sorted(self._requests.items()):
            labels = f'{mine},method="{method}",address="{kind}",status="{status}"'
            yield f"khamsin_requests_total{{{labels}}} {count}"
        yield "# TYPE khamsin_request_seconds histogram"
        totals: Counter[tuple[str, str]] = Counter()
        for (method, kind, _), count in self._requests.items():
            totals[method, kind] += count
        for (method, kind), total in sorted(totals.items()):
            labels = f'{mine},method="{method}",address="{kind}"'
            name = f"khamsin_request_seconds_bucket{{{labels}"
            for bound in _BOUNDS:
                yield f'{name},le="{bound}"}} {self._buckets[method, kind, bound]}'
            yield f'{name},le="+Inf"}} {total}'
            yield f"khamsin_request_seconds_sum{{{labels}}} {self._seconds[method, kind]:.6f}"
            yield f"khamsin_request_seconds_count{{{labels}}} {total}"

    def _of_process(self, table: Table) -> Iterator[str]:
        values = {
            "sockets": table.hub.sockets,
            "matches_in_memory": table.rooms.count,
            "letters_under_way": table.notices.flying,
        }
        yield from _gauges(values, f'{{process="{self._process}"}}')


async def _in_storage(table: Table) -> Mapping[str, float]:
    """What all processes see alike."""

    def read(connection: sa.Connection) -> Mapping[str, float]:
        status, notices = schema.matches.c.status, schema.notices.c
        counted = connection.execute(sa.select(status, sa.func.count()).group_by(status)).tuples()
        found: dict[str, int] = dict(counted.all())
        letters = sa.select(sa.func.count()).select_from(schema.notices)
        letters = letters.where(notices.sent.is_(None), notices.read.is_(None))
        return {
            "matches_waiting": found.get(WAITING, 0),
            "matches_playing": found.get(PLAYING, 0),
            "matches_finished": found.get(FINISHED, 0),
            "letters_waiting": connection.execute(letters).scalar_one(),
        }

    backlog = await table.bots.backlog()
    return {
        **await table.store.read(read),
        "people_online": len(table.hub.online().here),
        "bots_waiting": backlog.waiting,
        "bots_waiting_seconds": round(backlog.age, 3),
    }


def _gauges(values: Mapping[str, float], labels: str) -> Iterator[str]:
    for name, value in values.items():
        yield f"# TYPE khamsin_{name} gauge"
        yield f"khamsin_{name}{labels} {value}"


def kind_of(scope: Mapping[str, Any]) -> str:
    """Which address was asked for: of those there are, else none, or a file.

    >>> kind_of({"path": "/api/events/7", ADDRESS: "/api/events/{event}"})
    '/api/events/{event}'
    >>> kind_of({"path": "/api/whatever"}), kind_of({"path": "/board/board.js"})
    ('none', 'file')
    """
    path: str = scope["path"]
    if ADDRESS in scope:
        return str(scope[ADDRESS])
    if path.startswith("/api/"):
        return "none"
    return path if path in _WATCHED else "file"
