"""11.5 Attrition: every way in which a defence can pay, and no other."""

import pytest

from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import asked, field, go, scene
from tests.games.battleaxe.staging import offers, told, unit

# What may become of each defender: `as it was`, `turned`, `gone`, `back` (it retreats as it was)
# or `turned back` (it is turned and retreats).
Fate = tuple[str, ...]

HOME = ["A", "B", "C", "D", "H"]
AROUND_7 = ["3", "4", "6", "8", "9", "15", "16"]


def fates(m: Match[State], units: list[str], place: str) -> set[Fate]:
    """Every end that the defender's choices can lead to, for each of these units."""
    if asked(m) == "attrition":
        return set().union(*(fates(go(m.clone(), each), units, place) for each in offers(m)))
    if asked(m) in ("retreat_next", "retreat_to"):
        return fates(go(m.clone(), offers(m)[0]), units, place)
    found = []
    for each in units:
        where, strength = unit(m, each)
        turned = each in [event["unit"] for event in told(m, "reduced")]
        if strength == "gone":
            found.append("gone")
        elif where == place:
            found.append("turned" if turned else "as it was")
        else:
            found.append("turned back" if turned else "back")
    return {tuple(found)}


def attack(points: int, defenders: dict[str, str], *, place: str = "7", **more) -> set[Fate]:
    """Allied units beside the place attack it; the first defender leads. How can it be paid?"""
    start = {"7": "3", "9": "8"}[place]
    units = {"7rtr": start, "2rtr": start} | dict.fromkeys(defenders, place)
    reduced = [each for each, strength in defenders.items() if strength == "reduced"]
    m = go(scene(field(units, reduced=reduced, **more)), f"assault {start}")
    go(m, f"move 7rtr {place}", f"move 2rtr {place}", f"attack {place}", "lead 7rtr")
    if len(defenders) > 1:
        go(m, f"lead {next(iter(defenders))}")
    go(m, "no", points)
    return fates(m, list(defenders), place)


def one(*ways: str) -> set[Fate]:
    return {(way,) for way in ways}


# -- A single unit ---------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.5", "R13")
@pytest.mark.parametrize(
    ("strength", "points", "expected"),
    [
        ("full", 1, one("turned")),
        ("full", 2, one("turned back")),
        ("full", 3, one("gone")),
        ("reduced", 1, one("back")),
        ("reduced", 2, one("gone")),
    ],
)
def test_what_one_italian_unit_can_pay(strength, points, expected):
    assert attack(points, {"1_62": strength}) == expected


@pytest.mark.rule("battleaxe", "11.5.1", "R13")
@pytest.mark.parametrize(
    ("strength", "points", "expected"),
    [
        ("full", 1, one("turned", "back")),
        ("full", 2, one("turned back")),
        ("full", 3, one("gone")),
        ("reduced", 1, one("back")),
        ("reduced", 2, one("gone")),
    ],
)
def test_a_full_german_unit_may_also_pay_one_by_retreating_unturned(strength, points, expected):
    assert attack(points, {"15mg": strength}) == expected


@pytest.mark.rule("battleaxe", "11.5.1", "R13")
@pytest.mark.parametrize(
    ("strength", "points", "expected"),
    [
        ("full", 1, one("turned")),
        ("full", 2, one("turned back")),  # once turned it may go
        ("full", 3, one("gone")),
        ("reduced", 1, one("back")),
        ("reduced", 2, one("gone")),
    ],
)
def test_in_an_axis_controlled_stutzpunkt_a_full_german_does_not_retreat(
    strength, points, expected
):
    assert attack(points, {"15mg": strength}, place="9") == expected


@pytest.mark.rule("battleaxe", "11.5.1")
def test_in_a_stutzpunkt_that_the_allies_control_a_full_german_may_retreat():
    g = field({"7rtr": "9", "15mg": "9"}, allied=[*HOME, "9"])
    m = go(scene(g), "assault 9", "attack 9", "no", 1)
    assert fates(m, ["15mg"], "9") == one("turned", "back")


