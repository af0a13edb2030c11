"""9.2 The firing player orders his own fire: who comes late is freed, or left for the pursuit."""

import pytest

from tests.games.rommel.staging import asked, go, offers, play, table

HELD = {"benghazi": "axis", "tobruk": "axis", "bardia": "axis"}


def shielded(*foes, worn=1, foot=4):
    """Trento at CV 1 shields a Disrupted Pavia in Bir Harmat; the Allies have started combat."""
    blocks = {"x_trento": "61", "x_pavia": "61", "x_ariete": "36", "a_7_sg": "62"}
    g = table(
        blocks | dict.fromkeys(foes, "61"), active="allied", battles={"61": "axis"},
        crossed={("61", "62"): "allied"}, cv={"x_trento": worn, "a_4in_5": foot},
        disrupted=["x_pavia"], holder=HELD,
    )  # fmt: skip
    m = play(g, "play 1 1", "done", "fight 61")
    go(m, (1,) * worn)  # Trento misses
    return m


@pytest.mark.rule("rommel", "9.2.a", "10.s6", "11.3.s2")
def test_the_slow_may_fire_first_so_that_the_fast_are_left_to_pursue():
    m = shielded("a_kdg", "a_4in_5")
    assert asked(m) == "allied fire"
    assert offers(m) == ["fire_at a_kdg infantry", "fire_at a_4in_5 infantry"]
    go(m, "fire_at a_4in_5 infantry", (6, 1, 1, 1))
    assert asked(m) == "allied pursue"
    assert offers(m) == ["fire 2 0 1", "fire 0 0 0"]  # recon is faster than foot


@pytest.mark.rule("rommel", "9.2.a")
def test_or_the_fast_first():
    m = shielded("a_kdg", "a_4in_5")
    go(m, "fire_at a_kdg infantry", (6, 6))
    assert asked(m) == "allied pursue"
    assert offers(m) == ["fire 1 1 0", "fire 0 0 0"]


@pytest.mark.rule("rommel", "9.2.a", "9.3.d")
def test_the_order_decides_who_is_freed_to_fire_at_another_class():
    blocks = {"x_21_5": "61", "x_ariete": "61", "a_7_4": "61", "a_4in_5": "61", "a_7_sg": "62"}
    g = table(
        blocks, battles={"61": "allied"}, crossed={("61", "60"): "axis"}, holder=HELD,
        cv={"a_7_4": 2, "x_ariete": 2, "a_4in_5": 1},
    )  # fmt: skip
    m = play(g, "play 1 1", "done", "fight 61", (1, 1), (1,))
    assert asked(m) == "axis fire"
    go(m, "fire_at x_ariete armor", (6, 6))
    go(m, (5, 1, 1, 1, 1, 1))  # the tanks that are left fire at the infantry
    assert [shot["target"] for shot in fired(m)][-2:] == ["armor", "infantry"]


def fired(m):
    """The shots so far."""
    return [dict(event.values) for _, event in m.events if event.kind == "fired"]


@pytest.mark.rule("rommel", "9.2.a")
def test_nothing_is_asked_where_no_order_changes_anything():
    m = shielded("a_kdg", "a_4in_5", worn=4, foot=3)  # four CV cannot fall before both have fired
    assert asked(m) == "dice fire"
