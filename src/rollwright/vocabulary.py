"""The words of the sheets, dice and phases, for translation: layout files name them in English."""

from .i18n import T, Text

_WORDS = {
    "red": T("red"),
    "yellow": T("yellow"),
    "green": T("green"),
    "blue": T("blue"),
    "orange": T("orange"),
    "purple": T("purple"),
    "banana": T("banana"),
    "cup": T("cup"),
    "donut": T("donut"),
    "watermelon": T("watermelon"),
    "icecream": T("ice cream"),
    "lightning": T("lightning"),
    "white 1": T("first white"),
    "white 2": T("second white"),
    "symbol": T("symbol"),
    "start": T("lot"),
}


def word(name: str) -> Text:
    """The translatable word for a name on a sheet or a die; the name itself where none is known."""
    return _WORDS.get(name) or Text(name)
