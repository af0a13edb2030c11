"""Whatever the description allows, and what it does not: the table never answers with a 5xx."""

from __future__ import annotations

import os
from collections import Counter

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck

from khamsin.table.openapi import describe
from tests.table.serving import Client, Server, pair

schema = schemathesis.openapi.from_dict(describe())
EXAMPLES = int(os.environ.get("FUZZ", "12"))


class World:
    """A server with a match in it, and somebody to whom that match belongs."""

    server: Server
    client: Client
    match: str
    statuses: Counter[int]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    made = World()
    made.server = Server(tmp_path_factory.mktemp("fuzz"))
    made.client, _, made.match, _ = pair(made.server)
    made.statuses = Counter()
    yield made
    made.server.stop()
    assert made.statuses[200] > made.statuses.total() / 20, made.statuses  # not all at the door
    assert made.server.troubles() == [], made.server.log.read_text()


@schema.parametrize()
@hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_server_error(case, world):
    """As the person, for the match, so that more than the door is tried."""
    path = dict(case.path_parameters or {})
    if "match" in path:
        path["match"] = world.match
    if "slug" in path:
        path["slug"] = "battleaxe"
    if case.method == "DELETE":  # the session is needed for the rest
        return
    case.path_parameters = path
    case.headers = {"X-Khamsin-CSRF": world.client.http.headers["X-Khamsin-CSRF"]}
    case.cookies = dict(world.client.http.cookies)
    response = case.call(base_url=world.server.url)
    world.statuses[response.status_code] += 1
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        error = response.json()["error"]
        assert error["code"] not in ("csrf", "unauthenticated")
        assert "Traceback" not in error["text"]
