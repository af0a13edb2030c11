"""Limits of the rules stand in the data pack, and nowhere else."""

import shutil

import pytest

from khamsin.games.malta.model.pack import STANDARD_PACK, Pack
from khamsin.kernel.errors import DataError
from tests.games.malta.staging import PACK


def changed(folder, old, new):
    """A copy of the standard pack with one line of its tables changed."""
    shutil.copytree(STANDARD_PACK, folder)
    path = folder / "tables.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count(f"\n{old}") == 1
    path.write_text(text.replace(f"\n{old}", f"\n{new}"), encoding="utf-8", newline="\n")
    return folder


def test_whole_battalions_and_days_are_read_as_the_rules_count_them():
    assert PACK.limits.stacking == 8  # 7.1: half battalions
    assert PACK.limits.supply_from == PACK.turn_number("0629-pm")  # 8.53
    assert PACK.days[PACK.limits.dismantled_from] == "0630"  # 16.25
    assert PACK.limits.reaction == (4, 7)  # 17.7


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("noon = 7", "noon = 8", "noon"),
        ("route = 12", "rout = 12", "route"),
        ('judged_from = "0629-pm"', 'judged_from = "0629-dusk"', "judged_from"),
    ],
)
def test_a_limit_that_cannot_be_is_named(tmp_path, old, new, key):
    with pytest.raises(DataError, match=rf'tables\.toml, \[\w+\], key "{key}"'):
        Pack(changed(tmp_path / "pack", old, new))


def test_another_number_in_the_pack_is_another_game(tmp_path):
    pack = Pack(changed(tmp_path / "pack", "battalions = 4", "battalions = 3"))
    assert pack.limits.stacking == 6
    assert pack.digest != PACK.digest
