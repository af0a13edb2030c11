"""Moments as clients read them."""

from __future__ import annotations

import functools
from datetime import UTC, datetime


@functools.lru_cache(maxsize=10_000)
def moment(time: float) -> str:
    """A moment as ISO 8601, to the millisecond.

    >>> moment(0)
    '1970-01-01T00:00:00.000Z'
    """
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
