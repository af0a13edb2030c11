"""Settings for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# The program speaks the language of the machine; the tests are about English unless they say so.
os.environ["LANG"] = "C.UTF-8"

# Machines are shared and noisy: how long an example takes says nothing about the code.
settings.register_profile("khamsin", deadline=None)
settings.load_profile("khamsin")
