"""A sixth game, added from outside: no line of Khamsin knows Oasis, and everything plays it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.outside import KHAMSIN, OASIS, ROOT
from tests.table.serving import LOCAL_KEY, Client, Server, until

Env = dict[str, str]


def run(outside: Env, *words: str, typed: tuple[str, ...] = ()) -> str:
    """What a command writes."""
    done = subprocess.run(
        [sys.executable, *words],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        env=outside,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def khamsin(outside: Env, *words: str, typed: tuple[str, ...] = ()) -> str:
    return run(outside, "-m", "khamsin.cli", *words, typed=typed)


def test_khamsin_does_not_know_it() -> None:
    files = [path for path in KHAMSIN.joinpath("khamsin").rglob("*") if path.is_file()]
    assert len(files) > 300
    named = re.compile(rb"khamsin[-_]oasis|oasis:Oasis|\braiders\b|\bred_banner\b")
    texts = (path for path in files if path.suffix in (".py", ".toml", ".js", ".html"))
    assert [path.name for path in texts if named.search(path.read_bytes())] == []


def test_the_guide_tells_commands_that_are_understood(outside: Env) -> None:
    """Those that name Oasis: tests/test_docs.py looks at all others."""
    guide = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\$ khamsin (.+)$", guide, re.MULTILINE)
    assert sum("oasis" in line for line in lines) > 4
    program = "import sys; from khamsin.cli import parser; known = parser()\n"
    program += "for line in sys.stdin: known.parse_args(line.split())"
    run(outside, "-c", program, typed=tuple(lines))


# -- at the terminal -------------------------------------------------------------------------


def test_it_is_listed_with_the_others(outside: Env) -> None:
    listed = khamsin(outside, "games")
    assert "oasis: Oasis; sides: raiders, emir" in listed
    assert re.search(r"--option sandstorm +Sandstorms \[9\.1\]", listed)
    assert "battleaxe: Operation Battleaxe" in listed


def test_its_rulebook_is_read(outside: Env) -> None:
    assert "One player leads the raiders" in khamsin(outside, "rules", "oasis", "1")
    assert "Quién juega" in khamsin(outside, "rules", "oasis", "1", "--language", "es")


def test_its_odds_are_told_by_numbers(outside: Env) -> None:
    told = khamsin(outside, "odds", "oasis", "attack=5", "defence=4")
    assert re.search(r"16\.7% +33\.3% +50\.0%", told), told


def test_it_is_played_in_the_terminal(outside: Env, tmp_path: Path) -> None:
    file = tmp_path / "oasis.khamsin"
    typed = ("why spears bir", "move scouts salt", "undo", "move red_banner bir", "done", "odds")
    play = ("play", "oasis", "--emir", "greedy", "--seed", "1", "--save", str(file))
    told = khamsin(outside, *play, typed=(*typed, "attack bir", "quit"))
    assert "The two areas have no common border. [5.1]" in told
    assert "Scouts moves from Eagle Rocks to Salt Pan. [5.1]" in told
    assert "The Raiders attack in Three Palms with Red Banner. [6.1]" in told
    assert re.search(r"Repulse +Bloody +Rout", told)
    assert "The Emir begins turn 1." in told
    journal = file.read_text(encoding="utf-8")
    assert "game oasis" in journal
    assert "raiders move red_banner bir" in journal
    polish = ("play", "oasis", "--load", str(file), "--language", "pl")
    again = khamsin(outside, *polish, typed=("move scouts salt", "quit"))
    assert "Odpowiadaj numerem" in again  # the terminal speaks Polish; Oasis does not,
    assert "Scouts moves from Eagle Rocks to Salt Pan." in again  # and is told in English


# -- computer players ------------------------------------------------------------------------


def results(outside: Env, folder: Path, *words: str) -> dict[str, Any]:
    """What a command of the laboratory writes for machines."""
    file = folder / "results.json"
    khamsin(outside, *words, "--seed", "7", "--jobs", "1", "--json", str(file))
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def test_bots_play_many_games_of_it(outside: Env, tmp_path: Path) -> None:
    found = results(outside, tmp_path, "simulate", "oasis", "--games", "4")
    assert len(found["games"]) == 4
    assert {game["winner"] for game in found["games"]} <= {"raiders", "emir"}


def test_its_mind_beats_chance_in_the_arena(outside: Env, tmp_path: Path) -> None:
    found = results(outside, tmp_path, "arena", "oasis", "greedy", "random", "--games", "4")
    assert found["contest"]["pair_scores"] == {"1": 2}  # both games of both pairs


def test_the_tree_search_thinks_about_it(outside: Env, tmp_path: Path) -> None:
    words = ("simulate", "oasis", "--raiders", "tree:0.05", "--emir", "random", "--games", "1")
    (game,) = results(outside, tmp_path, *words)["games"]
    assert game["bots"]["raiders"] == "tree:0.05"
    assert game["decisions"] > 10
    assert game["winner"] in ("raiders", "emir")


# -- at a table ------------------------------------------------------------------------------


def test_it_is_played_at_a_table_against_a_bot(outside: Env, tmp_path: Path) -> None:
    server = Server(tmp_path, environment=outside, LOCAL_KEY=LOCAL_KEY)
    try:
        play_a_turn(server.client())
    finally:
        server.stop()
    assert server.troubles() == []


def play_a_turn(client: Client) -> None:
    card = next(each for each in client.get("/games") if each["slug"] == "oasis")
    assert [side["id"] for side in card["sides"]] == ["raiders", "emir"]
    seats = {"raiders": {"kind": "you"}, "emir": {"kind": "bot", "bot": "greedy"}}
    match = client.match(game="oasis", options=["sandstorm"], seats=seats)["id"]

    def asked() -> Any:
        table = client.table(match, seat="raiders")
        mine = "raiders" in (table["decision"] or {"to_answer": ()})["to_answer"]
        return table if mine or table["result"] else None

    for words in (["move", "red_banner", "bir"], ["done"]):
        number = until(asked)["decision"]["number"]
        assert client.choose(match, "raiders", number, words).status_code == 200
    for _ in range(20):
        table = until(asked)
        if table["picture"]["markers"][0]["cell"] == 1:
            break
        decision = table["decision"]
        words = decision["options"][-1]["words"]
        assert client.choose(match, "raiders", decision["number"], words).status_code == 200
    else:
        raise AssertionError("the bot has not played its half")


# -- the contract ----------------------------------------------------------------------------


def test_it_keeps_the_contract_of_all_games(outside: Env) -> None:
    """The same tests that our games must pass, and its own."""
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    some = "oasis and not another_process"  # a process is what this is
    files = ("tests/contract", "tests/games/test_words.py", str(OASIS / "tests"))
    plain = outside | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    told = run(plain, *words, "-k", some, *files)
    passed = re.search(r"(\d+) passed", told)
    assert passed is not None
    assert int(passed[1]) > 40
    assert "skipped" not in told
