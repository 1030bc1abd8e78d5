"""Records: what dice showed and what seats answered, as text that people read and as JSON.

A record is enough to replay a game, and replaying it is the only way back to a state. Both forms
hold one line, or one object, a turn; docs/design/records.md describes them.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any, TypeGuard

from .dice import Chance, Roll, parse_dice
from .errors import IllegalAction, InputError, RecordError
from .game import Action, Decision, Game, Json, Seat, Terminal
from .i18n import T
from .spec import GameSpec, create_game, parse_spec

FORMAT = "rollwright 1"
SEAT_LETTERS = "abcdefghijklmnopqrstuvwxyz"
UNFINISHED = "*"
BYTE_ORDER_MARK = "\ufeff"
"""What some editors write in front of a text."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A step of a record: dice were rolled."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Answered:
    """A step of a record: every seat that was asked has answered."""

    joint: tuple[tuple[Seat, Action], ...]


Step = Rolled | Answered


def apply_step(game: Game[Any], state: Any, step: Step) -> Any:
    """The state after a step; raises as the game does."""
    if isinstance(step, Rolled):
        return game.roll(state, step.roll)
    return game.play(state, dict(step.joint))


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played.

    `dice` says where the rolls came from (`rollwright.dice.parse_dice`); `secret` reveals
    committed dice after the game. `cut` tells that the text ended in the middle of a step, which
    was left out, or before the result that its header names.
    """

    spec: GameSpec
    seats: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    dice: str = "typed"
    secret: str | None = None
    cut: bool = field(default=False, compare=False)

    @property
    def game(self) -> Game[Any]:
        """The game that was played."""
        return create_game(self.spec)

    def states(self) -> Iterator[Any]:
        """Every state from the first to the last, checking each step.

        Raises `RecordError` with the turn and the rule at the first step that is wrong, be it
        illegal or a roll that the promised dice do not show.
        """
        game = self.game
        source = parse_dice(self.dice, self.secret)
        state = game.initial()
        yield state
        for step in self.steps:
            turn = game.turn(state)
            try:
                following = apply_step(game, state, step)
            except IllegalAction as error:
                raise RecordError(error.text, turn, error.rule) from error
            except InputError as error:
                raise RecordError(error.text, turn) from error
            node = game.node(state)
            if source is not None and isinstance(step, Rolled) and isinstance(node, Chance):
                promised = source.draw(node)
                if step.roll != promised:
                    raise RecordError(
                        T(
                            "The dice of this game show {promised}, not {shown}.",
                            promised=game.format_roll(state, promised),
                            shown=game.format_roll(state, step.roll),
                        ),
                        turn,
                        "T4",
                    )
            state = following
            yield state

    def final(self) -> Any:
        """The last state, every step having been checked."""
        *_, state = self.states()
        return state

    def result(self) -> tuple[int, ...] | None:
        """The total of each seat; None while the game is not over."""
        game, state = self.game, self.final()
        if not isinstance(game.node(state), Terminal):
            return None
        return tuple(score.total for score in game.scores(state))


def check_name(name: str) -> str:
    """A seat's name, trimmed; `InputError` unless it is 1 to 40 printable characters, without ;."""
    trimmed = name.strip()
    if not (1 <= len(trimmed) <= 40 and trimmed.isprintable() and ";" not in trimmed):
        raise InputError(
            T("“{name}” cannot be a name; use 1 to 40 characters, without a semicolon.", name=name)
        )
    return trimmed


# Text


