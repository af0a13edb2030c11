"""The tree search: known best answers, chance included; no truth; the same thoughts again."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from time import process_time
from typing import Any

import pytest

from khamsin.bots import bots_for, make_bot
from khamsin.bots.greedy import GreedyBot
from khamsin.bots.search.budget import FIRST_LOOK
from khamsin.bots.search.common_dice import CommonDice, CommonThrows
from khamsin.bots.search.line import Answer, Line
from khamsin.bots.search.memory import Memory, answered_for, read
from khamsin.bots.search.tally import (
    End,
    Record,
    Table,
    compared,
    is_clear,
    survivors,
    verdict,
)
from khamsin.bots.search.tree import LEVELS, TURN, Strength, TreeBot
from khamsin.games import GAMES, find
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Setup
from khamsin.kernel.mind.mind import Horizon, Judge, Mind, StoppingRule
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.play.decision import MARK, Choose, Draw, Option, Roll, listed
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.text.words import LANGUAGES
from khamsin.table.show.presenter import card
from tests.games.battleaxe import staging
from tests.kernel.patrol import Patrol
from tests.kernel.toys import Notes, Play, sketch

SAFE, RISKY = ("safe",), ("risky",)
ROUNDS = 60
TO_THE_END = Horizon("turn", 99)


def likes(*favourites: str) -> Judge:
    """A judgement that likes options with these words, and nothing else, in any posture."""

    def judge(
        world: Match[Any], side: str, options: list[Option], posture: Posture = PLAIN
    ) -> list[float]:
        del world, side, posture
        return [float(option[0] in favourites) for option in options]

    return judge


def even(g: Any) -> dict[str, float]:
    """An evaluation that knows nothing."""
    del g
    return {"a": 0.5, "b": 0.5}


def answer(
    rules: Play,
    favourites: tuple[str, ...] = (),
    *,
    evaluate: Callable[[Any], dict[str, float]] = even,
    horizon: Horizon = TO_THE_END,
    rounds: int = ROUNDS,
    seed: int = 1,
) -> Option:
    """What the tree search answers to the first question of these rules."""
    match = sketch(rules, source=SeededDice("truth"))
    mind = Mind(likes(*favourites), evaluate, horizon)
    bot = TreeBot(Random(seed), Strength(rounds=rounds), mind)
    return bot.choose(Seat(match, match.to_answer[0]))


# -- known best answers ----------------------------------------------------------------------


def wager(wins_from: int) -> Play:
    """Play safe, and a second die decides at even odds; or risk one die."""

    async def rules(g: Notes) -> None:
        await MARK
        chosen = await Choose("a", "wager", listed([SAFE, RISKY]), "1")
        (die,) = await Roll(1, "luck", "2")
        g.end("a" if die >= (wins_from if chosen == RISKY else 4) else "b")

    return rules


@pytest.mark.parametrize(("wins_from", "best"), [(2, RISKY), (6, SAFE)])
@pytest.mark.parametrize("favourite", ["safe", "risky"])
def test_chances_are_found_out_whatever_the_judgement_likes(
    wins_from: int, best: Option, favourite: str
) -> None:
    assert answer(wager(wins_from), (favourite,)) == best


def test_between_equals_the_judgement_decides() -> None:
    assert answer(wager(4), ("risky",)) == RISKY
    assert answer(wager(4), ("safe",)) == SAFE


def test_the_reply_of_the_enemy_is_seen() -> None:
    async def bait(g: Notes) -> None:
        await MARK
        taken = await Choose("a", "bait", listed([("take",), ("leave",)]), "1")
        if taken == ("take",):
            reply = await Choose("b", "reply", listed([("sleep",), ("strike",)]), "2")
            g.end("b" if reply == ("strike",) else "a")
            return
        (die,) = await Roll(1, "luck", "2")
        g.end("a" if die > 2 else "b")

    assert answer(bait, ("take", "strike")) == ("leave",)


def test_the_outlook_counts_at_the_horizon_and_a_result_before_it() -> None:
    async def long(g: Notes) -> None:
        while True:
            await MARK
            g.tell("turn", "1", turn=g.step)
            g.step += 1
            (word,) = await Choose("a", "gather", listed([("sand",), ("gold",)]), "1")
            g.notes.append(word)

    def rich(g: Any) -> dict[str, float]:
        share = min(0.1 * g.notes.count("gold"), 1.0)
        return {"a": share, "b": 1 - share}

    assert answer(long, ("sand",), evaluate=rich, horizon=Horizon("turn", 2)) == ("gold",)


def column(steps: int) -> Play:
    """A march in small steps. Who goes all the way wins often, who stops on the way seldom."""

    async def rules(g: Notes) -> None:
        while len(g.notes) < steps:
            await MARK
            g.notes += await Choose("a", "step", listed([("rest",), ("go",)]), "1")
        (die,) = await Roll(1, "luck", "2")
        gone = g.notes.count("go")
        g.end("a" if die > (1 if gone == steps else 5 if gone else 3) else "b")

    return rules


def keen_only(
    world: Match[Any], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Who is keen goes on; who is not, rests."""
    del world, side
    return [float((option[0] == "go") == (posture == KEEN)) for option in options]


