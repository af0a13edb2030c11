"""The options of a decision under a fixed number of actions.

Action n is the n-th option listed. Where there are more options than actions, they are turned over
like pages: the last action then shows the next page, and after the last page the first. So nothing
that the rules allow is ever out of reach, and where all fit the last action is not offered.
"""

from __future__ import annotations

import numpy as np

from khamsin.kernel.play.decision import Option

from .encoding import Mask

USUAL_WIDTH = 512


class Pages:
    """The options of one decision, a page at a time.

    >>> pages = Pages([("a",), ("b",), ("c",), ("d",)], width=3)
    >>> pages.shown, pages.take(2), pages.shown, pages.take(0)
    ([('a',), ('b',)], None, [('c',), ('d',)], ('c',))
    """

    def __init__(self, options: list[Option], width: int) -> None:
        self._options = options
        self._width = width
        self._at = 0
        self._size = width if len(options) <= width else width - 1

    @property
    def shown(self) -> list[Option]:
        """The options of the page that is open."""
        return self._options[self._at : self._at + self._size]

    def mask(self) -> Mask:
        """1 for every action that may be taken."""
        mask: Mask = np.zeros(self._width, np.int8)
        mask[: len(self.shown)] = 1
        if self._size < self._width:
            mask[-1] = 1
        return mask

    def has(self, action: int) -> bool:
        """Whether the action may be taken."""
        return 0 <= action < self._width and bool(self.mask()[action])

    def take(self, action: int) -> Option | None:
        """The option that an action stands for; None: the page was turned."""
        if not self.has(action):
            raise ValueError(f"action {action} is masked: {len(self.shown)} options are shown")
        if action == self._width - 1 and self._size < self._width:
            self._at += self._size
            if self._at >= len(self._options):
                self._at = 0
            return None
        return self.shown[action]
