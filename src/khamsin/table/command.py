"""The words of `khamsin table` and `khamsin serve`. Nothing heavy is imported before one runs."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from khamsin.kernel.errors import KhamsinError

from .config import Config

_PORTS = 65535
NEEDED = {
    "alembic", "filelock", "httpx", "msgspec", "platformdirs", "sqlalchemy", "starlette",
    "uvicorn", "websockets",
}  # fmt: skip
"""What the extra `table` brings."""
SHARED = {"procrastinate", "psycopg", "psycopg_pool"}
"""What the extra `postgres` brings."""


def add_table(parser: argparse.ArgumentParser) -> None:
    """A table on this computer."""
    parser.add_argument("--port", type=_port, default=Config().port, help="of the address")
    parser.add_argument("--database", default="", help="the file that matches are kept in")
    parser.add_argument("--packs", type=Path, help="your own data packs: GAME/NAME/*.toml in it")
    own = "offer a bot of your own too: a file my_bot.py[:Name], or engine:COMMAND; again"
    parser.add_argument("--bot", action="append", default=[], metavar="WHO", help=own)
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--key", default="", help=argparse.SUPPRESS)
    parser.set_defaults(run=lambda arguments: _run().local(arguments))


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) <= _PORTS):
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {_PORTS}, not {text!r}")
    return int(text)


def add_serve(parser: argparse.ArgumentParser) -> None:
    """A table for others."""
    parser.add_argument(
        "--processes", type=_count, default=1, help="more than one needs PostgreSQL"
    )
    parser.set_defaults(run=lambda arguments: _run().hosted(arguments))


def add_botworker(parser: argparse.ArgumentParser) -> None:
    """A worker of bots, anywhere."""
    parser.add_argument(
        "--database", default="", help="the PostgreSQL of the table; else KHAMSIN_DATABASE"
    )
    parser.add_argument("--packs", type=Path, help="the table's own data packs: GAME/NAME/*.toml")
    parser.add_argument(
        "--places", type=_count, default=0, help="how many bots think at once in this worker"
    )
    parser.set_defaults(run=lambda arguments: _run("bots.botworker").run(arguments))


def _count(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"must be a number from 1, not {text!r}")
    return int(text)


def add_admin(parser: argparse.ArgumentParser) -> None:
    """People, from the command line."""
    todo = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for what, help_ in (
        ("make", "make somebody an administrator"),
        ("unmake", "he is one no longer"),
        ("ban", "close an account; its sessions end"),
        ("unban", "open it again"),
        ("link", "print a link by which somebody may choose a new password, good for an hour"),
        ("delete", "delete an account; a pseudonym takes the place of the name"),
        ("kick", "somebody must leave a seat, and cannot take it again"),
        ("unsay", "take a line of a chat away; the page of administrators numbers them from 0"),
        ("close", "take no new accounts"),
        ("open", "take them again"),
        ("list", "people whose names have these letters in them, or the newest"),
    ):
        each = todo.add_parser(what, help=help_, description=help_)
        if what == "list":
            each.add_argument("name", metavar="NAME", nargs="?", default="")
        elif what in ("kick", "unsay"):
            each.add_argument("match", metavar="MATCH", help="the letters in its address")
            if what == "kick":
                each.add_argument("side", metavar="SIDE")
            else:
                each.add_argument("line", metavar="LINE", type=int)
        elif what not in ("close", "open"):
            each.add_argument("name", metavar="NAME")
    parser.set_defaults(
        name="",
        match="",
        side="",
        line=0,
        run=lambda arguments: _run("club.administering").run(arguments),
    )


def _run(module: str = "run") -> Any:
    """The server is an extra: whoever has not installed it is told how."""
    try:
        return importlib.import_module(f".{module}", __package__)
    except ModuleNotFoundError as error:
        missing = (error.name or "khamsin").partition(".")[0]
        if missing not in NEEDED | SHARED:
            raise
        extra = "table" if missing in NEEDED else "table,postgres"
        raise KhamsinError(f"{error}; install it with: pip install 'khamsin[{extra}]'") from None


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m khamsin.table [serve|botworker|admin]`."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="khamsin")
    others = {"serve": add_serve, "botworker": add_botworker, "admin": add_admin}
    add = others.get("".join(words[:1]))
    (add or add_table)(parser)
    if add is not None:
        words = words[1:]
    arguments = parser.parse_args(words)
    try:
        arguments.run(arguments)
    except KhamsinError as error:
        sys.stderr.write(f"khamsin: {error}\n")
        return 2
    return 0
