import textwrap
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

import pytest

from khamsin.kernel.errors import DataError
from khamsin.kernel.pack.data import SourceNote, Table, pack_digest, provenance, read_toml

UNITS = """
total = 2
source = "counts: rulebook 2.0"

[meta]
game = "battleaxe"
static = false
turns = ["June 15", "June 16"]
steps = [4, 2]

[[unit]]
id = "7rtr"
side = "allied"
cv_full = 5
source = "identity: rulebook 5.2.1; values RECONSTRUCTED"

[[unit]]
id = "2rtr"
side = "allied"
cv_full = "five"
polygon = [[1, 2], [3, 4]]
source = "reconstructed"

[air.request]
die = "1d6"
[[air.request.modifier]]
mod = 1
[[air.request.modifier]]
mod = true
"""


@pytest.fixture
def units(tmp_path: Path) -> Table:
    path = tmp_path / "units.toml"
    path.write_text(UNITS, encoding="utf-8")
    return read_toml(path)


def row(**values: object) -> Table:
    return Table(dict(values), "x.toml")


def message(excinfo: pytest.ExceptionInfo[DataError]) -> str:
    return str(excinfo.value)


class Side(StrEnum):
    ALLIED = "allied"
    AXIS = "axis"


def test_values_come_out_with_their_types(units):
    meta = units.table("meta")
    assert units.integer("total") == 2
    assert meta.text("game") == "battleaxe"
    assert meta.flag("static") is False
    assert meta.texts("turns") == ("June 15", "June 16")
    assert meta.integers("steps") == (4, 2)
    assert units.rows("unit")[1].points("polygon") == [[1, 2], [3, 4]]
    assert tuple(meta) == ("game", "static", "turns", "steps")


def test_a_table_is_the_same_one_each_time(units):
    assert units.table("meta") is units.table("meta")
    assert units.rows("unit")[0] is units.rows("unit")[0]


def test_choice_gives_the_type_of_what_is_allowed(units):
    side = units.rows("unit")[0].choice("side", tuple(Side))
    assert side is Side.ALLIED


def test_a_wrong_value_is_named_by_file_row_and_key(units):
    with pytest.raises(DataError) as excinfo:
        units.rows("unit")[1].integer("cv_full")
    assert message(excinfo) == (
        'units.toml, [[unit]] number 2 (id "2rtr"), key "cv_full": '
        'must be a whole number, not the text "five"'
    )


def test_a_nested_table_is_named_by_its_dotted_path(units):
    request = units.table("air").table("request")
    assert request.where == "units.toml, [air.request]"
    assert request.rows("modifier")[0].where == "units.toml, [[air.request.modifier]] number 1"


def test_a_table_in_a_row_is_named_from_its_row():
    unit = row(unit=[{"id": 7, "back": {"link": [{"to": "A"}]}}]).rows("unit")[0]
    back = unit.table("back")
    assert unit.where == 'x.toml, [[unit]] number 1 (id "7")'
    assert back.where == 'x.toml, [[unit]] number 1 (id "7"), [back]'
    assert back.rows("link")[0].where == (
        'x.toml, [[unit]] number 1 (id "7"), [[back.link]] number 1'
    )


def test_true_is_not_a_whole_number(units):
    modifier = units.table("air").table("request").rows("modifier")[1]
    with pytest.raises(DataError, match="must be a whole number, not true"):
        modifier.integer("mod")


