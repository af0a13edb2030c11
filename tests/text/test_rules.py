"""Rules in the terminal, told in the reader's language where it has them."""

from io import StringIO

from khamsin.kernel.text.reader import RuleReader
from khamsin.text import WORDS
from khamsin.text.rules import show_rules
from khamsin.text.screen import Screen


def told(folder, wanted, language):
    out = StringIO()
    show_rules(RuleReader(folder, language, WORDS), Screen(out, StringIO()), wanted)
    return out.getvalue()


def test_a_note_says_where_a_text_is_not_in_the_language(tmp_path):
    (tmp_path / "words").mkdir()
    (tmp_path / "words/en.toml").write_text("", encoding="utf-8")
    (tmp_path / "rulebook.md").write_text("# T\n## 1 All\n### 1.1 Move\nGo.\n", encoding="utf-8")
    (tmp_path / "rulings.md").write_text("# T\n### R1 Ties\nNobody.\n", encoding="utf-8")
    (tmp_path / "rulebook.es.md").write_text(
        "# T\n## 1 Todo\n### 1.1 Mover\nVe.\n", encoding="utf-8"
    )
    assert told(tmp_path, "1.1", "es") == "1.1 Mover\n  Ve.\n"
    note = "El texto de estas reglas está en inglés."
    assert told(tmp_path, "R1", "es").splitlines() == [note, "R1 Ties", "  Nobody."]
    assert told(tmp_path, "R1", "en").splitlines() == ["R1 Ties", "  Nobody."]
    assert "Todo" in told(tmp_path, "", "es")
