"""``python -m rollwright`` is the command ``rollwright``."""

import sys

from .cli.main import main

if __name__ == "__main__":
    sys.exit(main())
