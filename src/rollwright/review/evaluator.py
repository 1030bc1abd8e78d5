"""The measure of reviews; it lies beside the bots, which implement it."""

from ..bots.evaluator import Evaluator as Evaluator
from ..bots.evaluator import PartlyExact as PartlyExact
from ..bots.evaluator import Values as Values
