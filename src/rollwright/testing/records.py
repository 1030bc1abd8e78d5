"""Whether a record is the same after it was written and read, in both forms."""

from __future__ import annotations

import json

from ..record import (
    Record,
    format_record,
    format_record_json,
    parse_record,
    parse_record_json,
)
from .faults import require


def check_record(record: Record) -> None:
    """Write and read a record as text and as JSON; both must give the same steps and states."""
    game = record.game
    text = format_record(record)
    from_text = parse_record(text)
    require(from_text == record, f"the text of a record is misread:\n{text}", game)
    require(not from_text.cut, f"a complete text is taken for a cut one:\n{text}", game)
    require(format_record(from_text) == text, "a record is written in two ways", game)
    data = json.loads(json.dumps(format_record_json(record)))
    from_json = parse_record_json(data)
    require(from_json == record, f"the JSON of a record is misread:\n{data}", game)
    require(format_record_json(from_json) == data, "a record has two forms in JSON", game)
    require(from_text.final() == record.final(), "a record leads to two ends", game)
