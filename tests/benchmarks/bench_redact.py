"""How fast `rok redact` is, and whether its memory stays flat as the transcript grows.

    python tests/benchmarks/bench_redact.py --cascade DIR [--data FILE.jsonl] [--sizes 100 1000]

Every size is redacted by a process of its own, so that its peak memory is its own. Dialogues are
those of --data (repeated under new ids as needed), or synthetic. What counts are the ratios
between sizes within one run. Exits 1 when the largest takes over a fifth more memory.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

ALLOWED_GROWTH = 1.2


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        if options.measure:
            print(json.dumps(_measured(options.cascade, options.measure, Path(folder))))
            return 0
        runs = [_in_a_process(options, size, Path(folder)) for size in sorted(options.sizes)]
    first, last = runs[0], runs[-1]
    growth = last["peak_mib"] / first["peak_mib"]
    result = {
        "runs": runs,
        "memory_ratio": round(growth, 3),
        "speed_ratio": round(last["dialogues_per_second"] / first["dialogues_per_second"], 3),
        "is_flat": growth <= ALLOWED_GROWTH,
    }
    print(json.dumps(result, indent=2))
    return 0 if result["is_flat"] else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cascade", required=True, help="folder of a trained cascade")
    parser.add_argument("--data", type=Path, help="native JSONL to take the dialogues from")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_a_process(options: argparse.Namespace, size: int, folder: Path) -> dict[str, float]:
    from pipeline.transcripts.native import write_dialogues

    path = folder / f"{size}.jsonl"
    write_dialogues(_dialogues(options.data, size), path)
    command = [sys.executable, __file__, "--cascade", options.cascade, "--measure", str(path)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def _dialogues(data: Path | None, size: int) -> Iterator:
    from pipeline.transcripts.native import read_dialogues
    from pipeline.transcripts.synthetic.generator import generate

    found = list(read_dialogues(data)) if data else list(generate(size, seed=13))
    for number, dialogue in enumerate(islice(cycle(found), size)):
        yield dialogue.model_copy(update={"dialogue_id": f"bench-{number}", "spans": None})


def _measured(cascade: str, path: Path, folder: Path) -> dict[str, float]:
    from pipeline.redaction.run import redact_file
    from pipeline.registry.loading import load_cascade

    loaded = load_cascade(cascade)
    loaded_mib = _peak_mib()
    started = time.perf_counter()
    summary = redact_file(path, folder / "out.jsonl", loaded)
    seconds = time.perf_counter() - started
    assert summary.written == summary.read, summary
    return {
        "dialogues": summary.written,
        "tokens": summary.tokens,
        "seconds": round(seconds, 2),
        "dialogues_per_second": round(summary.written / seconds, 2),
        "tokens_per_second": round(summary.tokens / seconds),
        "loaded_mib": round(loaded_mib),
        "peak_mib": round(_peak_mib()),
    }


def _peak_mib() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1 << 20 if sys.platform == "darwin" else 1 << 10)


if __name__ == "__main__":
    sys.exit(main())
