"""A real server process, and clients that speak to it as a browser would."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from khamsin.table.show.patch import patched

ROOT = Path(__file__).parents[2]
PASSWORD = "sandstorm 41"
LOCAL_KEY = "the-key-of-the-table"
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""No server of ours speaks TLS, and to prepare for it takes longer than a request."""


def until(holds: Callable[[], Any], patience: float = 60) -> Any:
    """Wait for something that the table does by itself; a busy machine is no fault."""
    deadline = time.monotonic() + patience
    while not (found := holds()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)
    return found


def free_port() -> int:
    """One that stays free while a server is started again.

    It is not among those that the system gives to whoever calls out, and it is drawn by lot: other
    tests look for one at the same time.
    """
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """`khamsin serve` in a process of its own, with any settings."""

    def __init__(
        self,
        folder: Path,
        *,
        toys: bool = False,
        module: str = "khamsin.table",
        environment: Mapping[str, str] | None = None,
        **settings: str,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self.port = int(settings.pop("PORT", 0)) or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        database = f"sqlite:///{folder / f'table-{self.port}.db'}"
        self.settings = {
            "DATABASE": database,
            "PORT": str(self.port),
            "LIMITS": "1000",
            "SWEEP": "0.2",
            **settings,
        }
        self.log = folder / f"server-{self.port}.log"
        self._module = "tests.table.with_toys" if toys else module
        self.process: subprocess.Popen[bytes] | None = None
        self._clients: list[Client] = []
        self.start()

    def start(self) -> None:
        environment = {k: v for k, v in self._environment.items() if not k.startswith("KHAMSIN_")}
        environment |= {f"KHAMSIN_{name}": value for name, value in self.settings.items()}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self._module, "serve"],
                env=environment,
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + 120  # a busy machine is no fault
        with httpx.Client(verify=NO_TLS) as visitor:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if visitor.get(f"{self.url}/api/me").status_code == 200:
                        return
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.process.kill()
                    raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
                time.sleep(0.05)

    def kill(self) -> None:
        """As if the plug were pulled."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        for client in self._clients:
            client.http.close()
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def begin_anew(self) -> None:
        """Lose everything: the same address, and nobody has been here yet."""
        self.stop()
        name = f"table-{self.port}-{random.getrandbits(32)}.db"
        self.settings["DATABASE"] = f"sqlite:///{self.folder / name}"
        self.start()

    def troubles(self) -> list[str]:
        """Tracebacks in the log."""
        text = self.log.read_text() if self.log.exists() else ""
        return [part for part in text.split("\n") if part.startswith("Traceback")]

    def client(self, name: str = "") -> Client:
        """Somebody with an account of this name."""
        client = Client(self.url)
        self._clients.append(client)
        if "LOCAL_KEY" in self.settings:
            client.sign_in(key=self.settings["LOCAL_KEY"])
        elif name:
            client.register(name)
        return client


class Worker:
    """`khamsin botworker` in a process of its own."""

    def __init__(self, database: str, log: Path, *words: str, **environment: str) -> None:
        self.log = log
        given = {k: v for k, v in os.environ.items() if not k.startswith("KHAMSIN_")}
        command = [sys.executable, "-m", "tests.table.with_toys", "botworker", *words]
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [*command, "--database", database],
                env=given | environment,
                cwd=ROOT,
                stdout=file,
                stderr=file,
            )

    def end(self, how: int = signal.SIGTERM, patience: float = 20) -> float:
        """Send a signal; how many seconds it took to end."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(patience)
        return time.monotonic() - began


