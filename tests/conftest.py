"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# Machines are shared and noisy: how long an example takes says nothing about the code.
settings.register_profile("khamsin", deadline=None)
settings.load_profile("khamsin")
