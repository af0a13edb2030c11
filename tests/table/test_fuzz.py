"""Whatever the description allows, and what it does not: the table never answers with a 5xx."""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any
from urllib.parse import quote

import httpx
import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, strategies
from starlette.routing import Route, WebSocketRoute

from khamsin.games import GAMES
from khamsin.table.config import Config
from khamsin.table.http.addresses import ADDRESSES, describe
from khamsin.table.http.app import make_app
from khamsin.table.match import editions
from tests.table.serving import Client, Server
from tests.table.test_club import admin as administrator

schema = schemathesis.openapi.from_dict(describe())
EXAMPLES = int(os.environ.get("FUZZ", "12"))


ROUTES = make_app(Config()).routes
UNDESCRIBED = {
    "/api/matches/{match}/live",  # a socket
    "/healthz",
    "/readyz",
    "/metrics",
    "/embed/{match:path}",
    "/{path:path}",  # the files of the client
}
"""What is no address of the API; it is tried by tests of its own below."""


class World:
    """A server with a match of every game in it, somebody who plays one side of each and has
    announced a series, and an administrator.
    """

    server: Server
    client: Client
    admin: Client
    other: str
    event: str
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
    made.admin = administrator(made.server)
    made.other = str(made.server.client("another").person["id"])
    clock = {"reserve": 60, "increment": 0}
    what: dict[str, Any] = {"title": "Fuzz", "form": "series", "rounds": 3, "game": "battleaxe"}
    series = made.client.post("/events", **what, scenario="standard", clock=clock, rated=False)
    made.event = series["id"]
    made.statuses = Counter()
    yield made
    made.server.stop()
    assert made.statuses[200] >= made.statuses.total() / 20, made.statuses  # not all at the door
    assert made.server.troubles() == [], made.server.log.read_text()


@schema.parametrize()
@hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_server_error(case, world):
    """As the person, for each match in turn, so that more than the door is tried; now and then as
    a visitor.
    """
    path = dict(case.path_parameters or {})
    slug, match = world.matches[world.statuses.total() % len(world.matches)]
    sides = editions.game(slug).sides
    real = {"match": match, "slug": slug, "event": world.event, "person": world.other}
    real["side"] = sides[world.statuses.total() % len(sides)]
    case.path_parameters = path | {name: value for name, value in real.items() if name in path}
    who = world.admin if "/admin/" in case.path else world.client
    if (case.method, case.path) == ("DELETE", "/api/session"):  # it is needed for the rest
        who = world.server.client("one who goes")
    is_visitor = world.statuses.total() % 6 == 5
    case.headers = {"X-Khamsin-CSRF": who.http.headers["X-Khamsin-CSRF"]}
    case.cookies = {} if is_visitor else dict(who.http.cookies)
    response = case.call(base_url=world.server.url)
    world.statuses[response.status_code] += 1
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        error = response.json()["error"]
        assert is_visitor or error["code"] not in ("csrf", "unauthenticated")
        assert "Traceback" not in error["text"]


def test_every_address_is_tried():
    """Those of the application, those of the description and those asked above are the same."""
    routes = {
        (method, route.path)
        for route in ROUTES
        if isinstance(route, Route) and route.path not in UNDESCRIBED
        for method in (route.methods or set()) - {"HEAD"}
    }
    sockets = {route.path for route in ROUTES if isinstance(route, WebSocketRoute)}
    assert sockets <= UNDESCRIBED
    described = {
        (method.upper(), path) for path, each in describe()["paths"].items() for method in each
    }
    assert routes == described
    assert len(described) == len(ADDRESSES)
    tried = set()
    for found in schema.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr] # one that is wrong fails here
        tried.add((operation.method.upper(), operation.path))
    assert tried == described


@hypothesis.settings(max_examples=8 * EXAMPLES, deadline=None, derandomize=True)
@hypothesis.given(
    strategies.sampled_from(["/healthz", "/readyz", "/metrics", "/embed/", "/"]),
    strategies.text(max_size=40),
    strategies.sampled_from(["GET", "HEAD", "POST", "DELETE"]),
)
def test_no_server_error_elsewhere(world, path, more, method):
    response = httpx.request(method, world.server.url + path + quote(more, safe="/"))
    assert response.status_code < 500, response.text


JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.integers() | strategies.text(max_size=9),
    lambda inner: (
        strategies.lists(inner, max_size=3)
        | strategies.dictionaries(strategies.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
SAID = strategies.fixed_dictionaries(
    {"type": strategies.sampled_from(["choose", "look", "hint", "unhint", "ping"]) | JSON},
    optional=dict.fromkeys(("seat", "number", "words", "ref"), JSON),
)


@hypothesis.settings(max_examples=3 * EXAMPLES, deadline=None, derandomize=True)
@hypothesis.given(strategies.lists(SAID | JSON, min_size=1, max_size=6), strategies.integers(0, 4))
def test_no_error_on_a_socket(world, said, number):
    """Whatever is said on it, the next ping is answered; what failed would be in the log."""
    _, match = world.matches[number]
    with world.client.live(match) as live:
        for each in said:
            live.socket.send(json.dumps(each))
        live.send(type="ping", ref="the last")
        while live.next().get("ref") != "the last":
            pass