def _quote(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def format_record(record: Record) -> str:
    """The record as text, one line a turn."""
    result = record.result()
    tags = {
        "Format": FORMAT,
        "Game": str(record.spec),
        "Rules": str(record.game.rules_version),
        "Seats": "; ".join(record.seats),
        "Result": UNFINISHED if result is None else " ".join(map(str, result)),
        "Dice": record.dice,
    }
    if record.secret is not None:
        tags["Secret"] = record.secret
    header = [f"[{name} {_quote(value)}]" for name, value in tags.items()]
    return "\n".join([*header, "", *_format_lines(record)]) + "\n"


def _format_lines(record: Record) -> Iterator[str]:
    game = record.game
    moves = list(zip(record.states(), record.steps, strict=False))
    for secret, group in groupby(moves, key=lambda move: _is_secret(game, move[0])):
        if secret:
            yield from _format_secret_lines(game, list(group))
            continue
        for _, turn in groupby(group, key=lambda move: game.turn(move[0])):
            yield _format_turn(game, list(turn))


def _is_secret(game: Game[Any], state: Any) -> bool:
    node = game.node(state)
    return isinstance(node, Decision) and node.secret


def _format_secret_lines(game: Game[Any], moves: list[tuple[Any, Step]]) -> Iterator[str]:
    words: dict[Seat, list[str]] = {}
    for state, step in moves:
        if isinstance(step, Answered):
            for seat, action in step.joint:
                words.setdefault(seat, []).append(game.format_action(state, action))
    for seat, answers in sorted(words.items()):
        yield f"{game.turn(moves[0][0])}{SEAT_LETTERS[seat]} {' '.join(answers)}"


def _prefix(game: Game[Any], state: Any) -> str:
    active = game.active(state)
    return f"{game.turn(state)}{'' if active is None else SEAT_LETTERS[active]}"


def _format_turn(game: Game[Any], moves: list[tuple[Any, Step]]) -> str:
    line = _prefix(game, moves[0][0])
    for number, (state, step) in enumerate(moves):
        if number:
            node = game.node(state)
            first_answer = isinstance(node, Decision) and node.phase == game.answer_phases[0]
            line += " :" if first_answer else " /"
        if isinstance(step, Rolled):
            line += f" {game.format_roll(state, step.roll)}"
        else:
            answers = sorted(step.joint)
            line += "".join(f" {game.format_action(state, action)}" for _, action in answers)
    return line


_TAG = re.compile(r'\s*\[\s*([A-Za-z]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')


def parse_record(text: str) -> Record:
    """Read a record from its text form, checking every step.

    A text that ends in the middle of a game, even of a line, is an unfinished game. Raises
    `RecordError` naming the turn, and the rule where one is broken.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    tags: dict[str, str] = {}
    end = 0
    while found := _TAG.match(text, end):
        if found[1] in tags:
            raise RecordError(T("The header has [{name}] twice.", name=found[1]))
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        end = found.end()
    record = _parse_header(
        {
            "format": tags.get("Format"),
            "game": tags.get("Game"),
            "rules": tags.get("Rules"),
            "seats": [s for s in tags["Seats"].split("; ") if s] if "Seats" in tags else None,
            "dice": tags.get("Dice"),
            "secret": tags.get("Secret"),
        }
    )
    steps, cut = _TextReader(record.game, text[end:]).read()
    result = tags.get("Result", UNFINISHED).split()
    return _finish(record, steps, cut, None if result == [UNFINISHED] else result)


def _parse_header(data: Mapping[str, Any]) -> Record:
    """The record without its steps, from the entries of either header."""
    if data.get("format") != FORMAT:
        raise RecordError(
            T("This is not a record: its header must begin with the format, {format}.",
              format=f'[Format "{FORMAT}"]')
        )  # fmt: skip
    game, seats = data.get("game"), data.get("seats")
    if not isinstance(game, str):
        raise RecordError(T("The header does not name the game."))
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise RecordError(T("The header does not name the seats."))
    try:
        spec = parse_spec(game, len(seats))
        names = tuple(check_name(seat) for seat in seats)
        version = create_game(spec).rules_version
        dice, secret = data.get("dice") or "typed", data.get("secret")
        if not isinstance(dice, str) or not isinstance(secret, str | None):
            raise InputError(T("The header's dice must be text."))
        parse_dice(dice, secret)
    except InputError as error:
        raise RecordError(error.text) from error
    if data.get("rules") is None:
        raise RecordError(T("The header does not name the version of the rules."))
    if data.get("rules") not in (version, str(version)):
        raise RecordError(
            T(
                "The record was made under rules version {made}; this program plays version {now}.",
                made=data.get("rules"),
                now=version,
            )
        )
    return Record(spec, names, dice=dice, secret=secret)


def _finish(
    record: Record, steps: tuple[Step, ...], cut: bool, claimed: Sequence[object] | None
) -> Record:
    """The whole record, its result compared with the one that the header claims."""
    record = replace(record, steps=steps, cut=cut)
    result = record.result()
    if result is None:
        return replace(record, cut=cut or claimed is not None)
    if claimed is not None and claimed not in ([*result], [*map(str, result)]):
        raise RecordError(
            T(
                "The header claims the result {claimed}, but the game ended {result}.",
                claimed=" ".join(map(str, claimed)),
                result=" ".join(map(str, result)),
            )
        )
    return record


def _words(node: Decision, segment: str) -> list[str]:
    """The answers in a segment, one a seat; an answer given alone may have blanks in it."""
    return [segment] if len(node.seats) == 1 else segment.split()


class _TextReader:
    """Reads the lines of a record while it follows the game."""

    def __init__(self, game: Game[Any], body: str) -> None:
        self._game = game
        self._state = game.initial()
        self._steps: list[Step] = []
        self._lines = [line.strip() for line in body.splitlines() if line.strip()]
        self._is_open = not body.endswith(("\n", "\r"))
        self._is_cut = False

    def read(self) -> tuple[tuple[Step, ...], bool]:
        """All steps, and whether the last one was left out because the text is cut off there."""
        game = self._game
        position = 0
        while position < len(self._lines):
            if isinstance(game.node(self._state), Terminal):
                raise self._error(T("The game is over, but “{line}” follows.",
                                    line=self._lines[position]))  # fmt: skip
            if _is_secret(game, self._state):
                position = self._read_secret_lines(position)
                continue
            self._read_turn(position)
            position += 1
        return tuple(self._steps), self._is_cut

    def _ends_at(self, position: int) -> bool:
        """Whether the text ends inside this line."""
        return self._is_open and position == len(self._lines) - 1

    def _error(self, text: Any, rule: str | None = None) -> RecordError:
        return RecordError(text, self._game.turn(self._state), rule)

    def _apply(self, step: Step) -> None:
        try:
            state = apply_step(self._game, self._state, step)
        except IllegalAction as error:
            raise self._error(error.text, error.rule) from error
        self._state = state
        self._steps.append(step)

    def _has_prefix(self, position: int, expected: str) -> bool:
        """Whether the line begins as it should; False where it is cut off before that."""
        line = self._lines[position]
        prefix = line.split(maxsplit=1)[0]
        if prefix == expected:
            return True
        if self._ends_at(position) and prefix == line and expected.startswith(prefix):
            return False
        raise self._error(T("“{line}” should begin with {expected}.", line=line, expected=expected))

    def _read_turn(self, position: int) -> None:
        game, turn, line = self._game, self._game.turn(self._state), self._lines[position]
        expected = _prefix(game, self._state)
        if not self._has_prefix(position, expected):
            self._is_cut = True
            return
        rest = line.removeprefix(expected)
        segments = [segment.strip() for segment in re.split("[:/]", rest)] if rest else []
        for number, segment in enumerate(segments):
            if game.turn(self._state) != turn or isinstance(game.node(self._state), Terminal):
                raise self._error(T("The turn was over before “{segment}”.", segment=segment))
            at_end = self._ends_at(position) and number == len(segments) - 1
            if at_end and self._could_go_on(segment):
                self._is_cut = True
                return
            self._read_segment(segment)
        last = position == len(self._lines) - 1
        if not last and game.turn(self._state) == turn and not _is_secret(game, self._state):
            raise self._error(T("The turn “{line}” is not complete.", line=line))

    def _read_segment(self, segment: str) -> None:
        node = self._game.node(self._state)
        try:
            if isinstance(node, Chance):
                roll = node.check(self._game.parse_roll(self._state, segment))
                self._apply(Rolled(roll))
            elif isinstance(node, Decision):
                words = _words(node, segment)
                if len(words) != len(node.seats):
                    raise InputError(
                        T(
                            "“{segment}” has {n} answers; {asked} seats are asked.",
                            segment=segment,
                            n=len(words),
                            asked=len(node.seats),
                        )
                    )
                actions = [self._game.parse_action(self._state, word) for word in words]
                self._apply(Answered(tuple(zip(node.seats, actions, strict=True))))
        except RecordError:
            raise
        except InputError as error:
            raise self._error(error.text) from error

    def _could_go_on(self, segment: str) -> bool:
        """Whether the text may be the beginning of a longer one that is legal."""
        game, state = self._game, self._state
        node = game.node(state)
        if not isinstance(node, Decision):
            try:
                game.parse_roll(state, segment)
            except InputError:
                return True
            return False
        *complete, last = _words(node, segment) or [""]
        if len(complete) >= len(node.seats):
            return False
        texts = [
            [game.format_action(state, action) for action in game.legal(state, seat)]
            for seat in node.seats
        ]
        if any(word not in known for word, known in zip(complete, texts, strict=False)):
            return False
        is_whole = len(complete) + 1 == len(node.seats)
        return any(
            text.startswith(last) and not (is_whole and text == last)
            for text in texts[len(complete)]
        )

    def _read_secret_lines(self, position: int) -> int:
        """Lines of the form ``0a …``, one a seat; returns the position after them."""
        game = self._game
        node = game.node(self._state)
        assert isinstance(node, Decision)
        before = len(self._steps)
        lines = range(position, min(position + len(node.seats), len(self._lines)))
        answers = [self._secret_words(*pair) for pair in zip(lines, node.seats, strict=False)]
        answers += [[]] * (len(node.seats) - len(lines))
        joints = [" ".join(joint) for joint in zip(*answers, strict=False)]
        is_over = lines.stop == len(self._lines)
        for number, joint in enumerate(joints):
            at_end = self._ends_at(lines[-1]) and number == len(answers[-1]) - 1
            if _is_secret(game, self._state) and not (at_end and self._could_go_on(joint)):
                self._read_segment(joint)
        missing = _is_secret(game, self._state)
        if missing and not is_over:
            raise self._error(T("The secret answers before the first turn are not complete."))
        resolved = len(self._steps) - before
        if any(len(words) > resolved for words in answers):
            if not missing:
                raise self._error(T("There are more secret answers than are asked."))
            self._is_cut = True
        return lines.stop

    def _secret_words(self, position: int, seat: Seat) -> list[str]:
        expected = f"{self._game.turn(self._state)}{SEAT_LETTERS[seat]}"
        if not self._has_prefix(position, expected):
            self._is_cut = True
            return []
        return self._lines[position].split()[1:]


# JSON


def format_record_json(record: Record) -> Json:
    """The record as a JSON object; seats count from 0, answers are in the text notation."""
    game = record.game
    result = record.result()
    turns: list[Json] = []
    moves = zip(record.states(), record.steps, strict=False)
    for turn, group in groupby(moves, key=lambda move: game.turn(move[0])):
        steps: list[Json] = []
        active = None
        for state, step in group:
            active = game.active(state)
            if isinstance(step, Rolled):
                steps.append({"roll": game.format_roll_json(state, step.roll)})
            else:
                steps.append(
                    {"answers": {str(s): game.format_action(state, a) for s, a in step.joint}}
                )
        turns.append({"turn": turn, "active": active, "steps": steps})
    data: Json = {
        "format": FORMAT,
        "game": str(record.spec),
        "rules": game.rules_version,
        "seats": list(record.seats),
        "result": None if result is None else list(result),
        "dice": record.dice,
    }
    if record.secret is not None:
        data["secret"] = record.secret
    return data | {"turns": turns}


def parse_record_json(data: object) -> Record:
    """The inverse of `format_record_json`, checking every step."""
    if not isinstance(data, dict):
        raise RecordError(T("A record in JSON is an object with “format”, “game”, “turns” …."))
    record = _parse_header(data)
    game = record.game
    state = game.initial()
    steps: list[Step] = []
    turns = data.get("turns")
    claimed = data.get("result")
    if not isinstance(turns, list):
        raise RecordError(T("“turns” must be a list."))
    if claimed is not None and not _is_result(claimed):
        raise RecordError(T("“result” must be a list of whole numbers, or null."))
    for entry in turns:
        entries = entry.get("steps") if isinstance(entry, dict) else None
        if not isinstance(entries, list) or entry.get("turn") != game.turn(state):
            raise RecordError(
                T("Here must be an object with “turn”: {turn} and a list “steps”.",
                  turn=game.turn(state)),
                game.turn(state),
            )  # fmt: skip
        for item in entries:
            turn = game.turn(state)
            try:
                step = _parse_step_json(game, state, item)
                state = apply_step(game, state, step)
            except IllegalAction as error:
                raise RecordError(error.text, turn, error.rule) from error
            except InputError as error:
                raise RecordError(error.text, turn) from error
            steps.append(step)
    return _finish(record, tuple(steps), False, claimed)


def _is_result(claimed: object) -> TypeGuard[list[int]]:
    most = 10**6
    return isinstance(claimed, list) and all(type(c) is int and abs(c) <= most for c in claimed)


def _parse_step_json(game: Game[Any], state: Any, item: object) -> Step:
    node = game.node(state)
    if isinstance(node, Terminal):
        raise InputError(T("The game is over, but a step follows."))
    if isinstance(node, Chance):
        if not isinstance(item, dict) or not isinstance(item.get("roll"), dict):
            raise InputError(T('Here must be a roll: {{"roll": {{…}}}}.'))
        return Rolled(node.check(game.parse_roll_json(state, item["roll"])))
    answers = item.get("answers") if isinstance(item, dict) else None
    wanted = {str(seat) for seat in node.seats}
    if not isinstance(answers, dict) or set(answers) != wanted:
        raise InputError(
            T(
                'Here must be answers of the seats {seats}: {{"answers": {{"0": "…"}}}}.',
                seats=", ".join(sorted(wanted)),
            )
        )
    if not all(isinstance(text, str) for text in answers.values()):
        raise InputError(T("An answer is written as text, such as “-”."))
    return Answered(
        tuple((seat, game.parse_action(state, answers[str(seat)])) for seat in node.seats)
    )


# Files


def read_record(path: Path) -> Record:
    """Read a record from a file; the suffix, .txt or .json, chooses the form."""
    is_json = _is_json(path)
    try:
        text = path.read_text(encoding="utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise RecordError(T("{path} is not a text file in UTF-8.", path=path)) from error
    except OSError as error:
        raise RecordError(
            T("{path} cannot be read: {reason}.", path=path, reason=error.strerror)
        ) from error
    if not is_json:
        return parse_record(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(T("{path} is not JSON: {reason}.", path=path, reason=error)) from error
    return parse_record_json(data)


def write_record(record: Record, path: Path) -> None:
    """Write a record to a file, whole or not at all; the suffix chooses the form."""
    if _is_json(path):
        text = json.dumps(format_record_json(record), ensure_ascii=False, indent=1) + "\n"
    else:
        text = format_record(record)
    write_text(path, text)


def write_text(path: Path, text: str, mode: int = 0o644) -> None:
    """Replace a file by `text`, whole or not at all, so that a crash cannot leave half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _is_json(path: Path) -> bool:
    if path.suffix not in (".txt", ".json"):
        raise RecordError(
            T("{path} must end in .txt or .json, which chooses the form of the record.", path=path)
        )
    return path.suffix == ".json"
