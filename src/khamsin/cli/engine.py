"""`khamsin engine`: rules and a bot for another program."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from random import Random

from khamsin.bots import make_bot
from khamsin.bots.host import Host


def add_engine(command: argparse.ArgumentParser) -> None:
    """The bot that answers."""
    command.set_defaults(run=run_engine)
    command.add_argument("bot", nargs="?", default="greedy", help="default: greedy")


def run_engine(arguments: argparse.Namespace) -> None:
    """Do what another program says, until it says that it has had enough."""
    make_bot(arguments.bot, Random(0))
    host = Host(partial(make_bot, arguments.bot), arguments.bot)
    for line in filter(None, map(str.strip, sys.stdin)):
        if line == "quit":
            return
        print("\n".join([*host.answer(line), "ok"]), flush=True)
