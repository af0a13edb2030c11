"""A crowd at one table: nobody takes all of it, and whoever runs it sees how it does."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from khamsin.kernel.errors import KhamsinError
from khamsin.table.bots import fair
from khamsin.table.bots.fair import Turns
from khamsin.table.bots.job import Share
from khamsin.table.config import from_environment
from khamsin.table.http.app import make_app
from khamsin.table.logs import REQUEST, JsonLines, TextLines
from khamsin.table.storage.store import Conflict
from tests import loop
from tests.table.postgres import Postgres
from tests.table.serving import CLUB, PASSWORD, Client, Running, Server, pair, until
from tests.table.test_accounts import ends
from tests.table.test_strangers import anybody, refusal

BOTS = {side: {"kind": "bot", "bot": "recruit"} for side in ("allied", "axis")}
OPEN = {"allied": {"kind": "you"}, "axis": {"kind": "open"}}


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A table with the limits of a real one, behind a proxy, so that people come from anywhere."""
    if CLUB:
        visited = Running(CLUB)
        yield visited
        visited.stop()
        return
    folder = tmp_path_factory.mktemp("strict")
    running = Server(folder, LIMITS="1", PROXY="yes", METRICS="a secret of ours")
    yield running
    running.stop()
    assert running.troubles() == [], running.log.read_text()


def newcomer(server: Server) -> Client:
    """Somebody from an address of his own."""
    client = server.client()
    client.http.headers["X-Forwarded-For"] = f"2001:db8:{time.monotonic_ns() % 65536:x}::1"
    client.register(f"newcomer {time.monotonic_ns()}")
    return client


# -- bots ------------------------------------------------------------------------------------


def test_who_has_used_least_comes_next():
    """One with sixty matches, then somebody with one: he does not wait for the sixty."""
    order: list[int] = []

    async def think(turns: Turns, owner: int, *, urgent: bool) -> None:
        async with turns.place(Share(owner, urgent, quick=False, cost=0.001)):
            await asyncio.sleep(0.001)
            order.append(owner)

    async def run() -> None:
        turns = Turns(1, each=1)
        many = [asyncio.create_task(think(turns, 1, urgent=True)) for _ in range(60)]
        await asyncio.sleep(0.01)
        late = [asyncio.create_task(think(turns, 2, urgent=True)) for _ in range(3)]
        alone = asyncio.create_task(think(turns, 3, urgent=False))
        cancelled = asyncio.create_task(think(turns, 4, urgent=True))
        await asyncio.sleep(0)
        before = len(order)
        cancelled.cancel()
        await asyncio.gather(*many, *late, alone, cancelled, return_exceptions=True)
        assert order[before : before + 8].count(2) >= 2
        assert order[-1] == 3  # nobody sits there, and so nobody waits
        assert sorted(order) == [1] * 60 + [2] * 3 + [3]
        assert turns.waiting == 0
        several = [asyncio.create_task(think(turns, n % 2, urgent=True)) for n in range(6)]
        await asyncio.sleep(0)
        for task in several:
            task.cancel()  # all at once, as when the table closes
        ended = await asyncio.gather(*several, return_exceptions=True)
        assert {type(each) for each in ended} == {asyncio.CancelledError}
        async with asyncio.timeout(1), turns.place(Share(5, urgent=True, quick=False, cost=1)):
            assert turns.waiting == 0  # no place was lost

    loop.run(run())
    assert order[0] == 1