class Running:
    """A table that somebody else has started; whoever comes to it has an address of his own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._clients: list[Client] = []

    def stop(self) -> None:
        """It stays; we go."""
        for client in self._clients:
            client.http.close()

    def client(self, name: str = "") -> Client:
        client = Client(self.url)
        self._clients.append(client)
        number = random.getrandbits(32)
        client.http.headers["X-Forwarded-For"] = f"fd00:{number >> 16:x}:{number & 65535:x}::1"
        if name:
            client.register(name)
        return client


CLUB = os.environ.get("KHAMSIN_CLUB", "")
"""Where a busy table is, if the attacks are to be tried at one (`make load ARGS=--club`)."""


class Client:
    """A browser without a screen: cookies, the token against forged requests, the origin."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, timeout=30, verify=NO_TLS)
        self.person: dict[str, Any] = {}
        self.received: list[str] = []

    def sign_in(self, **how: str) -> None:
        self._signed(self.http.post("/api/session", json=how))

    def register(self, name: str, **more: str) -> None:
        answer = self.http.post("/api/people", json={"name": name, "password": PASSWORD, **more})
        if answer.status_code == 409:
            answer = self.http.post("/api/session", json={"name": name, "password": PASSWORD})
        self._signed(answer)

    def _signed(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200, answer.text
        self.person = answer.json()["person"]
        self.http.headers["X-Khamsin-CSRF"] = answer.json()["csrf"]

    def ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        answer = self.http.request(method, f"/api{path}", **what)
        self.received.append(answer.text)
        return answer

    def get(self, path: str, **query: Any) -> Any:
        answer = self.ask("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = self.ask("POST", path, json=body)
        assert answer.status_code == status, f"{answer.status_code} {answer.text}"
        return answer.json()

    def match(self, game: str = "battleaxe", scenario: str = "standard", **more: Any) -> Any:
        return self.post("/matches", game=game, scenario=scenario, **more)

    def table(self, match: str, **query: Any) -> Any:
        return self.get(f"/matches/{match}/table", **query)

    def choose(self, match: str, seat: str, number: int, words: list[str]) -> httpx.Response:
        body = {"seat": seat, "number": number, "words": words}
        return self.ask("POST", f"/matches/{match}/choices", json=body)

    @contextlib.contextmanager
    def live(self, match: str, **query: Any) -> Iterator[Live]:
        """The socket of a match."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = self.url.replace("http", "ws", 1)
        words = str(httpx.QueryParams(query))
        with connect(
            f"{address}/api/matches/{match}/live?{words}",
            origin=Origin(self.url),
            additional_headers={"Cookie": cookies} if cookies else {},
            max_size=None,
            max_queue=None,  # what a test does not read must not keep the socket from closing
        ) as socket:
            yield Live(socket, self.received)


class Live:
    """What comes over a socket."""

    def __init__(self, socket: ClientConnection, received: list[str]) -> None:
        self.socket = socket
        self._received = received
        self._known: dict[str, Any] = {}

    def next(self, kind: str = "", patience: float = 30, *, whole: bool = True) -> Any:
        """The next message of a kind; others before it are passed over. Tables are made whole."""
        deadline = time.monotonic() + patience
        while True:
            text = self.socket.recv(max(0.01, deadline - time.monotonic()))
            assert isinstance(text, str)
            self._received.append(text)
            message = json.loads(text)
            if whole and message["type"] == "table":
                message |= self._whole(message)
            if not kind or message["type"] == kind:
                return message

    def _whole(self, message: dict[str, Any]) -> dict[str, Any]:
        patch = message.get("patch")
        for part in ("match", "picture"):
            known = message[part] if patch is None else patched(self._known[part], patch[part])
            self._known[part] = known
        return self._known

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))


def pair(server: Server, **more: Any) -> tuple[Client, Client, str, list[str]]:
    """Two people at a match, each in a seat of his own; gives the sides as well."""
    one, two = (
        server.client(f"one {random.randrange(10**9)}"),
        server.client(f"two {random.randrange(10**9)}"),
    )
    game = more.pop("game", "battleaxe")
    card = next(each for each in one.get("/games") if each["slug"] == game)
    sides = [side["id"] for side in card["sides"]]
    seats = {sides[0]: {"kind": "you"}, sides[1]: {"kind": "invite"}}
    made = one.match(game=game, seats=seats, **more)
    two.post("/join", token=made["invites"][sides[1]].rpartition("/")[2])
    return one, two, made["id"], sides


def step(clients: dict[str, Client], match: str, rng: random.Random) -> bool:
    """Somebody who is asked answers anything; whether the match goes on."""
    anyone = next(iter(clients.values()))
    table = anyone.table(match)
    if table["result"] is not None:
        return False
    asked = table["decision"]["to_answer"][0]
    for client in clients.values():
        mine = client.table(match)
        if asked in mine["match"]["you"]["sides"]:
            decision = client.table(match, seat=asked)["decision"]
            words = rng.choice(decision["options"])["words"]
            answer = client.choose(match, asked, decision["number"], words)
            assert answer.status_code == 200, answer.text
            return True
    raise AssertionError(f"nobody plays {asked}")
