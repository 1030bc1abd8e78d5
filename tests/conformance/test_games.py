"""The conformance kit over every registered family, seat count, layout and option."""

import pytest
from hypothesis import given, settings

from rollwright import create_game, families
from rollwright.game import Game
from rollwright.spec import format_value
from rollwright.testing import check_game
from rollwright.testing.strategies import games

ALL_SEATS = [f"{f.name}(players={n})" for f in families() for n in f.seats]
ALL_VALUES = [
    f"{family.name}({option.name}={format_value(value)}, players=2)"
    for family in families()
    for option in family.options
    for value in option.choices
    if value != option.default
]


@pytest.mark.parametrize("spec", ALL_SEATS)
def test_every_number_of_seats_conforms(spec: str) -> None:
    assert create_game(spec).spec.players >= 1
    check_game(create_game(spec), seeds=range(1), thorough=15)


@pytest.mark.parametrize("spec", ALL_VALUES)
def test_every_value_of_every_option_conforms(spec: str) -> None:
    game = create_game(spec)
    assert len(str(game.spec)) == len(spec), "the spec must name this one option"
    check_game(game, seeds=range(1, 2), thorough=10)


@pytest.mark.parametrize("family", [family.name for family in families()])
def test_options_drawn_together_conform(family: str) -> None:
    checked: list[Game[object]] = []

    @settings(max_examples=8, deadline=None, derandomize=True)
    @given(games(family))
    def check(game: Game[object]) -> None:
        check_game(game, seeds=range(2, 3), thorough=10)
        checked.append(game)

    check()
    assert len(checked) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("family", [family.name for family in families()])
def test_many_options_drawn_together_conform(family: str) -> None:
    checked: list[Game[object]] = []

    @settings(max_examples=300, deadline=None)
    @given(games(family))
    def check(game: Game[object]) -> None:
        check_game(game, seeds=range(3, 5), thorough=20)
        checked.append(game)

    check()
    assert len(checked) >= 300
