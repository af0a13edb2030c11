"""Starting a table."""

from __future__ import annotations

import argparse
import dataclasses
import os
import secrets
import socket
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn
from platformdirs import user_data_path
from starlette.applications import Starlette

from khamsin.bots import admit
from khamsin.kernel.errors import KhamsinError
from khamsin.table.http.app import make_app

from .config import Config, Limits, from_environment
from .logs import write_log
from .storage import store


def app_from_environment() -> Starlette:
    """What each process of a hosted table runs."""
    config = from_environment()
    write_log(config.log)
    return make_app(config)


def settings(config: Config) -> dict[str, Any]:
    """How uvicorn serves a table."""
    return {
        "host": config.host,
        "port": config.port,
        "log_level": "warning",
        "log_config": None,
        "access_log": False,
        "ws": "websockets-sansio",
        "ws_max_size": config.limits.message,
        "ws_per_message_deflate": False,
        "server_header": False,
        "proxy_headers": False,
        "timeout_graceful_shutdown": 5,
    }


def local(arguments: argparse.Namespace) -> None:
    """A table on this computer: bound to loopback, a secret in the address, no login."""
    key = arguments.key or secrets.token_urlsafe(16)
    config = dataclasses.replace(
        from_environment({}),
        database=arguments.database or f"sqlite:///{data_folder() / 'table.db'}",
        port=arguments.port,
        local_key=key,
        packs=arguments.packs or data_folder() / "packs",
        bot_pause=0.4,
        limits=Limits(bots_only=200),
    )
    _check(config)
    for bot in arguments.bot:
        admit(bot)
    app = make_app(config)
    address = f"{config.address}/#key={key}"
    print(f"The table is open: {address}", flush=True)  # noqa: T201 it is what one must know
    if not arguments.no_browser:
        webbrowser.open(address)
    uvicorn.run(app, **settings(config))


def hosted(arguments: argparse.Namespace) -> None:
    """A table for others; its settings are KHAMSIN_... variables, see docs/host.md."""
    config = from_environment()
    _check(config)
    write_log(config.log)
    if arguments.processes > 1:
        if config.database.startswith("sqlite"):
            raise KhamsinError("several processes need PostgreSQL: set KHAMSIN_DATABASE")
        app = "khamsin.table.run:app_from_environment"
        uvicorn.run(app, factory=True, workers=arguments.processes, **settings(config))
    else:
        uvicorn.run(make_app(config), **settings(config))


def _check(config: Config) -> None:
    """Say in one line what would keep the table from opening, before anything is started."""
    store.address(config.database)
    try:
        # As uvicorn will: a port that was in use a moment ago is free.
        socket.create_server((config.host, config.port)).close()
    except OSError as error:
        raise KhamsinError(
            f"cannot open {config.host}:{config.port}: {os.strerror(error.errno or 0)}; "
            "try another port"
        ) from None
    store.try_to_open(config.database)


def data_folder() -> Path:
    """Where matches and data packs on one's own computer are kept."""
    return user_data_path("khamsin", appauthor=False, ensure_exists=True)
