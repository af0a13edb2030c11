"""No seat receives what its side may not know, over any channel."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from khamsin import games
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from khamsin.table.errors import ApiError
from khamsin.table.lobby import exports
from khamsin.table.lobby.matches import Wanted, _begin
from khamsin.table.match import editions, imagined, viewers
from khamsin.table.match.acts import Act
from khamsin.table.match.records import Holder
from khamsin.table.match.table_match import TableMatch
from khamsin.table.people.accounts import Person
from khamsin.table.show import presenter, views
from khamsin.table.show.patch import patched
from khamsin.table.show.playback import steps
from tests.some import some
from tests.table.serving import PASSWORD, Server, pair, step, until

ANN = Person(1, "Ann", "", "", "en")
CARD = re.compile(r"\b(?:fuel|sand)\d\b")


def new_ledger(game: str, scenario: str, options: tuple[str, ...] = ()) -> TableMatch:
    return begin(game, scenario, options)[0]


def begin(game: str, scenario: str, options: tuple[str, ...] = ()) -> tuple[TableMatch, list[Act]]:
    """A match that Ann and Ben sit at, and the acts that led there."""
    first, second = editions.game(game).sides
    seats = {first: Holder("person", 1, "Ann"), second: Holder("person", 2, "Ben")}
    wanted = Wanted(game, scenario, options, seats, False, None, "offer")
    return _begin(wanted, ANN, [])


def random_play(game: str, scenario: str, seed: int, *options: str) -> Iterator[TableMatch]:
    """A match after every answer of a random match; some answers are taken back."""
    table_match = new_ledger(game, scenario, options)
    rng = random.Random(seed)
    while table_match.over is None:
        yield table_match
        side = rng.choice(table_match.to_answer)
        table_match.choose(side, rng.choice(table_match.match.legal(side)), table_match.opened, 1.0)
        if rng.random() < 0.1 and table_match.match.why_not_undo(side) is None:
            table_match.do(
                1.0, "back", to=len(table_match.match.entries) - 1, by=side, agreed=False
            )
            table_match.roll(1.0)


def shown(table_match: TableMatch, person: int, side: str | None, *, undo: bool = True) -> bytes:
    viewer = viewers.viewer(table_match, person, side, "en")
    table = views.table(table_match, viewer, 0, 2.0, frozenset())
    if not undo:
        table["match"]["you"].pop("may_undo")
        table["match"]["you"].pop("why_not_undo", None)
    return views.encode(table)


CASES = [("patrol", "campaign", ()), ("patrol", "raid", ("rations", "scouts"))]


@pytest.mark.parametrize(("game", "scenario", "options"), CASES)
def test_two_worlds_give_the_same_table(game, scenario, options):
    """A world that differs only in what a side cannot know gives it the very same bytes."""
    differed = compared = 0
    for seed in range(6):
        rng = random.Random(seed)
        for table_match in random_play(game, scenario, seed, *options):
            for person, side in ((1, "red"), (2, "blue")):
                world = copy.copy(table_match)
                world.match = table_match.match.imagine(side, rng)
                world.cache = {}
                differed += world.match.state.data() != table_match.match.state.data()
                # An imagined match cannot be taken back beyond its first mark, and says so;
                # anywhere else the reason why not must not differ either.
                undo = len(world.match.entries) > world.match.marks[0].entries
                compared += undo
                mine, theirs = (
                    shown(each, person, side, undo=undo) for each in (table_match, world)
                )
                assert mine == theirs
    assert differed > 60
    assert compared > 20


HIDING = [slug for slug, game in games.GAMES.items() if game().rules.hidden]


@pytest.mark.parametrize("slug", HIDING)
def test_two_worlds_of_the_real_games_give_the_same_table(slug):
    """The same for the games that hide something, with what is drawn over the board."""
    game = editions.game(slug)
    differed = 0
    for seed, scenario in enumerate(game.scenarios[:3]):
        rng = random.Random(seed)
        for number, table_match in enumerate(random_play(slug, scenario.id, seed)):
            if number == 120:
                break
            if number % 6:
                continue
            for person, side in enumerate(game.sides, 1):
                world = copy.copy(table_match)
                world.match = table_match.match.imagine(side, rng)
                world.cache = {}
                differed += world.match.state.data() != table_match.match.state.data()
                for viewer in (side, None):
                    who = person if viewer else 3
                    mine, theirs = (
                        [shown(each, who, viewer, undo=False), drawn_over(each, viewer)]
                        for each in (table_match, world)
                    )
                    assert mine == theirs
    assert differed > 10


@pytest.mark.parametrize("slug", ["malta"])  # elsewhere nothing is told between a mark and the next
def test_two_worlds_give_the_same_playback(slug):
    """What the others did is played back as it was told: the truth behind it changes nothing."""
    game = editions.game(slug)
    differed = moved = 0
    for seed, scenario in enumerate(game.scenarios[:2]):
        rng = random.Random(seed)
        looks = 0
        for table_match in random_play(slug, scenario.id, seed):
            # An imagined world begins at the last mark, so most of them are too short for this.
            since, now = table_match.match.marks[-1].entries, len(table_match.match.entries)
            if now < since + 2 or now < 40 or rng.random() < 0.5:  # first pieces must be on the map
                continue
            looks += 1
            for person, side in enumerate(game.sides, 1):
                world = copy.copy(table_match)
                world.match = table_match.match.imagine(side, rng)
                world.match.dice = None  # what fell is in its journal
                world.cache = {}
                differed += world.match.state.data() != table_match.match.state.data()
                for who, seat in ((person, side), (3, None)):
                    viewer = viewers.viewer(table_match, who, seat, "en")
                    mine, theirs = (
                        views.encode(steps(each, viewer, since)) for each in (table_match, world)
                    )
                    assert mine == theirs
                    moved += len(json.loads(mine)["steps"])
            if looks == 25:
                break
    assert differed > 5
    assert moved > 10


@pytest.mark.parametrize("slug", ["patrol", "battleaxe", *HIDING])
def test_a_playback_shows_nothing_that_the_past_does_not_show(slug):
    """Step by step it is the table at those points, which the tests above hold; no step more."""
    game = editions.game(slug)
    *_, table_match = (
        each for _, each in zip(range(90), random_play(slug, game.scenarios[0].id, 4), strict=False)
    )
    for who, side in ((1, game.sides[0]), (2, game.sides[1]), (3, None)):
        viewer = viewers.viewer(table_match, who, side, "en")
        played = steps(table_match, viewer, 10)
        assert len(played["steps"]) > 10
        told = {at for at, _ in table_match.match.log(side) if at > 10}
        assert {step["at"] for step in played["steps"]} == told
        picture = played["picture"]
        for each in played["steps"]:
            assert set(each) == {"at", "by", "patch"}
            assert each["by"] in (*game.sides, "dice")
            picture = patched(picture, each["patch"])
            if each["at"] % 5 == 0:
                then = views.position(table_match, viewer, each["at"])
                assert picture == then["picture"]


def drawn_over(table_match: TableMatch, side: str | None) -> list[Any]:
    say = presenter.narrator(table_match.record.edition, "en")
    return presenter.overlays(table_match.match, side, say, "")


def test_sealed_bids_stay_sealed():
    """Whatever the other side has bid, this side and an observer see the same."""
    tables: dict[str | None, set[bytes]] = {"axis": set(), None: set()}
    files = set()
    for number in range(3):
        table_match = new_ledger("battleaxe", "standard", ("bids",))
        table_match.record = table_match.record._replace(id="m", created=0.0, seed="s")
        table_match.choose(
            "allied", table_match.match.legal("allied")[number], table_match.opened, 1.0
        )
        for lines in table_match.seen.values():
            for line in lines:
                line.time = 0.0
        tables["axis"].add(shown(table_match, 2, "axis"))
        tables[None].add(shown(table_match, 3, None))
        for side in ("axis", None):
            files.add(exports.journal(table_match, side))
        own = exports.journal(table_match, "allied")
        assert " ".join(table_match.match.entries[0]) in own
        kept = exports.fork(table_match, "axis", 1)
        assert kept.entries == []
        # Taken back, it is still nobody's business.
        table_match.do(1.0, "back", to=0, by="allied", agreed=False)
        files.add(
            exports.journal(table_match, "axis").replace("~ ", "").replace("mark 0", "mark 0")
        )
    assert len(tables["axis"]) == len(tables[None]) == 1
    assert len(files) <= 2
    assert all("bid" not in text.partition("---")[2] for text in files)


@pytest.mark.parametrize("seed", range(4))
def test_the_file_of_a_running_match_has_no_secrets(seed):
    for table_match in some(random_play("patrol", "campaign", seed)):
        for side in ("red", "blue", None):
            text = exports.journal(table_match, side)
            assert table_match.record.seed not in text
            assert "mark" not in text  # a digest could be compared with guesses
            lines = [line for line in text.partition("---\n")[2].splitlines() if line[0] != "~"]
            replay: Match[Any] = Match(table_match.game, Setup("campaign"), None)
            for line, entry in zip(lines, table_match.match.entries, strict=True):
                ask = replay.chance or replay.decision
                assert ask is not None
                sealed = len(replay.entries) >= table_match.match.number
                known = entry[0] == side or (
                    (ask.known_to(side) if side else getattr(ask, "only", None) is None)
                    and not (sealed and table_match.match.decision is not None)
                )
                assert line == (" ".join(entry) if known else f"{entry[0]} ?")
                replay.feed(entry)


def knowledge(journal: str) -> dict[str | None, list[set[str]]]:
    """For each side and every length of the journal, the cards it may have heard of by then."""
    game = editions.game("patrol")
    entries = [
        tuple(line.split())
        for line in journal.partition("---\n")[2].splitlines()
        if line.split()[0] not in ("mark", "result", "~")
    ]
    match: Match[Any] = Match(game, Setup("campaign"), None)
    known: dict[str | None, list[set[str]]] = {side: [] for side in ("red", "blue", None)}
    for number in range(len(entries) + 1):
        for side, sets in known.items():
            told = [match.view(side), [event for _, event in match.log(side)]]
            if side in match.to_answer:
                told.append(match.legal(side))
            own = [entry for entry in entries[:number] if entry[0] == side]
            words = set(CARD.findall(json.dumps([told, own])))
            sets.append(words | (sets[-1] if sets else set()))
        if number < len(entries):
            match.feed(entries[number])
    return known


def test_nothing_secret_crosses_the_wire(tmp_path):
    """Everything two players and an onlooker received in a match, looked through afterwards."""
    server = Server(tmp_path, toys=True)
    red, blue, match, _ = pair(server, game="patrol", scenario="campaign")
    watcher = server.client("a watcher")
    people = {"red": red, "blue": blue, None: watcher}
    rng = random.Random(5)
    received: list[tuple[str | None, int, str]] = []
    while True:
        entries = 0
        for side, client in people.items():
            client.received.clear()
            query = {"seat": side} if side else {}
            table = client.table(match, **query)
            entries = table["match"]["entries"]
            if table["result"] is not None:
                break
            with client.live(match, **query) as live:
                live.next("table")
            client.ask("GET", f"/matches/{match}/journal", params=query)
            for what in ("table", "overlays"):
                place = f"/matches/{match}/positions/{entries // 2}/{what}"
                client.ask("GET", place, params=query)
            client.get(f"/matches/{match}/playback", since=entries // 2, **query)
            for words in ("play fuel1", "spy b1", "lay sand2", "march r1 east", "spy r1"):
                client.ask("GET", f"/matches/{match}/why", params={**query, "words": words})
            client.choose(match, "blue" if side == "red" else "red", 0, ["play", "fuel1"])
            client.ask("POST", f"/matches/{match}/fork", json={"entries": 1})
            client.get("/matches", list="mine")
            client.get("/notices")
            received += [(side, entries, text) for text in client.received]
        else:
            asked = rng.choice(red.table(match)["decision"]["to_answer"])
            decision = people[asked].table(match, seat=asked)["decision"]
            words = rng.choice(decision["options"])["words"]
            assert people[asked].choose(match, asked, decision["number"], words).status_code == 200
            continue
        break
    journal = red.ask("GET", f"/matches/{match}/journal").text
    seed = re.search(r"^seed (\S+)$", journal, re.MULTILINE)
    assert seed is not None
    known = knowledge(journal)
    asked_about = {"fuel1", "sand2"}  # named in the questions above, so an echo proves nothing
    assert len(received) > 100
    for side, entries, text in received:
        assert seed[1] not in text
        assert set(CARD.findall(text)) - asked_about <= known[side][entries], (side, text)
    server.stop()
    assert server.troubles() == []


@pytest.mark.parametrize("slug", HIDING)
def test_no_piece_is_named_to_who_may_not_know_it(slug, tmp_path):
    """The real games at the wire: a piece is named to a side only if the rules told it of it."""
    game = editions.game(slug)
    scenario = game.scenarios[0].id
    pieces = set(game.presentation.things()["unit"])
    server = Server(tmp_path)
    one, two, match, sides = pair(server, game=slug, scenario=scenario)
    people = {sides[0]: one, sides[1]: two, None: server.client("a watcher")}
    rng = random.Random(5)
    received: list[tuple[str | None, int, str]] = []
    for number in range(48):
        entries = one.table(match)["match"]["entries"]
        for side, client in people.items() if number % 4 == 0 else ():
            client.received.clear()
            query = {"seat": side} if side else {}
            client.table(match, **query)
            with client.live(match, **query) as live:
                live.next("table")
            at = f"/matches/{match}"
            for place in ("journal", "overlays", f"positions/{entries // 2}/table", "playback"):
                client.ask("GET", f"{at}/{place}", params=query)
            client.choose(match, sides[0], 0, ["no", "such", "thing"])
            client.ask("POST", f"{at}/fork", json={"entries": entries, **query})
            client.get("/matches", list="mine")
            received += [(side, entries, text) for text in client.received]
        step({side: client for side, client in people.items() if side}, match, rng)
    one.post(f"/matches/{match}/resign", seat=sides[0])
    journal = one.ask("GET", f"/matches/{match}/journal").text
    lines = [line.split() for line in journal.partition("---\n")[2].splitlines()]
    known = named(game, scenario, [tuple(e) for e in lines if e[0] not in NO_ENTRY], pieces)
    hidden = 0
    for side, entries, text in received:
        found = pieces & set(WORD.findall(text))
        assert found <= known[side][entries], (side, found - known[side][entries])
        hidden += len(pieces - known[side][entries])
    assert len(received) > 200
    assert hidden > 0  # there was something to be kept
    server.stop()
    assert server.troubles() == []


NO_ENTRY = ("mark", "result", "~")
WORD = re.compile(r"\w+")


def named(
    game: Any, scenario: str, entries: list[tuple[str, ...]], pieces: set[str]
) -> dict[str | None, list[set[str]]]:
    """For each side and every length of the journal, the pieces that the kernel told it of."""
    match: Match[Any] = Match(game, Setup(scenario), None)
    known: dict[str | None, list[set[str]]] = {side: [] for side in (*game.sides, None)}
    for number in range(len(entries) + 1):
        for side, sets in known.items():
            told = [match.view(side), [event for _, event in match.log(side)]]
            if side in match.to_answer:
                told.append(match.legal(side))
            own = [entry for entry in entries[:number] if entry[0] == side]
            words = pieces & set(WORD.findall(json.dumps([told, own])))
            sets.append(words | (sets[-1] if sets else set()))
        if number < len(entries):
            match.feed(entries[number])
    return known


def test_bots_see_only_an_imagined_match():
    """What goes to a worker process does not contain what the bot's side cannot know."""
    from khamsin.kernel.play.transfer import unwrap, wrap

    rng = random.Random(3)
    for table_match in some(random_play("patrol", "campaign", 9)):
        for side in some(table_match.to_answer):
            world = table_match.match.imagine(side, rng)
            payload = wrap(world)
            assert table_match.record.seed.encode() not in payload
            opened = unwrap(table_match.game, payload)
            assert opened.view(side) == table_match.match.view(side)
            assert opened.log(side) == table_match.match.log(side)
            assert opened.dice is None
            assert opened.entries[: opened.marks[0].entries] == [("unknown",)] * (
                opened.marks[0].entries
            )


