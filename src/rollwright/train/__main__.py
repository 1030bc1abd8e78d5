"""Training from the command line: ``python -m rollwright.train qwixx --folder FOLDER``."""

from __future__ import annotations

import sys
from importlib import import_module

TRAININGS = ("qwixx", "qwinto", "qwingo")


def main() -> None:
    """Hand the arguments on to the training that the first one names."""
    if len(sys.argv) < 2 or sys.argv[1] not in TRAININGS:
        sys.exit(f"usage: python -m rollwright.train {{{','.join(TRAININGS)}}} --help")
    import_module(f"{__package__}.{sys.argv[1]}").main(sys.argv[2:])


if __name__ == "__main__":
    main()