def test_a_bot_that_asks_again_and_again_leaves_time_to_others(monkeypatch):
    """Whoever is away between two questions is not new each time he comes back."""
    order: list[int] = []
    now = [0.0]
    monkeypatch.setattr(fair, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def ask(turns: Turns, owner: int) -> None:
        async with turns.place(Share(owner, urgent=True, quick=False, cost=1.0)):
            now[0] += 1.0
            await asyncio.sleep(0)
            order.append(owner)

    async def run() -> None:
        turns = Turns(1, each=1)
        crowd = [asyncio.create_task(ask(turns, 1)) for _ in range(30)]

        async def stream(owner: int) -> None:
            for _ in range(30):
                await ask(turns, owner)
                await asyncio.sleep(0)

        await asyncio.gather(*crowd, stream(2), stream(3))

    loop.run(run())
    # Three of them: each has about a third of the time while all are there.
    assert all(16 <= order[:60].count(owner) <= 24 for owner in (1, 2, 3))


@pytest.mark.attack
def test_matches_among_bots_are_few_and_can_be_stopped(strict):
    one, two = newcomer(strict), newcomer(strict)
    made = [one.match(seats=BOTS)["id"] for _ in range(4)]
    body = {"game": "battleaxe", "scenario": "standard"}
    assert refusal(one, "/matches", **body, seats=BOTS) == "too_many_bots"
    # Nor by sitting down first and leaving a bot behind.
    mine = one.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "bot", "bot": "random"}})
    path = f"/matches/{mine['id']}/seats"
    assert refusal(one, path, side="allied", bot="random") == "too_many_bots"
    assert refusal(two, f"/matches/{made[0]}/stop") == "forbidden"
    one.post(f"/matches/{made[0]}/stop")
    table = one.table(made[0], lang="en")
    assert table["match"]["status"] == "finished"
    assert table["result"]["text"] == "Stopped before the end."
    assert refusal(one, f"/matches/{made[0]}/stop") == "finished"
    made.append(one.match(seats=BOTS)["id"])
    for match in made[1:]:
        one.post(f"/matches/{match}/stop")
    shared = one.match(seats=OPEN)["id"]
    two.post(f"/matches/{shared}/seats", side="axis", person=True)
    assert refusal(one, f"/matches/{shared}/stop") == "forbidden"  # somebody else sits there


@pytest.mark.attack
def test_the_bot_of_another_is_not_made_worse(plain):
    one, two, match, (allied, axis) = pair(plain)
    two.post(f"/matches/{match}/seats", side=axis, bot="greedy")
    path = f"/matches/{match}/seats"
    assert refusal(one, path, side=axis, bot="random") == "agreed_bot"
    one.post(path, side=axis, bot="greedy")
    two.post(path, side=axis, person=True)
    two.post(path, side=axis, bot="random")
    assert allied in one.table(match)["match"]["you"]["sides"]


