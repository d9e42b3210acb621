"""An evaluation: canonical set, challenge set, figures, report and leak list in one folder."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pipeline.evaluation.judging import Decide, JudgedSet, judge
from pipeline.evaluation.leaks import write_leaks
from pipeline.evaluation.metrics import Figures, figures, with_challenge
from pipeline.evaluation.report import render_report
from pipeline.file_hash import sha256_of
from pipeline.whole_file import whole_file

METRICS, REPORT, LEAKS = "metrics.json", "report.html", "leaks.jsonl"
NAMELESS = MappingProxyType({"name": "", "version": ""})


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was found: the content of `metrics.json`, and the counts dialogue by dialogue."""

    metrics: dict[str, Any]
    sets: tuple[JudgedSet, ...]


def evaluate(
    decide: Decide,
    canonical: Path,
    challenge: Path | None,
    out: Path,
    *,
    cascade: Mapping[str, str] = NAMELESS,
    on_dialogue: Callable[[], None] = lambda: None,
) -> Evaluation:
    """Evaluate `decide` (`Cascade.decide`) and write metrics, report and leaks into `out`.

    One pass gives the cascade's figures and the proposer's: alone, it would have redacted every
    candidate. `cascade` is its name and version; `on_dialogue` is called after each dialogue.
    Raises EvaluationError, and then writes nothing.
    """
    paths = {"canonical": canonical} | ({"challenge": challenge} if challenge else {})
    data = {name: {"sha256": sha256_of(path)} for name, path in paths.items()}
    sets = [judge(decide, path, name, on_dialogue) for name, path in paths.items()]
    record = {
        name: {**data[name], "dialogues": len(one.dialogues)}
        for name, one in zip(paths, sets, strict=True)
    }
    metrics = {
        **with_challenge(*_pair(sets, _cascade_figures)),
        "proposer_alone": with_challenge(*_pair(sets, _proposer_figures)),
        "cascade": dict(cascade),
        "data": record,
        "leaks": LEAKS,
    }
    _write(metrics, sets, out)
    return Evaluation(metrics, tuple(sets))


def _pair(
    sets: list[JudgedSet], of: Callable[[JudgedSet], Figures]
) -> tuple[Figures, Figures | None]:
    return of(sets[0]), of(sets[1]) if len(sets) > 1 else None


def _cascade_figures(judged: JudgedSet) -> Figures:
    found = figures((one.platform, one.cascade) for one in judged.dialogues)
    found["detail"]["p_redact"] = judged.scores.series()
    return found


def _proposer_figures(judged: JudgedSet) -> Figures:
    return figures((one.platform, one.proposer) for one in judged.dialogues)


def _write(metrics: dict[str, Any], sets: list[JudgedSet], out: Path) -> None:
    leaks = [leak for one in sets for leak in one.leaks]
    report = render_report(metrics, leaks)
    write_leaks(leaks, out / LEAKS)
    with whole_file(out / REPORT) as file:
        file.write(report)
    with whole_file(out / METRICS) as file:
        json.dump(metrics, file, indent=2, allow_nan=False)
        file.write("\n")
