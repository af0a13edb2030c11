"""Settings for all tests."""

from hypothesis import settings

# A busy machine is no error: how long an example takes must not decide whether it passes.
settings.register_profile("khamsin", deadline=None)
settings.load_profile("khamsin")