def workers(parent: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found += [int(entry.name), *workers(int(entry.name))]
    return found


@pytest.mark.parametrize(
    ("how", "everybody"),
    [(signal.SIGTERM, False), (signal.SIGTERM, True), (signal.SIGKILL, False)],
)
def test_bots_end_with_the_table(tmp_path, storage, how, everybody):
    """Also if every process is told at once, as systemd does; and nothing is played in haste."""
    server = Server(tmp_path, BOT_WORKERS="1", **storage)
    seats = {"allied": {"kind": "bot", "bot": "field_marshal"}, "axis": {"kind": "you"}}
    one = server.client("somebody")
    match = one.match(seats=seats)["id"]
    assert server.process is not None
    number = server.process.pid
    started = until(lambda: workers(number), 60)
    time.sleep(2)  # it is deep in thought
    started = workers(number)
    entries = one.table(match)["match"]["entries"]
    for pid in [number, *(started if everybody else ())]:
        os.kill(pid, how)
    began = time.monotonic()
    server.process.wait(20)
    until(lambda: not [pid for pid in started if Path(f"/proc/{pid}").exists()], 10)
    assert time.monotonic() - began < 10
    server.start()
    one = server.client("somebody")
    assert one.table(match)["match"]["entries"] - entries <= 1  # of what it was thinking about
    until(lambda: one.table(match)["match"]["entries"] > entries + 1, 60)  # and on it goes
    server.stop()
    assert server.troubles() == []


def test_a_flood_of_matches_does_not_starve_one_that_is_honest(tmp_path, storage):
    """One account has ten questions waiting; somebody else's is answered among the next."""
    server = Server(tmp_path, BOT_WORKERS="1", **storage)
    crowd, one = anybody(server), anybody(server)
    made = [crowd.match(seats=against("veteran"))["id"] for _ in range(10)]

    def answered(client: Client, match: str) -> bool:
        return bool(client.table(match)["match"]["entries"])

    mine = one.match(seats=against("recruit"))["id"]
    before = sum(answered(crowd, match) for match in made)
    until(lambda: answered(one, mine), 120)
    after = sum(answered(crowd, match) for match in made)
    assert after - before <= 4
    assert after < len(made)
    server.stop()
    assert server.troubles() == []


def against(bot: str) -> dict[str, dict[str, str]]:
    """The bot begins."""
    return {"axis": {"kind": "you"}, "allied": {"kind": "bot", "bot": bot}}


# -- the list of matches ---------------------------------------------------------------------


@pytest.mark.attack
def test_one_person_does_not_fill_the_list(strict):
    flood, honest, looker = (newcomer(strict) for _ in range(3))
    mine = honest.match(seats=OPEN)["id"]
    body = {"game": "battleaxe", "scenario": "standard", "seats": OPEN}
    codes = [flood.ask("POST", "/matches", json=body).status_code for _ in range(24)]
    assert codes == [200] * 20 + [409] * 4
    assert refusal(flood, "/matches", **body) == "too_many_open"
    flood.match(seats=OPEN, private=True)
    first = [card["id"] for card in looker.get("/matches", list="open")]
    assert mine in first[:10]


def test_looking_for_a_match(server):
    name = f"Kesselring {time.monotonic_ns()}"
    one = server.client(name)
    made = [one.match(seats=OPEN)["id"] for _ in range(52)]
    other = one.match(game="rommel", scenario="1940", seats={"axis": {"kind": "you"}})["id"]
    looker = anybody(server)

    def listed(**wanted: object) -> list[str]:
        return [card["id"] for card in looker.get("/matches", list="open", **wanted)]

    who = name.split()[1]
    pages = [listed(who=who, page=page) for page in range(3)]
    assert [len(page) for page in pages] == [50, 3, 0]
    assert {match for page in pages for match in page} == {*made, other}
    assert listed(who=name.upper(), game="rommel") == [other]
    assert listed(who="100%") == listed(game="no such game") == []
    assert looker.ask("GET", "/matches?list=open&page=-1").status_code == 400
    one.post(f"/matches/{other}/seats", side="axis", leave=True)
    assert one.get("/matches", list="mine", game="rommel")[0]["id"] == other


# -- what replays a match --------------------------------------------------------------------


@pytest.mark.attack
def test_copies_and_looks_back_hold_up_nobody(strict):
    """Somebody copies and scrubs as fast as he can; another one is answered all the same."""
    one, other, looker = newcomer(strict), newcomer(strict), strict.client()
    match = one.match(seats=OPEN)["id"]
    file = one.ask("GET", f"/matches/{match}/journal").text
    crowd = ThreadPoolExecutor(12)

    def fork(_n: int) -> int:
        return one.ask("POST", f"/matches/{match}/fork", json={"entries": 0}).status_code

    def carry(_n: int) -> int:
        return one.ask("POST", "/matches/import", json={"file": file}).status_code

    def look(_n: int) -> int:
        return looker.ask("GET", f"/matches/{match}/positions/0/table").status_code

    with crowd:
        asked = [crowd.submit((fork, carry)[n % 2], n) for n in range(30)]
        asked += [crowd.submit(look, n) for n in range(150)]
        waits = []
        for _ in range(10):
            began = time.monotonic()
            other.get("/me")
            waits.append(time.monotonic() - began)
        codes = [each.result() for each in asked]
    assert set(codes[:30]) == {200, 429}
    assert set(codes[30:]) <= {200, 429}  # whether it was too fast is for the machine to say
    assert codes[30:].count(200) >= 60
    assert sorted(waits)[5] < 1.0


# -- what a host sees ------------------------------------------------------------------------


def test_a_proxy_that_nobody_told_of_is_noticed(plain, strict):
    for server in (plain, plain, strict):
        httpx.get(f"{server.url}/api/me", headers={"X-Forwarded-For": "192.0.2.1"})
    assert "KHAMSIN_PROXY" not in strict.log.read_text()
    warnings = [line for line in plain.log.read_text().splitlines() if "KHAMSIN_PROXY" in line]
    assert len(warnings) == 1
    assert warnings[0][:2] == "20"  # it has a time


def test_the_log_tells_every_request_and_no_secret(strict):
    answer = httpx.post(f"{strict.url}/api/session", json={"name": "x", "password": "s3cret!"})
    number = answer.headers["X-Request-Id"]
    line = until(
        lambda: next((e for e in strict.log.read_text().splitlines() if number in e), None)
    )
    assert "POST '/api/session' 401" in line
    assert line[:2] == "20"  # it has a time
    assert "s3cret" not in strict.log.read_text()
    assert number != httpx.get(f"{strict.url}/api/me").headers["X-Request-Id"]


def test_the_log_may_be_lines_of_json(tmp_path):
    server = Server(tmp_path, LOG="json", METRICS="m")
    one, _, match, (allied, _axis) = pair(server)
    number = one.ask("GET", f"/matches/{match}/table").headers["X-Request-Id"]
    with one.live(match) as live:
        decision = live.next("table")["decision"]
        words = decision["options"][0]["words"]
        live.send(type="choose", seat=allied, number=decision["number"], words=words, ref=1)
        live.next("table")
    metrics = httpx.get(f"{server.url}/metrics", headers={"Authorization": "Bearer m"}).text
    said = 'method="WS",address="/api/matches/{match}/live choose"'
    assert f'{said},status="200"}} 1\n' in metrics
    assert f'khamsin_request_seconds_count{{process="{server.process.pid}",{said}}} 1' in metrics  # type: ignore[union-attr]
    until(lambda: '"WS"' in server.log.read_text())
    server.stop()
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    line = next(each for each in lines if each.get("request") == number)
    assert line["logger"] == "khamsin.access"
    assert (line["method"], line["status"]) == ("GET", 200)
    assert line["path"] == f"/api/matches/{match}/table"
    assert line["ms"] > 0
    assert line["client"] == "127.0.0.1"
    assert datetime.fromisoformat(line["time"]).utcoffset() == timedelta(0)
    socket = next(each for each in lines if each.get("method") == "WS")
    assert (socket["status"], socket["path"]) == (101, f"/api/matches/{match}/live")


def test_what_goes_wrong_is_logged_with_its_request():
    """In both kinds of lines, a traceback with it; of JSON one line."""
    try:
        int("of something")
    except ValueError:
        record = logging.LogRecord("khamsin", 40, "", 0, "it broke", (), sys.exc_info())
    token = REQUEST.set("0123")
    line = json.loads(JsonLines().format(record))
    text = TextLines().format(record)
    REQUEST.reset(token)
    assert line["request"] == "0123"
    assert "ValueError: invalid literal" in line["exception"]
    assert "it broke [0123]\nTraceback" in text
    assert "request" not in json.loads(JsonLines().format(record))


def test_metrics_are_for_whoever_knows_the_secret(strict, plain):
    for headers in ({}, {"Authorization": "Bearer guess"}):
        assert httpx.get(f"{strict.url}/metrics", headers=headers).status_code == 404
    right = {"Authorization": "Bearer a secret of ours", "Host": "10.0.0.7:9090"}
    missing = r'address="/api/matches/\{match\}/table",le="\+Inf"\} (\d+)'
    before = re.findall(missing, httpx.get(f"{strict.url}/metrics", headers=right).text)
    httpx.get(f"{strict.url}/api/matches/abcdef/table")
    text = httpx.get(f"{strict.url}/metrics", headers=right).text
    assert 'khamsin_requests_total{process="' in text
    counted = 'method="GET",address="/api/me",status="200"}'
    assert counted in text
    assert re.findall(missing, text) == before  # what was not found is not timed
    assert 'method="GET",address="/api/me",le="+Inf"} ' in text
    for name in ("matches_playing", "matches_waiting", "letters_waiting", "bots_waiting"):
        assert f"\nkhamsin_{name} " in text
    assert "\nkhamsin_bots_waiting_seconds " in text
    assert "\nkhamsin_storage_up 1\n" in text
    assert "abcdef" not in text
    none = {"Authorization": "Bearer"}
    assert httpx.get(f"{plain.url}/metrics", headers=none).status_code == 404


def test_a_stranger_writes_nothing_into_the_metrics(strict):
    """Neither a line of his own, nor ever more of them: they stay in memory."""
    right = {"Authorization": "Bearer a secret of ours"}
    with httpx.Client(base_url=strict.url) as http:
        for number in range(3):
            name = f"of-a-stranger{number}%22%7D%201%0Akhamsin_storage_up"
            for address in ("events", "ratings", "me/tokens", "admin/people", "nothing", "people"):
                http.get(f"/api/{address}/{name}")
                http.delete(f"/api/{address}/{name}")
                http.get(f"/api/{address}/{name}", headers={"Host": "elsewhere"})
            http.post(f"/api/games/rommel/lessons/{name}", json={})
            http.request(f"STRANGER{number}", "/api/me")
            http.request(f"STRANGER{number}", "/", headers={"Host": "elsewhere"})
        text = http.get("/metrics", headers=right).text
    assert "stranger" not in text.casefold()
    assert 'address="/api/events/{event}",status="401"' in text
    for line in text.splitlines():
        assert re.fullmatch(r'# TYPE \w+ \w+|\w+(\{[^"]+="[^"]*"(,\w+="[^"]*")*\})? [\d.e-]+', line)


def test_health_is_that_of_the_storage(tmp_path, plain):
    postgres = Postgres()  # one of its own: nobody else should find it gone
    assert httpx.get(f"{plain.url}/healthz", headers={"Host": "10.0.0.7"}).json() == {
        "storage": True
    }
    server = Server(tmp_path, DATABASE=postgres.database())
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    postgres.stop()
    try:
        for path in ("/healthz", "/readyz"):
            assert httpx.get(server.url + path, timeout=20).status_code == 503
    finally:
        postgres.start()
    until(lambda: httpx.get(f"{server.url}/healthz", timeout=20).status_code == 200)
    server.stop()
    postgres.remove()
    assert server.troubles() == []


def test_a_table_is_ready_between_its_start_and_its_end(tmp_path):
    config = from_environment({"KHAMSIN_DATABASE": str(tmp_path / "table.db")})
    app = make_app(config)

    async def run() -> list[int]:
        door = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=door, base_url="http://10.0.0.7") as client:

            async def ask() -> int:
                return (await client.get("/readyz")).status_code

            answers = [await ask()]
            async with app.router.lifespan_context(app):
                answers.append(await ask())
                stopping = app.state.table.bus.stop

                async def look_and_stop() -> None:
                    answers.append(await ask())
                    await stopping()

                app.state.table.bus.stop = look_and_stop
            return [*answers, await ask()]

    assert loop.run(run()) == [503, 200, 503, 503]


