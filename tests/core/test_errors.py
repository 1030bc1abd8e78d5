"""Errors keep what they know wherever they go."""

import pickle

import pytest

from rollwright.errors import IllegalAction, InputError, RecordError, RollwrightError
from rollwright.i18n import T


@pytest.mark.parametrize(
    "error",
    [
        IllegalAction("Q4", T("{n} crosses are needed.", n=5)),
        RecordError(T("It is wrong."), 3, "W3"),
        RecordError(T("It is wrong.")),
        InputError(T("It is wrong.")),
    ],
)
def test_errors_pass_between_processes_whole(error: RollwrightError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))
