import pytest

from khamsin.kernel.errors import DataError, KhamsinError
from khamsin.kernel.text.rulebook import Chapter, Rule, Rulebook, read_rulebook

BOOK = """\
# Operation Battleaxe

A word of welcome, which is no rule.

## 9 Movement
What the chapter is about.

### 9.3 Limits
Several things stop a unit.

### 9.3.2 Escarpment
A unit may not cross it.

- except by road
#### A smaller heading
stays in the text.

### 9.30 Thirtieth [optional]
Rarely used.

### 9.4 Turning the counter [physical]

## 11. Combat
### 11.4.2A Lead unit [setup]
One unit leads.
### 11.4.2B The lead in print [example]
2RTR leads.

## Glossary
### glossary.1 Area [see the map]
A space with a number.
"""

RULINGS = """\
# Rulings

Each entry says what we play and why.

### R1 Counting slips
Three phases.

### R14 Retreat details
(a) Back where they came from.
"""


@pytest.fixture
def book(tmp_path) -> Rulebook:
    (tmp_path / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (tmp_path / "rulings.md").write_text(RULINGS, encoding="utf-8")
    return read_rulebook(tmp_path)


def read(tmp_path, text: str) -> Rulebook:
    (tmp_path / "rulebook.md").write_text(text, encoding="utf-8")
    return read_rulebook(tmp_path)


def ids(rules) -> list[str]:
    return [rule.id for rule in rules]


def test_rules_stand_in_the_order_of_the_book(book):
    assert book.title == "Operation Battleaxe"
    assert ids(book.rules) == [
        "9.3", "9.3.2", "9.30", "9.4", "11.4.2A", "11.4.2B", "glossary.1",
    ]  # fmt: skip
    assert ids(book.rulings) == ["R1", "R14"]


def test_a_rule_has_title_text_kind_and_chapter(book):
    assert book.rule("9.3.2") == Rule(
        "9.3.2",
        "Escarpment",
        "A unit may not cross it.\n\n- except by road\n#### A smaller heading\nstays in the text.",
        "rule",
        Chapter("9", "Movement"),
    )
    assert book.rule("11.4.2A").chapter == Chapter("11", "Combat")
    assert book.rule("glossary.1").chapter == Chapter("", "Glossary")


def test_the_text_of_a_chapter_belongs_to_no_rule(book):
    assert not [rule for rule in book.rules if "chapter is about" in rule.text]


@pytest.mark.parametrize(
    ("rule_id", "title", "kind"),
    [
        ("9.3", "Limits", "rule"),
        ("9.30", "Thirtieth", "optional"),
        ("9.4", "Turning the counter", "physical"),
        ("11.4.2A", "Lead unit", "setup"),
        ("11.4.2B", "The lead in print", "example"),
        ("glossary.1", "Area [see the map]", "rule"),
        ("R14", "Retreat details", "ruling"),
    ],
)
def test_a_tag_at_the_end_of_the_heading_is_the_kind(book, rule_id, title, kind):
    assert (book.rule(rule_id).title, book.rule(rule_id).kind) == (title, kind)


def test_a_rule_without_text_is_a_heading_only(book):
    assert book.rule("9.4").text == ""


def test_an_unknown_address_suggests_near_ones(book):
    with pytest.raises(KhamsinError) as excinfo:
        book.rule("9.3.3")
    assert str(excinfo.value).startswith(
        'there is no rule "9.3.3" in Operation Battleaxe; near it: 9.3.2'
    )


def test_an_address_like_no_other_suggests_nothing(book):
    with pytest.raises(KhamsinError) as excinfo:
        book.rule("zzz")
    assert str(excinfo.value) == 'there is no rule "zzz" in Operation Battleaxe'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("9.3.2", ["9.3.2"]),
        ("9.3", ["9.3", "9.3.2", "9.30"]),
        ("9", ["9.3", "9.3.2", "9.30", "9.4"]),
        ("1", []),
        ("11.4.2a", ["11.4.2A"]),
        ("11.4.2", ["11.4.2A", "11.4.2B"]),
        ("R1", ["R1"]),
        ("r14", ["R14"]),
        (" escarp ", ["9.3.2"]),
        ("LEAD", ["11.4.2A", "11.4.2B"]),
        ("print lead", ["11.4.2B"]),
        ("lead retreat", []),
        ("retreat", ["R14"]),
        ("", []),
    ],
)
def test_find_takes_the_beginning_of_an_address_or_words_of_the_title(book, text, found):
    assert ids(book.find(text)) == found


def test_rulings_are_optional(tmp_path):
    assert read(tmp_path, BOOK).rulings == ()


def test_a_missing_rulebook_is_named(tmp_path):
    with pytest.raises(DataError, match=r"rulebook\.md: cannot be read"):
        read_rulebook(tmp_path)


@pytest.mark.parametrize("heading", ["Escarpment", "The escarpment", "9.3.2"])
def test_a_rule_needs_number_and_title(tmp_path, heading):
    with pytest.raises(DataError) as excinfo:
        read(tmp_path, f"# Book\n\n### {heading}\ntext\n")
    assert str(excinfo.value) == (
        f'rulebook.md, line 3: "{heading}" must be the number of a rule, then its title'
    )


@pytest.mark.parametrize("tag", ["phisical", "rule", "ruling"])
def test_an_unknown_tag_is_an_error(tmp_path, tag):
    with pytest.raises(DataError) as excinfo:
        read(tmp_path, f"### 9.3 Limits [{tag}]\n")
    assert str(excinfo.value) == (
        "rulebook.md, line 1: a rule may be tagged [physical], [optional], [setup], [example], "
        f"not [{tag}]"
    )


def test_an_address_may_be_used_once(tmp_path):
    with pytest.raises(DataError, match=r'^Book: there are two rules "9\.3"$'):
        read(tmp_path, "# Book\n### 9.3 Limits\n### 9.3 Others\n")


def test_a_translation_is_read_for_its_language_and_english_where_a_file_is_missing(tmp_path):
    (tmp_path / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (tmp_path / "rulings.md").write_text(RULINGS, encoding="utf-8")
    told = BOOK.replace("# Operation Battleaxe", "# Toro").replace("Escarpment", "Escarpadura")
    (tmp_path / "rulebook.es.md").write_text(told, encoding="utf-8")
    spanish = read_rulebook(tmp_path, "es")
    assert (spanish.title, spanish.rule("9.3.2").title) == ("Toro", "Escarpadura")
    assert spanish.rule("9.3.2").language == "es"
    assert (spanish.rule("R14").title, spanish.rule("R14").language) == ("Retreat details", "en")
    assert read_rulebook(tmp_path).rule("9.3.2").title == "Escarpment"
    assert read_rulebook(tmp_path, "pl").rule("9.3.2").language == "en"