def test_a_seat_is_changed_though_a_bot_was_quicker_at_another_process(tmp_path, monkeypatch):
    """Both write the next act, and one is too late; that is nothing to trouble a person with."""
    app = make_app(from_environment({"KHAMSIN_DATABASE": str(tmp_path / "table.db")}))
    late: list[str] = []

    async def run() -> list[int]:
        door = httpx.ASGITransport(app=app)
        origin = {"Origin": "http://127.0.0.1:8741"}
        address = "http://127.0.0.1:8741"
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=door, base_url=address, headers=origin) as client,
        ):
            body: dict[str, object] = {"name": "Ann", "password": PASSWORD}
            signed = (await client.post("/api/people", json=body)).json()
            client.headers["X-Khamsin-CSRF"] = signed["csrf"]
            body = {"game": "battleaxe", "scenario": "standard", "seats": OPEN}
            match = (await client.post("/api/matches", json=body)).json()["id"]
            store = app.state.table.store
            append = store.append

            async def too_late(rows: object) -> None:
                if late:
                    raise Conflict(late.pop())
                await append(rows)

            monkeypatch.setattr(store, "append", too_late)
            codes = []
            for times, change in (
                (1, {"leave": True}),
                (2, {"person": True}),
                (9, {"bot": "greedy"}),
            ):
                late[:] = ["another was first"] * times
                seat = {"side": "allied", **change}
                answer = await client.post(f"/api/matches/{match}/seats", json=seat)
                codes.append(answer.status_code)
            return codes

    # Of a storage that refuses for ever it is said.
    assert loop.run(run()) == [200, 200, 409]


