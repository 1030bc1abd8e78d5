"""The words that the modules of the pages use, and the names of the avatars."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from ..i18n import T, Text
from ..render.symbols import SYMBOLS
from ..vocabulary import word

AVATARS: dict[str, Text] = {
    "fox": T("fox"),
    "owl": T("owl"),
    "cat": T("cat"),
    "bear": T("bear"),
    "hare": T("hare"),
    "frog": T("frog"),
    "whale": T("whale"),
    "snail": T("snail"),
    "crab": T("crab"),
    "bee": T("bee"),
    "goat": T("goat"),
    "duck": T("duck"),
}
"""Drawn animals that tell people apart without colour, with their names."""

_WORDS: dict[str, Text] = {
    "add_bot": T("Add a bot"),
    "bonus": T("bonus"),
    "call_first": T("Choose a number"),
    "call_fits": T("Fits on your sheet:"),
    "call_fits_nowhere": T("Fits nowhere on your sheet."),
    "call_hint": T("First the tens, then the number."),
    "call_ones": T("Numbers"),
    "call_tens": T("Tens"),
    "cancel": T("Cancel"),
    "chip_label": T("{name}, {state} {turn}"),
    "choose_dice": T("Choose dice"),
    "connected": T("connected"),
    "connection_lost": T("connection lost"),
    "copied": T("Copied"),
    "copy": T("Copy the link"),
    "correct_dice": T("Correct the dice"),
    "dice_verified": T("They belong together: the dice were fixed before the game."),
    "dice_wrong": T("They do not belong together!"),
    "die_shows": T("{die}: {face}"),
    "die_take": T("{die} die"),
    "enlarge": T("Enlarge the sheet of {name}"),
    "enter_dice": T("Enter the dice"),
    "field_crossed": T("{field}, crossed"),
    "field_lost": T("{field}, no longer possible"),
    "field_number": T("{field}: {number}"),
    "field_number_pending": T("{field}: {number}, not final yet"),
    "field_pending": T("{field}, crossed, not final yet"),
    "free_seat": T("Free the seat"),
    "free_seat_of": T("Free the seat of {name}"),
    "hand_over_go": T("I am {name}"),
    "hand_over_to": T("Give the device to {name}"),
    "has_turn": T("has the turn"),
    "explore_more": T("All {n} answers"),
    "hint_best": T("{unit}: {value} ({judge})"),
    "hints_used": T("hints used: {n}"),
    "host_bot": T("Bot plays on"),
    "host_bot_long": T("Let a bot play on for {name}"),
    "host_pass": T("Pass once"),
    "host_pass_long": T("Pass once for {name}"),
    "host_starts": T("Whoever opened the table begins the game."),
    "host_tools": T("Somebody is away?"),
    "leave_seat": T("Get up"),
    "leave_seat_of": T("Give up the seat of {name}"),
    "link_help": T(
        "Open this on the other device. Keep it to yourself: it is the key to your seat."
    ),
    "link_picture": T("QR code with your personal link"),
    "lock_closed": T("lock, closed"),
    "lock_mine": T("lock, crossed"),
    "lock_open": T("lock, open"),
    "misthrow": T("Misthrow"),
    "misthrow_entered": T("A misthrow is ticked."),
    "misthrows": T("misthrows"),
    "misthrows_count": T("{n} of {most} misthrows"),
    "no_connection": T("The server does not answer. Your move was not sent; please try again."),
    "number_other": T("Another number than {number}"),
    "only_pass": T("Nothing fits this time."),
    "open_seat": T("Open seat"),
    "place": T("{n}."),
    "rating": T("Rating: {rating}"),
    "roll": T("Roll"),
    "roll_chosen": T("Roll these dice"),
    "row_closed_by_other": T("Somebody else has closed the {row} row."),
    "row_closed_by_other_button": T("{row}: closed by somebody else"),
    "row_closed_here": T("{row}: you have closed this row"),
    "row_open_again": T("The {row} row is open again."),
    "score_broken_down": T("The score, line by line"),
    "score_hidden": T("The score is hidden."),
    "seconds_left": T("{n} s"),
    "server_trouble": T("That did not work. Please try again."),
    "sheet_hidden": T("Secret until all have written."),
    "sheet_new": T("A new sheet."),
    "sheet_new_go": T("New sheet"),
    "sheet_not_kept": T("This browser keeps nothing: the sheet is lost when the page is closed."),
    "sheet_of": T("{name}’s sheet"),
    "sheet_redone": T("Done again."),
    "sheet_undone": T("Taken back."),
    "state_away": T("away"),
    "state_calm": T("at the table"),
    "state_open": T("open"),
    "state_ready": T("has answered"),
    "state_thinking": T("is thinking"),
    "take_dice_first": T("Choose your dice"),
    "tap_field": T("Tap a glowing field."),
    "total": T("total"),
    "turn": T("Turn {n}"),
    "typed_done": T("Done"),
    "typed_help": T("Tap what each die shows."),
    "unit_boxes": T("boxes"),
    "unit_points": T("points"),
    "unit_turns": T("turns"),
    "warned": T("{label}: {warning} Tap again to do it all the same."),
    "watching": T("Watching: {n}"),
    "you_mark": T("(you)"),
    "your_sheet": T("Your sheet"),
    "your_turn": T("Your turn"),
}


def page_words() -> dict[str, str]:
    """All words by their keys, in the current language; arguments stay as ``{name}``."""
    return open_words(_WORDS) | {f"symbol_{name}": str(word(name)) for name in SYMBOLS}


def open_words(texts: Mapping[str, Text]) -> dict[str, str]:
    """Texts in the current language; arguments stay as ``{name}``."""
    return {key: str(_open(text)) for key, text in texts.items()}


def _open(text: Text) -> Text:
    """The text with each argument standing for itself, for the page to fill in."""
    names = {name for _, name, _, _ in Formatter().parse(text.one) if name}
    return Text(text.one, tuple((name, f"{{{name}}}") for name in sorted(names)))
