"""Replays in pages of others: one page, for finished matches, where their owner allows it."""

from __future__ import annotations

import httpx
import pytest

from tests.table.serving import Client, Server, pair
from tests.table.test_strangers import anybody


def frame(server: Server, path: str) -> tuple[int, str, str]:
    """What a browser would be told: status, who may frame it, and the old header for it."""
    answer = httpx.get(f"{server.url}{path}")
    policy = answer.headers["content-security-policy"]
    ancestors = policy.partition("frame-ancestors ")[2].partition(";")[0]
    return answer.status_code, ancestors, answer.headers.get("x-frame-options", "")


CLOSED = "'none'", "DENY"


def allow(client: Client, match: str, allowed: bool = True) -> int:
    body = {"allowed": allowed}
    return client.ask("POST", f"/matches/{match}/embedding", json=body).status_code


def test_a_replay_is_shown_elsewhere_where_its_owner_allows_it(server):
    one, two, match, (allied, _) = pair(server)
    page = f"/embed/{match}"
    assert frame(server, page) == (404, *CLOSED)
    assert allow(one, match) == 409  # it is still played
    one.post(f"/matches/{match}/resign", seat=allied)
    assert frame(server, page) == (404, *CLOSED)
    assert allow(two, match) == 403
    assert allow(server.client(), match) == 401
    assert allow(one, match) == 200
    assert two.get(f"/matches/{match}/embedding") == {"allowed": True}
    assert frame(server, page) == (200, "*", "")
    answer = httpx.get(f"{server.url}{page}")
    assert 'src="/main.js"' in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    # No other page of ours may be framed.
    for path in ("/", "/main.js", f"{page}/more", "/embed/", "/embed/nothing", "/embed.html"):
        status, *policy = frame(server, path)
        assert tuple(policy) == CLOSED, path
        assert status == (404 if "embed/" in path else 200)
    assert frame(server, f"/api/matches/{match}/table") == (200, *CLOSED)
    assert allow(one, match, allowed=False) == 200
    assert frame(server, page) == (404, *CLOSED)


@pytest.mark.parametrize("kind", ["private", "sandbox"])
def test_what_is_not_for_all_is_not_shown_elsewhere(plain, kind):
    one, _, match, (allied, _) = pair(plain, private=kind == "private")
    if kind == "sandbox":
        match = one.post(f"/matches/{match}/fork", entries=0)["id"]
    one.post(f"/matches/{match}/resign", seat=allied)
    assert allow(one, match) == 400
    assert frame(plain, f"/embed/{match}")[0] == 404
    stranger = anybody(plain)
    assert allow(stranger, match) == 404
    assert stranger.ask("GET", f"/matches/{match}/embedding").status_code == 404


def test_the_archive_is_for_everybody(plain):
    one, two, match, (allied, _) = pair(plain)
    _, _, running, _ = pair(plain)
    _, three, hidden, (_, axis) = pair(plain, private=True)
    one.post(f"/matches/{match}/resign", seat=allied)
    three.post(f"/matches/{hidden}/resign", seat=axis)
    visitor = plain.client()
    found = {card["id"] for card in visitor.get("/matches", list="archive")}
    assert match in found
    assert not found & {running, hidden}
    (card,) = visitor.get("/matches", list="archive", who=two.person["name"])
    assert card["id"] == match
    for which in ("mine", "finished"):
        assert visitor.ask("GET", f"/matches?list={which}").status_code == 401