KEEN = Posture(goals=2.0)
LED = TO_THE_END._replace(postures=lambda *_: (PLAIN, Posture(dangers=2.0), KEEN))


def test_where_single_steps_decide_nothing_a_posture_is_found_that_goes_all_the_way() -> None:
    """One step alone makes things worse."""
    bot = TreeBot(Random(1), Strength(rounds=FIRST_LOOK * 4), Mind(keen_only, even, LED))
    assert played(bot, column(5)) == [("go",)] * 5


def test_whole_turns_are_found_that_no_posture_plays() -> None:
    """The judgement rests in every posture; only a line of answers of its own goes on."""
    mind = Mind(likes("rest"), even, TO_THE_END)
    found = [
        played(TreeBot(Random(seed), Strength(rounds=ROUNDS), mind), column(2)) for seed in range(8)
    ]
    assert sum(line == [("go",)] * 2 for line in found) >= 6


def played(bot: TreeBot, rules: Play) -> list[Option]:
    """What a bot answers as long as it is asked."""
    match = sketch(rules, source=SeededDice("truth"))
    answers = []
    while match.decision is not None:
        answers.append(bot.choose(Seat(match, "a")))
        match.choose(answers[-1])
    return answers


def test_among_deployments_that_are_as_good_any_is_made() -> None:
    mixed = TO_THE_END._replace(mixed=("wager",))
    found = {answer(wager(4), ("risky",), horizon=mixed, seed=seed) for seed in range(9)}
    assert found == {SAFE, RISKY}
    clear = {answer(wager(2), ("safe",), horizon=mixed, seed=seed) for seed in range(9)}
    assert clear == {RISKY}


def test_a_posture_that_is_no_better_is_not_taken() -> None:
    mind = Mind(keen_only, even, LED)
    match = sketch(wager(4), source=SeededDice("truth"))
    bot = TreeBot(Random(1), Strength(rounds=FIRST_LOOK), mind)
    assert bot.choose(Seat(match, "a")) == SAFE


def test_without_time_the_usual_posture_leads() -> None:
    match = sketch(column(5), source=SeededDice("truth"))
    for postures, answer in (((KEEN, PLAIN), "go"), ((PLAIN, KEEN), "rest")):
        led = LED._replace(postures=lambda *_, postures=postures: postures)
        bot = TreeBot(Random(1), Strength(rounds=1), Mind(keen_only, even, led))
        assert bot.choose(Seat(match, "a")) == (answer,)


def test_it_takes_the_open_ground_that_decides_the_last_day() -> None:
    """17.2d One point is missing, and a free unit stands beside it as night falls."""
    g = staging.table(
        {"7rtr": "7", "2_62": "23"}, allied=["7", "C"], turn=3, impulse=12, vp=9, half="allied"
    )
    match = staging.match(g, source=SeededDice("night"))
    assert match.decision is not None
    bot = TreeBot(Random(3), Strength(rounds=FIRST_LOOK))
    while match.decision is not None and match.result is None:
        side = match.to_answer[0]
        match.choose(bot.choose(Seat(match, side)), side)
    assert match.result is not None
    assert match.result.winner == "allied"


# -- it sees what its seat sees --------------------------------------------------------------


PATROL = Mind(likes("march", "on"), lambda _: {"red": 0.5, "blue": 0.5}, Horizon("day", 9))