@pytest.mark.attack
def test_nonsense_on_a_socket_is_answered_for_a_while(plain):
    one, _, match, _ = pair(plain)
    with one.live(match) as live:
        live.next("table")
        for _ in range(60):
            live.socket.send("{")
        ends(live)
        assert live.socket.close_code == 1008


def test_settings_are_checked_at_the_start():
    def config(**values: str) -> object:
        return from_environment({f"KHAMSIN_{name}": value for name, value in values.items()})

    with pytest.raises(KhamsinError, match="KHAMSIN_PROXI; did you mean KHAMSIN_PROXY"):
        config(PROXI="yes")
    with pytest.raises(KhamsinError, match="must be like https"):
        config(ORIGIN="https://table.example.org/club")
    with pytest.raises(KhamsinError, match="must be like https"):
        config(ORIGIN="table.example.org")
    with pytest.raises(KhamsinError, match="KHAMSIN_LOG must be text or json, not 'xml'"):
        config(LOG="xml")
    with pytest.raises(KhamsinError, match="may be 0 on PostgreSQL only"):
        config(BOT_WORKERS="0")
    with pytest.raises(KhamsinError, match="KHAMSIN_SWEEP must be a number above 0"):
        config(SWEEP="0")
    with pytest.raises(KhamsinError, match="KHAMSIN_PORT must be a whole number from 0 to 65535"):
        config(PORT="87410")
    with pytest.raises(KhamsinError, match="KHAMSIN_BOT_WORKERS must be a whole number"):
        config(BOT_WORKERS="1.5")
    with pytest.raises(KhamsinError, match="there is no folder /nowhere for KHAMSIN_PACKS"):
        config(PACKS="/nowhere")
    known = from_environment({"KHAMSIN_ORIGIN": "https://Table.example.org/"})
    assert known.origins == {"https://table.example.org"}
    assert known.hosts == {"table.example.org"}


def test_an_unknown_setting_keeps_the_table_from_starting(tmp_path):
    environment = os.environ | {"KHAMSIN_DATABSE": f"sqlite:///{tmp_path}/x.db"}
    done = subprocess.run(
        [sys.executable, "-m", "khamsin.table", "serve"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 2
    wanted = "khamsin: there is no setting KHAMSIN_DATABSE; did you mean KHAMSIN_DATABASE?\n"
    assert done.stderr == wanted


def test_the_storage_is_for_nobody_else_on_the_machine(plain):
    file = Path(plain.settings["DATABASE"].removeprefix("sqlite:///"))
    files = [each for each in file.parent.glob(f"{file.name}*") if each.suffix != ".lock"]
    assert {stat.S_IMODE(each.stat().st_mode) for each in files} == {0o600}
