"""The command line. It asks, calls the core and shows; no rule of any game is here."""
