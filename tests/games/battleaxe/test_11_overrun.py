"""11.4.4d-e The Overrun and the second activation it gives."""

import pytest

from tests.games.battleaxe.acting import asked, field, go, outcomes, scene
from tests.games.battleaxe.staging import offers, told, unit


@pytest.mark.rule("battleaxe", "11.2", "11.4.4d", "R18")
def test_an_overrun_into_a_space_contested_before_may_attack_with_some_all_or_none():
    # 15 was Contested when the half began, so that the second attack is not Mandatory.
    g = field(
        {"2rtr": "3", "7rtr": "3", "22gds": "15", "6oasis": "7", "1_62": "15"}, reduced=["6oasis"]
    )
    m = go(scene(g), "assault 3", "move 2rtr 7", "move 7rtr 7", "attack 7", "lead 7rtr", "no", 3)
    assert outcomes(m) == ["overrun"]
    go(m, "exploit 15", "all")
    assert asked(m) == "attack_too"
    assert offers(m) == ["attack 15", "done"]

    nobody = go(m.clone(), "done")
    assert asked(nobody) == "assault"
    assert [unit(nobody, each) for each in ("2rtr", "7rtr")] == [("15", "full")] * 2

    some = go(m.clone(), "attack 15")
    assert offers(some) == ["all", "join 7rtr", "join 2rtr"]
    go(some, "join 2rtr", "done", "no", 0)
    assert told(some, "attack")[-1]["units"] == ("2rtr",)
    assert unit(some, "2rtr") == ("15", "reduced")
    assert unit(some, "7rtr") == ("15", "full")

    everybody = go(m.clone(), "attack 15", "all")
    assert told(everybody, "attack")[-1]["units"] == ("7rtr", "2rtr")
