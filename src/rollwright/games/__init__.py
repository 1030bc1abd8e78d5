"""The readable reference rules. Importing this package registers every game."""

from ..spec import register
from . import qwingo as _qwingo
from . import qwinto as _qwinto
from . import qwixx as _qwixx

for _family in (_qwixx.FAMILY, _qwinto.FAMILY, _qwingo.FAMILY):
    register(_family)