@pytest.mark.parametrize("seed", range(3))
def test_in_worlds_that_look_alike_it_answers_alike(seed: int) -> None:
    match, rng = Match(Patrol(), Setup("raid"), SeededDice(f"truth{seed}")), Random(seed)
    looks = 0
    while match.result is None:
        side = match.to_answer[0]
        if match.decision is not None and match.decision.prompt in ("act", "ambush"):
            looks += 1
            worlds = [match, *[match.imagine(side, Random(n)) for n in range(3)]]
            answers = {
                TreeBot(Random(7), Strength(rounds=6), PATROL).choose(Seat(world, side))
                for world in worlds
            }
            assert len(answers) == 1
        match.choose(rng.choice(match.legal(side)), side)
    assert looks > 0


@pytest.mark.parametrize(
    ("slug", "scenario", "prompt"), [("malta", "intro", "attack"), ("rommel", "1940", "cards")]
)
def test_nor_does_it_see_what_a_game_of_ours_hides(
    monkeypatch: pytest.MonkeyPatch, slug: str, scenario: str, prompt: str
) -> None:
    """Not only the answers are alike: so is every number that led to them."""
    match = Match(find(slug), Setup(scenario), SeededDice("alike"))
    advance(match, lambda: match.chances > 3 and is_asked(match, prompt))
    side = match.to_answer[0]
    worlds = [match, *[match.imagine(side, Random(n)) for n in range(3)]]
    assert len({world.state.digest() for world in worlds}) > 1
    seen = watched(monkeypatch)
    mind = match.game.mind()
    assert mind is not None
    shortsighted = mind._replace(horizon=mind.horizon._replace(times=1))
    for world in worlds:
        TreeBot(Random(7), Strength(rounds=1), shortsighted).choose(Seat(world, side))
    assert seen == [seen[0]] * len(worlds)


def is_asked(match: Match[Any], prompt: str) -> bool:
    """Whether this is to be decided, among a few options."""
    return match.decision is not None and match.decision.prompt == prompt and len(match.legal()) > 2


def test_the_dice_to_come_are_not_foreseen() -> None:
    """The true die of each of these matches is another; the answer is the same."""
    answers = set()
    for number in range(8):
        match = sketch(wager(4), source=SeededDice(f"truth{number}"))
        mind = Mind(likes(), even, Horizon("turn", 9))
        bot = TreeBot(Random(2), Strength(rounds=8), mind)
        answers.add(bot.choose(Seat(match, "a")))
    assert len(answers) == 1


# -- what it keeps ---------------------------------------------------------------------------


def halves(
    bots: Callable[[], TreeBot], *, is_new: bool, decisions: int
) -> tuple[list[Option], str]:
    """What the Allies answer at first; if wanted by a new bot each time, which is told what the one
    before it kept, and what is kept in the end.
    """
    match, greedy = (
        Match(find("battleaxe"), Setup("standard"), SeededDice("kept")),
        GreedyBot(Random(2)),
    )
    answers: list[Option] = []
    bot, memory = bots(), ""
    while len(answers) < decisions:
        side = match.to_answer[0]
        if side == "allied" and len(match.legal()) == 1:
            memory = answered_for(memory) if memory else ""
            bot.choose(Seat(match, side))
            match.choose(match.legal()[0], side)
        elif side == "allied":
            if is_new:
                bot = bots()
                bot.recall(memory)
            answers.append(bot.choose(Seat(match, side)))
            memory = bot.memory
            match.choose(answers[-1], side)
        else:
            match.choose(greedy.choose(Seat(match, side)), side)
    return answers, memory


def test_a_new_bot_that_is_told_what_the_last_one_kept_plays_on_in_its_place() -> None:
    found = []
    for is_new in (True, False):
        rng = Random(3)
        bots = partial(TreeBot, rng, Strength(seconds=1.0, rounds=2))
        answers, memory = halves(bots, is_new=is_new, decisions=7)
        row = json.loads(memory)
        found.append((answers, row["turn"], row["entries"], row["posture"], row["answers"]))
        assert 0 < row["left"] < TURN  # and its time goes on running
    assert found[0] == found[1]


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"posture": 1}', "null"])
def test_of_what_cannot_be_read_nothing_is_kept(text: str) -> None:
    assert read(text) == Memory()


# -- the same again --------------------------------------------------------------------------


