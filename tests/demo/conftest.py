"""The demo's own parts; it is no installed package, so it is found from the repository."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))
