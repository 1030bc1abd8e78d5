"""Logs as one JSON object a line, for programs that collect them. No secret is ever logged."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

LEVELS = ("error", "warning", "info", "debug")


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        data = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            data["trace"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    """Send the logs of the server to standard error, from this level on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    for name in ("rollwright", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False
