"""A player's record of finished campaigns: his own, and there for good."""

import random

from tests.table.serving import Client, Server


def campaign(client: Client, rng: random.Random) -> str:
    """A campaign of Field Commander in North Africa, played to its end by anything that may be."""
    seats = {"axis": {"kind": "you"}}
    made = client.match("commander", "na", options=["break_ties", "after_14"], seats=seats)
    match = str(made["id"])
    decision = client.table(match, seat="axis")["decision"]
    while decision is not None:
        words = rng.choice(decision["options"])["words"]
        assert client.choose(match, "axis", decision["number"], words).status_code == 200
        decision = client.table(match, seat="axis")["decision"]
    return match


def test_finished_campaigns_outlive_the_server_and_are_ones_own(tmp_path):
    server = Server(tmp_path)
    match = campaign(server.client("Erwin"), random.Random(7))
    before = server.client("Erwin").get("/games/commander/record")
    (row,) = before["rows"]
    assert row["match"] == match
    assert "North Africa" in row["cells"][1]
    assert "14 to 19 VP" in row["cells"][2]
    assert server.client("Bernard").get("/games/commander/record")["rows"] == []
    server.kill()
    server.start()
    assert server.client("Erwin").get("/games/commander/record") == before
    server.stop()
    assert server.troubles() == []
