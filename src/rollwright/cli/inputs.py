"""What people type after the options: numbers, lists of bots, JSON, files."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..game import Json
from ..i18n import T
from ..spec import GameSpec, make_spec, parse_call

MOST_WORKERS = 61
"""As many processes as every system lets one pool wait for."""

GAMES_A_WORKER = 100
"""A worker more is worth its start for so many games."""


def parse_spec_for(text: str, players: int) -> GameSpec:
    """The game that `text` names, with `players` seats where it does not say how many."""
    name, options = parse_call(text)
    return make_spec(name, options, None if "players" in options else players)


def parse_number(option: str, text: str, least: int, most: int) -> int:
    """The whole number given for an option; `InputError` names the option and its limits."""
    if re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII) and least <= int(text) <= most:
        return int(text)
    raise InputError(
        T(
            "{option} must be a whole number from {least} to {most}, not “{text}”.",
            option=option,
            least=least,
            most=most,
            text=text,
        )
    )


def parse_workers(text: str | None, games: int) -> int:
    """The number of workers; by default a worker a processor, where there are enough games."""
    if text is not None:
        return parse_number("--workers", text, 1, MOST_WORKERS)
    return max(1, min(os.cpu_count() or 1, games // GAMES_A_WORKER, MOST_WORKERS))


def split_list(option: str, text: str) -> tuple[str, ...]:
    """The items between the commas; commas inside brackets belong to an item."""
    items = [""]
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            items.append("")
        else:
            items[-1] += letter
    if depth != 0:
        raise InputError(
            T("The brackets in {option} “{text}” do not match.", option=option, text=text)
        )
    stripped = tuple(item.strip() for item in items)
    if not all(stripped):
        raise InputError(
            T(
                "A name is missing in {option} “{text}”; write names with commas between them, "
                "such as greedy,random.",
                option=option,
                text=text,
            )
        )
    return stripped


def allow_own_bots(bots: Sequence[str]) -> None:
    """Let ``module:Class`` name a module in the folder in which the program was called."""
    here = str(Path.cwd())
    if any(":" in bot for bot in bots) and here not in sys.path:
        sys.path.insert(0, here)


def read_json(option: str, text: str) -> Any:
    """The JSON that was given for an option: itself, as ``@file``, or ``-`` for standard input."""
    if text == "-":
        content = _read_stdin(option)
    elif text.startswith("@"):
        content = _read_file(option, Path(text[1:]))
    else:
        content = text

    def unique(pairs: list[tuple[str, Any]]) -> Json:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1)
            raise InputError(T("{option} has “{key}” twice.", option=option, key=twice))
        return found

    try:
        return json.loads(content, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise InputError(
            T(
                "{option} is not JSON; line {line}, column {column}: {reason}.",
                option=option,
                line=error.lineno,
                column=error.colno,
                reason=error.msg,
            )
        ) from error
    except InputError:
        raise
    except (RecursionError, ValueError) as error:
        raise InputError(
            T(
                "{option} cannot be read: it is nested too deeply, or a number is too long.",
                option=option,
            )
        ) from error


def _read_stdin(option: str) -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise InputError(
            T("What {option} reads from standard input is not text in UTF-8.", option=option)
        ) from error


def _read_file(option: str, path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            T("{option}: {path} is not a text file in UTF-8.", option=option, path=path)
        ) from error
    except OSError as error:
        raise InputError(
            T(
                "{option}: {path} cannot be read: {reason}.",
                option=option,
                path=path,
                reason=error.strerror,
            )
        ) from error
