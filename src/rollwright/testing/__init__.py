"""Checks for authors of games, sheets and bots; nothing here is needed to play.

```python
from rollwright import create_game
from rollwright.testing import check_bot, check_game

check_game(create_game("qwixx(players=3)"))
check_bot("greedy", create_game("qwixx"))
```

Each check raises `Fault`, an `AssertionError`, that says what is wrong and at which state.
`rollwright.testing.strategies` holds strategies for Hypothesis, which must be installed for it.
"""

from .bots import check_bot
from .conformance import check_chance, check_decision, check_game, check_notation, check_state
from .counts import Count, count_successors, format_split, split_count
from .faults import Fault
from .records import check_record
from .seating import check_independence, check_rotation, check_swap
from .walk import walk

__all__ = [
    "Count",
    "Fault",
    "check_bot",
    "check_chance",
    "check_decision",
    "check_game",
    "check_independence",
    "check_notation",
    "check_record",
    "check_rotation",
    "check_state",
    "check_swap",
    "count_successors",
    "format_split",
    "split_count",
    "walk",
]
