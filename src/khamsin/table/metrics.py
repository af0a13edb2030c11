"""What the table counts about itself, in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .service import Table

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_NAMED = {"matches": "{match}", "games": "{game}", "positions": "{n}", "people": "{n}"}
_FIXED = frozenset({"import"})


class Metrics:
    """Counts of requests, by kind of address and status, and how long they took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: Counter[float] = Counter()
        self._seconds = 0.0

    def count(self, method: str, path: str, status: int, seconds: float) -> None:
        """One more request."""
        self._requests[method, kind_of(path) if status not in (404, 405) else "none", status] += 1
        self._seconds += seconds
        for bound in _BOUNDS:
            if seconds <= bound:
                self._buckets[bound] += 1

    def text(self, table: Table) -> str:
        """All of it."""
        return "".join(f"{line}\n" for line in self._lines(table))

    def _lines(self, table: Table) -> Iterator[str]:
        yield "# TYPE khamsin_requests_total counter"
        for (method, kind, status), count in sorted(self._requests.items()):
            labels = f'method="{method}",address="{kind}",status="{status}"'
            yield f"khamsin_requests_total{{{labels}}} {count}"
        yield "# TYPE khamsin_request_seconds histogram"
        total = self._requests.total()
        for bound in _BOUNDS:
            yield f'khamsin_request_seconds_bucket{{le="{bound}"}} {self._buckets[bound]}'
        yield f'khamsin_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"khamsin_request_seconds_sum {self._seconds:.6f}"
        yield f"khamsin_request_seconds_count {total}"
        for name, value in (
            ("sockets", table.hub.sockets),
            ("people_online", len(table.hub.online().here)),
            ("matches_in_memory", table.rooms.count),
            ("bots_waiting", table.bots.waiting),
            ("letters_under_way", table.notices.flying),
        ):
            yield f"# TYPE khamsin_{name} gauge"
            yield f"khamsin_{name} {value}"


def kind_of(path: str) -> str:
    """An address without the names in it, so that there are few of them.

    >>> kind_of("/api/matches/0123abcd/positions/7/table")
    '/api/matches/{match}/positions/{n}/table'
    >>> kind_of("/board/board.js")
    'file'
    """
    if not path.startswith("/api/"):
        return path if path in ("/healthz", "/readyz", "/metrics") else "file"
    parts = path.split("/")
    for n in range(1, len(parts)):
        name = _NAMED.get(parts[n - 1])
        if name is not None and parts[n] not in _FIXED:
            parts[n] = name
        elif parts[n - 1] in ("rules", "invites", "offers", "chat"):
            parts[n] = "{name}"
    return "/".join(parts)
