"""The analysis of a match, on matches whose answers are known."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any, cast

import pytest

from khamsin.bots import make_bot
from khamsin.bots.search.advice import advise_within
from khamsin.bots.search.budget import FIRST_LOOK, Budget
from khamsin.games import GAMES, find
from khamsin.kernel.game import Setup
from khamsin.kernel.mind.mind import Horizon, Mind
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.play.decision import DICE, MARK, Choose, Option, Roll, listed
from khamsin.kernel.play.dice import ScriptedDice, SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import LANGUAGES, load_catalogue
from khamsin.review import tasks
from khamsin.review.course import position
from khamsin.review.data import Asked, Costly, Said, Seen
from khamsin.review.data import Sketch as Sketched
from khamsin.review.page import WORDS, Page
from khamsin.review.rations import Thought, Thoughts, thoughts
from khamsin.review.reviewing import finished, review
from tests.games.battleaxe import staging
from tests.kernel.toys import Notes, Sketch
from tests.lab.test_page import read
from tests.some import some

ROUNDS = Budget(0.0, rounds=16 * FIRST_LOOK)


# -- a toy: take the win, or gamble for it ---------------------------------------------------------


async def wager(g: Notes) -> None:
    await MARK
    if not g.notes:
        (said,) = await Choose("a", "wager", listed([("gamble",), ("take",)]), "1")
        g.notes.append(said)
    await MARK
    if g.notes == ["take"]:
        g.end("a")
        return
    (die,) = await Roll(1, "wager", "2", "a")
    g.end("a" if die == 6 else "b")


def stands(g: Notes) -> dict[str, float]:
    if g.result is not None:
        chance = float(g.result.winner == "a")
    else:
        chance = 1 / 6 if g.notes == ["gamble"] else 0.5
    return {"a": chance, "b": 1 - chance}


def evenly(
    world: Match[Any], side: str, options: list[Option], posture: Posture = PLAIN, /
) -> list[float]:
    return [0.0] * len(options)


class Wager(Sketch):
    folder = find("battleaxe").folder  # for the kernel's words: it has none of its own

    @classmethod
    def mind(cls) -> Mind:
        return Mind(evenly, stands, Horizon("turn", 1))


def wagered(*answers: str, die: int = 1) -> Match[Any]:
    match = Match(Wager(wager), Setup("only"), ScriptedDice((die,)))
    for answer in answers:
        match.choose((answer,))
    return match


def test_a_thrown_away_win_is_the_costliest_decision() -> None:
    made = review(wagered("gamble"), ROUNDS)
    (costly,) = made["costly"]
    assert costly["at"] == 0
    assert costly["side"] == "a"
    assert costly["played"] == [{"prompt": "wager", "option": ["gamble"]}]
    assert costly["better"][0] == {"prompt": "wager", "option": ["take"]}
    assert costly["lost"] == pytest.approx(1 - costly["chance"])
    assert costly["lost"] > 0.5


def test_what_was_right_cost_nothing() -> None:
    made = review(wagered("take"), ROUNDS)
    assert made["costly"] == []
    assert made["points"][-1]["chances"] == {"a": 1.0, "b": 0.0}


@pytest.mark.parametrize("die", range(1, 7))
def test_luck_is_what_the_die_did_less_what_dice_do(die: int) -> None:
    made = review(wagered("gamble", die=die), ROUNDS)
    (throw,) = made["throws"]
    assert throw["dice"] == [("a", "wager", [die])]
    won = float(die == 6)
    assert throw["gain"]["a"] == pytest.approx(won - 1 / 6)
    assert throw["gain"]["b"] == pytest.approx(1 / 6 - won)
    assert made["luck"]["a"] == {
        "dice": 1, "pips": die, "gain": throw["gain"]["a"], "others": 0.0
    }  # fmt: skip
    assert made["luck"]["b"]["others"] == throw["gain"]["b"]


# -- a real one: the last evening --------------------------------------------------------------


def last_day() -> Match[Any]:
    """One point is missing, and a free unit stands beside it as night falls (17.2d)."""
    g = staging.table(
        {"7rtr": "7", "2_62": "23"}, allied=["7", "C"], turn=3, impulse=12, vp=9, half="allied"
    )
    return staging.match(g, source=SeededDice("night"))


@pytest.fixture(scope="module")
def thrown_away() -> Match[Any]:
    """The Allies answer as those who lose it, then everybody as he likes."""
    match = last_day()
    advice = advise_within(Seat(match, "allied"), Random(1), Budget(1.0, rounds=4 * FIRST_LOOK))
    assert advice.lines[0].chance == 1.0
    match.choose(min(advice.lines, key=lambda line: line.chance).answers[0].option)
    finish(match)
    assert match.result is not None
    assert match.result.winner == "axis"
    return match


def finish(match: Match[Any]) -> None:
    bot = make_bot("greedy", Random(1))
    while match.result is None:
        side = match.to_answer[0]
        match.choose(bot.choose(Seat(match, side)), side)


def test_the_last_evening_was_thrown_away(thrown_away: Match[Any]) -> None:
    made = review(thrown_away, ROUNDS)
    worst = made["costly"][0]
    assert (worst["at"], worst["side"]) == (0, "allied")
    assert worst["lost"] > 0.5
    again = last_day()
    assert tuple(worst["better"][0]["option"]) in again.legal("allied")


def test_the_same_match_gives_the_same_review(thrown_away: Match[Any]) -> None:
    made = [review(thrown_away, Budget(0.0, rounds=6), "x") for _ in range(2)]
    assert made[0] == made[1]


def test_it_hears_how_far_it_is() -> None:
    shares: list[float] = []
    review(wagered("gamble"), ROUNDS, tell=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


def test_a_match_is_left_as_it_was(thrown_away: Match[Any]) -> None:
    before = list(thrown_away.entries), thrown_away.state.digest()
    review(thrown_away, Budget(0.0, rounds=1))
    assert (list(thrown_away.entries), thrown_away.state.digest()) == before


# -- all games -----------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Match[Any]:
    """A match of each game, to the end."""
    game = find(request.param)
    match = Match(game, Setup(game.scenarios[0].id), SeededDice("review"))
    finish(match)
    return match


def test_a_review_as_tasks_and_what_it_counts(played: Match[Any]) -> None:
    made = sketched(played)["review"]
    sides = set(made["sides"])
    assert made["result"] is not None
    assert made["points"][-1]["at"] == len(played.entries)
    for point in some(made["points"]):
        assert {*point["chances"]} == sides
        assert len(sides) == 1 or sum(point["chances"].values()) == pytest.approx(1)
    rolled = [entry for entry in played.entries if entry[0] == DICE and is_dice(played, entry)]
    thrown = [values for throw in made["throws"] for _, _, values in throw["dice"]]
    assert [[int(value) for value in entry[2:]] for entry in rolled] == thrown
    told = {side: [0, 0] for side in sides}
    for throw in made["throws"]:
        for whose, _, values in throw["dice"]:
            if whose in told:
                told[whose][0] += len(values)
                told[whose][1] += sum(values)
    assert {side: [of["dice"], of["pips"]] for side, of in made["luck"].items()} == told
    for side in sides:
        total = sum(throw["gain"][side] for throw in made["throws"])
        luck = made["luck"][side]
        assert luck["gain"] + luck["others"] == pytest.approx(total)
    for counts in (made["losses"], made["ground"]):
        assert [each["at"] for each in counts] == sorted(each["at"] for each in counts)
    assert [each["at"] for each in made["turning"]] == sorted(t["at"] for t in made["turning"])


@cache
def sketched(match: Match[Any]) -> Sketched:
    return tasks.sketched(tasks.answer(match.game, tasks.sketch_of(match.setup, match.entries)))


def thought(match: Match[Any]) -> Seen:
    """As if the first stretch had been worst."""
    asked = sketched(match)["asked"][0]
    costly: Costly = {
        "at": asked["at"], "to": asked["at"] + 1, "side": asked["side"],
        "prompt": asked["played"][0]["prompt"], "facts": facts(match, asked["at"]),
        "played": asked["played"], "better": asked["played"][:1],
        "chance": 0.5, "lost": 0.1, "error": 0.01, "reasons": [],
    }  # fmt: skip
    return {"hope": 0.1, "tries": 20, "seconds": 1.0, "costly": costly}


def rationed(price: float, seconds: float) -> tuple[list[Thought], Thoughts]:
    """What is thought about where one try of a line takes so many seconds."""
    said = [{"prompt": "p", "option": ["x"]}]
    asked = [Asked(at=n, side="s", turn=n, played=cast("list[Said]", said)) for n in range(20)]
    plan, given = thoughts(asked, Budget(seconds)), []
    seen: Seen | None = None
    while True:
        try:
            given.append(next(plan) if seen is None else plan.send(seen))
        except StopIteration as end:
            return given, end.value
        tries = max(int(given[-1].budget.seconds / price), 2)  # a look is never cut off in a try
        seen = Seen(hope=0.0, tries=tries, seconds=tries * price, costly=None)


def test_a_large_game_gets_fewer_looks_in_the_same_time() -> None:
    for price in (0.02, 0.1, 0.5, 1.0):
        given, found = rationed(price, 40.0)
        spent = sum(max(int(each.budget.seconds / price), 2) * price for each in given)
        assert spent <= 1.3 * 40
        shares = [each.share for each in given]
        assert shares == sorted(shares)
        glances = [each for each in given if each.stage == "glance"]
        looks = [each for each in given if each.stage == "look"]
        assert found.seen
        if price < 0.1:
            assert (len(glances), len(looks), found.looked) == (20, 6, 20)
        if price >= 0.5:  # glances saw nothing: few decisions, but each of them well
            assert len(glances) == 2
            assert found.looked == len(looks) == (6 if price < 1 else 3)
            assert all(each.budget.seconds >= 6 * price for each in looks)


def facts(match: Match[Any], at: int) -> dict[str, Any]:
    ask = position(match, at).decision
    assert ask is not None
    return dict(ask.facts)


def is_dice(match: Match[Any], entry: tuple[str, ...]) -> bool:
    """Cups and cards are no dice."""
    del match
    return all(word in "123456" for word in entry[2:])


def test_one_task_asks_what_a_seat_could_have_done(played: Match[Any]) -> None:
    asked = sketched(played)["asked"][0]
    budget = Budget(0.0, rounds=1)
    question = tasks.thought_of(played.setup, played.entries, asked, budget, "x")
    assert len(json.loads(question)["entries"]) == asked["at"]  # nothing of what came later
    seen = tasks.seen(tasks.answer(played.game, question))
    assert -1 <= seen["hope"] <= 1
    costly = seen["costly"]
    assert costly is None or costly["side"] == asked["side"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_it_in_every_language(played: Match[Any], language: str) -> None:
    made = finished(sketched(played), Thoughts([thought(played)], 1))
    narrator = Narrator(played.game, language, WORDS)
    page = Page(narrator, made).html()
    reader = read(page)
    assert all(link.startswith("#turn") for link in reader.links)
    assert "url(" not in page
    assert "<script" not in page
    assert f'lang="{language}"' in page
    text = " ".join(reader.text)
    for heading in ("turning", "costly", "luck"):
        assert narrator.words.say(f"review.{heading}") in text
    assert narrator.words.say("review.unfinished") not in text
    board = read(Page(narrator, made, lambda at: f"#/m/x/at/{at}").html())
    for link in some(board.links):
        assert 0 <= int(link.removeprefix("#/m/x/at/")) <= len(played.entries)


def test_an_unfinished_match_says_so() -> None:
    match = Match(find("battleaxe"), Setup("standard"), SeededDice("review"))
    match.choose(match.legal()[0])
    made = review(match, Budget(0.0, rounds=1))
    narrator = Narrator(match.game, "en", WORDS)
    assert narrator.words.say("review.unfinished") in Page(narrator, made).html()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_in_every_language(language: str) -> None:
    mine, theirs = load_catalogue(WORDS, "en"), load_catalogue(WORDS, language)
    assert {*mine.keys()} == {*theirs.keys()}
