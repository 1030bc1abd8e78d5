"""What the value network of Qwixx sees, as indices of rows of its first layer.

The network looks at the table from one seat, before a roll. Each row of a sheet is one of 57 row
states: the last cross and the number of crosses, or closed. With it go the misthrows, the points
and the turns until a seat rolls. The other seats are looked at one by one, each together with the
own sheet, and their hidden units are added up; so one network serves any number of players.
"""

from __future__ import annotations

ROWS = 4
ROW_STATES, CLOSED = 57, 56
"""States of a row: 0 is empty, the last is closed for everybody."""

LEFT, DISTANCES, COUNTS = 5, 5, 6
"""Misthrows left (more count as 4), turns until a seat rolls, and numbers of players."""

OWN_ROWS = 0
OTHER_ROWS = OWN_ROWS + ROWS * ROW_STATES
OWN_LEFT = OTHER_ROWS + ROWS * ROW_STATES
OTHER_LEFT = OWN_LEFT + LEFT
OWN_DISTANCE = OTHER_LEFT + LEFT
OTHER_DISTANCE = OWN_DISTANCE + DISTANCES
PLAYERS = OTHER_DISTANCE + DISTANCES
OWN_POINTS = PLAYERS + COUNTS
OTHER_POINTS = OWN_POINTS + 1
OTHER_WEAK = OTHER_POINTS + 1
INPUTS = OTHER_WEAK + 1
"""Where each group of inputs begins, and how many there are. All are 0 or 1 but the points.

The last tells whether the others play like `ga` instead of like the network itself: that is known
in training only, and assumed not to be so by everybody who uses the network.
"""

POINTS_UNIT, MARGIN_UNIT = 64.0, 32.0
"""Points are divided by these where they go in, and where the margin comes out."""

LEFT_AT, POINTS_AT, FACTS = ROWS, ROWS + 1, ROWS + 2
"""The facts of a sheet: its row states, the misthrows left, its points."""

BIASES = 0
SCORE, MARGIN, OUTPUT_BIASES = COUNTS, COUNTS + 1, COUNTS + 2
LAST = COUNTS + 3
"""Rows of the last array: biases of the second layer for each number of players, the weights of
the two outputs, and their biases."""
