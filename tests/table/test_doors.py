"""The doors: forged requests, other pages, too much of anything."""

from __future__ import annotations

import contextlib
import json
import posixpath
import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from khamsin.kernel.text.words import LANGUAGES
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.http import messages, reading
from khamsin.table.http.addresses import ADDRESSES, describe
from khamsin.table.http.client import version
from khamsin.table.http.guard import Guard
from khamsin.table.metrics import Metrics
from tests import loop
from tests.table.serving import LOCAL_KEY, Client, Server, pair


@pytest.mark.attack
def test_every_change_needs_the_token(plain):
    one, _, match, (allied, _) = pair(plain)
    token = one.http.headers.pop("X-Khamsin-CSRF")
    for path, body in (
        ("/matches", {"game": "battleaxe", "scenario": "standard"}),
        (f"/matches/{match}/resign", {"seat": allied}),
        (f"/matches/{match}/chat", {"text": "hello"}),
        ("/me", {"email": "evil@example.org"}),
    ):
        for wrong in ({}, {"X-Khamsin-CSRF": ""}, {"X-Khamsin-CSRF": "x" * 64}):
            answer = one.ask("POST", path, json=body, headers=wrong)
            assert answer.status_code == 403, path
            assert answer.json()["error"]["code"] == "csrf"
    assert one.ask("DELETE", "/session").status_code == 403
    one.http.headers["X-Khamsin-CSRF"] = token
    assert one.table(match)["result"] is None
    assert one.table(match)["chat"]["lines"] == []


