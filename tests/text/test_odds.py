"""Odds on the command line: by numbers alone, and of a saved match."""

from itertools import product

import pytest

from khamsin.cli import main
from khamsin.games import GAMES
from khamsin.games.battleaxe.game import Battleaxe
from khamsin.games.gazala.game import Gazala
from khamsin.games.malta.game import Malta
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import LANGUAGES
from khamsin.text import WORDS
from khamsin.text.odds import match_at, open_odds, reckoned
from tests.contract.play import game
from tests.some import some

DIE = range(1, 7)
MALTA, GAZALA = Malta().data, Gazala().data


def chances(slug, *words, row=0):
    return dict(reckoned(game(slug), words).rows[row].outcomes)


def test_battleaxe_by_counting_all_the_dice():
    found = chances("battleaxe", "attack=7", "defence=5", "points=3")
    ways = [7 + a + b - 5 - c - d for a, b, c, d in product(DIE, repeat=4)]
    assert found == pytest.approx(
        {
            "repulse": sum(way < 0 for way in ways) / 1296,
            "stalemate": sum(way == 0 for way in ways) / 1296,
            "success": sum(0 < way <= 3 for way in ways) / 1296,
            "overrun": sum(way > 3 for way in ways) / 1296,
        }
    )


def test_battleaxe_with_all_that_may_help():
    numbers = Battleaxe().data.numbers
    found = chances(
        "battleaxe", "attack=3", "defence=6", "points=4", "rommel=1", "enemy_artillery=1",
        "stutzpunkt=1", row=1,
    )  # fmt: skip
    fails = 0
    for a, b, c, d, rommel, guns in product(DIE, repeat=6):
        fires = guns + numbers.artillery_friendly_ground >= numbers.artillery_available_from
        worth = numbers.artillery_value if fires else 0
        fails += 3 + a + b + rommel - 6 - c - d - worth < 0
    assert found["repulse"] == pytest.approx(fails / 6**6)


def test_commander_by_hand():
    """Two dice that hit on 3 or less, and one that hits on 5 and twice on 2 or less."""
    found = chances("commander", "on3=2", "superior=1")
    assert found["0"] == pytest.approx(1 / 4 * 1 / 6)
    assert found["1"] == pytest.approx(1 / 2 * 1 / 6 + 1 / 4 * 3 / 6)
    assert found["4"] == pytest.approx(1 / 4 * 2 / 6)
    assert sum(found.values()) == pytest.approx(1)


def test_rommel_by_hand():
    found = chances("rommel", "fire", "double=2", "single=1")
    assert found["0"] == pytest.approx(4 / 9 * 5 / 6)
    assert found["3"] == pytest.approx(1 / 9 * 1 / 6)
    pursuit = chances("rommel", "pursuit", "same=1", "faster=1")
    assert len(pursuit) == 4  # three dice
    assert sum(pursuit.values()) == pytest.approx(1)


def test_malta_by_its_own_table():
    tables = MALTA.tables
    column = tables.lines["woods_town"].index(3)
    losers = sum(
        bool(tables.combat[one + two][column][0].hits) for one, two in product(DIE, repeat=2)
    )
    found = chances("malta", "attack=14", "defence=3", "modifiers=-1", "line=1")
    assert list(MALTA.tables.lines)[1] == "woods_town"
    assert found["repulsed"] + found["exchanged"] == pytest.approx(losers / 36)
    assert reckoned(game("malta"), ("attack=1", "defence=30")).rows == ()


def test_gazala_by_its_own_table():
    column = GAZALA.numbers.crt[3]
    assert column.odds == "2:1"
    found = chances("gazala", "combat", "attack=11", "defence=5", "steps=9")
    worse = [d > a for a, d in zip(column.attacker, column.defender, strict=True)]
    assert found["defender_worse"] == pytest.approx(sum(worse) / 6)
    shifted = reckoned(game("gazala"), ("attack=11", "defence=5", "steps=9", "shift=-1"))
    assert shifted.columns is not None
    assert (shifted.columns.start, shifted.columns.end) == (3, 2)
    armour = chances("gazala", "armour", "dice=2", "flak=1")
    assert armour["0"] == pytest.approx((5 / 6) ** 2 * 4 / 6)


@pytest.mark.parametrize(("slug", "language"), list(product(GAMES, LANGUAGES)))
def test_every_sum_can_be_told(slug, language):
    narrator = Narrator(game(slug), language, WORDS)
    for each in some(narrator.game.presentation.sums):
        words = [f"{name}=2" for name, usual in each.numbers.items() if usual in (None, 0)]
        odds = reckoned(narrator.game, (each.name, *words))
        assert narrator.fact("odds", odds.title)
        for row in odds.rows:
            assert narrator.fact("odds", row.row)
            assert sum(chance for _, chance in row.outcomes) == pytest.approx(1)
            assert all(narrator.text("outcome", name) for name, _ in row.outcomes)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["battleaxe", "air=1"], "attack=N, defence=N, points=N must be given"),
        (["battleaxe", "attack=x"], "'attack=x' is none of the numbers"),
        (["battleaxe", "morale=3"], "'morale=3' is none of the numbers"),
        (["rommel", "double=-1"], "'double=-1' is none of the numbers"),
        (["malta", "attack=0", "defence=1"], "at least 1"),
        (["malta", "attack=2", "defence=1", "line=9"], "0: other_day"),
        (["gazala", "attack=0", "defence=1", "steps=1"], "at least 1"),
        (["rommel", "double=1000000"], "at most 200"),
        (["/nothing/there"], "cannot be read"),
        (["chess"], "neither a game (battleaxe, commander"),
    ],
)
def test_what_cannot_be_reckoned_is_told_in_a_line(words, named, capsys):
    assert main(["odds", *words]) == 2
    message = capsys.readouterr().err
    assert named in message
    assert message.count("\n") == 1


def test_a_game_alone_lists_what_it_can_be_asked(capsys):
    assert main(["odds", "rommel"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "khamsin odds rommel fire single=0 double=0 triple=0",
        "khamsin odds rommel pursuit same=0 faster=0",
    ]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A match in which the Allies may attack, and the number of answers at which they may."""
    match = Match(Battleaxe(), Setup("standard"), SeededDice("1941"))
    at = 0
    while not at:
        if any(option[0] == "attack" for option in match.legal()):
            at = len(match.entries)
        option = max(match.legal(), key=lambda each: each[0] in ("assault", "move"))
        match.choose(option)
    path = tmp_path_factory.mktemp("match") / "one.khamsin"
    path.write_text(journal_of(match).text(), encoding="utf-8")
    return path, at


def test_a_saved_match_tells_what_is_at_stake(saved, capsys):
    path, at = saved
    match = match_at(path, at, None)
    found = open_odds(match, ())
    attacks = [option for option in match.legal() if option[0] == "attack"]
    assert len(found) >= len(attacks) > 0
    assert main(["odds", str(path), "--at", str(at), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.count("dice alone") == len(found)
    assert "Repulse" in out


def test_where_nothing_is_at_stake_a_line_says_so(saved, capsys):
    path, _ = saved
    assert main(["odds", str(path), "--at", "0", "--lang", "en"]) == 2
    assert "Nothing is at stake here" in capsys.readouterr().err
    assert main(["odds", str(path), "--at", "100000", "--lang", "en"]) == 2
    assert "entry 100000" in capsys.readouterr().err