# -- imagined sandboxes ------------------------------------------------------------------------


def sandbox(table_match: TableMatch, side: str, guess: int) -> TableMatch:
    """What `fork` makes for a seat, with a given guess."""
    origin = imagined.Origin("m", 1, len(table_match.match.entries), side, guess)
    world = imagined.world(table_match, origin)
    seats = {each: Holder("screen", 1, "Ann") for each in table_match.game.sides}
    record = table_match.record
    wanted = Wanted(
        record.game, record.scenario, record.options, seats, True, None, "offer", True,
        origin=origin.text(),
    )  # fmt: skip
    made, _ = _begin(wanted, ANN, [], world)
    made.record = made.record._replace(id="m", seed="s", created=0.0)
    made.changed = 0.0
    for lines in made.seen.values():
        for line in lines:
            line.time = 0.0
    return made


def everything(table_match: TableMatch) -> bytes:
    """The sandbox as all its seats see it, its state, and the state it may be taken back to."""
    tables = [shown(table_match, 1, side) for side in table_match.game.sides]
    states = [
        table_match.match.state.data(),
        *(mark.state.data() for mark in table_match.match.marks),
    ]
    return b"\n".join([*tables, views.encode([states, table_match.match.entries])])


@pytest.mark.parametrize(("game", "scenario", "options"), CASES)
def test_a_sandbox_of_a_running_match_tells_nothing(game, scenario, options):
    """Whatever the truth is, the same guesses for the same seat make the very same sandbox."""
    differed = guessed = 0
    for seed in range(4):
        rng = random.Random(seed)
        for table_match in random_play(game, scenario, seed, *options):
            for side in table_match.game.sides:
                other = copy.copy(table_match)
                other.match = table_match.match.imagine(side, rng)
                differed += other.match.state.data() != table_match.match.state.data()
                guess = rng.getrandbits(64)
                mine, theirs = sandbox(table_match, side, guess), sandbox(other, side, guess)
                assert everything(mine) == everything(theirs)
                assert mine.match.view(side) == table_match.match.view(side)
                guessed += mine.match.state.data() != table_match.match.state.data()
    assert differed > 15
    assert guessed > 15


