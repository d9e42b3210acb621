"""`make demo`: land a synthetic batch and let the DAGs carry it to redacted transcripts."""

import argparse
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from rich.console import Console

from infra.demo import batches, services
from infra.demo.airflow_api import AirflowApi
from infra.demo.environment import Ports, environment
from infra.demo.orphans import stop_marked
from infra.demo.place import SOURCE, DemoError, Place
from infra.demo.ports import free_ports
from infra.demo.processes import Processes
from infra.demo.repository import clone_repository, has_changes
from infra.demo.summary import print_summary
from infra.demo.watch import Watcher

DAGS = {"ingest", "retrain", "promote", "redact"}
POOL = "working_tree"
_TRAINING_SECONDS = 3600.0
_REDACTION_SECONDS = 600.0


def main() -> int:
    """Run the demo; 0 when transcripts were redacted, 1 when something failed, 130 on Ctrl-C."""
    options = _options()
    console = Console(highlight=False)
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, _interrupt)
    place = Place(options.folder.resolve())
    try:
        lock = place.claim()
        # A demo that was killed together with its guard can have left some.
        stop_marked(str(place.root))
        place.clear()
    except DemoError as error:
        console.print(str(error), style="red", markup=False)
        return 1
    except KeyboardInterrupt:
        return 130
    ports = Ports(*free_ports(2))
    processes = Processes(environment(place, ports), place.root, place.logs)
    try:
        return _run(console, place, ports, processes, options)
    except KeyboardInterrupt:
        console.print("\nInterrupted.")
        return 130
    except DemoError as error:
        console.print(str(error), style="red", markup=False)
        console.print(f"All logs are in {place.logs} and {place.airflow / 'logs'}.")
        return 1
    finally:
        _stop(console, processes)
        lock.close()


def _run(
    console: Console, place: Place, ports: Ports, processes: Processes, options: argparse.Namespace
) -> int:
    api = _start(console, place, ports, processes, options.seed)
    watcher = Watcher(api, processes, console)
    console.print("Three annotated batches land; the DAGs take over.")
    batches.land(place, options.seed)
    watcher.until(lambda: watcher.succeeded("promote"), "a champion", _TRAINING_SECONDS)
    console.print("New transcripts arrive in the inbox.")
    redacted = batches.drop(place)
    watcher.until(
        lambda: all(file.is_file() for file in redacted) and watcher.is_idle("redact"),
        "redacted files",
        _REDACTION_SECONDS,
    )
    print_summary(console, place, ports, redacted)
    if options.keep:
        console.print("\nEverything stays up. Ctrl-C stops it.")
        while True:
            processes.check()
            time.sleep(1)
    console.print("\n`make demo KEEP=1` leaves both pages up.")
    return 0


def _start(
    console: Console, place: Place, ports: Ports, processes: Processes, seed: int
) -> AirflowApi:
    """Bring up the services, making the synthetic files meanwhile."""
    began = time.monotonic()
    processes.guard()
    with console.status("Cloning the repository …"):
        clone_repository(processes, place)
    if has_changes():
        console.print(
            "Not all is committed: DAGs, plugins, stages and parameters are the commit's."
        )
    with console.status("Starting MLflow and Airflow …"):
        services.start_mlflow(processes, place, ports)
        processes.run("airflow-db", [sys.executable, "-m", "airflow", "db", "migrate"])
        services.start_airflow(processes)
        batches.synthesise(processes, place, seed)
        api = AirflowApi(ports.airflow_url)
        services.wait_until_up(processes, api, ports)
        api.log_in()
        api.create_pool(POOL, slots=1)
        _wait_for_dags(api, processes)
    console.print(f"Airflow: {ports.airflow_url}   MLflow: {ports.mlflow_url}")
    console.print(f"Up after {time.monotonic() - began:.0f} s.")
    return api


def _wait_for_dags(api: AirflowApi, processes: Processes) -> None:
    while not api.dags() >= DAGS:
        processes.check()
        errors = api.import_errors()
        if errors:
            raise DemoError(f"Airflow cannot read a DAG:\n{errors[0]}")
        time.sleep(0.5)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="leave the services up at the end")
    parser.add_argument("--seed", type=int, default=13, help="of the synthetic dialogues")
    parser.add_argument("--folder", type=Path, default=SOURCE / ".demo", help="made anew")
    return parser.parse_args()


def _interrupt(_signum: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _stop(console: Console, processes: Processes) -> None:
    """Stop everything; a second Ctrl-C must not leave half of it behind."""
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, signal.SIG_IGN)
    with console.status("Stopping …"):
        processes.stop()
    console.print("Every process of the demo has stopped.")


if __name__ == "__main__":
    sys.exit(main())
