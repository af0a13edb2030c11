"""Starting a table."""

from __future__ import annotations

import argparse
import dataclasses
import os
import secrets
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from .app import make_app
from .config import Config, from_environment


def app_from_environment() -> Starlette:
    """What each process of a hosted table runs."""
    return make_app(from_environment())


def serve(config: Config) -> None:
    """Serve until told to stop."""
    uvicorn.run(
        make_app(config),
        host=config.host,
        port=config.port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=config.limits.message,
        ws_per_message_deflate=False,
        server_header=False,
    )


def serve_many(config: Config, processes: int) -> None:
    """Serve with several processes, which share the port and a PostgreSQL."""
    uvicorn.run(
        "khamsin.table.run:app_from_environment",
        factory=True,
        workers=processes,
        host=config.host,
        port=config.port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=config.limits.message,
        ws_per_message_deflate=False,
        server_header=False,
    )


def default_database() -> str:
    """Where matches on one's own computer are kept."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "khamsin"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'table.db'}"


def add_table(parser: argparse.ArgumentParser) -> None:
    """The words of `khamsin table`."""
    parser.add_argument("--port", type=int, default=Config().port)
    parser.add_argument("--database", default="", help="where matches are kept (SQLite)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--key", default="", help=argparse.SUPPRESS)
    parser.set_defaults(run=run_table)


def add_serve(parser: argparse.ArgumentParser) -> None:
    """The words of `khamsin serve`."""
    parser.add_argument("--processes", type=int, default=1, help="more than one needs PostgreSQL")
    parser.set_defaults(run=run_serve)


def run_table(arguments: argparse.Namespace) -> None:
    """A table on this computer: bound to loopback, a secret in the address, no login."""
    key = arguments.key or secrets.token_urlsafe(16)
    config = dataclasses.replace(
        Config(),
        database=arguments.database or default_database(),
        port=arguments.port,
        local_key=key,
        bot_pause=0.4,
    )
    address = f"{config.address}/#key={key}"
    print(f"The table is open: {address}", flush=True)  # noqa: T201 it is what one must know
    if not arguments.no_browser:
        webbrowser.open(address)
    serve(config)


def run_serve(arguments: argparse.Namespace) -> None:
    """A table for others; its settings are KHAMSIN_... variables, see docs/host.md."""
    config = from_environment()
    if arguments.processes > 1:
        serve_many(config, arguments.processes)
    else:
        serve(config)


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m khamsin.table [serve]`."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="khamsin")
    if words[:1] == ["serve"]:
        add_serve(parser)
        words = words[1:]
    else:
        add_table(parser)
    arguments = parser.parse_args(words)
    arguments.run(arguments)
    return 0
