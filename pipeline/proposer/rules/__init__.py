"""Direct rules: recognisers of structured identifiers whose spans need no review.

One recogniser a file. `find_direct` runs them all; `RULES` is the order of precedence.
"""

from pipeline.proposer.rules.direct import RULES, find_direct
from pipeline.proposer.rules.rule import Rule
from pipeline.proposer.rules.view import View, view_of

__all__ = ["RULES", "Rule", "View", "find_direct", "view_of"]
