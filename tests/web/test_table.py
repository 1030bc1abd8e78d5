"""Tables without a server: what the events make of them, and who may do what."""

from __future__ import annotations

import random

import pytest

from rollwright.dice import Chance
from rollwright.errors import InputError
from rollwright.game import Seat
from rollwright.web import plans
from rollwright.web.bot_words import default_bot
from rollwright.web.keys import hash_secret
from rollwright.web.plans import Person, Shown
from rollwright.web.refusal import Refusal
from rollwright.web.settings import Limits, Settings, changed_settings, hide_password
from rollwright.web.table import LiveTable

from .desk import ANN, BEN, BOT, OPEN, SECRET, STRANGER, Desk, running, seat

LIMITS = Limits()


def refusal(error: pytest.ExceptionInfo[Refusal]) -> tuple[int, str]:
    return error.value.status, error.value.code


# The lobby


def test_people_take_open_seats_until_all_are_taken() -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), OPEN])
    taken, events = plans.join(desk.table, BEN, ("Ben", None, None), ("s1", "s2"), LIMITS)
    desk.take(events)
    assert taken == 1
    assert desk.table.seats[1].avatar == "owl", "the fox is Ann's"
    with pytest.raises(Refusal) as error:
        plans.join(desk.table, STRANGER, ("Zoe", None, None), ("s3", "s4"), LIMITS)
    assert refusal(error) == (409, "full")


def test_joining_twice_with_one_name_takes_one_seat() -> None:
    desk = Desk("qwixx", [OPEN, OPEN])
    _, events = plans.join(desk.table, BEN, ("Ben", None, None), ("ben", "t"), LIMITS)
    desk.take(events)
    owner = Person(frozenset(desk.table.seats[0].owners))
    assert plans.join(desk.table, owner, (" ben ", None, None), ("ben", "t"), LIMITS) == (0, [])


def test_two_people_cannot_have_one_name() -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), OPEN])
    with pytest.raises(Refusal) as error:
        plans.join(desk.table, BEN, ("ANN", None, None), ("s1", "s2"), LIMITS)
    assert refusal(error) == (422, "name")


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a;b", "a\u202eb", "a\nb\x00"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), OPEN])
    with pytest.raises(Refusal) as error:
        plans.join(desk.table, BEN, (name, None, None), ("s1", "s2"), LIMITS)
    assert refusal(error) == (422, "name")


def test_nobody_joins_once_the_game_has_begun() -> None:
    with pytest.raises(Refusal) as error:
        plans.join(running().table, STRANGER, ("Zoe", None, None), ("s1", "s2"), LIMITS)
    assert refusal(error) == (409, "started")


def test_only_the_host_begins_and_open_seats_are_taken_away() -> None:
    desk = Desk("qwixx", [OPEN, seat("Ann", "ann"), OPEN, seat("Ben", "ben")])
    with pytest.raises(Refusal) as error:
        plans.start(desk.table, BEN)
    assert refusal(error) == (403, "host")
    desk.take(plans.start(desk.table, ANN))
    assert [row.name for row in desk.table.seats] == ["Ann", "Ben"]
    assert str(desk.table.game.spec) == "qwixx(players=2)"
    assert desk.table.seats_of(["ben"]) == (1,)
    assert plans.start(desk.table, ANN) == [], "beginning twice is harmless"


def test_a_table_with_nobody_does_not_begin() -> None:
    with pytest.raises(Refusal) as error:
        plans.start(Desk("qwixx", [OPEN, OPEN]).table, ANN)
    assert refusal(error) == (409, "seats")


def test_the_host_fills_open_seats_with_bots_and_frees_them() -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), OPEN, OPEN])
    for index in (1, 2):
        desk.take(plans.fill(desk.table, ANN, index, "greedy"))
    assert [row.name for row in desk.table.seats] == ["Ann", "Thrifty", "Thrifty 2"]
    desk.take(plans.fill(desk.table, ANN, 2, None))
    assert desk.table.open_seats() == (2,)
    with pytest.raises(Refusal) as error:
        plans.fill(desk.table, ANN, 0, "greedy")
    assert refusal(error) == (409, "taken")
    with pytest.raises(Refusal) as error:
        plans.fill(desk.table, BEN, 1, None)
    assert refusal(error) == (403, "host")


@pytest.mark.parametrize("bot", ["os:system", "greedy(skip=1)", "nobody", ""])
def test_only_bots_of_the_package_sit_down_and_without_parameters(bot: str) -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), OPEN])
    with pytest.raises(Refusal) as error:
        plans.fill(desk.table, ANN, 1, bot)
    assert refusal(error) == (422, "bot")


def test_leaving_the_lobby_frees_the_seat_and_its_links() -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), seat("Ben", "ben")])
    desk.take(plans.leave(desk.table, BEN, 1))
    assert desk.table.seats_of(["ben"]) == ()
    assert desk.table.open_seats() == (1,)


