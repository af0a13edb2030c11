"""Settings for all tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from khamsin.cli.running import compiled
from tests.outside import install

# The program speaks the language of the machine; the tests are about English unless they say so.
os.environ["LANG"] = "C.UTF-8"

# A shell that runs the tests in the background lets them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are shared and noisy: how long an example takes says nothing about the code.
settings.register_profile("khamsin", deadline=None)
settings.load_profile("khamsin")


# `make test-compiled` says what it means to test; to test something else would prove nothing.
if os.environ.get("KHAMSIN_BUILD") == "compiled" and "kernel" not in compiled():
    pytest.exit("this Khamsin is not compiled: make compiled", returncode=2)


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which a sixth game is installed."""
    return install(tmp_path_factory.mktemp("outside"))
