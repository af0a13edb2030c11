"""Imagined matches: the same to the side that imagines, sampled in all it cannot know."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from khamsin.kernel.errors import CannotUndo
from khamsin.kernel.game import Rng, Setup
from khamsin.kernel.play.decision import MARK, Choose, Draw, Option, Secret, listed, shuffle
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from tests.kernel.patrol import Patrol, imagine
from tests.kernel.patrol_rules import SIDES, TOKENS, Wadi
from tests.kernel.toys import XY, Notes, Play, Sketch, ask, sketch

CARDS = ("p", "q", "r")


def patrol(seed: str) -> Match[Wadi]:
    return Match(Patrol(), Setup("campaign", ("scouts", "rations")), SeededDice(seed))


def play_until(prompt: str, *, just_laid: bool = False) -> Match[Wadi]:
    """A match of Patrol at a decision with this prompt, after a card was laid face down."""
    for seed in range(200):
        match = patrol(f"until{seed}")
        rng = Random(seed)
        while match.result is None:
            state = match.state
            asked = match.decision.prompt if match.decision else ""
            laid = match.entries[-2][1] == "lay" if just_laid else state.laid != [(), ()]
            if asked == prompt and laid:
                return match
            options = match.legal()
            if asked == "lay":
                options = options[:1]
            match.choose(options[rng.randrange(len(options))], match.to_answer[0])
    raise AssertionError(prompt)


# -- what stays ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_side_that_imagines_sees_no_difference(seed):
    match, rng = patrol(f"same{seed}"), Random(seed)
    while match.result is None:
        for side in SIDES:
            world = match.imagine(side, rng)
            assert world.view(side) == match.view(side)
            assert world.log(side) == match.log(side)
            assert world.legal(side) == match.legal(side)
            assert world.number == match.number
            assert world.to_answer == match.to_answer
            match.game.rules.check(world.state)
        side = match.to_answer[rng.randrange(len(match.to_answer))]
        match.choose(match.legal(side)[rng.randrange(len(match.legal(side)))], side)
    assert match.entries


def test_imagining_changes_nothing_in_the_true_match():
    match = patrol("untouched")
    match.choose(("hold",), "red")
    before = match.state.digest(), list(match.entries), list(match.events), len(match.marks)
    world = match.imagine("blue", Random(1))
    while world.result is None:
        world.choose(world.legal()[0], world.to_answer[0])
    after = match.state.digest(), list(match.entries), list(match.events), len(match.marks)
    assert after == before


# -- what is sampled -------------------------------------------------------------------------


def test_every_way_the_hidden_tokens_can_lie_is_imagined():
    match, rng = patrol("tokens"), Random(5)
    worlds = [match.imagine("red", rng) for _ in range(400)]
    assert len({tuple(world.state.kinds[3:]) for world in worlds}) == 6
    assert {tuple(world.state.kinds[:3]) for world in worlds} == {tuple(match.state.kinds[:3])}
    assert {world.state.aside for world in worlds} == {"calm", "wind", "storm", "mirage"}
    assert len({world.state.hand[1] for world in worlds}) == 15  # 4 of the 6 cards unseen
    assert {world.state.hand[0] for world in worlds} == {match.state.hand[0]}
    assert len({world.state.deck for world in worlds}) == 30  # the other 2, in either order


def test_what_a_spy_has_seen_is_kept_in_every_world():
    match, rng = patrol("spy"), Random(6)
    while match.state.spied == [(), ()]:
        spying = [option for option in match.legal() if option[0] == "spy"]
        options = spying or match.legal()
        match.choose(options[rng.randrange(len(options))], match.to_answer[0])
    spy = 0 if match.state.spied[0] else 1
    (token,) = match.state.spied[spy]
    for _ in range(40):
        world = match.imagine(SIDES[spy], rng)
        assert world.state.kinds[token] == match.state.kinds[token], TOKENS[token]


def test_a_card_laid_face_down_since_the_mark_is_sampled_for_the_mover_only():
    match, rng = play_until("go_on", just_laid=True), Random(7)
    (mover,) = match.to_answer
    other = 1 - SIDES.index(mover)
    layer = SIDES[other]
    truth = match.state.laid[other]
    assert match.entries[-2] == (layer, "lay", truth[-1])

    assert len({match.imagine(mover, rng).state.laid[other] for _ in range(60)}) > 1
    assert {match.imagine(layer, rng).state.laid[other] for _ in range(20)} == {truth}


def test_sealed_answers_of_others_are_sampled_and_ones_own_is_kept():
    async def rules(g: Notes) -> None:
        answers = await Secret("bid", {"a": listed(XY), "b": listed(XY)}, "1")
        g.notes += [answers["a"][0], answers["b"][0]]
        await ask(g, "a")
        g.end()

    match, rng = sketch(rules), Random(8)
    match.choose(("y",), "a")

    def sealed(side: str) -> set[str]:
        found = set()
        for _ in range(30):
            world = match.imagine(side, rng)
            world.choose(("x",), "b")
            found.add(world.state.notes[0])
        return found

    assert sealed("b") == {"x", "y"}
    assert sealed("a") == {"y"}


def test_the_dice_to_come_are_new():
    match, rng = patrol("dice"), Random(9)
    worlds = [match.imagine("red", rng) for _ in range(12)]
    seeds = {world.dice.seed for world in worlds if isinstance(world.dice, SeededDice)}
    assert len(seeds) == 12
    assert not seeds & {"dice"}


# -- draws and answers for only some sides ---------------------------------------------------


class Veiled(Sketch):
    """Notes that begin with a side's name and a colon are for that side alone."""

    def __init__(self, rules: Play) -> None:
        super().__init__(rules)
        self.rules = replace(self.rules, known=unveiled)


