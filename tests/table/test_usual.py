"""Preparations that are answered in the usual way, at one wish."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.serving import Server, pair, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("usual"))
    yield server
    server.stop()
    assert server.troubles() == []


def test_preparations_end_where_something_else_is_asked(server):
    one, two, match, (allied, axis) = pair(server)
    asked = one.table(match)["decision"]
    assert asked["usual"]
    number = asked["number"]
    two.post(f"/matches/{match}/usual", status=403, seat=allied, number=number)
    two.post(f"/matches/{match}/usual", status=409, seat=axis, number=number)
    one.post(f"/matches/{match}/usual", status=409, seat=allied, number=number + 1)
    assert one.table(match)["match"]["entries"] == 0
    one.post(f"/matches/{match}/usual", seat=allied, number=number)
    table = one.table(match)
    assert [line["kind"] for line in table["log"]["lines"]].count("placed") == 2
    assert "usual" not in table["decision"]
    assert table["match"]["you"]["may_undo"]  # what was chosen can be taken back
    one.post(f"/matches/{match}/usual", status=409, seat=allied, number=table["decision"]["number"])


def test_the_last_of_a_long_deployment_is_left_to_be_looked_over(server):
    axis, match = server.client("Graziani"), ""
    made = axis.match("rommel", "1940", seats={"axis": {"kind": "you"}, "allied": {"kind": "open"}})
    match = made["id"]
    server.client("Wavell").post(f"/matches/{match}/seats", side="allied", person=True)
    asked = until(lambda: axis.table(match)["decision"])
    axis.post(f"/matches/{match}/usual", seat="axis", number=asked["number"])
    left = axis.table(match)["decision"]
    assert left["usual"]
    assert len({tuple(option["pieces"]) for option in left["options"]}) == 1  # one block
    axis.post(f"/matches/{match}/usual", seat="axis", number=left["number"])
    assert axis.table(match)["decision"]["to_answer"] == ["allied"]