@pytest.mark.parametrize("slug", HIDING)
def test_the_same_holds_for_the_real_games(slug):
    """A few positions of a random match of each game that hides something."""
    game = editions.game(slug)
    rng = random.Random(1)
    looks = 0
    for number, table_match in enumerate(random_play(slug, game.scenarios[0].id, 1)):
        if number == 120:
            break
        if number % 20 == 10:
            for side in game.sides:
                other = copy.copy(table_match)
                other.match = table_match.match.imagine(side, rng)
                guess = rng.getrandbits(64)
                mine, theirs = sandbox(table_match, side, guess), sandbox(other, side, guess)
                assert everything(mine) == everything(theirs)
                looks += 1
    assert looks > 5


def test_guesses_have_nothing_to_do_with_the_secret_seed():
    """The same match, copied twice, is guessed differently; the seed is nowhere in it."""
    table_match = next(random_play("patrol", "campaign", 1))
    origins = {
        exports.fork(table_match, "red", len(table_match.match.entries)).origin for _ in range(5)
    }
    assert len(origins) == 5
    assert not any(table_match.record.seed in text for text in origins)
    with pytest.raises(ApiError, match="hidden_fork"):
        exports.fork(table_match, None, 1)


def test_a_sandbox_of_a_running_match_is_played_on(tmp_path):
    server = Server(tmp_path, toys=True)
    red, blue, match, _ = pair(server, game="patrol", scenario="campaign")
    rng = random.Random(5)
    people = {"red": red, "blue": blue}
    for _ in range(9):
        step(people, match, rng)
    table = red.table(match, seat="red")
    entries = table["match"]["entries"]
    made = red.post(f"/matches/{match}/fork", entries=entries, seat="red")["id"]
    red.post(f"/matches/{match}/fork", status=403, entries=entries, seat="blue")
    copied = red.table(made, seat="red")
    assert copied["picture"] == table["picture"]
    assert copied["match"]["imagined"]
    assert copied["match"]["first"] == entries
    told = {red.table(made, lang=lang)["match"]["notices"][0] for lang in ("en", "es", "pl")}
    assert len(told) == 3
    assert copied["log"]["lines"][-3]["kind"] == "imagined"  # and then both seats were taken
    assert blue.ask("GET", f"/matches/{made}/table").status_code == 404
    # Its beginning is the end of what it knows: nothing before can be asked for.
    assert not copied["match"]["you"]["may_undo"]
    red.post(f"/matches/{made}/offers", status=409, kind="undo", to=entries - 1, seat="red")
    early = red.get(f"/matches/{made}/positions/0/table", seat="red")
    assert early["entries"] == entries
    assert red.ask("GET", f"/matches/{made}/journal").json()["error"]["code"] == "imagined"
    both = {"red": red, "blue": red}
    for _ in range(4):
        assert step(both, made, rng)
    # The match itself goes on meanwhile; the sandbox is the same after a restart all the same.
    for _ in range(3):
        step(people, match, rng)
    tables = [red.table(made, seat=side) for side in ("red", "blue")]
    again = red.post(f"/matches/{made}/fork", entries=tables[0]["match"]["entries"])["id"]
    server.stop()
    server.start()
    red = server.client(red.person["name"])
    for side, before in zip(("red", "blue"), tables, strict=True):
        after = red.table(made, seat=side)
        assert (after["picture"], after["log"]) == (before["picture"], before["log"])
        assert red.table(again, seat=side)["picture"] == before["picture"]
    red.post(f"/matches/{made}/offers", kind="undo", to=entries, seat="red")
    assert red.table(made, seat="red")["picture"] == table["picture"]
    server.stop()
    assert server.troubles() == []


