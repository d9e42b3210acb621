"""The demo's working repository: a clone of this one, with a DVC remote beside it."""

from infra.demo.place import SOURCE, Place
from infra.demo.processes import Processes


def clone_repository(processes: Processes, place: Place) -> None:
    """Clone this repository's HEAD; what is not committed does not take part."""
    command = ["git", "clone", "--quiet", "--no-hardlinks", str(SOURCE), str(place.repository)]
    processes.run("git-clone", command)
    config = place.repository / ".git" / "config"
    with config.open("a") as file:
        file.write("[user]\n\tname = demo\n\temail = demo@localhost\n[gc]\n\tauto = 0\n")
    local = place.repository / ".dvc" / "config.local"
    local.write_text(f"['remote \"store\"']\n    url = {place.remote}\n")