@pytest.mark.parametrize(
    ("read", "problem"),
    [
        (lambda t: t.text("n"), 'key "n": must be a text, not 3'),
        (lambda t: t.integer("n", low=4), 'key "n": must be at least 4, not 3'),
        (lambda t: t.integer("n", high=2), 'key "n": must be at most 2, not 3'),
        (lambda t: t.integer("f"), 'key "f": must be a whole number, not 1.5'),
        (lambda t: t.flag("n"), 'key "n": must be true or false, not 3'),
        (lambda t: t.texts("n"), 'key "n": must be a list of texts, not 3'),
        (
            lambda t: t.texts("list"),
            'key "list": must be a list of texts, not one with 1 in it',
        ),
        (
            lambda t: t.integers("list"),
            'key "list": must be a list of whole numbers, not one with the text "a" in it',
        ),
        (lambda t: t.integers("flags"), "not one with false in it"),
        (lambda t: t.points("n"), 'key "n": must be a list of points, each of two numbers, not 3'),
        (lambda t: t.points("list"), "not one with 1 in it"),
        (lambda t: t.points("line"), "not one with a list in it"),
        (lambda t: t.points("names"), "not one with a list in it"),
        (lambda t: t.table("list"), 'key "list": must be a table, not a list'),
        (lambda t: t.rows("table"), 'key "table": must be an array of tables, not a table'),
        (lambda t: t.rows("list"), "must be an array of tables, not one with 1 in it"),
        (
            lambda t: t.choice("side", ("axis", "allied")),
            'must be one of "axis", "allied", not "alied" (did you mean "allied"?)',
        ),
    ],
)
def test_wrong_types_and_ranges_are_refused(read, problem):
    table = row(
        n=3, f=1.5, list=[1, "a"], flags=[False], table={}, side="alied",
        line=[[1, 2.5], [1, 2, 3]], names=[["a", "b"]],
    )  # fmt: skip
    with pytest.raises(DataError) as excinfo:
        read(table)
    assert message(excinfo).startswith("x.toml, key ")
    assert problem in message(excinfo)


def test_limits_are_inclusive():
    assert row(n=3).integer("n", 3, 3) == 3


@pytest.mark.parametrize(
    "read",
    [
        lambda t: t.text("k"),
        lambda t: t.integer("k"),
        lambda t: t.flag("k"),
        lambda t: t.texts("k"),
        lambda t: t.integers("k"),
        lambda t: t.points("k"),
        lambda t: t.choice("k", ("a",)),
        lambda t: t.table("k"),
        lambda t: t.rows("k"),
        lambda t: t.raw("k"),
    ],
)
def test_a_key_without_default_is_required(read):
    with pytest.raises(DataError) as excinfo:
        read(row())
    assert message(excinfo) == 'x.toml, key "k": missing'


def test_a_missing_key_points_at_the_misspelt_one():
    table = row(id="7rtr", cv_ful=4)
    table.text("id")
    with pytest.raises(DataError, match=r'"cv_full": missing \(is it misspelt as "cv_ful"\?\)'):
        table.integer("cv_full")


def test_a_key_that_has_been_read_is_no_misspelling_of_another():
    table = row(cv_full=4)
    table.integer("cv_full")
    with pytest.raises(DataError, match=r'"cv_fall": missing$'):
        table.integer("cv_fall")


def test_defaults_stand_in_for_missing_keys_only():
    table = row(n=3)
    assert table.integer("n", default=9) == 3
    assert table.integer("k", default=0) == 0
    assert table.text("k", default="") == ""
    assert table.flag("k", default=False) is False
    assert table.texts("k", default=()) == ()
    assert table.integers("k", default=(1, 2)) == (1, 2)
    assert table.choice("k", ("a", "b"), default="b") == "b"
    assert table.rows("k", default=()) == []
    assert table.raw("k", default="any") == "any"
    assert table.has("n")
    assert not table.has("k")


def test_done_is_content_when_everything_was_read():
    table = row(n=3, inner={"k": 1}, unit=[{"id": "a"}])
    table.integer("n")
    table.table("inner").integer("k")
    for unit in table.rows("unit"):
        unit.text("id")
    table.done()


def test_done_names_every_key_that_nobody_read_and_what_may_be_meant():
    table = row(stacking=4, optionl=True, zzz=1)
    table.integer("stacking")
    table.flag("optional", default=False)
    with pytest.raises(DataError) as excinfo:
        table.done()
    assert message(excinfo) == (
        'x.toml, key "optionl": there is no such key (did you mean "optional"?); '
        'x.toml, key "zzz": there is no such key'
    )


def test_done_looks_into_tables_and_rows():
    table = row(inner={"k": 1}, unit=[{"id": "a"}, {"id": "b", "x": 1}])
    table.table("inner").integer("k")
    for unit in table.rows("unit"):
        unit.text("id")
    with pytest.raises(DataError, match=r'\[\[unit\]\] number 2 \(id "b"\), key "x"'):
        table.done()
    table.rows("unit")[1].raw("x")
    table.done()


