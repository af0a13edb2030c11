"""Pull the plug under load: whatever was acknowledged is there, and the match goes on."""

import random
import threading

import httpx
import pytest

from tests.table.serving import Client, Server, pair, step


class Player(threading.Thread):
    """Plays both seats of a match as fast as it can and remembers what was acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        super().__init__()
        self.client = Client(server.url)
        self.client.register(f"player {number}")
        seats = {side: {"kind": "screen"} for side in ("allied", "axis")}
        self.match = self.client.match(seats=seats)["id"]
        self.rng = random.Random(number)
        self.acknowledged: list[str] = []
        self.entries = 0
        self.errors: list[str] = []
        self.ends = False

    def run(self) -> None:
        while not self.ends:
            try:
                table = self.client.table(self.match)
                decision = table["decision"]
                if decision is None:
                    return
                side = decision["to_answer"][0]
                words = self.rng.choice(decision["options"])["words"]
                answer = self.client.choose(self.match, side, decision["number"], words)
            except (httpx.TransportError, AssertionError):
                continue  # the server is gone, or not yet back
            if answer.status_code == 200:
                self.entries = answer.json()["entries"]
                self.acknowledged.append(" ".join([side, *words]))
            elif answer.status_code not in (409, 503):
                self.errors.append(answer.text)


def check(players: list[Player]) -> None:
    """Every acknowledged choice stands in the journal, in the order it was made."""
    for player in players:
        assert player.errors == []
        text = player.client.ask("GET", f"/matches/{player.match}/journal").text
        lines = iter(text.split("---\n")[1].splitlines())
        for wanted in player.acknowledged:
            assert wanted in lines, wanted  # consumes the lines up to and with it
        assert player.client.table(player.match)["match"]["entries"] >= player.entries
        rng = random.Random(1)
        step({"allied": player.client, "axis": player.client}, player.match, rng)
        player.client.http.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_kill_under_load_loses_nothing(kind, request, tmp_path):
    settings = {}
    if kind == "postgresql":
        settings["DATABASE"] = request.getfixturevalue("postgres").database()
    server = Server(tmp_path, **settings)
    players = [Player(server, number) for number in range(4)]
    for player in players:
        player.start()
    pause = threading.Event()
    for _ in range(3):
        pause.wait(1.0)
        server.kill()
        server.start()
    pause.wait(0.5)
    for player in players:
        player.ends = True
    for player in players:
        player.join()
    assert sum(len(player.acknowledged) for player in players) > 20
    check(players)
    server.stop()


def test_postgresql_restarted_under_load(tmp_path, postgres):
    server = Server(tmp_path, DATABASE=postgres.database())
    players = [Player(server, number) for number in range(3)]
    watcher = server.client("watcher")
    for player in players:
        player.start()
    pause = threading.Event()
    with watcher.live(players[0].match) as live:
        live.next("table")
        for _ in range(2):
            pause.wait(0.7)
            postgres.restart()
        pause.wait(1.0)
    for player in players:
        player.ends = True
    for player in players:
        player.join()
    assert sum(len(player.acknowledged) for player in players) > 10
    check(players)
    server.stop()


def test_one_file_belongs_to_one_process(tmp_path):
    server = Server(tmp_path)
    with pytest.raises(RuntimeError, match="another table is using"):
        Server(tmp_path, DATABASE=server.settings["DATABASE"])
    server.stop()


def test_a_match_survives_an_orderly_restart(tmp_path, postgres):
    server = Server(tmp_path)
    one, two, match, (allied, axis) = pair(server)
    for _ in range(5):
        step({allied: one, axis: two}, match, random.Random(1))
    before = one.table(match)
    server.stop()
    server.start()
    one = server.client(one.person["name"])
    after = one.table(match)
    assert before["picture"] == after["picture"]
    assert before["decision"] == after["decision"]
    assert before["log"] == after["log"]
    server.stop()
    assert server.troubles() == []