def unveiled(g: Notes, side: str | None) -> Notes:
    """Without the notes for others."""
    new, mine = g.copy(), f"{side}:"
    new.notes = [note for note in g.notes if ":" not in note or note.startswith(mine)]
    return new


def veiled(rules: Play) -> Match[Notes]:
    return Match(Veiled(rules), Setup("only"), SeededDice("veil"))


def imagined(match: Match[Notes], side: str) -> set[str]:
    """All notes that occur in worlds imagined for a side."""
    rng = Random(10)
    return {note for _ in range(60) for note in match.imagine(side, rng).state.notes}


def test_a_card_drawn_for_one_side_is_sampled_for_the_other():
    async def rules(g: Notes) -> None:
        await MARK
        (card,) = await Draw(CARDS, 1, "card", "1", only=("a",))
        g.notes.append(f"a:{card}")
        await ask(g, "b")
        g.end()

    match = veiled(rules)
    assert imagined(match, "b") == {"a:p", "a:q", "a:r"}
    assert imagined(match, "a") == set(match.state.notes)


def test_a_chit_that_nobody_knows_and_a_shuffle_are_sampled_for_all():
    async def rules(g: Notes) -> None:
        await MARK
        (chit,) = await Draw(CARDS, 1, "aside", "1", only=())
        g.notes.append(f"nobody:{chit}")
        g.notes.append(f"nobody:{''.join(await shuffle(CARDS, 'deck', '1'))}")
        await ask(g, "b")
        g.end()

    match = veiled(rules)
    for side in ("a", "b"):
        assert len(imagined(match, side)) == 3 + 6


def test_a_public_draw_and_a_public_answer_are_kept():
    async def rules(g: Notes) -> None:
        await MARK
        g.notes += await Draw(CARDS, 2, "event", "1")
        await ask(g, "b")
        await ask(g, "a")
        g.end()

    match = veiled(rules)
    match.choose(("y",))
    assert imagined(match, "a") == imagined(match, "b") == set(match.state.notes)


def test_a_world_must_fit_what_was_revealed_since_the_mark():
    async def rules(g: Notes) -> None:
        await MARK
        cards = await Draw(CARDS, 3, "cards", "1", only=("a",))
        g.notes += [f"a:{card}{at}" for at, card in enumerate(cards)]
        await ask(g, "a")
        g.tell("shown", "2", card=cards[1], reveals=True)
        await ask(g, "b")
        g.end()

    match = veiled(rules)
    match.choose(("x",))
    shown = match.state.notes[1]
    second = {note for note in imagined(match, "b") if note.endswith("1")}
    assert second == {shown}


def test_a_world_in_which_a_public_answer_was_impossible_is_not_taken():
    async def rules(g: Notes) -> None:
        await MARK
        (card,) = await Draw(CARDS, 1, "card", "1", only=("a",))
        g.notes.append(f"a:{card}")
        may_trump = card != "p"
        options = [*XY, ("trump",)] if may_trump else XY
        await Choose("a", "play", listed(options), "2")
        await ask(g, "b")
        g.end()

    match = Match(Veiled(rules), Setup("only"), SeededDice("trump"))
    assert match.state.notes != ["a:p"]
    assert imagined(match, "b") == {"a:p", "a:q", "a:r"}
    match.choose(("trump",))
    assert imagined(match, "b") == {"a:q", "a:r"}