def test_done_does_not_look_into_what_was_taken_raw():
    table = row(shape={"any": [1, {"x": 2}]})
    table.raw("shape")
    table.done()


def test_sources_are_noted_once_for_the_whole_file(units):
    assert units.source() == "counts: rulebook 2.0"
    first = units.rows("unit")[0]
    assert first.source() == first.source()
    assert units.sources == [
        SourceNote("units.toml", "counts: rulebook 2.0", ("rulebook",)),
        SourceNote(
            'units.toml, [[unit]] number 1 (id "7rtr")',
            "identity: rulebook 5.2.1; values RECONSTRUCTED",
            ("rulebook", "reconstructed"),
        ),
    ]


def test_a_row_without_source_is_an_error():
    with pytest.raises(DataError, match='key "source": missing'):
        row(id="a").source()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rulebook 9.2", ["rulebook"]),
        ("Reconstructed: open desert", ["reconstructed"]),
        ("values reconstructed; name: found, a review; number: rulebook", None),
        ("mixed, see rows", []),
        ("a foundation", []),
    ],
)
def test_provenance_finds_whole_words_in_a_fixed_order(text, words):
    expected = ["rulebook", "found", "reconstructed"] if words is None else words
    assert provenance(text) == expected


def test_a_missing_file_is_named(tmp_path):
    path = tmp_path / "map.toml"
    with pytest.raises(DataError) as excinfo:
        read_toml(path)
    assert str(path) in message(excinfo)


def test_bad_syntax_is_named_by_file_and_line(tmp_path):
    path = tmp_path / "map.toml"
    path.write_text("a = 1\nb = = 2\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"map\.toml.*line 2"):
        read_toml(path)


def test_text_in_another_encoding_is_named_by_file_and_line(tmp_path):
    path = tmp_path / "map.toml"
    path.write_bytes('a = 1\nb = "Stützpunkt"\n'.encode("latin-1"))
    with pytest.raises(DataError, match=r"map\.toml.*line 2"):
        read_toml(path)


def pack(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.toml").write_bytes(text.encode())
    return folder


def test_the_digest_of_a_pack_is_this_sum_over_what_its_files_say(tmp_path):
    folder = pack(tmp_path / "p", units="b = 2\n", map="a = 1\n")
    (folder / "notes.md").write_text("not part of the pack", encoding="utf-8")
    expected = sha256(b'{"map.toml":{"a":1},"units.toml":{"b":2}}').hexdigest()[:16]
    assert pack_digest(folder) == expected


def test_the_digest_changes_with_a_value_a_name_and_a_place(tmp_path):
    packs = [
        pack(tmp_path / "1", a="x = 1\n", b="y = 2\n"),
        pack(tmp_path / "2", a="x = 1\n", b="y = 3\n"),
        pack(tmp_path / "3", a="x = 1\n", c="y = 2\n"),
        pack(tmp_path / "4", a="x = 1\ny = 2\n"),
    ]
    assert len({pack_digest(folder) for folder in packs}) == 4


def test_notes_about_the_data_do_not_change_the_digest(tmp_path):
    plain = pack(tmp_path / "1", a='[[unit]]\nid = "u"\nsource = "found"\n')
    noted = pack(tmp_path / "2", a='# checked\n[[unit]]\nid = "u"\nsource = "rulebook"\n')
    assert pack_digest(plain) == pack_digest(noted)


def test_a_folder_without_toml_is_not_a_pack(tmp_path):
    with pytest.raises(DataError, match="not a data pack"):
        pack_digest(tmp_path)


def test_a_pack_may_be_written_with_inline_tables(tmp_path):
    path = tmp_path / "units.toml"
    path.write_text(
        textwrap.dedent(
            """
            units = [
              {id = "21_5", steps = [6, 4, 2]},
              {id = "ariete", steps = [4, 3, 2, 1]},
            ]
            """
        ),
        encoding="utf-8",
    )
    rows = read_toml(path).rows("units")
    assert [row.integers("steps") for row in rows] == [(6, 4, 2), (4, 3, 2, 1)]
