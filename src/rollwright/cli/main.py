"""The entry point: the language, the command, and whatever goes wrong as one line."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context

import typer

from ..errors import InputError, RollwrightError
from ..i18n import LANGUAGES, T, Text, language_of_locale, use_language
from .app import create_app
from .commands import PROGRAM

FAULT, WRONG_INPUT, INTERRUPTED = 1, 2, 130
"""Exit statuses besides 0. A reader of our output that goes away is a FAULT, but a silent one."""

DETAILS = "ROLLWRIGHT_TRACEBACK"
"""The environment variable that asks for the details of a fault of our own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, of this process where `arguments` are not given.

    Returns the exit status. The language that is set holds for this call only.
    """
    return copy_context().run(_run, list(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: list[str]) -> int:
    use_language(language_of_locale())
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        status = _invoke(_take_language(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except RollwrightError as error:
        return _complain(str(error), WRONG_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return FAULT
    except OSError as error:
        _discard_output()
        return _complain(
            str(T("The system reports: {reason}.", reason=error.strerror or error)), FAULT
        )
    except Exception as error:
        if os.environ.get(DETAILS):
            traceback.print_exc()
        return _complain(str(_fault(error)), FAULT)


def _take_language(arguments: list[str]) -> list[str]:
    """The arguments without ``--lang``, which may stand anywhere and is obeyed here."""
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        if word == "--":
            return [*rest, word, *words]
        if option != "--lang":
            rest.append(word)
            continue
        language = value if equals else next(words, "")
        if language not in LANGUAGES:
            raise InputError(
                T(
                    "--lang may be {languages}, not “{language}”.",
                    languages=", ".join(LANGUAGES),
                    language=language,
                )
            )
        use_language(language)
    return rest


def _invoke(arguments: list[str]) -> int:
    """Run the command that the arguments name."""
    command = typer.main.get_command(create_app())
    try:
        with command.make_context(PROGRAM, arguments) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return 0


def _discard_output() -> None:
    """Throw away what could not be printed: the interpreter would fail on it again at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    print(f"{PROGRAM}: {message}", file=sys.stderr)
    return status


def _fault(error: Exception) -> Text:
    return T(
        "This is a fault of rollwright, not yours: {kind}: {reason}. Please report it, with what "
        "you typed; {variable}=1 before the command shows the details that help us.",
        kind=type(error).__name__,
        reason=error,
        variable=DETAILS,
    )
