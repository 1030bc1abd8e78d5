"""Secrets of the web game: what a browser, a personal link and a table are known by.

A secret is 256 random bits; only its SHA-256 is stored, so that a copy of the database opens no
seat. Codes of tables are short, are read aloud and typed, and give no right but to look.
"""

from __future__ import annotations

import hashlib
import re
import secrets

CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits without the look-alikes I, O, 0 and 1."""

CODE_LENGTH = 5

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_LOOK_ALIKES = str.maketrans({" ": "", "-": ""})


def new_secret() -> str:
    """A fresh secret: 43 characters that fit into a URL and a cookie."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """What is stored in place of a secret: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(text: str) -> bool:
    """Whether a text can be a secret at all."""
    return _SECRET.fullmatch(text) is not None


def new_code() -> str:
    """A random code for a table."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def parse_code(text: str) -> str | None:
    """The code that somebody typed, in capitals and without blanks; None where it cannot be one."""
    code = text.translate(_LOOK_ALIKES).upper()
    if len(code) == CODE_LENGTH and all(letter in CODE_ALPHABET for letter in code):
        return code
    return None
