"""The data pack: what is wrong in it is told with file, table and key."""

import shutil

import pytest

from khamsin.games.commander import Commander
from khamsin.games.commander.model.pack import STANDARD_PACK
from khamsin.kernel.errors import DataError
from tests.games.commander.staging import GAME, PACK
from tests.some import some


def spoilt(folder, file, old, new):
    """A copy of the standard pack with one thing changed."""
    shutil.copytree(STANDARD_PACK, folder, dirs_exist_ok=True)
    path = folder / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("units", "full = [5, 2, 3, 3]", "full = [5, 2, 3]", "units.toml.*full"),
        ("units", "full = [5, 2, 3, 3]", "full = [0, 2, 3, 3]", "units.toml.*at least 1"),
        ("units", 'nation = "de"', 'nation = "xx"', "units.toml.*nation"),
        ("map", 'a = "na_tripoli"', 'a = "na_tripolis"', "map.toml.*na_tripoli"),
        ("map", "fortification = false", "fortification = 0", "map.toml.*fortification"),
        ("tables", 'area = "na_tobruk"', 'area = "na_tobrok"', "tables.toml.*na_tobrok"),
        ("tables", 'id = "ambush"', 'id = "bluff"', "tables.toml.*ambush"),
        ("tables", 'when = "allied_more"', 'when = "sometimes"', "tables.toml.*allied_more"),
        ("scenarios", "turn = 2", "turn = 7", "scenarios.toml.*numbered"),
        ("scenarios", "axis_supplies = 16", "axis_supply = 16", "scenarios.toml.*axis_suppl"),
        ("scenarios", "effect = {", "effects = {", "scenarios.toml.*effect"),
    ],
)
def test_a_mistake_in_a_pack_is_named(tmp_path, file, old, new, told):
    with pytest.raises(DataError, match=told):
        Commander(spoilt(tmp_path, file, old, new))


def test_a_players_own_pack_can_replace_ours(tmp_path):
    folder = spoilt(tmp_path, "units", "full = [5, 2, 3, 3]", "full = [6, 3, 4, 3]")
    own = Commander(folder)
    assert own.pack != GAME.pack
    assert own.data.campaigns["na"].units[0].full == (6, 3, 4, 3)


def test_every_table_says_where_it_comes_from():
    words = {word for note in PACK.notes for word in note.words}
    assert words == {"rulebook", "found", "reconstructed"}
    assert len(PACK.notes) > 400


def test_orders_and_placement_cover_every_die():
    for c in some(PACK.campaigns.values()):
        for table in c.orders:
            adds = [modifier.add for modifier in table.modifiers]
            low = 1 + sum(min(add, 0) for add in adds)
            high = 6 + sum(max(add, 0) for add in adds)
            for total in range(low, high + 1):
                assert sum(row.low <= total <= row.high for row in table.rows) == 1
        for entries in (c.ops_entries, c.resupply_entries):
            for die in range(1, 7):
                assert sum(row.low <= die <= row.high for row in entries) == 1
        adds = [modifier.add for modifier in c.resupply_modifiers]
        for total in range(1 + sum(min(a, 0) for a in adds), 7 + sum(max(a, 0) for a in adds)):
            assert sum(gain.low <= total <= gain.high for gain in c.gains) == 1
