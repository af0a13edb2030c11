"""What a game gives to the kernel."""

from typing import Any

import pytest

from khamsin.kernel.errors import (
    CannotUndo,
    JournalError,
    KhamsinError,
    NotOffered,
    RefusedChoice,
    SetupError,
    StaleDecision,
    WrongSeat,
)
from khamsin.kernel.game import Game, Rules, Setup
from tests.kernel.patrol import Patrol
from tests.kernel.toys import Fort, Siege, Sketch, check_fort, hungry, look, turns

TOYS: list[Game[Any]] = [Sketch(turns), Siege(), Patrol()]


def test_a_set_up_is_a_scenario_and_options():
    game = Patrol()
    game.check_setup(Setup("campaign"))
    game.check_setup(Setup("raid", ("scouts", "rations")))
    with pytest.raises(SetupError, match="Patrol in the Wadi has no scenario 'war'"):
        game.check_setup(Setup("war"))
    with pytest.raises(SetupError, match="has no option 'rain'; there are: rations, scouts"):
        game.check_setup(Setup("raid", ("scouts", "rain")))
    with pytest.raises(SetupError, match="the option 'scouts' is chosen twice"):
        game.check_setup(Setup("raid", ("scouts", "rations", "scouts")))


def test_a_set_up_cannot_be_changed_afterwards():
    setup = Setup("raid")
    with pytest.raises(AttributeError):
        setup.scenario = "campaign"  # type: ignore[misc]


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.slug)
def test_sides_sit_in_their_own_chairs_unless_a_game_says_otherwise(game):
    g = game.rules.start(Setup(game.scenarios[0].id))
    assert game.chairs(g) == {side: side for side in game.sides}


def test_a_game_must_say_everything_the_kernel_asks():
    with pytest.raises(TypeError, match="play"):
        Rules(start=lambda setup: Fort(hard=False), why_not=hungry, check=check_fort, view=look)  # type: ignore[call-arg]


def test_a_refusal_is_one_error_to_catch_and_a_bug_is_not():
    for refusal in (NotOffered, WrongSeat, StaleDecision, CannotUndo):
        assert issubclass(refusal, RefusedChoice)
    for error in (RefusedChoice, SetupError, JournalError):
        assert issubclass(error, KhamsinError)
    assert not issubclass(JournalError, RefusedChoice)
    assert not issubclass(KeyError, KhamsinError)