@pytest.mark.rule("battleaxe", "11.5", "11.5.1")
@pytest.mark.parametrize(
    ("strength", "points", "expected"),
    [
        ("full", 1, one("turned")),
        ("full", 2, one("turned back")),
        ("full", 3, one("gone")),
        ("reduced", 1, one("back")),
        ("reduced", 2, one("gone")),
    ],
)
def test_a_full_allied_unit_never_retreats_unturned(strength, points, expected):
    g = field(
        {"1_8": "15", "2_8": "15", "22gds": "7", "2rb": "3"},
        reduced=["22gds"] if strength == "reduced" else [],
        half="axis",
    )
    m = go(scene(g), "assault 15", "move 1_8 7", "move 2_8 7", "attack 7", "lead 1_8", points)
    assert fates(m, ["22gds"], "7") == expected


# -- Exactness -------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.5x", "11.5")
def test_example_two_points_do_not_buy_a_full_unit_to_save_a_reduced_one():
    found = attack(2, {"1_62": "full", "2_62": "reduced"})
    assert not any(fate[0] == "gone" for fate in found)  # that would be three points
    assert found == {("turned", "back"), ("turned back", "as it was")}
    # Nor does the lead, when it is the reduced one, get away with the other's life.
    found = attack(2, {"2_62": "reduced", "1_62": "full"})
    assert found == {("gone", "as it was"), ("back", "turned")}


@pytest.mark.rule("battleaxe", "11.5", "R13")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (1, {("turned", "as it was")}),
        (2, {("turned", "turned"), ("turned back", "as it was")}),
        (
            3,
            {
                ("gone", "as it was"),
                ("turned back", "turned"),
                ("turned", "turned back"),
            },
        ),
        (4, {("gone", "turned"), ("turned back", "turned back"), ("turned", "gone")}),
        (5, {("gone", "turned back"), ("turned back", "gone")}),
        (6, {("gone", "gone")}),
    ],
)
def test_every_way_two_full_italian_units_can_pay(points, expected):
    assert attack(points, {"1_62": "full", "2_62": "full"}) == expected


@pytest.mark.rule("battleaxe", "11.5", "11.5.1", "R13")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (1, {("turned", "as it was"), ("back", "as it was")}),
        (2, {("turned", "back"), ("back", "back"), ("turned back", "as it was")}),
        (
            3,
            {
                ("turned", "gone"),
                ("back", "gone"),
                ("turned back", "back"),
                ("gone", "as it was"),
            },
        ),
        (4, {("turned back", "gone"), ("gone", "back")}),
        (5, {("gone", "gone")}),
    ],
)
def test_every_way_a_german_lead_and_a_reduced_italian_can_pay(points, expected):
    assert attack(points, {"15mg": "full", "1_62": "reduced"}) == expected


@pytest.mark.rule("battleaxe", "11.5", "11.4.4c", "R13")
def test_the_lead_pays_the_first_point_even_where_another_could_pay_all():
    found = attack(1, {"1_62": "reduced", "15mg": "full"})
    assert found == {("back", "as it was")}
    m = go(scene(field({"7rtr": "3", "1_62": "7", "2_62": "7"})), "assault 3", "move 7rtr 7")
    go(m, "attack 7", "lead 2_62", "no", 2)
    assert unit(m, "2_62") == ("7", "reduced")  # the only way to begin, so nobody is asked
    assert offers(m) == ["turn 1_62", "retreat 2_62"]


@pytest.mark.rule("battleaxe", "11.5", "11.5.1")
def test_several_germans_may_give_ground_a_point_each():
    found = attack(2, {"15mg": "full", "1_104": "full"})
    assert found == {
        ("turned", "turned"),
        ("turned", "back"),
        ("back", "turned"),
        ("back", "back"),
        ("turned back", "as it was"),
    }