@pytest.mark.attack
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_pages_change_nothing(plain, headers):
    one, _, match, (allied, _) = pair(plain)
    answer = one.ask("POST", f"/matches/{match}/resign", json={"seat": allied}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "origin"
    assert one.table(match)["result"] is None


@pytest.mark.attack
def test_a_name_that_was_bound_to_us_is_refused(plain):
    answer = httpx.get(f"{plain.url}/api/me", headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_every_answer_carries_the_headers(plain):
    for path in ("/api/me", "/api/nothing", "/api/matches/none/table", "/api/matches?list=mine"):
        headers = httpx.get(plain.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def test_the_cookie_is_for_us_alone(plain):
    client = Client(plain.url)
    answer = client.http.post("/api/people", json={"name": "cookie", "password": "sandstorm 41"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    client.http.close()


def test_a_session_ends(plain):
    one = plain.client("somebody who goes")
    assert one.get("/me")["person"]["name"] == "somebody who goes"
    assert one.ask("DELETE", "/session").status_code == 200
    assert one.get("/me")["person"] is None
    one.post("/matches", status=401, game="battleaxe", scenario="standard")


def test_passwords(plain):
    plain.client("Ann Other")
    stranger = Client(plain.url)
    stranger.post("/session", status=401, name="Ann Other", password="wrong")
    stranger.post("/session", status=401, name="Nobody Here", password="sandstorm 41")
    stranger.post("/session", status=200, name="ann other", password="sandstorm 41")
    for name, password in (
        ("a", "sandstorm 41"),
        ("x" * 31, "sandstorm 41"),
        ("<b>", "sandstorm 41"),
    ):
        stranger.http.cookies.clear()
        stranger.post("/people", status=400, name=name, password=password)
    stranger.post("/people", status=400, name="Somebody", password="short")
    stranger.post("/people", status=409, name="ANN OTHER", password="sandstorm 41")
    stranger.http.close()


@pytest.mark.attack
def test_bad_requests_get_a_clear_error_and_change_nothing(plain):
    one, _, match, (allied, _) = pair(plain)
    path = f"/matches/{match}/choices"
    headers = {"Content-Type": "application/json"}
    good = {"seat": allied, "number": 0, "words": ["pass"]}
    wrongs: list[Any] = [
        {},
        [],
        "x",
        None,
        good | {"number": -1},
        good | {"number": "0"},
        good | {"number": True},
        good | {"number": 10**30},
        good | {"words": []},
        good | {"words": "pass"},
        good | {"words": ["a b"]},
        good | {"words": ["#"]},
        good | {"words": ["\ud800"]},
        good | {"words": ["\x00"]},
        good | {"words": ["x"] * 1000},
        good | {"more": 1},
    ]
    for wrong in wrongs:
        text = json.dumps(wrong)  # escapes what httpx would not send
        answer = one.ask("POST", path, content=text, headers=headers)
        assert answer.status_code == 400, wrong
        assert answer.json()["error"]["text"]
    for data in (b"{", b"\xff\xfe", b"[" * 20000, b'{"number": NaN}', b'{"seat": 1e999}'):
        assert one.ask("POST", path, content=data, headers=headers).status_code == 400
    form = one.ask("POST", path, content=b"{}", headers={"Content-Type": "text/plain"})
    assert form.status_code == 400
    assert one.table(match)["match"]["entries"] == 0


@pytest.mark.attack
def test_too_large(plain):
    one, _, match, _ = pair(plain)
    headers = {"Content-Type": "application/json"}
    large = b'{"text": "' + b"x" * 100_000 + b'"}'
    answer = one.ask("POST", f"/matches/{match}/chat", content=large, headers=headers)
    assert answer.status_code == 413
    huge = b"x" * 3_000_000
    answer = one.ask("POST", "/matches/import", content=huge, headers=headers)
    assert answer.status_code == 413
    pieces = (b"x" * 50_000 for _ in range(60))  # of a length that is not told beforehand
    answer = one.ask("POST", "/matches/import", content=pieces, headers=headers)
    assert answer.status_code == 413
    one.post(f"/matches/{match}/chat", status=400, text="x" * 2001)


def test_what_breaks_inside_stays_inside(caplog):
    """A mistake of ours is told as such, without a word of where it is; the log has it all."""

    async def broken(_scope: Any, _receive: Any, _send: Any) -> None:
        raise ZeroDivisionError("deep inside")

    async def ask() -> httpx.Response:
        config = Config()
        door = httpx.ASGITransport(app=Guard(broken, config, Metrics()))
        async with httpx.AsyncClient(transport=door, base_url=config.address) as client:
            return await client.get("/api/me")

    answer = loop.run(ask())
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal"
    assert "deep inside" not in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "deep inside" in caplog.text


def test_no_such_thing(plain):
    for method, path, status in (
        ("GET", "/api/nothing", 404),
        ("GET", "/api/games/none/scene", 404),
        ("GET", "/api/games/battleaxe/rules/none", 404),
        ("PUT", "/api/me", 405),
        ("GET", "/api/session", 404),
        ("GET", "/api/matches/none/table", 404),
        ("GET", "/api/../../pyproject.toml", 404),
        ("GET", "/..%2f..%2f..%2fpyproject.toml", 404),
        ("GET", "/%00", 404),
    ):
        answer = httpx.request(method, plain.url + path)
        # Outside of the API every address is the client's page, wherever the dots would lead.
        is_page = not answer.request.url.path.startswith("/api/")
        assert answer.status_code == (200 if is_page else status), path
        assert "[project]" not in answer.text
        if answer.status_code != 200:
            assert answer.json()["error"]["code"]


def test_limits(tmp_path):
    server = Server(tmp_path, LIMITS="1")
    one = server.client("hasty")
    wrong = {"name": "hasty", "password": "guess"}
    crowd = ThreadPoolExecutor(16)  # together, so that a slow machine cannot be patient
    answers = list(
        crowd.map(
            lambda _: httpx.post(f"{server.url}/api/session", json=wrong, timeout=30), range(24)
        )
    )
    assert {answer.status_code for answer in answers} == {401, 429}
    refusals = [answer for answer in answers if answer.status_code == 429]
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refusals)
    seats = {side: {"kind": "screen"} for side in ("allied", "axis")}
    match = one.match(seats=seats)["id"]
    hello = {"text": "hello"}
    said = crowd.map(lambda _: one.ask("POST", f"/matches/{match}/chat", json=hello), range(24))
    assert 429 in {answer.status_code for answer in said}
    with crowd:
        chosen = list(crowd.map(lambda _: one.choose(match, "allied", 999, ["x"]), range(160)))
    assert {answer.status_code for answer in chosen} == {409, 429}
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(one.live(match))
        with pytest.raises(InvalidStatus) as refused:
            stack.enter_context(one.live(match))
    assert refused.value.response.status_code == 429
    server.stop()
    assert server.troubles() == []


def test_the_local_table_is_bound_to_loopback_and_its_key(tmp_path):
    server = Server(tmp_path, LOCAL_KEY=LOCAL_KEY)
    answer = httpx.get(f"{server.url}/api/matches?list=mine")
    assert answer.status_code == 401
    for name in ("localhost", "127.0.0.1"):
        url = f"http://{name}:{server.port}/api/me"
        assert httpx.get(url).status_code == 200
    with pytest.raises(httpx.ConnectError):  # any other address of this computer
        httpx.get(f"http://127.0.0.2:{server.port}/api/me")
    server.stop()


def test_the_client_is_sent_once(plain):
    """A file that the browser has is not sent again; every other address is the page."""
    first = httpx.get(f"{plain.url}/main.js")
    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == "no-cache"
    again = httpx.get(f"{plain.url}/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    other = httpx.get(f"{plain.url}/main.js", headers={"If-None-Match": '"another"'})
    assert other.content == first.content
    page = httpx.get(plain.url)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert httpx.get(f"{plain.url}/some/where").content == page.content
    assert httpx.head(f"{plain.url}/main.js").headers["etag"] == first.headers["etag"]
    assert httpx.post(f"{plain.url}/main.js").status_code == 405


def test_scripts_are_asked_for_once_and_never_again(plain):
    """They lie in a folder that is called otherwise as soon as one of them changes."""
    page = httpx.get(plain.url).text
    (script,) = re.findall(r'<script type="module" src="(client-\w+/main\.js)">', page)
    named = set(re.findall(r'<link rel="modulepreload" href="([^"]+)">', page))
    assert script in named
    assert len(named) > 50
    folder = script.removesuffix("main.js")
    for path in named | {f"{folder}styles/style.css", f"{folder}words/en.json"}:
        answer = httpx.get(f"{plain.url}/{path}")
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["cache-control"]
    imported = r'^(?:import|export)\b[^;]*?"(\.[^"]+\.js)"'
    for path in named:  # nothing is imported that has not been named
        for other in re.findall(imported, httpx.get(f"{plain.url}/{path}").text, re.MULTILINE):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(path), other)) in named
    # A page of before finds its scripts, as they are now, and does not keep them.
    before = httpx.get(f"{plain.url}/client-0123456789abcdef/main.js")
    assert (before.status_code, before.headers["cache-control"]) == (200, "no-cache")
    assert httpx.get(f"{plain.url}/{folder}nowhere.js").status_code == 404
    tag = httpx.get(plain.url).headers["etag"]
    assert httpx.get(plain.url, headers={"If-None-Match": tag}).status_code == 304


def test_a_changed_file_changes_the_folder(tmp_path):
    (tmp_path / "main.js").write_text("1")
    before = version(tmp_path)
    assert version(tmp_path) == before
    (tmp_path / "main.js").write_text("2")
    assert version(tmp_path) != before


def test_what_everybody_may_read_is_compressed_and_nothing_else(plain):
    """How long a compressed answer is could tell something about a secret in it."""
    path = "/api/games/gazala/scene"
    scene = httpx.get(f"{plain.url}{path}")
    assert scene.headers["content-encoding"] == "gzip"
    assert int(scene.headers.get("content-length", 0)) < len(scene.content) / 3
    again = httpx.get(f"{plain.url}{path}", headers={"If-None-Match": scene.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = httpx.get(
        f"{plain.url}{path}?lang=pl", headers={"If-None-Match": again.headers["etag"]}
    )
    assert other.status_code == 200
    bare = httpx.get(f"{plain.url}{path}", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in bare.headers
    assert bare.content == scene.content
    description = httpx.get(f"{plain.url}/api/openapi.json")
    assert len(description.content) > 10_000
    assert "content-encoding" not in description.headers


def test_the_description_names_every_address():
    described = describe()
    for address in ADDRESSES:
        assert address.method.lower() in described["paths"][address.path]
        assert address.handler.__doc__
        assert bool(address.bodies) <= (address.method == "POST")
    assert described["components"]["schemas"]["NewMatch"]["additionalProperties"] is False
    assert get_args(messages.Language) == LANGUAGES


CHOICE = {"seat": "axis", "number": 1, "words": ["pass"]}
MATCH = {"game": "battleaxe", "scenario": "standard"}


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        (messages.Choice, "[]", "the body: expected 'object', got 'array'"),
        (messages.Choice, "{", "the body is not JSON"),
        (messages.Choice, {}, "the body: object missing required field 'seat'"),
        (messages.Choice, CHOICE | {"x": 1}, "the body: object contains unknown field 'x'"),
        (messages.Choice, CHOICE | {"number": "1"}, "'number': expected 'int', got 'str'"),
        (messages.Choice, CHOICE | {"number": -1}, "'number': expected 'int' >= 0"),
        (messages.Choice, CHOICE | {"words": []}, "'words': expected 'array' of length >= 1"),
        (messages.Choice, CHOICE | {"words": ["a\n"]}, "a word has nothing in it"),
        (messages.Choice, CHOICE | {"words": ["a b"]}, "'words[0]': expected 'str' matching"),
        (messages.Offer, {"kind": "peace"}, "'kind' must be one of draw, undo"),
        (
            messages.NewMatch,
            MATCH | {"seats": {"axis": {"kind": "cat"}}},
            "'seats[...].kind' must be one of you, screen, invite, open, bot",
        ),
        (messages.NewMatch, MATCH | {"seats": {"axis": {"kind": "bot"}}}, "missing required"),
        (
            messages.NewMatch,
            MATCH | {"clock": {"reserve": 60, "increment": 1e9}},
            "'clock.increment': expected 'float' <= 2592000.0",
        ),
        (messages.Line, {"text": "x" * 2001}, "'text': expected 'str' of length <= 2000"),
        (messages.Settings, {"language": "de"}, "'language' must be one of en, es, pl"),
    ],
)
def test_a_refused_body_is_told_where_and_why(kind, given, told):
    text = given if isinstance(given, str) else json.dumps(given)
    with pytest.raises(ApiError) as refused:
        reading.body(text.encode(), kind)
    assert refused.value.status == 400
    assert told in refused.value.detail


def test_what_cannot_be_printed_is_replaced():
    body = reading.body(json.dumps({"text": "one\n\ttwo\x00\u202e"}).encode(), messages.Line)
    assert body.text == "one\n\ttwo\ufffd\ufffd"
    assert reading.query({"who": "A\x00", "page": ""}, messages.Listed).who == "A\ufffd"


def test_passwords_are_not_tried_at_each_of_several_processes(postgres, tmp_path):
    database = postgres.database()
    servers = [Server(tmp_path, DATABASE=database, LIMITS="1") for _ in range(2)]
    clients = [Client(server.url) for server in servers]
    body = {"name": "nobody", "password": "guess"}
    answers = [clients[n % 2].ask("POST", "/session", json=body).status_code for n in range(16)]
    # Ten at once, then one every six seconds, at both together.
    assert 10 <= answers.count(401) <= 12
    assert answers.count(429) == 16 - answers.count(401)
    for client, server in zip(clients, servers, strict=True):
        client.http.close()
        server.stop()
        assert server.troubles() == []


@pytest.mark.attack
def test_what_no_storage_can_hold_is_not_there(server):
    """PostgreSQL takes no text with a zero in it: such a name is nobody's, on any storage."""
    one = server.client(f"zero {time.monotonic_ns()}")
    for path in ("/matches/%00/table", "/matches/%00/journal", "/people/%00"):
        assert one.ask("GET", path).status_code == 404, path
    for path in ("/matches?list=archive&who=%00", "/matches?list=finished&game=%00"):
        assert one.get(path) == []
    assert one.ask("POST", "/join", json={"token": "\x00"}).status_code == 404
