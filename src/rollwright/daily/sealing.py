"""The secrets of the days: fixed long before, their hashes shown before, told afterwards."""

from __future__ import annotations

import hashlib
import hmac
from datetime import date

from ..dice import CommittedDice


def challenge_secret(master: str, family: str, day: date) -> str:
    """The secret of one day and family, 64 hexadecimal digits: HMAC-SHA-256 keyed by `master`.

    Nobody can tell it from the secrets of other days.
    """
    message = f"{family} {day.isoformat()}".encode()
    return hmac.new(master.encode(), message, hashlib.sha256).hexdigest()


def commitment_of(secret: str) -> str:
    """The SHA-256 of a secret, which may be shown before."""
    return CommittedDice(secret).commitment
