"""In which language a command answers."""

from __future__ import annotations

import argparse
import os

from khamsin.kernel.text.words import LANGUAGES


def add_language(command: argparse.ArgumentParser) -> None:
    """Add the choice to a command."""
    command.add_argument(
        "--lang", "--language", dest="language", choices=LANGUAGES, default=_language_of_machine(),
        help="default: that of the environment variable LANG if it is one of these, or en",
    )  # fmt: skip


def _language_of_machine() -> str:
    """The language in LANG, as in es_ES.UTF-8, if we speak it."""
    wanted = os.environ.get("LANG", "").replace(".", "_").partition("_")[0].casefold()
    return wanted if wanted in LANGUAGES else "en"