# -- Nowhere to go ---------------------------------------------------------------------------

SURROUNDED = [*HOME, *AROUND_7]


@pytest.mark.rule("battleaxe", "11.5", "R13")
@pytest.mark.parametrize(
    ("defenders", "points", "expected"),
    [
        ({"1_62": "full"}, 1, one("turned")),
        ({"1_62": "full"}, 2, one("gone")),  # two cannot be paid: three is the least above it
        ({"1_62": "full"}, 3, one("gone")),
        ({"1_62": "reduced"}, 1, one("gone")),
        ({"1_62": "reduced"}, 2, one("gone")),
        ({"15mg": "full"}, 1, one("turned")),
        ({"15mg": "full"}, 2, one("gone")),
    ],
)
def test_a_surrounded_unit_cannot_pay_by_retreat(defenders, points, expected):
    assert attack(points, defenders, allied=SURROUNDED) == expected


@pytest.mark.rule("battleaxe", "11.5", "R13")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        # The lead pays 1 or 3, the other 0 or 2: the sums are 1, 3 and 5.
        (1, {("turned", "as it was")}),
        (2, {("turned", "gone"), ("gone", "as it was")}),
        (3, {("turned", "gone"), ("gone", "as it was")}),
        (4, {("gone", "gone")}),
        (5, {("gone", "gone")}),
    ],
)
def test_where_no_sum_is_exact_the_smallest_excess_is_taken(points, expected):
    assert attack(points, {"1_62": "full", "2_62": "reduced"}, allied=SURROUNDED) == expected


@pytest.mark.rule("battleaxe", "11.5", "R13")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        # The lead pays 2, the other 0, 1 or 3: the sums are 2, 3 and 5.
        (1, {("gone", "as it was")}),
        (2, {("gone", "as it was")}),
        (3, {("gone", "turned")}),
        (4, {("gone", "gone")}),
        (5, {("gone", "gone")}),
    ],
)
def test_a_surrounded_reduced_lead_pays_two_before_anybody_else_pays(points, expected):
    assert attack(points, {"1_62": "reduced", "2_62": "full"}, allied=SURROUNDED) == expected


@pytest.mark.rule("battleaxe", "11.5", "11.6.4", "R13")
def test_each_retreat_is_judged_before_the_first_so_that_the_last_may_find_no_room():
    # 21 has one neighbour, 22, with room for one; beyond it all is Allied.
    g = field(
        {"7rtr": "21", "1_62": "21", "2_62": "21", "bardia1": "22", "bardia2": "22", "3_62": "22"},
        reduced=["1_62", "2_62"],
        allied=[*HOME, "18", "20", "23"],
    )
    m = go(scene(g), "assault 21", "attack 21", "lead 1_62", "no", 2, "retreat 1_62")
    assert asked(m) == "retreat_next"
    assert offers(m) == ["retreat 1_62", "retreat 2_62"]
    go(m, "retreat 2_62")
    assert unit(m, "2_62") == ("22", "reduced")
    assert unit(m, "1_62") == ("off", "gone")


@pytest.mark.rule("battleaxe", "11.5", "R13")
def test_all_steps_are_lost_before_the_first_unit_retreats():
    m = scene(field({"7rtr": "3", "2rtr": "3", "1_62": "7", "2_62": "7"}, reduced=["1_62"]))
    go(m, "assault 3", "move 7rtr 7", "move 2rtr 7", "attack 7", "lead 7rtr", "lead 1_62", "no", 4)
    go(m, "retreat 1_62")
    assert told(m, "will_retreat") == [{"unit": "1_62"}]
    assert asked(m) == "retreat_to"  # 2/62 had to take the other three, in whatever way
    assert unit(m, "2_62") == ("off", "gone")
    assert unit(m, "1_62") == ("7", "reduced")
