"""One game a day and family, alone, with the same dice for everybody, judged by the best play."""

from .challenge import Challenge, Course, create_challenge
from .judges import Judge, Verdict, create_judge, judge_course
from .sealing import challenge_secret, commitment_of

__all__ = [
    "Challenge",
    "Course",
    "Judge",
    "Verdict",
    "challenge_secret",
    "commitment_of",
    "create_challenge",
    "create_judge",
    "judge_course",
]
