"""Dice that follow from a seed: the same everywhere, fair, and checkable by anyone."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain, islice, pairwise, permutations

import pytest

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.dice import ScriptedDice, SeededDice, _below, commitment

# Chi-square values that fair dice exceed once in a hundred thousand times, by degrees of freedom.
# The seeds below are fixed, so that a test that passes goes on passing.
BOUND = {5: 30.9, 7: 35.0, 23: 67.0, 35: 85.5}

ROLLS = [(3, 1), (4, 5), (1, 2), (5, 5), (2, 6), (3, 4)]
DRAWN = ("d", "b", "a", "c", "e")
HANDFUL = "1626526326512243453565566342542646456152"
COMMITMENT = "10f1a871660423900b1bf9a89747d7092572314fff74e5d745a77ff63442202f"


def chi_square(found: Iterable[object], kinds: int) -> float:
    """How far the frequencies are from even."""
    counts = Counter(found)
    assert len(counts) <= kinds
    expected = counts.total() / kinds
    missing = (kinds - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


# -- fairness --------------------------------------------------------------------------------


def test_single_dice_are_even():
    dice = SeededDice("fair-1")
    rolls = [dice.roll(number, 1)[0] for number in range(30_000)]
    assert chi_square(rolls, 6) < BOUND[5]


def test_pairs_of_dice_are_even_and_do_not_hang_together():
    dice = SeededDice("fair-2")
    assert chi_square((dice.roll(number, 2) for number in range(30_000)), 36) < BOUND[35]


def test_one_roll_does_not_hang_together_with_the_next():
    dice = SeededDice("fair-3")
    rolls = [dice.roll(number, 1)[0] for number in range(30_000)]
    assert chi_square(pairwise(rolls), 36) < BOUND[35]


def test_the_first_roll_is_even_over_many_seeds():
    rolls = (SeededDice(f"match-{seed}").roll(0, 1)[0] for seed in range(20_000))
    assert chi_square(rolls, 6) < BOUND[5]


def test_every_die_of_a_big_handful_is_even():
    dice = SeededDice("fair-4")
    rolls = [dice.roll(number, 40) for number in range(6_000)]
    for place in (0, 31, 32, 39):  # a hash gives 32 bytes; the rest come from the next one
        assert chi_square((roll[place] for roll in rolls), 6) < BOUND[5]


def test_every_order_of_a_shuffle_is_as_likely():
    dice = SeededDice("fair-5")
    items = ("a", "b", "c", "d")
    shuffles = [dice.draw(number, items, 4) for number in range(20_000)]
    assert set(shuffles) <= set(permutations(items))
    assert chi_square(shuffles, 24) < BOUND[23]


def test_every_item_is_drawn_as_often():
    dice = SeededDice("fair-6")
    items = tuple("abcdefgh")
    assert chi_square((dice.draw(number, items, 1) for number in range(20_000)), 8) < BOUND[7]


def test_the_bounds_would_see_a_loaded_die():
    """A six that falls 19.4 times in 100 instead of 16.7, and a die that repeats itself."""
    dice = SeededDice("loaded")
    rolls = [dice.roll(number, 2) for number in range(30_000)]
    loaded = [6 if second == 6 and first == 1 else first for first, second in rolls]
    assert chi_square(loaded, 6) > BOUND[5]
    sticky = [(first, first if second == 1 else second) for first, second in rolls]
    assert chi_square(sticky, 36) > BOUND[35]


# -- the same everywhere ---------------------------------------------------------------------


def test_dice_depend_on_nothing_but_seed_and_number():
    one, two = SeededDice("1941"), SeededDice("1941")
    later = [two.roll(number, 2) for number in range(20)]
    assert [one.roll(number, 2) for number in reversed(range(20))] == later[::-1]
    assert later != [SeededDice("1942").roll(number, 2) for number in range(20)]


def test_the_dice_of_a_seed_never_change():
    """Journals of old matches are verified with them; a change here breaks every one."""
    dice = SeededDice("1941")
    assert [dice.roll(number, 2) for number in range(6)] == ROLLS
    assert dice.draw(6, ("a", "b", "c", "d", "e"), 5) == DRAWN
    assert commitment("1941") == COMMITMENT
    assert "".join(map(str, dice.roll(7, 40))) == HANDFUL


def test_a_byte_that_would_load_the_die_is_thrown_away():
    dice = SeededDice("bytes")
    careful = 0
    for number in range(2_000):
        raw = list(islice(chain.from_iterable(dice._digests(number)), 40))
        fair = tuple(byte % 6 + 1 for byte in raw if byte < 252)
        assert dice.roll(number, 3) == fair[:3]
        careful += any(byte >= 252 for byte in raw[:3])
    assert careful > 10


def test_a_number_that_would_favour_the_first_items_is_thrown_away():
    """2**32 numbers are one too many for three items."""
    highest = 2**32 - 1
    assert _below(3, iter([highest, 4])) == 1
    assert _below(3, iter([highest - 1, 4])) == 2  # the last fair one
    assert _below(2, iter([highest, 4])) == 1


def test_draws_take_each_item_once():
    drawn = SeededDice("cup").draw(3, ("quiet", "quiet", "shell"), 3)
    assert sorted(drawn) == ["quiet", "quiet", "shell"]
    assert SeededDice("cup").draw(3, (), 0) == ()


def test_more_cannot_be_drawn_than_there_is():
    with pytest.raises(ValueError, match="3 items cannot be drawn from 2"):
        SeededDice("cup").draw(0, ("a", "b"), 3)


# -- the commitment --------------------------------------------------------------------------


def test_the_commitment_is_a_hash_that_anyone_can_compute():
    assert commitment("desert") == sha256(b"khamsin seed desert").hexdigest()
    assert commitment("desert") != commitment("Desert")


def test_the_commitment_does_not_give_the_dice_away():
    assert commitment("desert") != SeededDice("desert")._key_at(0).hex()


@pytest.mark.parametrize("seed", ["", " ", "two words", "tab\there", "line\n", "no#1"])
def test_a_seed_must_fit_into_a_line_of_the_journal(seed):
    with pytest.raises(KhamsinError, match="a seed is one word"):
        SeededDice(seed)


# -- scripts ---------------------------------------------------------------------------------


def test_a_script_gives_what_is_written():
    dice = ScriptedDice((4, 3), ("storm",), ("5",))
    assert dice.roll(0, 2) == (4, 3)
    assert dice.draw(1, ("calm", "storm"), 1) == ("storm",)
    assert dice.roll(2, 1) == (5,)


@pytest.mark.parametrize(
    ("number", "count", "message"),
    [
        (0, 1, "roll 1 of the script has 2 values, but 1 are asked for"),
        (1, 1, "roll 2 of the script shows 7 on a die"),
        (2, 1, "roll 3 of the script shows 0 on a die"),
        (3, 1, "the script ends after roll 3; one more is asked"),
    ],
)
def test_a_script_that_does_not_fit_says_where(number, count, message):
    dice = ScriptedDice((4, 3), (7,), (0,))
    with pytest.raises(KhamsinError) as error:
        dice.roll(number, count)
    assert str(error.value) == message


def test_a_script_draws_only_what_is_there():
    dice = ScriptedDice(("storm", "storm"))
    with pytest.raises(KhamsinError, match="roll 1 of the script draws 'storm', not there"):
        dice.draw(0, ("calm", "storm"), 2)
