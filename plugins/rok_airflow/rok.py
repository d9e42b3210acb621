"""The work of the tasks that are not stages: each is one `rok` command and what it came to.

What they return goes to XCom and what they say goes to the log: counts and ids, nothing else.
"""

import contextlib
import json
import logging
from collections import Counter
from typing import Any

from airflow.sdk.exceptions import AirflowException, AirflowFailException, AirflowSkipException

from rok_airflow import settings
from rok_airflow.commands import Outcome, run
from rok_airflow.folder import settled_files
from rok_airflow.landing_zone import (
    count_folders,
    count_set_aside,
    find_file,
    intake_options,
    pending_batches,
    purposes,
    sidecar_of,
)
from rok_airflow.set_aside import fingerprint, set_aside

log = logging.getLogger(__name__)
_JSON = ("{", "[")
# A service account has neither name nor key.
_COMMITTER = ("-c", "user.name=rok", "-c", "user.email=rok@localhost", "-c", "commit.gpgsign=false")
# Exit codes that no retry changes.
GATE_FAILED = HELD_BACK = 1
REFUSED = 3
# Airflow makes no more than 1,024 tasks of one list; what is left over is for the next run.
MOST_AT_ONCE = 500
_NEEDED = {"train", "canonical", "challenge"}


def find_batches() -> list[str]:
    """SHA-256 of the landed batches still to be taken in; skips the run if there are none."""
    where = (settings.LANDING, settings.REPOSITORY, settings.SETTLE.total_seconds())
    if idle := count_set_aside(*where):
        log.warning("%d landed files are set aside: refused or known before.", idle)
    if folders := count_folders(settings.LANDING):
        log.warning("%d folders in the landing zone are not read; land files.", folders)
    batches = pending_batches(*where)
    if not batches:
        raise AirflowSkipException("Every other landed batch is a data version already.")
    log.info("%d batches to take in.", len(batches))
    return batches[:MOST_AT_ONCE]


def add_batch(batch: str, is_retry: bool) -> dict[str, Any]:
    """Take one landed batch in.

    One whose dialogues are known already is skipped, unless this is a retry: then it is this
    task that took it in, before it was cut short. That, and a refusal, is remembered.
    """
    file = find_file(settings.LANDING, batch)
    sidecar = fingerprint(sidecar_of(file))
    options = intake_options(file)
    outcome = _rok("data", "add", str(file), *options, "--repo", str(settings.REPOSITORY), "--json")
    if outcome.code == REFUSED:
        _set_aside(batch, sidecar, "refused")
        raise AirflowFailException(f"batch {batch} was refused for what it holds")
    if outcome.code:
        raise AirflowException(f"batch {batch} was not taken in, exit code {outcome.code}")
    record = _result(outcome)
    if record["already_known"]:
        _set_aside(batch, sidecar, f"known as {record['version']}")
    if record["already_known"] and not is_retry:
        raise AirflowSkipException(f"Its dialogues are in {record['version']} already.")
    log.info("%s: %d records quarantined.", record["version"], record["quarantined"])
    return {key: record[key] for key in ("batch_id", "version", "quarantined")}


def _set_aside(batch: str, sidecar: str, reason: str) -> None:
    """Remember the file, unless it was taken away or changed while it was tried."""
    find_file(settings.LANDING, batch)
    set_aside(settings.REPOSITORY, batch, sidecar, reason)


def require_enough() -> None:
    """Skip unless there is something to train on and something to judge the result by."""
    if missing := _NEEDED - purposes(settings.REPOSITORY):
        raise AirflowSkipException(f"No retraining yet; still to land: {sorted(missing)}.")


def promote_cascade() -> dict[str, Any]:
    """Register the cascade; a failed gate fails the task at once, since no retry changes it."""
    outcome = _rok("promote", settings.CASCADE, "--model", settings.MODEL, "--json")
    if outcome.code == GATE_FAILED:
        for check in _result(outcome)["failed_checks"]:
            log.error(check)
        raise AirflowFailException("The gate failed; the champion stays.")
    if outcome.code:
        raise AirflowException(f"rok promote failed with exit code {outcome.code}")
    return dict(_result(outcome))


def redact_inbox() -> dict[str, int]:
    """Redact every transcript in the inbox with the champion; says how many became what."""
    if not any(settled_files(settings.INBOX, settle=0)):
        raise AirflowSkipException("The inbox is empty.")
    champion = f"models:/{settings.MODEL}@champion"
    folders = (str(settings.INBOX), str(settings.REDACTED))
    outcome = _rok("redact", *folders, "--cascade", champion, "--json")
    if outcome.code == HELD_BACK:
        raise AirflowFailException("Some records were held back: see the manifests.")
    if outcome.code:
        raise AirflowException(f"rok redact failed with exit code {outcome.code}")
    return dict(Counter(file["status"] for file in _result(outcome)))


def record_run() -> dict[str, str]:
    """Commit the dvc.lock that the stages wrote, and push their outputs."""
    _must("git", "add", "dvc.lock")
    if run(
        ["git", "diff", "--cached", "--quiet", "--", "dvc.lock"], settings.REPOSITORY, log.info
    ).code:
        message = "Retrain on the newest data version"
        _must("git", *_COMMITTER, "commit", "--quiet", "--message", message, "--", "dvc.lock")
    _must("dvc", "push")
    return {"commit": _must("git", "rev-parse", "HEAD").output}


def _rok(*arguments: str) -> Outcome:
    """Run a command of `rok` that ends with JSON, which is not logged: it can hold file names."""
    return run(["rok", *arguments], settings.REPOSITORY, _say)


def _say(line: str) -> None:
    if not line.startswith(_JSON):
        log.info(line)


def _must(*command: str) -> Outcome:
    outcome = run(command, settings.REPOSITORY, log.info)
    if outcome.code:
        raise AirflowException(f"{' '.join(command)} failed with exit code {outcome.code}")
    return outcome


def _result(outcome: Outcome) -> Any:
    """What a command with `--json` printed last."""
    for line in reversed(outcome.output.splitlines()):
        # Libraries begin warnings with `[` too.
        with contextlib.suppress(ValueError):
            if line.startswith(_JSON):
                return json.loads(line)
    raise AirflowException("the command printed no result")
