"""Fails while a gettext catalogue lacks a text of the source, or is not compiled.

Usage: check_catalogues.py TEMPLATE.pot
"""

import gettext
import re
import sys
from pathlib import Path

from babel.messages.pofile import read_po

LOCALE = Path(__file__).parent.parent / "src" / "rollwright" / "locale"
PLACEHOLDER = re.compile(r"\{[a-z_]*\}")


def problems(template: Path) -> list[str]:
    """One line for each text that a catalogue misses or mistreats."""
    with template.open("rb") as file:
        wanted = [message for message in read_po(file) if message.id]
    found = []
    for language in ("de", "es"):
        folder = LOCALE / language / "LC_MESSAGES"
        with (folder / "rollwright.po").open("rb") as file:
            catalogue = read_po(file, locale=language)
        with (folder / "rollwright.mo").open("rb") as file:
            compiled = gettext.GNUTranslations(file)
        for message in wanted:
            sources = message.id if isinstance(message.id, tuple) else (message.id,)
            entry = catalogue.get(message.id, message.context)
            texts = () if entry is None else entry.string
            texts = texts if isinstance(texts, tuple) else (texts,)
            if not texts or not all(texts) or (entry is not None and entry.fuzzy):
                found.append(f"{language}: not translated: {sources[0]!r}")
                continue
            allowed = {name for source in sources for name in PLACEHOLDER.findall(source)}
            found += [
                f"{language}: other placeholders: {text!r}"
                for text in texts
                if not set(PLACEHOLDER.findall(text)) <= allowed
            ]
            shown = (
                compiled.ngettext(*sources, 1)
                if len(sources) == 2
                else compiled.gettext(sources[0])
            )
            if shown != texts[0]:
                found.append(f"{language}: not compiled: {sources[0]!r}")
    return found


if __name__ == "__main__":
    lines = problems(Path(sys.argv[1]))
    print("\n".join(lines) or "The catalogues are current.")
    sys.exit(bool(lines))