def test_a_game_that_imagines_what_the_side_can_disprove_is_caught():
    def made_up(g: Notes, side: str, rng: Rng, told: Sequence[Event]) -> Notes:
        new = g.copy()
        new.notes.append("made up")
        return new

    async def rules(g: Notes) -> None:
        await MARK
        await ask(g, "a")
        g.end()

    muddled = Veiled(rules)
    muddled.rules = replace(muddled.rules, imagine=made_up)
    match = Match(muddled, Setup("only"), None)
    with pytest.raises(RuntimeError, match="no world was found that fits what b has seen"):
        match.imagine("b", Random(1))


# -- no way back to the truth ----------------------------------------------------------------


def test_an_imagined_match_and_its_clones_hold_nothing_of_the_truth():
    match, rng = play_until("act"), Random(11)
    (side,) = match.to_answer
    other = SIDES[1 - SIDES.index(side)]
    match.undone.append((0, (other, "play", "fuel1")))
    worlds = 0
    for _ in range(20):
        world = match.imagine(side, rng)
        start = world.state.digest()
        assert world.clone().state.digest() == start
        assert world.clone().clone().state.digest() == start
        if start == match.state.digest():
            continue
        worlds += 1
        assert all(mark.state.digest() != match.state.digest() for mark in world.marks)
        assert len(world.marks) == 1
        assert world.undone == []
        assert set(world.entries[: world.marks[0].entries]) == {("unknown",)}
        assert not [event for _, event in world.events if not event.seen_by(side)]
    assert worlds > 10


def test_an_imagined_match_can_be_taken_back_to_its_beginning_and_no_further():
    match, rng = patrol("back"), Random(12)
    match.choose(("hold",), "red")
    match.choose(("hold",), "blue")
    world = match.imagine("red", rng)
    start, first = world.state.digest(), len(world.entries)
    assert world.why_not_undo("red") == "nothing has been decided yet"
    side = world.to_answer[0]
    world.choose(("pass",))
    world.undo(side)
    assert world.state.digest() == start
    with pytest.raises(CannotUndo, match=f"entry {first - 1} is not between"):
        world.rewind(first - 1)


def test_an_imagined_match_is_played_to_its_end():
    match, rng = patrol("end"), Random(13)
    for _ in range(5):
        world = match.imagine("blue", rng)
        while world.result is None:
            options = world.legal()
            world.choose(options[rng.randrange(len(options))], world.to_answer[0])
            world.game.rules.check(world.state)


async def half_hidden(g: Notes) -> None:
    """One side says a thing of which the other sees the first part only."""
    options: list[Option] = [
        ("put", token, place) for token in ("sun", "moon") for place in ("here", "there")
    ]
    await MARK
    answer = await Choose("a", "put", listed(options), "1", only=("a",), hides={"put": (1,)})
    g.notes += answer
    g.tell("put", "1", place=answer[2])
    await Choose("b", "pick", listed(XY), "1")
    g.end()


def test_of_a_half_hidden_answer_only_the_hidden_words_are_imagined():
    match = Match(Sketch(half_hidden), Setup("only"), SeededDice("half"))
    match.choose(("put", "sun", "there"))
    rng = Random(5)
    notes = {tuple(match.imagine("b", rng).state.notes) for _ in range(40)}
    assert notes == {("put", "sun", "there"), ("put", "moon", "there")}


def test_a_game_may_know_what_was_told_since_the_mark():
    heard: list[list[object]] = []

    def listen(g, side, rng, told):
        heard.append(list(told))
        return imagine(g, side, rng, told)

    game = Patrol()
    game.rules = replace(game.rules, imagine=listen)
    match = Match(game, Setup("campaign", ("scouts", "rations")), SeededDice("listen"))
    rng = Random(1)
    news = 0
    while match.result is None:
        for side in SIDES:
            match.imagine(side, rng)
            before = match.marks[-1].events
            since = [event for _, event in match.events[before:] if event.seen_by(side)]
            assert heard[-1] == since
            news += len(since)
        side = match.to_answer[rng.randrange(len(match.to_answer))]
        match.choose(match.legal(side)[rng.randrange(len(match.legal(side)))], side)
    assert news
