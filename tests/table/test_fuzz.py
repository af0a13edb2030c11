"""Whatever the description allows, and what it does not: the table never answers with a 5xx."""

from __future__ import annotations

import os
from collections import Counter

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck

from khamsin.games import GAMES
from khamsin.table.http.addresses import describe
from khamsin.table.match import editions
from tests.table.serving import Client, Server

schema = schemathesis.openapi.from_dict(describe())
EXAMPLES = int(os.environ.get("FUZZ", "12"))


class World:
    """A server with a match of every game in it, and somebody who plays one side of each."""

    server: Server
    client: Client
    matches: list[tuple[str, str]]
    statuses: Counter[int]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    made = World()
    made.server = Server(tmp_path_factory.mktemp("fuzz"))
    made.client = made.server.client("the one who asks")
    made.matches = []
    for slug in GAMES:
        game = editions.game(slug)
        seats = {side: {"kind": "bot", "bot": "random"} for side in game.sides}
        seats[game.sides[0]] = {"kind": "you"}
        match = made.client.match(slug, game.scenarios[0].id, seats=seats)["id"]
        made.matches.append((slug, match))
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
    """As the person, for each match in turn, so that more than the door is tried."""
    path = dict(case.path_parameters or {})
    slug, match = world.matches[world.statuses.total() % len(world.matches)]
    if "match" in path:
        path["match"] = match
    if "slug" in path:
        path["slug"] = slug
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
