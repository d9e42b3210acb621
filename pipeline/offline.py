"""Offline is the default: no library here may reach out or report on its use."""

import os

_SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    "DVC_NO_ANALYTICS": "1",
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "TOKENIZERS_PARALLELISM": "false",
    # Spinning OpenMP threads slow every other process on the machine down 5 to 10 times.
    "OMP_WAIT_POLICY": "passive",
}


def go_offline() -> None:
    """Set what keeps the libraries quiet, leaving any value the operator has set."""
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
