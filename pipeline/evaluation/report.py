"""The report: one HTML page that needs nothing else, with its plots drawn inline.

It is made from `metrics.json` and the leak list alone, which hold no text, so neither can it.
"""

import base64
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from pipeline.evaluation.leaks import Leak
from pipeline.evaluation.plots import SlopeLine, histogram, slope

LEAKS_SHOWN = 300
SETS = ("canonical", "challenge")


def render_report(metrics: Mapping[str, Any], leaks: Sequence[Leak]) -> str:
    """The page for the content of a `metrics.json` and its leaks."""
    environment = _environment()
    style = environment.get_template("style.css.j2").render()
    sets = {"canonical": metrics}
    alone = {"canonical": metrics["proposer_alone"]}
    if "challenge" in metrics:
        sets["challenge"] = metrics["challenge"]
        alone["challenge"] = metrics["proposer_alone"]["challenge"]
    return environment.get_template("report.html.j2").render(
        metrics=metrics,
        sets=sets,
        platforms=sorted({name for one in sets.values() for name in one["platforms"]}),
        types=sorted({name for one in sets.values() for name in one["by_type"]}),
        slope=_slope(metrics),
        stages={name: _stages(alone[name], sets[name]) for name in sets},
        histograms={name: histogram(one["detail"]["p_redact"]) for name, one in sets.items()},
        leak_sums=_leak_sums(leaks),
        leaks=leaks[:LEAKS_SHOWN],
        leaks_hidden=max(0, len(leaks) - LEAKS_SHOWN),
        style=style,
        style_hash=_csp_hash(style),
    )


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("pipeline.evaluation"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["three"] = lambda share: f"{share:.3f}"
    environment.filters["percent"] = lambda share: f"{100 * share:.1f} %"
    environment.filters["thousands"] = lambda number: f"{number:,}".replace(",", "\u202f")
    return environment


def _csp_hash(style: str) -> str:
    """What the page's security policy calls this style sheet, so that it allows no other."""
    digest = hashlib.sha256(style.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _slope(metrics: Mapping[str, Any]) -> list[SlopeLine]:
    """F1 from canonical to challenge, for platforms that both have; none without challenge."""
    if "challenge" not in metrics:
        return []
    canonical, challenge = metrics["platforms"], metrics["challenge"]["platforms"]
    return slope(
        {
            name: (canonical[name]["f1"], challenge[name]["f1"])
            for name in sorted(canonical.keys() & challenge.keys())
        },
        (metrics["macro_f1"], metrics["challenge"]["macro_f1"]),
    )


def _stages(proposer: Mapping[str, Any], cascade: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows of figure, proposer alone, cascade, and whether more is better."""
    rows: list[dict[str, Any]] = [
        {"name": name, "proposer": of(proposer), "cascade": of(cascade), "more_is_better": True}
        for name, of in (
            ("macro precision", lambda one: _macro(one, "precision")),
            ("macro recall", lambda one: _macro(one, "recall")),
            ("macro F1", lambda one: one["macro_f1"]),
            ("full coverage", lambda one: one["full_coverage_recall"]),
        )
    ]
    if cascade["keep_spans"]:
        before, after = (one["over_redacted"] / one["keep_spans"] for one in (proposer, cascade))
        rows.append(
            {"name": "over-redaction", "proposer": before, "cascade": after,
             "more_is_better": False}
        )  # fmt: skip
    return rows


def _macro(figures: Mapping[str, Any], measure: str) -> float:
    platforms = list(figures["platforms"].values())
    return fmean(one[measure] for one in [p for p in platforms if p["gold"]] or platforms)


def _leak_sums(leaks: Sequence[Leak]) -> list[tuple[str, str, int, int]]:
    """(set, kind, lost by the proposer, lost by the reviewer)."""
    counts = Counter((leak.dataset, leak.kind, leak.lost_by) for leak in leaks)
    return [
        (name, kind, counts[name, kind, "proposer"], counts[name, kind, "reviewer"])
        for name in SETS
        for kind in ("missed", "partial")
        if any(leak.dataset == name for leak in leaks)
    ]
