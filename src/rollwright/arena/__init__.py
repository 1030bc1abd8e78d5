"""Bots play matches: one, or many with statistics that depend on the seed only.

Importing this package imports neither numpy nor numba; the functions for many matches do.
"""

from .job import Job
from .matches import BotError, answer_bots, finish_match, play_match
from .simulation import Simulation, simulate
from .statistics import SeatResult

__all__ = [
    "BotError",
    "Job",
    "SeatResult",
    "Simulation",
    "answer_bots",
    "finish_match",
    "play_match",
    "simulate",
]
