"""What is counted in a game, for every game alike."""

from collections import Counter
from random import Random

import pytest

from khamsin.bots import make_bot
from khamsin.games import GAMES
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.journal import parse
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.play.state import Event
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.report.study import totals
from khamsin.lab.simulate import Plan, play_one, the_game
from khamsin.lab.tally import CHOSEN, DIE, EVENT, FIGHT, LOSS, OFFERED, Key, Tally, key
from tests.golden.make import FOLDER

BATTLEAXE = Plan("battleaxe", "standard", (), (("allied", "random"), ("axis", "random")), "1941")


@pytest.fixture(scope="module")
def record():
    return play_one(BATTLEAXE, 0)


def of(record, table):
    return {each: count for each, count in totals([record]).items() if each.table == table}


def test_every_answer_is_counted_once_and_was_offered(record):
    chosen, offered = of(record, CHOSEN), of(record, OFFERED)
    assert sum(chosen.values()) == record.decisions
    assert all(count <= offered[each._replace(table=OFFERED)] for each, count in chosen.items())


def test_dice_and_events_are_those_of_the_match(record):
    """The same match played again by its answers has the same dice and events."""
    game = the_game("battleaxe", None)
    match = Match(game, Setup("standard"), SeededDice("1941.0"))
    bots = {side: make_bot("random", Random(f"1941.0.{side}")) for side in game.sides}
    while match.result is None:
        side = match.to_answer[0]
        match.choose(bots[side].choose(Seat(match, side)), side)
    assert match.result.scores == record.scores
    rolled: Counter[tuple[str, str]] = Counter()
    for entry in match.entries:
        if entry[0] == "dice":
            rolled.update((entry[1], face) for face in entry[2:])
    counted: Counter[tuple[str, str]] = Counter()
    for each, count in of(record, DIE).items():
        counted[each.name, each.detail] += count
    assert counted == rolled
    happened = Counter(event.kind for _, event in match.events)
    told: Counter[str] = Counter()
    for each, count in of(record, EVENT).items():
        told[each.name] += count
    assert told == happened
    assert sum(of(record, FIGHT).values()) == happened["attack"]
    assert sum(of(record, LOSS).values()) == happened["reduced"] + happened["eliminated"]


def test_a_loss_without_a_place_happened_where_the_last_fight_began():
    tally = Tally(the_game("commander", None))
    tally.events(
        [
            (1, Event("battle", "battle.1", {"place": "gd_lille", "side": "axis"})),
            (2, Event("destroyed", "hits.2", {"unit": "gd_1cha"})),
            (2, Event("reduced", "hits.2", {"unit": "gd_37"})),
            (3, Event("moved", "move.1", {"unit": "gd_37"}, audience=("axis",))),
        ]
    )
    assert dict(tally.counts) == {
        "event axis battle -": 1,
        "fight - gd_lille -": 1,
        "event allied destroyed -": 1,
        "loss allied gd_lille -": 1,
        "event axis reduced -": 1,
        "loss axis gd_lille -": 1,
    }


def test_keys_are_read_as_they_are_written():
    one = Key(LOSS, "axis", "9")
    assert str(one) == "loss axis 9 -"
    assert key(str(one)) == one


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_says_which_events_are_fights_and_losses(slug):
    game = the_game(slug, None)
    words = Narrator(game).words
    assert game.statistics.fights
    assert game.statistics.losses
    assert all(
        f"event.{kind}" in words
        for kind in (*game.statistics.fights, *game.statistics.losses, *game.statistics.clock)
    )


def tally_of(slug, path):
    """What was counted in a golden game."""
    journal = parse(path.read_text(encoding="utf-8"), path.name)
    match = Match(the_game(slug, None), Setup(journal.scenario, journal.options), None)
    for answer in journal.answers:
        match.feed(answer.entry)
    tally = Tally(match.game)
    tally.events(match.events)
    return {key(text): count for text, count in tally.counts.items()}


@pytest.mark.parametrize("slug", GAMES)
def test_fights_and_losses_of_a_real_game_are_on_the_map_and_of_a_side(slug):
    """Otherwise the heat map would be drawn without them, and nobody would notice."""
    files = sorted((FOLDER / slug).glob("*.khamsin"))
    counts: Counter[Key] = Counter()
    for path in files:
        counts.update(tally_of(slug, path))
    assert {FIGHT, LOSS} <= {each.table for each in counts}
    game = the_game(slug, None)
    scene = game.presentation.scene(Narrator(game))
    places = {space["id"] for space in scene["spaces"]}
    assert {each.name for each in counts if each.table == FIGHT} <= places
    lost = {each: count for each, count in counts.items() if each.table == LOSS}
    assert {each.side for each in lost} <= set(scene["sides"])
    on_map = sum(count for each, count in lost.items() if each.name in places)
    assert on_map / sum(lost.values()) > 0.9  # some drown at sea