def watched(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """A list to which the tables of every decision will be added."""
    seen: list[Table] = []

    def watch(lines: list[Line], tables: list[Table], stopping: StoppingRule) -> Line:
        seen.extend(tables)
        return verdict(lines, tables, stopping)

    monkeypatch.setattr("khamsin.bots.search.planning.verdict", watch)
    return seen


def advance(match: Match[Any], is_there: Callable[[], bool]) -> None:
    """Let the greedy bot play until then."""
    greedy = GreedyBot(Random(1))
    while not is_there():
        side = match.to_answer[0]
        match.choose(greedy.choose(Seat(match, side)), side)


def thoughts(monkeypatch: pytest.MonkeyPatch, processes: int) -> list[Table]:
    """The tables of one decision in the middle of a battle."""
    seen = watched(monkeypatch)
    match = Match(find("battleaxe"), Setup("standard"), SeededDice("same"))
    advance(match, lambda: match.chances >= 3)
    bot = TreeBot(Random(5), Strength(rounds=2, processes=processes))
    bot.choose(Seat(match, match.to_answer[0]))
    return seen


def test_the_same_rounds_and_luck_give_the_same_thoughts_in_one_process_and_in_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = thoughts(monkeypatch, 1)
    assert thoughts(monkeypatch, 1) == alone
    together = thoughts(monkeypatch, 2)
    assert thoughts(monkeypatch, 2) == together
    assert len(alone) == 1
    assert len(together) == 4  # each finds lines, then each compares the best of both
    assert together[0] != together[1]  # each has worlds of its own


def test_time_is_saved_and_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()

    def clock() -> float:
        """Each look at it takes a millisecond, whatever the machine is doing."""
        return next(ticks) / 1000

    monkeypatch.setattr("khamsin.bots.search.tree.process_time", clock)
    monkeypatch.setattr("khamsin.bots.search.budget.process_time", clock)
    match = Match(find("battleaxe"), Setup("standard"), SeededDice("time"))
    bot = TreeBot(Random(5), Strength(seconds=0.005))
    spent = 0
    for _ in range(10):
        side = match.to_answer[0]
        before = next(ticks)
        match.choose(bot.choose(Seat(match, side)), side)
        spent += next(ticks) - before
        assert 0 <= bot.left <= TURN * 0.005
    assert 20 < spent < TURN * 5 * 2  # milliseconds: no more than two turns may cost


def test_what_was_too_dear_is_not_begun_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless(g: Notes) -> None:
        while True:
            await MARK
            g.notes += await Choose("a", "wager", listed([SAFE, RISKY]), "1")

    def slow(g: Any) -> dict[str, float]:
        until = process_time() + 0.002
        while process_time() < until:
            pass
        return even(g)

    seen = watched(monkeypatch)
    now = Mind(likes(), slow, Horizon("turn", 0))
    bot = TreeBot(Random(1), Strength(seconds=0.01), now)
    races = []
    for _ in range(60):
        bot.choose(Seat(sketch(endless, source=SeededDice("truth")), "a"))
        races.append(len(seen))
    assert races[0] == 1
    assert 1 < races[-1] < 20


# -- the race --------------------------------------------------------------------------------

A, B, C = (Line(PLAIN, (Answer("", (word,)),)) for word in "abc")
STOPPING = StoppingRule()


def seen(**values: list[float]) -> Table:
    """A table in which lines came to these in the first, second, ... world."""
    lines = dict(zip("abc", (A, B, C), strict=True))
    return {
        lines[name]: Record({at: End(value, value, None) for at, value in enumerate(row)})
        for name, row in values.items()
    }


def test_lines_are_compared_in_the_worlds_that_both_were_tried_in() -> None:
    luck = [0.9, 0.1, 0.8, 0.2]
    table = seen(a=[v + 0.05 for v in luck], b=[*luck, 0.99])
    mean, error, worlds = compared(A, B, [table], STOPPING)
    assert mean == pytest.approx(0.05)
    assert error < 0.01
    assert worlds == 4


def test_the_clearly_worse_drop_out_and_the_baseline_stays() -> None:
    table = seen(a=[0.5] * 6, b=[0.7] * 6, c=[0.3] * 6)
    assert survivors([A, B, C], table, STOPPING) == [A, B]
    assert is_clear([A, B], table, STOPPING)
    assert is_clear([A], table, STOPPING)
    assert not is_clear([A, B], seen(a=[0.5, 0.5, 0.5], b=[0.9, 0.2, 0.6]), STOPPING)


async def many_chances(g: Notes) -> None:
    """One die, and if somebody likes a second; at last a draw for both."""
    await MARK
    for _ in range(int((await Choose("a", "dice", listed([("1",), ("2",)]), "1"))[0])):
        g.notes.append(str(*await Roll(1, "luck", "2", "a")))
    g.notes.append(*await Draw(CUP, 1, "weather", "3"))
    g.notes.append(str(*await Roll(1, "luck", "2", "b")))
    g.end("a")


CUP = ("calm", "wind", "storm")


def met(luck: CommonDice, dice: str, *, is_turned: bool = False) -> list[str]:
    """What chance answers in a world with this luck to who asks for so many dice."""
    match = sketch(many_chances, source=SeededDice("truth"))
    match.dice = CommonThrows(luck, match, is_turned=is_turned)
    match.choose((dice,))
    return list(match.state.notes)


def test_the_same_purpose_meets_the_same_luck_however_many_dice_were_rolled_before() -> None:
    for seed in range(20):
        luck = CommonDice(SeededDice(f"luck{seed}"))
        short, long = met(luck, "1"), met(luck, "2")
        assert short == [long[0], *long[2:]]
        assert met(luck, "2") == long


def test_luck_turned_round_is_as_fair() -> None:
    pairs = []
    for seed in range(60):
        luck = CommonDice(SeededDice(f"luck{seed}"))
        pairs.append((met(luck, "1"), met(luck, "1", is_turned=True)))
    assert all(int(one[0]) + int(two[0]) == 7 for one, two in pairs)
    assert {two[0] for _, two in pairs} == set("123456")
    assert {two[1] for _, two in pairs} == set(CUP)
    assert all(two[1] == "storm" for one, two in pairs if one[1] == "calm")


def test_the_baseline_is_followed_unless_another_is_surely_better() -> None:
    unsure = seen(a=[0.5, 0.5, 0.5, 0.5], b=[0.9, 0.1, 0.9, 0.3])
    assert verdict([A, B], [unsure], STOPPING) == A
    assert verdict([A, B], [seen(a=[0.5] * 4, b=[0.6] * 4)], STOPPING) == B
    assert verdict([A, B], [seen(a=[0.5] * 2, b=[0.6] * 2)], STOPPING) == A  # seen too little


def test_where_the_baseline_is_known_to_be_good_more_is_asked_of_another() -> None:
    likely = seen(a=[0.5] * 4, b=[0.9, 0.4, 0.7, 0.6])
    assert verdict([A, B], [likely], STOPPING) == B
    assert verdict([A, B], [likely], STOPPING._replace(caution=2.0)) == A


def test_three_worlds_that_agree_prove_little_where_luck_is_great() -> None:
    agreed = seen(a=[0.5] * 3, b=[0.55] * 3)
    lucky = StoppingRule(0.005, 0.1, 2.0)
    assert verdict([A, B], [agreed], lucky._replace(spread=0.03)) == B
    assert verdict([A, B], [agreed], lucky) == A
    assert verdict([A, B], [agreed] * 5, lucky) == B


# -- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*LEVELS, "tree:0.2", "tree:1x2"])
def test_levels_and_seconds_make_a_bot(name: str) -> None:
    assert isinstance(make_bot(name, Random(0)), TreeBot)


@pytest.mark.parametrize("name", ["tree:", "tree:fast", "tree:-1", "tree:1x0", "tree:1xtwo"])
def test_a_strength_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match=r"tree:0\.2"):
        make_bot(name, Random(0))


def test_a_game_without_an_outlook_is_refused() -> None:
    match = sketch(wager(4))
    with pytest.raises(SetupError, match="does not know Sketch"):
        TreeBot(Random(0), Strength(rounds=1)).choose(Seat(match, "a"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_mind_has_a_horizon_on_the_clock_of_its_game(slug: str) -> None:
    mind = GAMES[slug].mind()
    assert mind is not None
    assert mind.horizon.event in GAMES[slug]().statistics.clock
    assert mind.horizon.clock in GAMES[slug]().statistics.clock


def test_bots_that_judge_are_offered_where_there_is_a_mind() -> None:
    assert {"greedy", *LEVELS} <= {*bots_for("battleaxe")}
    assert bots_for("sketch") == ["random"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_table_every_bot_has_a_name_in_the_language(language: str) -> None:
    bots = card("battleaxe", language)["bots"]
    assert [bot["name"] for bot in bots] == bots_for("battleaxe")
    assert len({bot["title"] for bot in bots}) == len(bots)
    assert all("_" not in bot["title"] for bot in bots)
    assert language == "en" or all(bot["title"] != bot["name"] for bot in bots)
