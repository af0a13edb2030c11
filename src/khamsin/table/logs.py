"""The log: to the standard error, with times in UTC, as text or as a line of JSON for each record.

What is logged while a request is answered carries its number, which the answer carries too.
"""

from __future__ import annotations

import json
import logging
import time
from contextvars import ContextVar
from datetime import UTC, datetime

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The number of the request that is being answered."""

FIELDS = ("method", "path", "status", "ms", "client")
"""What a record of the access log has beside its text."""


class TextLines(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s %(message)s")
        self.datefmt = "%Y-%m-%dT%H:%M:%S"
        self.converter = time.gmtime

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 the name is logging's
        """The number comes last."""
        line = super().formatMessage(record)
        request = REQUEST.get()
        return f"{line} [{request}]" if request else line


class JsonLines(logging.Formatter):
    """For programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever has happened."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "time": when.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        line |= {name: vars(record)[name] for name in FIELDS if name in vars(record)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


KINDS = {"text": TextLines, "json": JsonLines}


def write_log(kind: str) -> None:
    """Begin to write it."""
    handler = logging.StreamHandler()
    handler.setFormatter(KINDS[kind]())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("khamsin").setLevel(logging.INFO)
    # What goes wrong in the queue is told by us, in one line; a database that is away is no bug.
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
