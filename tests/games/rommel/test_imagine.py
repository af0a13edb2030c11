"""What a side may suppose of the other follows from what it has seen, and from nothing else."""

from __future__ import annotations

from random import Random

import pytest

from khamsin.games.rommel.knowledge.imagine import imagine
from khamsin.games.rommel.model.pieces import ALLIED, AXIS, DEAD, SIDES
from khamsin.games.rommel.model.state import MOVES
from khamsin.games.rommel.rules.blocks import hide, reveal
from khamsin.games.rommel.rules.cards import TWO
from khamsin.kernel.play.state import changed
from tests.contract.play import begin, decisions
from tests.games.rommel.staging import GAME, PACK, at, go, number, play, table
from tests.some import some

STACK = ("x_21_5", "x_21_104", "x_ariete", "x_trento")


def guesses(g, side="allied", count=60):
    return [imagine(g, side, Random(seed), ()) for seed in range(count)]


@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios])
def test_the_guess_is_the_same_whatever_is_true(scenario):
    """Byte for byte: the state guessed from the truth, and from another world that looks like it.

    Twelve positions of a random match of each scenario, for each side.
    """
    rng = Random(f"blind {scenario}")
    match = begin("rommel", scenario, rng)
    compared = different = 0
    for answers, _ in enumerate(decisions(match, rng)):
        if compared == 24:
            break
        if answers % 29 != 28:
            continue
        for side in SIDES:
            other = match.imagine(side, rng)
            seed = rng.getrandbits(64)
            mine, theirs = (world.imagine(side, Random(seed)) for world in (match, other))
            assert mine.marks[-1].state.data() == theirs.marks[-1].state.data()
            assert mine.state.data() == theirs.state.data()
            different += other.state.data() != match.state.data()
            compared += 1
    assert different > compared / 2 > 5


def test_what_a_group_has_lost_unseen_may_be_missing_anywhere_in_it():
    g = table(dict.fromkeys(STACK, "35") | {"a_7_7": "74"})
    full = sum(g.cv[number(name)] for name in STACK)
    g.worn = changed(g.worn, g.kin[number("x_ariete")], 2)
    g.cv = changed(
        g.cv, number("x_ariete"), g.cv[number("x_ariete")] - 2
    )  # the truth, which nobody asks
    worlds = guesses(g)
    lost = [full - sum(world.cv[number(name)] for name in STACK) for world in worlds]
    assert lost.count(2) > len(lost) * 2 / 3  # now and then anything is thought possible
    assert len({tuple(world.cv[number(name)] for name in STACK) for world in worlds}) > 3


def test_a_block_that_is_shown_explains_its_share():
    g = table(dict.fromkeys(STACK, "35") | {"a_7_7": "74"})
    kin = g.kin[number("x_ariete")]
    g.worn = changed(g.worn, kin, 2)
    g.cv = changed(g.cv, number("x_ariete"), g.cv[number("x_ariete")] - 2)
    reveal(g, number("x_ariete"), "8.5")
    assert g.worn[kin] == 0
    assert all(world.cv[number("x_ariete")] == g.cv[number("x_ariete")] for world in guesses(g))
    hide(g, number("x_ariete"))
    assert g.seen[number("x_ariete")] == g.cv[number("x_ariete")]
    assert g.kin[number("x_ariete")] == g.kin[number("x_trento")]


def test_no_piece_is_guessed_slower_than_it_was_seen_to_be():
    g = table(dict.fromkeys(STACK, "35") | {"a_7_7": "74"}, real=1)
    m = play(g, "play 1 1", "group 35")
    fast = next(name for name in STACK if g.speeds[number(name)] > 2)
    far = next(
        option for option in m.legal() if option[0] == "move" and option[1] == fast
        and not any(o[0] == "move" and o[1] == "x_trento" and o[3] == option[3] for o in m.legal())
    )  # fmt: skip
    go(m, " ".join(far))
    there = at(far[3])
    movers = {world.here[AXIS][there][0] for world in guesses(m.state)}
    assert len(movers) > 1
    assert all(g.speeds[mover] >= m.state.least[number(fast)] > 0 for mover in movers)
    assert number("x_trento") not in movers


def test_a_move_that_could_be_a_withdrawal_may_have_been_a_pass():
    """4.5.a One card lies there; a step back along the own line is no proof that it is real."""
    blocks = {"x_21_5": "35", "x_ariete": "151", "a_7_7": "74"}

    def supposed(real, to=""):
        g = table(blocks, real=real, dummy=1 - real)
        g.deck = [20, 20]
        m = play(g, f"play 1 {real}", "group 35")
        to = to or next(option[3] for option in m.legal() if option[0] == "move")
        go(m, f"move x_21_5 35 {to}")
        return to, {world.option for world in guesses(m.state)}

    back, options = supposed(0)
    assert options == {"pass", "basic"}
    assert supposed(1, back)[1] == options
    home = PACK.board.distances(PACK.base[AXIS])
    forward = next(p for p in PACK.board.neighbours[at("35")] if home[p] > home[at("35")])
    assert supposed(1, PACK.place_ids[forward])[1] == {"basic"}


def test_two_moves_are_two_real_cards():
    g = table({"x_21_5": "35", "x_ariete": "151", "a_7_7": "74"}, real=2)
    g.deck = [20, 20]
    m = play(g, "play 2 2", "group 35", "group 151")
    assert m.state.step == MOVES
    assert {(world.option, world.played[0]) for world in guesses(m.state)} == {(TWO, 2)}


def test_minefields_lie_somewhere_in_the_network():
    g = table({"x_21_5": "35", "x_ariete": "151", "a_7_7": "74"})
    g.net = [(), tuple(at(name) for name in ("151", "152", "35", "10"))]
    g.mine = changed(g.mine, at("10"), AXIS)
    found = {tuple(p for p, who in enumerate(world.mine) if who == AXIS) for world in guesses(g)}
    assert found == {(place,) for place in sorted(g.net[AXIS])}
    g.mine_seen = changed(g.mine_seen, at("10"), 1)
    assert all(world.mine == g.mine for world in guesses(g))


def test_the_dead_and_the_shown_are_as_they_are():
    g = table(dict.fromkeys(STACK, "35") | {"a_7_7": "35"}, battles={"35": "axis"})
    g.place[number("x_88a")] = DEAD
    for world in some(guesses(g, count=5)):
        assert world.place == g.place
        assert world.cv == g.cv
        assert world.here[ALLIED] == g.here[ALLIED]
