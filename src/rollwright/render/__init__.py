"""Pure functions from a position to something that can be shown."""
