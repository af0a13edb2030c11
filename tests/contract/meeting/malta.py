"""Positions of Island of Death made by hand, in which procedures meet that seldom do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from khamsin.games.malta.model.state import State
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.contract.meeting.pairs import Pair, met, procedures_of
from tests.games.malta.staging import PACK, at, scene, table, u

FRONT = {
    "li_1_33": "1113", "li_2_33": "1113", "ldr_chirieleison": "1113", "br_2d": "1213",
    "br_1d": "1312", "art_12": "1612",
}  # fmt: skip
"""Two battalions and their leader before one battalion; another and guns stand behind it."""
SEEDS = 400
LONG = 60
"""A position that takes more answers than this has gone astray."""

Wish = tuple[str, ...]


def front(**more: Any) -> State:
    """The front, with the guns of the Allies ready."""
    return table(FRONT, deployed=["art_12"], rounds={"art_12": 2}, **more)


def landing() -> State:
    """The same, with a company before a beach and guns of the Axis behind the front."""
    beach = PACK.place_ids[PACK.beaches[0]]
    return table(
        FRONT | {"it_inf_co_m4_1": f"w1_{beach}", "art_28": "1012"},
        phase="wave1", turn="am", deployed=["art_12", "art_28"],
        rounds={"art_12": 2, "art_28": 2}, formation={"it_inf_co_m4_1": "div4"},
    )  # fmt: skip


def guns() -> State:
    """The same, with guns of the Axis that may bombard."""
    return table(
        FRONT | {"art_28": "1012"}, phase="support", deployed=["art_12", "art_28"],
        rounds={"art_12": 2, "art_28": 2},
    )  # fmt: skip


def beside() -> State:
    """The same, with another battalion next to the one that is attacked."""
    units = FRONT | {"br_4b": "1212"}
    return table(units, phase="attack", deployed=["art_12"], rounds={"art_12": 2})


def two_fights() -> State:
    """The same, and another fight beside it."""
    return table(FRONT | {"li_1_34": "1411", "br_4b": "1510", "br_8m": "1510"}, phase="attack")


def second_fight() -> State:
    """The same, and beside it a company before two battalions."""
    aside = {"li_1_34": "1411", "li_2_34": "1411", "br_inf_co_1": "1510"}
    return table(FRONT | aside, phase="attack")


def series() -> State:
    """Two series are to come down, one of them among enemies."""
    formation = PACK.formation_ids.index("ramcke")
    units = ("ram_1_2", "ram_1_3")
    return table(
        {"br_2d": "1213", "br_1d": "2011"} | dict.fromkeys(units, "breakdown"),
        phase="series", turn="am", markers={"dz_ramcke": "1213"},
        series=tuple((formation, at(h), u(name)) for name, h in zip(units, ("1213", "1013"),
                                                                     strict=True)),
    )  # fmt: skip


def quiet_series() -> State:
    """A series comes down in peace behind a battalion that stands before another."""
    formation = PACK.formation_ids.index("ramcke")
    return table(
        {"li_1_33": "1113", "br_2d": "1213", "br_1d": "1312", "ram_1_3": "breakdown"},
        phase="series", turn="am", markers={"dz_ramcke": "1012"},
        series=((formation, at("1012"), u("ram_1_3")),),
    )  # fmt: skip


def positions() -> Iterator[Match[State]]:
    """One for each pair that games alone do not show."""
    fights: Wish = ("attack", "all", "lead", "retreat", "from", "to")
    ahead: Wish = (*fights, "advance")
    slips: Wish = ("infiltrate:unit", "infiltrate_to:go")
    for after, wishes in (("bombardment", ("bombard",)), ("infiltration", slips)):
        # Allied guns and infantry act at once upon what the Axis has just done.
        yield find(("combat", after), lambda: front(phase="attack"), fights, wishes)
        yield find(("advance", after), lambda: front(phase="attack"), ahead, wishes)
        yield find(("retreat", after), beside, fights, wishes)
        yield find(("breakthrough", after), lambda: front(phase="attack"), ahead, wishes)
    yield find(("breakthrough", "move"), lambda: front(phase="attack"), ahead, ("unit", "go"))
    yield find(("advance", "breakthrough"), lambda: front(phase="attack"), ahead, ())
    yield find(("infiltration", "move"), lambda: front(phase="infiltration"), slips, ("unit", "go"))
    yield find(("bombardment", "infiltration"), guns, ("bombard",), slips)
    yield find(("landing", "bombardment"), landing, ("bombard",), ())
    yield find(("landing", "combat"), landing, fights, ())
    yield find(("combat", "breakthrough"), two_fights, ahead, ())
    # One advances and waits for his breakthrough; in the second fight nobody does.
    first: Wish = (*fights, "advance li_1_33")
    yield find(("retreat", "breakthrough"), second_fight, first, ("retreat", "to"))
    yield find(("retreat", "drop"), series, ("drop",), ("retreat", "to"))
    yield find(("drop", "infiltration"), quiet_series, ("drop", *slips), ())


def find(pair: Pair, stage: Callable[[], State], axis: Wish, allied: Wish) -> Match[State]:
    """The first throw of the dice with which the pair comes about when both sides wish so."""
    known = procedures_of("malta")
    wishes = {"axis": axis, "allied": allied}
    for seed in range(SEEDS):
        match = scene(stage())
        match.dice = SeededDice(f"{pair[0]}-{pair[1]}-{seed}")
        match.settle()
        _play(match, wishes)
        if pair in met(match, known):
            check(match)
            return match
    raise AssertionError(f"{' > '.join(pair)} has not come about")


def _play(match: Match[State], wishes: Mapping[str, Wish]) -> None:
    """Until the turn is over, or long enough."""
    turn = match.state.now
    for _ in range(LONG):
        if match.result is not None or match.state.now != turn:
            return
        side = match.to_answer[0]
        match.choose(_wish(match, side, wishes[side]), side)


def _wish(match: Match[State], side: str, wishes: Wish) -> Option:
    """The first wish that is offered, a verb or all words; `prompt:verb` is for one question."""
    assert match.decision is not None
    legal = match.legal(side)
    for wish in wishes:
        prompt, _, verb = wish.rpartition(":")
        for option in legal:
            fits = verb in (option[0], " ".join(option))
            if fits and prompt in ("", match.decision.prompt):
                return option
    for plain in (("done",), ("alone",), ("stop",)):
        if plain in legal:
            return plain
    return legal[0]


def check(match: Match[State]) -> None:
    """What one half leaves behind is nothing: markers, attacked hexes, aircraft, the battle."""
    g = match.state
    if g.phase not in {"support", "defend", "bombard", "attack"}:
        assert not g.fires, g.fires
        assert not g.guards, g.guards
        assert not g.attacked, g.attacked
    if g.phase not in {"support", "defend", "bombard", "attack", "breakthrough"}:
        assert not g.air_on, g.air_on
    assert g.battle is None or g.phase in {"attack", "breakthrough", "series"}
