"""Where a turn of Qwixx leads to, and how likely, when its answers are given by a fixed policy.

A policy of the kinds BY_VALUE and BY_WORTH looks at the whole roll and takes the pair of answers
with the greatest key: the points and what the sheet is still worth, or a heuristic of the rows.
GREEDY and RANDOM decide about the white sum before they look at the coloured dice. Of equal
answers the first counts, in the order of the actions, as in the bots themselves.
"""

from __future__ import annotations

import numpy as np

from ..qwixx_model import FACES, LONGEST, ROWS, STATES

BY_VALUE, BY_WORTH, GREEDY, RANDOM = range(4)

POLICY = np.dtype(
    [
        ("kind", np.int64),
        # GREEDY: the most numbers that it skips, and skips to avoid a misthrow.
        ("skip", np.int64),
        ("far_skip", np.int64),
        # BY_WORTH: two terms for each row and its state, added one after the other, and misthrows.
        ("first_term", np.float64, (ROWS, STATES)),
        ("second_term", np.float64, (ROWS, STATES)),
        ("misthrow", np.float64),
        # BY_VALUE: the pair in the numbering of the table that belongs to a pair of the model.
        ("value_pair", np.int64, STATES * STATES),
    ]
)

PLACES = ROWS * LONGEST
MARKS = ROWS + 1

TURN = np.dtype(
    [
        ("rows", np.int64, ROWS),
        # What the turn can lead to: the pairs of the sheet, and the chance.
        ("outcomes", np.int64),
        ("left", np.int64, 4 * PLACES * MARKS * MARKS),
        ("right", np.int64, 4 * PLACES * MARKS * MARKS),
        ("chance", np.float64, 4 * PLACES * MARKS * MARKS),
        ("misthrow", np.float64),
        # The colour crosses after one white answer: the die, the number, the pairs of the sheet.
        ("count", np.int64),
        ("die", np.int64, PLACES),
        ("number", np.int64, PLACES),
        ("to_left", np.int64, PLACES),
        ("to_right", np.int64, PLACES),
        ("place", np.int64, PLACES),
        # The best with each of them, over all white answers, and sorted.
        ("key", np.float64, PLACES),
        ("rank", np.int64, PLACES),
        ("best_left", np.int64, PLACES),
        ("best_right", np.int64, PLACES),
        ("order", np.int64, PLACES),
        ("weight", np.float64, PLACES),
        # By die.
        ("seen", np.int64, ROWS),
        ("missed", np.float64, ROWS),
        ("offers", np.float64, (ROWS, 2 * FACES + 1)),
    ]
)
