"""Odds of attack to defence as whole numbers; the examples stand in the functions themselves."""

from khamsin.kernel.play.odds import column_for, level_named, level_of, odds_text


def test_odds_favour_the_defender_on_both_sides_of_one_to_one():
    assert [level_of(attack, 6) for attack in (1, 2, 3, 4, 5, 6, 11, 12)] == [
        -4, -1, 0, 0, 0, 1, 1, 2,
    ]  # fmt: skip


def test_written_odds_are_read_back():
    assert [level_named(odds_text(level)) for level in range(-5, 20)] == list(range(-5, 20))


def test_between_two_columns_the_lower_holds():
    levels = [level_named(odds) for odds in ("1:2", "1:1", "2:1", "6:1", "8:1")]
    assert [column_for(levels, level) for level in (-1, 0, 1, 5, 6, 7, 8, 99)] == [
        -1, 0, 1, 2, 3, 3, 4, 4,
    ]  # fmt: skip
