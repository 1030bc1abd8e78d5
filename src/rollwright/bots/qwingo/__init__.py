"""Bots for Qwingo: simple callers, and the expert with its network."""
