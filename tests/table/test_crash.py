"""Pull the plug under load: whatever was acknowledged is there, and the match goes on.

Each player plays another game, so those that hide something are among them.
"""

import random
import threading
import time

import httpx
import pytest
from websockets.exceptions import WebSocketException

from khamsin.table.match import editions
from tests.table.serving import Client, Live, Server, pair, step

GAMES = ("battleaxe", "commander", "rommel", "malta", "gazala")


class Player(threading.Thread):
    """Plays all seats of a match as fast as it can and remembers what was acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        super().__init__()
        self.client = Client(server.url)
        self.client.register(f"player {number}")
        game = editions.game(GAMES[number % len(GAMES)])
        self.sides = game.sides
        seats = {side: {"kind": "screen"} for side in game.sides}
        self.match = self.client.match(game.slug, game.scenarios[0].id, seats=seats)["id"]
        self.rng = random.Random(number)
        self.acknowledged: list[tuple[str, str]] = []
        self.entries = 0
        self.errors: list[str] = []
        self.ends = False
        self.daemon = True  # if the test fails, nobody waits for it

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
                self.got(side, words, answer.json()["entries"])
            elif answer.status_code not in (409, 503):
                self.errors.append(answer.text)

    def got(self, side: str, words: list[str], entries: int) -> None:
        """A choice was acknowledged."""
        self.entries = entries
        self.acknowledged.append((side, " ".join([side, *words])))


class SocketPlayer(Player):
    """The same over a socket."""

    def run(self) -> None:
        while not self.ends:
            try:
                with self.client.live(self.match) as live:
                    self.talk(live)
            except (OSError, EOFError, WebSocketException):
                continue  # the server is gone, or not yet back

    def talk(self, live: Live) -> None:
        """Choose until it is another seat's turn, which is looked at through another socket."""
        table = live.next("table")
        while not self.ends and table["decision"] is not None and table["decision"]["yours"]:
            side, number = table["match"]["you"]["seat"], table["decision"]["number"]
            words = self.rng.choice(table["decision"]["options"])["words"]
            live.send(type="choose", seat=side, number=number, words=words, ref=number)
            answer = live.next()
            while answer["type"] != "error" and number not in answer.get("done", ()):
                answer = live.next()
            if answer["type"] == "error":
                if answer["status"] not in (409, 503):
                    self.errors.append(str(answer))
                return
            table = answer
            self.got(side, words, table["match"]["entries"])


def crowd(server: Server, by_socket: int) -> list[Player]:
    """A player for every game; every second one plays over a socket."""
    players = [
        (SocketPlayer if number % 2 == by_socket else Player)(server, number)
        for number in range(len(GAMES))
    ]
    for player in players:
        player.start()
    return players


def let_them_play(players: list[Player]) -> None:
    """Until each of them has had some more choices acknowledged."""
    wanted = [len(player.acknowledged) + 3 for player in players]
    deadline = time.monotonic() + 90
    while any(len(p.acknowledged) < n for p, n in zip(players, wanted, strict=True)):
        assert time.monotonic() < deadline, "somebody cannot go on"
        time.sleep(0.02)


def check(players: list[Player]) -> None:
    """Every acknowledged choice stands in the journal, in the order it was made."""
    for player in players:
        assert player.errors == []
        for side in player.sides:
            text = player.client.ask("GET", f"/matches/{player.match}/journal?seat={side}").text
            lines = iter(text.split("---\n")[1].splitlines())
            for seat, wanted in player.acknowledged:
                if seat == side:
                    assert wanted in lines, wanted  # consumes the lines up to and with it
        assert player.client.table(player.match)["match"]["entries"] >= player.entries
        step(dict.fromkeys(player.sides, player.client), player.match, random.Random(1))
        player.client.http.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_kill_under_load_loses_nothing(kind, request, tmp_path):
    settings = {}
    if kind == "postgresql":
        settings["DATABASE"] = request.getfixturevalue("postgres").database()
    server = Server(tmp_path, **settings)
    players = crowd(server, by_socket=int(kind == "sqlite"))
    for _ in range(3):
        let_them_play(players)
        server.kill()
        server.start()
    let_them_play(players)
    for player in players:
        player.ends = True
    for player in players:
        player.join()
    check(players)
    server.stop()


def test_postgresql_restarted_under_load(tmp_path, postgres):
    server = Server(tmp_path, DATABASE=postgres.database())
    watcher = server.client("watcher")
    players = crowd(server, by_socket=0)
    with watcher.live(players[0].match) as live:
        live.next("table")
        for _ in range(2):
            let_them_play(players)
            postgres.restart()
        let_them_play(players)
    for player in players:
        player.ends = True
    for player in players:
        player.join()
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
