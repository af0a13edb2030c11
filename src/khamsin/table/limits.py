"""Rate limits: a bucket for each kind of request and each person or address.

They are kept in memory, so each process counts by itself.
"""

from __future__ import annotations

import time
from collections import OrderedDict

from .errors import ApiError

_BUCKETS = 20_000


class Limiter:
    """Lets so many through a second, and some more at once."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, who: str, rate: float, burst: float) -> None:
        """Let one through, or refuse it and say when to come again."""
        now = time.monotonic()
        key = (kind, who)
        level, at = self._buckets.get(key, (burst, now))
        level = min(burst, level + (now - at) * rate)
        if level < 1:
            self._buckets[key] = (level, now)
            raise ApiError(429, "too_many", retry=(1 - level) / rate)
        self._buckets[key] = (level - 1, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _BUCKETS:
            self._buckets.popitem(last=False)
