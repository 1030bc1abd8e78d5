"""Play, simulate, solve and understand the dice games Qwixx, Qwinto and Qwingo.

```python
from rollwright import Match, SeededDice, create_game

match = Match(create_game("qwixx(players=2)"), SeededDice(7))
match.roll()
match.submit(match.decision, seat=0, action=match.legal(0)[-1])
```
"""

from . import games as _games  # noqa: F401 - registers the games
from .dice import (
    Chance,
    CommittedDice,
    Die,
    Distribution,
    ScriptedDice,
    SeededDice,
    Stream,
    TypedDice,
    bot_stream,
)
from .errors import (
    DiceError,
    IllegalAction,
    InputError,
    RecordError,
    RollwrightError,
    StaleAnswer,
    UndoError,
)
from .game import PASS, Action, Decision, Game, Score, Seat, Terminal
from .match import Match
from .record import (
    Record,
    format_record,
    format_record_json,
    parse_record,
    parse_record_json,
    read_record,
    write_record,
)
from .spec import Family, GameSpec, Option, create_game, families, parse_spec
from .version import __version__

__all__ = [
    "PASS",
    "Action",
    "Chance",
    "CommittedDice",
    "Decision",
    "DiceError",
    "Die",
    "Distribution",
    "Family",
    "Game",
    "GameSpec",
    "IllegalAction",
    "InputError",
    "Match",
    "Option",
    "Record",
    "RecordError",
    "RollwrightError",
    "Score",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "StaleAnswer",
    "Stream",
    "Terminal",
    "TypedDice",
    "UndoError",
    "__version__",
    "bot_stream",
    "create_game",
    "families",
    "format_record",
    "format_record_json",
    "parse_record",
    "parse_record_json",
    "parse_spec",
    "read_record",
    "write_record",
]
