"""The khamsin command as people meet it: the real one in a process of its own, or `main`."""

import json
import os
import signal
import subprocess
import sys
import time
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from khamsin import __version__
from khamsin.cli import main
from khamsin.cli.running import description
from khamsin.games.battleaxe.model.pack import STANDARD_PACK

SOURCE = Path(__file__).parents[1] / "src"
COMMAND = [sys.executable, "-m", "khamsin.cli"]
PLAY = ["play", "battleaxe", "--text", "--seed", "1941"]


def environment():
    return os.environ | {
        "PYTHONPATH": str(SOURCE),
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "100",
        "LINES": "40",
    }


def run(*words, typed=()):
    """Run the command; give exit code, output and errors."""
    done = subprocess.run(
        [*COMMAND, *map(str, words)],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def refused(capsys):
    """Run a command that must fail: exit code 2, nothing on stdout, one line on stderr."""

    def check(*words):
        try:
            code = main([str(word) for word in words])
        except SystemExit as stop:  # the parser's way out
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert code == 2
        assert out == ""
        assert len(err.splitlines()) == 1
        assert err.startswith("khamsin")
        return err

    return check


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The journal of a few halves, written by the command itself."""
    path = tmp_path_factory.mktemp("written") / "match.khamsin"
    typed = ["4", "4", "1", "move 2rtr 1", "end", "2", "pass", "pass", "2", "pass"]
    assert run(*PLAY, "--save", path, typed=typed)[0] == 0
    return path.read_text(encoding="utf-8")


@pytest.fixture
def journal(written, tmp_path):
    """That journal in a file of the test's own."""
    path = tmp_path / "match.khamsin"
    path.write_text(written, encoding="utf-8")
    return path


def read_until(process, wanted):
    """Read what a process writes until this has come."""
    seen = b""
    while wanted not in seen:
        some = os.read(process.stdout.fileno(), 65536)
        assert some, "the process ended too early"
        seen += some


# -- playing ---------------------------------------------------------------------------------


def test_a_sitting_a_save_and_another_sitting(tmp_path):
    path = tmp_path / "a.khamsin"
    typed = [
        "4", "d", "1",
        "move 2rtr 9", "why 2rtr 9", "rule 9.3.3",
        "move 2rtr 1", "undo", "move 2rtr 2", f"save {path}", "quit",
    ]  # fmt: skip
    code, out, err = run(*PLAY, "--axis", "random", typed=typed)
    assert (code, err) == (0, "")
    assert "no line joins these two. [9.3.3]" in out
    assert "Taken back: Move 2RTR to 1 Bir Sheferzen." in out
    code, out, err = run(*PLAY[:3], "--axis", "random", "--load", path,
                         typed=["end", "2", "board"])  # fmt: skip
    assert (code, err) == (0, "")
    assert "2RTR moves from D Gasr el-Abid to 2 Bir el-Hurush. [9.1b]" in out
    assert "impulse 2, Allied half" in out
    assert "(2)+1" in out


def test_bots_alone_play_a_whole_match_and_it_can_be_verified_and_replayed(tmp_path, capsys):
    path = tmp_path / "a.khamsin"
    code, out, err = run(*PLAY, "--allied", "random", "--axis", "random", "--save", path)
    assert (code, err) == (0, "")
    assert main(["verify", str(path)]) == 0
    verified = capsys.readouterr().out
    assert "follow from the seed 1941" in verified
    assert "night" in verified
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "June 15, impulse 1: the Allied half begins. [8.0a]" in told
    assert told.splitlines()[-1] in out  # both end with the same sentence


def test_an_acknowledged_answer_survives_a_kill(tmp_path):
    path = tmp_path / "a.khamsin"
    process = subprocess.Popen(
        [*COMMAND, *PLAY, "--save", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    process.stdin.write(b"4\nd\n1\nmove 2rtr 1\n")
    process.stdin.flush()
    read_until(process, b"2RTR moves from")
    process.kill()
    process.communicate()
    assert "allied move 2rtr 1\n" in path.read_text(encoding="utf-8")
    code, out, _ = run(*PLAY[:3], "--load", path, "--save", path, typed=["undo"])
    assert code == 0
    assert "Taken back: Move 2RTR" in out
    assert "~ allied move 2rtr 1\n" in path.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_cleanly():
    process = subprocess.Popen(
        [*COMMAND, *PLAY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    read_until(process, b"Allied>")
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.strip() == b""


def test_a_terminal_without_unicode_gets_question_marks():
    done = subprocess.run(
        [*COMMAND, *PLAY],
        input=b"",
        capture_output=True,
        env=environment() | {"PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Goodbye." in done.stdout


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Axis half begins"), ("es", "comienza la mitad del Eje"), ("pl", "połowa Osi")],
)
def test_every_language_can_be_asked_for(language, said):
    code, out, err = run(*PLAY, "--lang", language, typed=["4", "4", "1", "done", "2", "pass"])
    assert (code, err) == (0, "")
    assert said in out


@pytest.mark.parametrize(
    ("machine", "title"),
    [("es_ES.UTF-8", "Escarpadura"), ("pl", "Skarpa"), ("en_GB", "Escarpment"),
     ("C.UTF-8", "Escarpment"), ("de_DE.UTF-8", "Escarpment"), ("", "Escarpment")],
)  # fmt: skip
def test_the_language_is_that_of_the_machine(monkeypatch, capsys, machine, title):
    monkeypatch.setenv("LANG", machine)
    assert main(["rules", "battleaxe", "9.3.2"]) == 0
    out = capsys.readouterr().out
    assert f"9.3.2 {title}" in out
    assert title != "Escarpment" or "No unit ever crosses an escarpment" in out
    assert main(["rules", "battleaxe", "9.3.2", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("9.3.2 Escarpment")


def test_rules_are_told_in_the_language_and_found_by_english_titles_too(capsys):
    assert main(["rules", "battleaxe", "--lang", "es"]) == 0
    assert "  9 Movimiento" in capsys.readouterr().out
    for wanted in ("escarpadura", "escarpment"):
        assert main(["rules", "battleaxe", wanted, "--lang", "es"]) == 0
        out = capsys.readouterr().out
        assert "\n9.3.2 Escarpadura\n" in f"\n{out}"
        assert "Ninguna unidad cruza jamás un límite de escarpadura" in out
    assert main(["rules", "battleaxe", "R3", "--lang", "es"]) == 0
    assert "Decisión: 6, 9, 13 y 22." in capsys.readouterr().out


def test_games_are_listed_in_the_language(capsys):
    assert main(["games", "--lang", "es"]) == 0
    assert "Intervención Masiva de la Luftwaffe [19.2]" in capsys.readouterr().out
    assert main(["games", "--lang", "pl"]) == 0
    assert "Gra Przedłużona" in capsys.readouterr().out


# -- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["play", "chess"], "chess"),
        (["play", "battleaxe", "--scenario", "crete"], "crete"),
        (["play", "battleaxe", "--option", "mud"], "mud"),
        (["play", "battleaxe", "--option", "bids", "--option", "bids"], "bids"),
        (["play", "battleaxe", "--allied", "hal"], "hal"),
        (["play", "battleaxe", "--load", "/nothing/there"], "/nothing/there"),
        (["play", "battleaxe", "--pack", "/nothing/there"], "/nothing/there"),
        (["play", "battleaxe", "--language", "tlh"], "tlh"),
        (["play"], "game"),
        (["engine", "hal"], "hal"),
        (["table", "--port", "99999999"], "0 to 65535"),
        (["verify", "/nothing/there"], "/nothing/there"),
        (["replay", "/nothing/there"], "/nothing/there"),
        (["rules", "chess"], "chess"),
        (["rules", "battleaxe", "zeppelin"], "zeppelin"),
        (["pack", "check", "/nothing/there", "--game", "battleaxe"], "/nothing/there"),
        (["pack", "export", "chess", "/nothing/there"], "chess"),
        (["simulate", "battleaxe", "--games", "0"], "'0'"),
        (["simulate", "battleaxe", "--jobs", "many"], "'many'"),
        (["simulate", "battleaxe", "--scenario", "crete"], "crete"),
        (["simulate", "battleaxe", "--allied", "hal"], "hal"),
        (["simulate", "battleaxe", "--out", "/dev/null/there"], "/dev/null/there"),
        (["arena", "chess", "greedy", "random"], "chess"),
        (["arena", "battleaxe", "greedy", "hal"], "hal"),
        (["arena", "battleaxe", "greedy"], "BOT"),
        (["odds", "chess"], "chess"),
        (["odds", "battleaxe", "luck=3"], "luck=3"),
        (["dance"], "dance"),
        ([], "command"),
    ],
)
def test_what_is_not_there_is_named_in_one_line(refused, words, named):
    assert named in refused(*words)


def test_the_real_command_ends_with_the_same_line_and_code():
    code, out, err = run("play", "battleaxe", "--scenario", "crete")
    assert (code, out) == (2, "")
    assert err == (
        "khamsin: Operation Battleaxe has no scenario 'crete'; there are: standard, extended\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("allied move 2rtr 1", "allied move 2rtr 9", "not offered here"),
        ("allied move 2rtr 1", "allied move 2rtr", "not offered here"),
        ("allied assault A B C D", "axis assault A B C D", "not offered here"),
        ("khamsin journal 1", "journal", "line 1"),
        ("---", "", "does not belong here"),
        ("game battleaxe", "game chess", "chess"),
        ("seed 1941", "seed 1942", "seed"),
        ("dice night", "dice noon", "noon"),
        ("mark 0 ", "mark 0 0", "not the one that was saved"),
        ("pack ", "pack 0", "data pack"),
        ("scenario standard", "scenario crete", "crete"),
    ],
)
def test_a_damaged_journal_is_refused_and_stays_as_it_is(refused, journal, old, new, named):
    text = journal.read_text(encoding="utf-8")
    assert old in text
    journal.write_text(text.replace(old, new, 1), encoding="utf-8")
    before = journal.read_bytes()
    for words in (
        ["verify", journal],
        ["replay", journal],
        ["play", "battleaxe", "--load", journal, "--save", journal],
    ):
        message = refused(*words)
        assert named in message
        assert str(journal) in message or "chess" in message
    assert journal.read_bytes() == before


def test_a_changed_roll_is_found_by_verify(refused, journal):
    lines = journal.read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("dice night"))
    rolled = lines[at].split()[2:]
    lines[at] = "dice night " + ("5 6" if rolled != ["5", "6"] else "6 5")
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert f"line {at + 1}: the seed gives {' '.join(rolled)}" in refused("verify", journal)


def test_a_file_that_is_there_is_not_begun_anew(refused, journal):
    before = journal.read_bytes()
    assert "is there already" in refused("play", "battleaxe", "--save", journal)
    assert "--seed cannot be given with --load" in refused(
        "play", "battleaxe", "--load", journal, "--seed", "1"
    )
    assert journal.read_bytes() == before


# -- data packs ------------------------------------------------------------------------------


def test_a_pack_is_exported_corrected_checked_and_played_with(tmp_path, capsys, refused):
    folder = tmp_path / "mine"
    assert main(["pack", "export", "battleaxe", str(folder)]) == 0
    assert sorted(p.name for p in folder.iterdir()) == sorted(
        p.name for p in STANDARD_PACK.iterdir()
    )
    units = folder / "units.toml"
    units.write_text(
        units.read_text(encoding="utf-8").replace('label = "2RTR"', 'label = "2nd"'),
        encoding="utf-8",
    )
    assert main(["pack", "check", str(folder), "--game", "battleaxe"]) == 0
    assert "a good pack for Operation Battleaxe" in capsys.readouterr().out
    code, out, _ = run(*PLAY, "--pack", folder, typed=["4", "4"])
    assert code == 0
    assert "2nd 6RTR" in out
    assert "is there already" in refused("pack", "export", "battleaxe", folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "named"),
    [
        ("units.toml", "cv_full = 4", 'cv_full = "four"', ('id "1_11"', "cv_full", "units.toml")),
        ("units.toml", "cv_full = 4", "cv_ful = 4", ('id "1_11"', '"cv_full": missing', "cv_ful")),
        ("tables.toml", "vacant = 1\n", "", ("tables.toml", "[movement_cost]", "vacant")),
        ("scenarios.toml", 'at = ["A"]', 'at = ["Q"]', ("scenarios.toml", '"at"', '"Q"')),
        ("map.toml", "[map]", "[map", ("map.toml", "line 6")),
        ("scenarios.toml", 'id = "light_5"', 'id = "light"', ("scenarios.toml", "light_5")),
    ],
)
def test_a_wrong_pack_is_refused_by_file_and_key(tmp_path, refused, file, old, new, named):
    folder = tmp_path / "mine"
    folder.mkdir()
    for path in STANDARD_PACK.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    message = refused("pack", "check", folder, "--game", "battleaxe")
    assert all(part in message for part in named), message
    assert refused("play", "battleaxe", "--pack", folder) == message


# -- the rest --------------------------------------------------------------------------------


def test_simulate_gives_the_same_file_with_any_number_of_jobs(tmp_path):
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for jobs, path in zip("12", files, strict=True):
        code, out, err = run(
            "simulate", "battleaxe", "--games", 8, "--jobs", jobs, "--seed", "7",
            "--allied", "random", "--axis", "random", "--option", "luftwaffe", "--json", path,
        )  # fmt: skip
        assert (code, err) == (0, "")
        assert "8 games" in out
        assert "games a second" in out
    assert files[0].read_bytes() == files[1].read_bytes()
    data = json.loads(files[0].read_text(encoding="utf-8"))
    assert data["options"] == ["luftwaffe"]
    assert len(data["games"]) == data["summary"]["games"] == 8


def test_a_game_that_is_scored_is_simulated_in_all_its_scenarios(capsys, tmp_path):
    path = tmp_path / "all.json"
    words = ["simulate", "commander", "--games", "1", "--jobs", "1", "--axis", "random",
             "--json", str(path)]  # fmt: skip
    assert main(words) == 0
    assert capsys.readouterr().out.count("bands of vp") == 3
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [each["scenario"] for each in data] == ["gd", "na", "dd"]


def test_a_report_that_cannot_be_written_is_named(capsys, tmp_path):
    words = ["simulate", "battleaxe", "--games", "1", "--jobs", "1", "--allied", "random",
             "--axis", "random", "--json", str(tmp_path / "no" / "file")]  # fmt: skip
    assert main(words) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_rules_are_looked_up(capsys):
    assert main(["rules", "battleaxe", "9.3.2"]) == 0
    assert "No unit ever crosses an escarpment" in capsys.readouterr().out
    assert main(["rules", "battleaxe", "Air", "Over"]) == 0
    assert "10.1.3 Air and Overrun" in capsys.readouterr().out
    assert main(["rules", "battleaxe"]) == 0
    assert "9 Movement" in capsys.readouterr().out


def test_games_are_listed_with_scenarios_and_options(capsys):
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert "battleaxe: Operation Battleaxe; sides: allied, axis" in out
    assert "--scenario extended" in out
    assert "--option luftwaffe" in out


def test_the_version(capsys):
    with pytest.raises(SystemExit) as excinfo:
        main(["--version"])
    assert excinfo.value.code == 0
    assert capsys.readouterr().out == f"khamsin {__version__} ({description()})\n"


def test_the_version_says_what_is_compiled(tmp_path):
    for name in ("kernel/play/match", "games/oasis/model/state"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / f"{name}.py").touch()
    assert description(tmp_path) == "plain Python"
    (tmp_path / f"kernel/play/match{EXTENSION_SUFFIXES[0]}").touch()
    (tmp_path / "games/oasis/model/state.cpython-20-other.so").touch()  # of another Python
    assert description(tmp_path) == "compiled: kernel"
    (tmp_path / f"games/oasis/model/state{EXTENSION_SUFFIXES[-1]}").touch()
    assert description(tmp_path) == "compiled: kernel, oasis"


LIBRARIES = {"alembic", "distributed", "gymnasium", "httpx", "msgspec", "numpy", "pyarrow"}
LIBRARIES |= {"psycopg", "sqlalchemy", "starlette", "uvicorn", "asyncio"}
WHAT_IS_READ = """
import contextlib, sys
read = set()
sys.addaudithook(lambda event, args: event == "open" and read.add(str(args[0])))
from khamsin.cli import main
with contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print("\\n", *sorted(sys.modules), sep=" ")
print(*[path for path in sorted(read) if path.endswith((".toml", ".md"))])
"""


@pytest.mark.parametrize(
    ("words", "modules", "files"),
    [(["--version"], 6, 0), (["rules", "battleaxe", "9.2"], 31, 6)],
)
def test_a_short_question_reads_no_game_and_no_library(words, modules, files):
    """Under 0.2 seconds of the processor; what is counted here is the same on every machine."""
    code = [sys.executable, "-c", WHAT_IS_READ, *words]
    done = subprocess.run(code, capture_output=True, text=True, check=True, env=environment())
    *_, names, paths = done.stdout.splitlines()
    assert LIBRARIES.isdisjoint({name.partition(".")[0] for name in names.split()})
    ours = [name for name in names.split() if name.partition(".")[0] == "khamsin"]
    assert [name for name in ours if name.startswith("khamsin.games.")] == []
    assert [path for path in paths.split() if "data" in Path(path).parts] == []
    assert 1 < len(ours) <= modules
    assert len(paths.split()) <= files


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_a_reader_who_has_seen_enough_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m khamsin.cli rules battleaxe 1 | head -1",
        shell=True,
        capture_output=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert done.stderr == b""
