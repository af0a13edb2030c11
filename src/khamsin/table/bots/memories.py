"""What bots keep from one answer to the next, for as long as this process lives.

It goes out with each question and comes back with the answer, so it makes no difference which
worker is asked. It is no part of a match: a bot whose memory is lost plans again.
"""

from __future__ import annotations

from collections import OrderedDict

from khamsin.bots.search import memory

_MOST = 5000
"""So many are kept, a few kilobytes each; the one that was used least lately goes first."""

_LONGEST = 200_000
"""Letters; ours are far shorter."""

Sitting = tuple[str, str, str]
"""A match, a side in it, and the bot that plays it."""


class Memories:
    """By who sits where."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Sitting, str] = OrderedDict()

    def of(self, sitting: Sitting) -> str:
        """What a bot kept; empty: nothing."""
        return self._kept.get(sitting, "")

    def keep(self, sitting: Sitting, memory: str) -> None:
        """Keep what it says now."""
        self._kept.pop(sitting, None)
        if 0 < len(memory) <= _LONGEST:
            self._kept[sitting] = memory
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)

    def answered_for(self, sitting: Sitting) -> None:
        """There was only one answer, and it was given without asking the bot."""
        if sitting in self._kept:
            self._kept[sitting] = memory.answered_for(self._kept[sitting])
