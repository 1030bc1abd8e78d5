"""The words that the modules of the coach's pages use, beside those of all pages."""

from __future__ import annotations

from ..i18n import T, Text
from .words import open_words, page_words

_DAILY: dict[str, Text] = {
    "daily_comparing": T("The best play on the same dice is being worked out …"),
    "daily_copied": T("Copied: paste it wherever you like."),
    "daily_loss": T("Your decisions"),
    "daily_luck": T("Luck of the dice"),
    "daily_mean": T("Best play on average, whatever the dice"),
    "daily_next": T("New dice in {n} h."),
    "daily_not_kept": T("This browser keeps nothing: the game is lost when the page is closed."),
    "daily_share_text": T("The text to be shared"),
    "daily_summary": T(
        "Days played: {days} · in a row: {streak} · longest row: {longest} · average: {average}"
    ),
    "daily_turn_of": T("{n} of {most}"),
    "daily_you": T("You"),
}


def daily_words() -> dict[str, str]:
    """The words of the daily challenge."""
    return page_words() | open_words(_DAILY)


_EXPLORER: dict[str, Text] = {
    "explore_answers": T("Show the answers"),
    "explore_change": T("Change the position"),
    "explore_copied": T("The address of this position is copied."),
    "explore_copy": T("Copy link"),
    "explore_die": T("{die} die"),
    "explore_face": T("column"),
    "explore_looking": T("Looking at all answers …"),
    "explore_number": T("number"),
    "explore_number_to_write": T("Tap a field to write {n}; tap a number to erase it."),
    "explore_pick_number": T("Choose a number, then tap the fields where it stands."),
    "explore_seat": T("Player {letter}"),
    "explore_seat_asked": T("{letter}, is asked"),
    "explore_seat_rolls": T("{letter}, rolls"),
    "explore_tap": T("Tap a field to cross it, or to erase the cross."),
    "explore_value": T("{unit}: {value}"),
}


def explorer_words() -> dict[str, str]:
    """The words of the explorer."""
    return page_words() | open_words(_EXPLORER)


_REVIEW: dict[str, Text] = {
    "review_accuracy": T("Accuracy"),
    "review_all_slips": T("Show all {n}"),
    "review_answer": T("{name}: {answer}"),
    "review_best": T("the best answer"),
    "review_better": T("better: {answer}"),
    "review_copied": T("The address of this review is copied."),
    "review_decisions": T("decisions that count"),
    "review_drift": T("not explained"),
    "review_graph": T("Course of the game for {name}: from {first} to {last}."),
    "review_graph_help": T("The bars are the luck of each roll of {name}."),
    "review_loss": T("own mistakes"),
    "review_luck": T("luck of the dice"),
    "review_luck_of": T("Luck of {name}: {value}"),
    "review_no_mistakes": T("No mistakes worth mentioning. Well played!"),
    "review_others": T("the others"),
    "review_rate": T("lost in each, on average"),
    "review_rating": T("Rating"),
    "review_result": T("result"),
    "review_start": T("at the start"),
    "review_step": T("Step {n} of {most}"),
    "review_step_of": T("Turn {turn}, step {n} of {most}"),
    "review_values": T("Now: {values}"),
    "review_without_luck": T("without luck"),
}


def review_words() -> dict[str, str]:
    """The words of the review page."""
    return page_words() | open_words(_REVIEW)


_PRACTICE: dict[str, Text] = {
    "explore_value": _EXPLORER["explore_value"],
    "practice_all_done": T("Nothing is due today. Come back tomorrow, or go on with the oldest."),
    "practice_go_on": T("Go on all the same"),
    "practice_next": T("Next"),
    "practice_not_kept": T("This browser keeps nothing: what you have learned is not remembered."),
    "practice_other": T("Player {letter}, points: {n}"),
    "practice_progress": T("due: {due} · new: {fresh} · known: {known}"),
    "practice_usual": T("The usual mistake here: {answer}."),
    "practice_why": T("Why"),
    "practice_yours": T("Your sheet"),
}


def practice_words() -> dict[str, str]:
    """The words of the practice page."""
    return page_words() | open_words(_PRACTICE)
