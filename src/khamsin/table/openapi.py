"""The description of the API, for people who write clients and for those who try to break it."""

from __future__ import annotations

from typing import Any

from .call import Call


async def description(call: Call) -> dict[str, Any]:
    """`GET /api/openapi.json`."""
    del call
    return {"openapi": "3.1.0", "info": {"title": "Khamsin", "version": "1"}, "paths": {}}
