"""Figures about the running server, in the text format that Prometheus reads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .house import House

PREFIX = "rollwright"


class Metrics:
    """Counters of this process since its start."""

    def __init__(self) -> None:
        self.tables_created = 0
        self.games_finished = 0
        self.events: Counter[str] = Counter()
        self.responses: Counter[tuple[str, int]] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.streams_ended = 0

    def count_event(self, kind: str) -> None:
        """An event was applied."""
        self.events[kind] += 1

    def count_response(self, route: str, status: int, seconds: float) -> None:
        """A request was answered; `route` is its pattern, never a path with a secret in it."""
        self.responses[route, status] += 1
        self.seconds[route] += seconds

    def format(self, house: House) -> str:
        """All figures as text."""
        return "\n".join(self._lines(house)) + "\n"

    def _lines(self, house: House) -> Iterator[str]:
        streams = sum(len(room.listeners) for room in house.rooms.values())
        yield from _figure("live_tables", "gauge", "Tables in memory.", {"": len(house.rooms)})
        yield from _figure("streams", "gauge", "Open event streams.", {"": streams})
        yield from _figure(
            "tables_created_total", "counter", "Tables made.", {"": self.tables_created}
        )
        yield from _figure(
            "games_finished_total", "counter", "Games ended.", {"": self.games_finished}
        )
        yield from _figure(
            "commits_total", "counter", "Transactions of the writer.", {"": house.store.batches}
        )
        events = {f'{{kind="{kind}"}}': n for kind, n in sorted(self.events.items())}
        yield from _figure("events_total", "counter", "Events applied.", events)
        responses = {
            f'{{route="{route}",status="{status}"}}': n
            for (route, status), n in sorted(self.responses.items())
        }
        yield from _figure("responses_total", "counter", "Answered requests.", responses)
        seconds = {f'{{route="{route}"}}': n for route, n in sorted(self.seconds.items())}
        yield from _figure("response_seconds_total", "counter", "Time taken.", seconds)


def _figure(name: str, kind: str, meaning: str, values: Mapping[str, float]) -> Iterator[str]:
    yield f"# HELP {PREFIX}_{name} {meaning}"
    yield f"# TYPE {PREFIX}_{name} {kind}"
    for labels, value in values.items():
        yield (
            f"{PREFIX}_{name}{labels} {value:.6g}"
            if isinstance(value, float)
            else (f"{PREFIX}_{name}{labels} {value}")
        )
