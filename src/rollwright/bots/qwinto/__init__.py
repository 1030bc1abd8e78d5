"""The strongest bot of Qwinto: a small network that values sheets, and exact turns upon it."""
