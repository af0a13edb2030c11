"""What a client is told when something is refused: a code, a sentence, perhaps a rule."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

_TRIES = 3  # at what another process was quicker
P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[P, Awaitable[T]]


class ApiError(Exception):
    """A refusal that changes nothing. `code` is found under `table.error` in the table's words.

    A `text` is said instead of those words. So is a `detail`, which is in English and tells more
    than they do, but only to those who read English.
    """

    def __init__(
        self,
        status: int,
        code: str,
        text: str = "",
        *,
        detail: str = "",
        rule: str | None = None,
        retry: float | None = None,
        **facts: str | int,
    ) -> None:
        super().__init__(text or detail or code)
        self.status = status
        self.code = code
        self.text = text
        self.detail = detail
        self.rule = rule
        self.retry = retry
        self.facts = facts

    def data(self, text: str) -> dict[str, object]:
        """The body of the answer, with the sentence in the reader's language."""
        return {"error": {"code": self.code, "text": text, "rule": self.rule}}


def bad(text: str) -> ApiError:
    """A request that is not understood; the text is for whoever wrote the client."""
    return ApiError(400, "bad_request", detail=text)


def gone() -> ApiError:
    """Not there, or not for this person: the two look alike on purpose."""
    return ApiError(404, "not_found")


def stale() -> ApiError:
    """The decision has passed, or somebody else was first."""
    return ApiError(409, "stale")


def forbidden(code: str = "forbidden") -> ApiError:
    """Known, but not allowed."""
    return ApiError(403, code)


def again(work: Work[P, T]) -> Work[P, T]:
    """For what hangs on no decision: if another process has written the next act first, such as
    the answer of a bot, do it after that one.
    """

    @functools.wraps(work)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(_TRIES - 1):
            try:
                return await work(*args, **kwargs)
            except ApiError as error:
                if error.code != "stale":
                    raise
        return await work(*args, **kwargs)

    return tried
