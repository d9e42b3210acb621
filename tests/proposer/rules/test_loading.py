import subprocess
import sys

HEAVY = ("torch", "transformers", "pandas", "mlflow", "airflow", "numpy")
PROGRAM = f"""
import sys
from pipeline.proposer.rules import find_direct
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def test_rules_load_without_anything_heavy():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
