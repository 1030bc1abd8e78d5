"""The options of the games in plain words, as the page that sets up a table shows them."""

from __future__ import annotations

from ..i18n import T, Text
from ..spec import Option, OptionValue, format_value

_TITLES = {
    "start": T("Who begins?"),
    "layout": T("Which sheet?"),
    "lock_effect": T("A row is closed with the white dice. From when is it shut?"),
    "second_lock": T("The last row that ends the game is closed with the white dice. And then?"),
    "simultaneous_lock": T("May several players close one row together?"),
    "voluntary_misthrow": T("May you take a misthrow although you could cross something?"),
    "same_row_twice": T("May both crosses of a turn be in the same row?"),
    "marks_to_lock": T("How many crosses of your own does the last number need?"),
    "rows_to_end": T("How many closed rows end the game?"),
    "max_misthrows": T("How many misthrows end the game?"),
    "tie": T("Equal points?"),
    "refuse": T("May you refuse a number that fits, and take the misthrow?"),
    "last_turn": T("Somebody ends the game. Do the others still write this number?"),
    "rerolls": T("How often may you roll again?"),
    "column_rule": T("Where may a number not stand twice above itself?"),
    "symbol_entry": T("A symbol shows and the number fits. Must you write it?"),
    "lightning_entry": T("Lightning shows and the number fits. Must you write it?"),
    "tie_break": T("Several players finish a column together. Who wins?"),
    "lowest": T("Which is the lowest number to call?"),
    "boxes": T("How many boxes has a column?"),
    "open_sheets": T("May the sheets be looked at after the start?"),
}

_CHOICES: dict[tuple[str, OptionValue], Text] = {
    ("start", "first_seat"): T("The first seat"),
    ("start", "random"): T("The dice decide"),
    ("layout", "classic"): T("The classic sheet"),
    ("layout", "mixx_a"): T("Mixx A: colours change within the rows"),
    ("layout", "mixx_b"): T("Mixx B: numbers out of order"),
    ("lock_effect", "after_action"): T("At once"),
    ("lock_effect", "next_roll"): T("From the next roll on"),
    ("second_lock", "end_now"): T("The game ends at once"),
    ("second_lock", "finish_turn"): T("The roller may still cross a colour"),
    ("tie", "shared"): T("Both share the place"),
    ("tie", "fewer_misthrows"): T("Fewer misthrows win"),
    ("last_turn", "everyone_writes"): T("Yes, everybody writes"),
    ("last_turn", "stop_at_once"): T("No, it stops at once"),
    ("column_rule", "all"): T("In any column"),
    ("column_rule", "three_field_columns"): T("Only in columns of three fields"),
    ("symbol_entry", "must"): T("Yes"),
    ("symbol_entry", "may"): T("No, as you like"),
    ("lightning_entry", "may"): T("No, as you like"),
    ("lightning_entry", "must"): T("Yes"),
    ("tie_break", "fullest"): T("Whose next fullest columns hold more"),
    ("tie_break", "printed"): T("Whose next columns hold more, in the printed order"),
    ("tie_break", "shared"): T("They share the first place"),
}

_YES, _NO = T("Yes"), T("No")


def option_title(option: Option) -> Text:
    """The option as a question."""
    return _TITLES.get(option.name, option.meaning)


def choice_words(option: str, value: OptionValue) -> Text:
    """What it means to choose this value."""
    if isinstance(value, bool):
        return _YES if value else _NO
    return _CHOICES.get((option, value)) or Text(format_value(value))
