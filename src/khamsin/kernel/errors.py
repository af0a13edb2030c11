"""Everything that can go wrong in a way a player or author should read about.

    KhamsinError
     +-- DataError          a data pack with a wrong or missing key
     +-- UnknownSpace       a place the board does not have
     +-- SetupError         an unknown game, scenario or option
     +-- JournalError       a journal that is damaged or does not fit the rules
     +-- BotError           a bot of somebody's own that cannot be started, fails, or cheats
     +-- RefusedChoice      an answer the match does not take; nothing has changed
          +-- NotOffered    the option is not among those offered
          +-- WrongSeat     another side decides now
          +-- StaleDecision the decision it was meant for has passed
          +-- CannotUndo    something was revealed, rolled or answered since

Each carries one clear sentence. A bug in the rules is none of these: it stays a plain exception.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from khamsin.kernel.game import Refused


class KhamsinError(ValueError):
    """The root of the errors above."""


class DataError(KhamsinError):
    """A data pack cannot be used; the message names file, table and key."""


class UnknownSpace(KhamsinError):
    """A place the board does not have."""


class SetupError(KhamsinError):
    """A match cannot be set up as asked: unknown game, scenario or option."""


class JournalError(KhamsinError):
    """A journal cannot be read or replayed; the message names the line."""


class BotError(KhamsinError):
    """A bot of somebody's own cannot be started, fails, or answers what is not offered."""


class RefusedChoice(KhamsinError):
    """The match does not take this answer, and nothing has changed."""


class NotOffered(RefusedChoice):
    """The option is not among those offered; `why` is the reason, if the rules can tell it."""

    def __init__(self, text: str, why: Refused | None = None) -> None:
        super().__init__(text)
        self.why = why


class WrongSeat(RefusedChoice):
    """It is not for this side to decide now."""


class StaleDecision(RefusedChoice):
    """The decision that the answer was meant for has passed."""


class CannotUndo(RefusedChoice):
    """Something was rolled, revealed or answered by another side since."""