def test_joining_and_leaving_keep_the_order_of_seats() -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), seat("Ben", "ben"), seat("Cleo", "cleo")])
    desk.take(plans.leave(desk.table, BEN, 1))
    _, events = plans.join(desk.table, BEN, ("Ben", None, None), ("s1", "s2"), LIMITS)
    desk.take(events)
    assert [row.name for row in desk.table.seats] == ["Ann", "Ben", "Cleo"]


# Seats in the game


def test_nobody_answers_for_a_seat_of_somebody_else() -> None:
    desk = running()
    desk.take(plans.roll(desk.table, ANN, 1, Shown()))
    for deed in (plans.undo, plans.redo, plans.leave, plans.take_back):
        with pytest.raises(Refusal) as error:
            deed(desk.table, STRANGER, 0)
        assert refusal(error) == (403, "seat")
    with pytest.raises(Refusal) as error:
        plans.answer(desk.table, BEN, 0, 1, "-")
    assert refusal(error) == (403, "seat")


def test_the_host_hands_a_seat_to_a_bot_and_its_owner_takes_it_back_by_opening_the_page() -> None:
    desk = running()
    with pytest.raises(Refusal) as error:
        plans.hand_over(desk.table, BEN, 0, "greedy")
    assert refusal(error) == (403, "host")
    desk.take(plans.hand_over(desk.table, ANN, 1, "greedy"))
    assert desk.table.seats[1].is_driven
    assert plans.hand_over(desk.table, ANN, 1, "greedy") == []
    assert plans.returns(desk.table, STRANGER) == []
    desk.take(plans.returns(desk.table, BEN))
    assert not desk.table.seats[1].is_driven


def test_an_owner_who_answers_takes_the_seat_back() -> None:
    desk = running()
    desk.take(plans.hand_over(desk.table, ANN, 1, "greedy"))
    desk.take(plans.roll(desk.table, ANN, 1, Shown()))
    desk.take(plans.answer(desk.table, BEN, 1, 1, "-"))
    assert not desk.table.seats[1].is_driven
    assert desk.table.answers == {(1, 1): "-"}


def test_the_host_lets_an_absent_person_pass_once() -> None:
    desk = running()
    desk.take(plans.roll(desk.table, ANN, 1, Shown()))
    desk.take(plans.pass_over(desk.table, ANN, 1))
    assert not desk.table.seats[1].is_driven
    match = desk.table.match
    assert match is not None
    assert match.waiting == (0,)
    with pytest.raises(Refusal) as error:
        plans.pass_over(desk.table, ANN, 1)
    assert refusal(error) == (409, "stale")


def test_the_host_rolls_for_an_absent_person() -> None:
    desk = running("qwixx start=first_seat")
    desk.take(plans.pass_over(desk.table, ANN, 0))
    match = desk.table.match
    assert match is not None
    assert not isinstance(match.node, Chance)


def test_leaving_a_running_game_hands_the_seat_to_a_bot() -> None:
    desk = running()
    desk.take(plans.leave(desk.table, BEN, 1))
    assert desk.table.seats[1].bot == default_bot("qwixx")
    assert desk.table.seats_of(["ben"]) == (1,), "so that Ben can come back"


def test_real_dice_of_a_bot_are_entered_by_any_person() -> None:
    desk = Desk("qwixx", [BOT, seat("Ann", "ann"), seat("Ben", "ben")], dice="typed")
    desk.take(plans.start(desk.table, ANN))
    assert desk.table.rollers() == (1, 2)
    desk.take(plans.roll(desk.table, BEN, 1, Shown(faces=[1, 2, 3, 4, 5, 6])))
    assert desk.table.last_roll() is not None


def test_a_roll_sent_again_is_fine_even_if_it_has_ended_the_turn_or_the_game() -> None:
    desk = running("qwixx max_misthrows=1 marks_to_lock=10", dice="typed")
    desk.roll(6, 6, 6, 6, 6, 6)  # green and blue 12 only
    for number in (0, 1):
        desk.answer(number, "-")
    desk.answer(0, "-")
    assert desk.table.phase == "over"
    again = Shown(faces=[6, 6, 6, 6, 6, 6])
    assert plans.roll(desk.table, ANN, 1, again) == []
    with pytest.raises(Refusal) as error:
        plans.roll(desk.table, BEN, 1, again)
    assert refusal(error) == (409, "over")


def test_rolling_the_same_dice_again_is_a_new_roll() -> None:
    desk = running("qwinto", dice="typed")
    desk.answer(0, "o")
    desk.roll(3)
    assert plans.roll(desk.table, ANN, 1, Shown(faces=[3])) == []
    desk.answer(0, "reroll")
    desk.roll(5)
    rolled = desk.table.last_roll()
    assert rolled is not None
    assert rolled[1].roll == (5, 0, 0)