def test_blocks_are_guessed_in_a_sandbox_of_a_running_match(tmp_path):
    """Rommel in the Desert: the seat sees what it saw, and what it did not see may be otherwise."""
    server = Server(tmp_path)
    allied, axis, match, _ = pair(server, game="rommel", scenario="1940")
    rng = random.Random(6)
    for _ in range(24):  # deployment, hands, the first turns
        step({"allied": allied, "axis": axis}, match, rng)
    table = allied.table(match, seat="allied")
    entries = table["match"]["entries"]
    made = allied.post(f"/matches/{match}/fork", entries=entries, seat="allied")["id"]
    copied = allied.table(made, seat="allied")
    assert copied["picture"] == table["picture"]
    assert copied["match"]["imagined"]
    for _ in range(12):
        assert step({"allied": allied}, made, rng)
    server.stop()
    assert server.troubles() == []


def test_what_the_club_tells_of_a_running_match(tmp_path):
    """Profiles, ratings, tournaments, the archive, embedding, tokens: names and results only.

    Two hidden matches of a tournament are played side by side; whatever is asked of the club by
    the players, a stranger and a visitor has no card in it, nor the seed, nor a position.
    """
    server = Server(tmp_path, toys=True)
    one, two, stranger = (server.client(name) for name in ("club one", "club two", "stranger"))
    visitor = server.client()
    clock = {"reserve": 7 * 24 * 3600, "increment": 0}
    body: dict[str, Any] = {"title": "Patrols", "form": "series", "rounds": 3, "game": "patrol"}
    event = one.post("/events", **body, scenario="campaign", clock=clock, rated=True)["id"]
    for client in (one, two):
        client.post(f"/events/{event}/entries")
    one.post(f"/events/{event}/start")
    match = until(lambda: one.get(f"/events/{event}")["pairings"][0]["match"])
    people = {}
    for client in (one, two):
        (side,) = client.table(match)["match"]["you"]["sides"]
        people[side] = client
    made = one.post("/me/tokens", name="bot", scopes=["read"], password=PASSWORD)
    program = server.client()
    program.http.headers["Authorization"] = f"Bearer {made['token']}"
    other = next(side for side, client in people.items() if client is two)
    rng = random.Random(3)
    addresses = (
        *("/events", f"/events/{event}", "/ratings/patrol", "/people/club one", "/me/data"),
        *("/matches?list=archive", "/matches?list=mine", "/me/tokens", "/notices"),
        *(f"/matches/{match}/embedding", "/me/browsers", "/me/passkeys"),
    )
    heard: list[str] = []
    for _ in range(8):
        for client in (one, two, stranger, visitor, program):
            client.received.clear()
            for address in addresses:
                client.ask("GET", address)
            told = "".join(client.received)
            heard += client.received
            assert CARD.findall(told) == []
            assert "picture" not in told
        # A program sees its owner's seat, and no other.
        assert program.ask("GET", f"/matches/{match}/table?seat={other}").status_code == 403
        assert httpx.get(f"{server.url}/embed/{match}").status_code == 404
        step(people, match, rng)
    assert len(heard) == 8 * 5 * len(addresses)
    (side,) = one.table(match)["match"]["you"]["sides"]
    one.post(f"/matches/{match}/resign", seat=side)
    seed = one.table(match)["match"]["seed"]
    assert seed not in "".join(heard)
    server.stop()
    assert server.troubles() == []