# Timers


def test_time_is_up_after_the_seconds_of_the_timer() -> None:
    desk = running(timer=30)
    assert desk.table.deadline(resumed_at=0) == desk.events[-1].at + 30_000
    assert desk.table.deadline(resumed_at=99_000) == 129_000, "all of it again on return"


def test_no_time_runs_without_a_timer_or_in_the_lobby() -> None:
    assert running().table.deadline(0) is None
    assert Desk("qwixx", [seat("Ann", "ann"), OPEN], timer=30).table.deadline(0) is None


# Links


def test_a_personal_link_gives_another_browser_the_same_seat() -> None:
    desk = running()
    desk.take(plans.add_key(desk.table, BEN, 1, "secret", LIMITS))
    key = desk.table.seats[1].tokens[0]
    assert key != "secret"
    desk.take(plans.add_owner(desk.table, key, "phone"))
    assert desk.table.seats_of(["phone"]) == (1,)
    assert plans.add_owner(desk.table, key, "phone") == []
    assert plans.add_owner(desk.table, "other", "phone") == []


def test_a_seat_has_five_links_at_most_and_the_oldest_dies() -> None:
    desk = running()
    for number in range(6):
        desk.take(plans.add_key(desk.table, BEN, 1, f"secret {number}", LIMITS))
    assert len(desk.table.seats[1].tokens) == 5
    assert hash_secret("secret 0") not in desk.table.seats[1].tokens


# The fold


@pytest.mark.parametrize("game", ["qwixx", "qwinto", "qwingo boxes=4", "qwixx start=random"])
def test_the_same_events_make_the_same_table_with_the_same_next_roll(game: str) -> None:
    desk = running(game)
    dice = random.Random(3)
    for _ in range(60):
        match = desk.table.match
        assert match is not None
        if match.is_over:
            break
        if isinstance(match.node, Chance):
            desk.take(plans.server_roll(desk.table))
            continue
        person, number = ((ANN, 0), (BEN, 1))[match.waiting[0]]
        action = dice.choice(match.legal(match.waiting[0]))
        text = match.game.format_action(match.state, action)
        desk.take(plans.answer(desk.table, person, number, match.decision, text))
        if match.can_undo(Seat(number)) and dice.random() < 0.2:
            desk.take(plans.undo(desk.table, person, number))
    again = LiveTable("ABCDE", SECRET)
    for event in desk.events:
        again.fold(event)
    assert again.state == desk.table.state
    assert again.answers == desk.table.answers
    assert list(again.log) == list(desk.table.log)
    assert [e.data for e in plans.server_roll(again)] == [
        e.data for e in plans.server_roll(desk.table)
    ]


def test_events_are_applied_in_order_and_once() -> None:
    desk = running()
    with pytest.raises(ValueError, match="event 2 after 2"):
        desk.table.fold(desk.events[-1])


def test_no_event_holds_the_secret_of_the_dice_before_the_end() -> None:
    desk = running()
    desk.take(plans.roll(desk.table, ANN, 1, Shown()))
    assert SECRET not in repr(desk.events)
    assert desk.table.revealed_secret is None


# Settings


@pytest.mark.parametrize(
    "url", ["mysql://x", "sqlite://", "sqlite:///", "tables.db", "sqlite:////no/such/folder/x"]
)
def test_a_database_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(InputError):
        Settings(database=url)


def test_postgresql_is_reached_with_psycopg() -> None:
    assert Settings(database="postgres://u@h/d").database == "postgresql+psycopg://u@h/d"


@pytest.mark.parametrize("url", ["dice.example", "ftp://dice.example", "https://dice.example/x"])
def test_a_base_url_is_an_address_without_a_path(url: str) -> None:
    with pytest.raises(InputError, match=r"https://dice\.example"):
        Settings(database="postgresql://h/d", base_url=url)


def test_passwords_of_databases_are_never_shown() -> None:
    assert hide_password("postgresql://ann:secret@host/x") == "postgresql://ann:…@host/x"
    assert hide_password("sqlite:///x.db") == "sqlite:///x.db"


def test_limits_and_waiting_times_are_set_by_name() -> None:
    settings = Settings(database="postgresql://h/d")
    changed = changed_settings(settings, ["tables_per_hour=7", "bot=0.5"])
    assert (changed.limits.tables_per_hour, changed.pace.bot) == (7, 0.5)
    assert changed.limits.body_bytes == settings.limits.body_bytes


@pytest.mark.parametrize("change", ["", "tables=7", "bot", "bot=-1", "bot=nan", "body_bytes=1.5"])
def test_what_cannot_be_set_is_refused(change: str) -> None:
    with pytest.raises(InputError):
        changed_settings(Settings(database="postgresql://h/d"), [change])
