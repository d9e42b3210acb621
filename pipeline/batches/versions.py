"""Data versions: the tags `data/vN`, each with the batch it added to the ones before."""

import re
from dataclasses import dataclass

from pipeline.batches.git import Git
from pipeline.batches.record import (
    RECORDS,
    BatchError,
    BatchRecord,
    in_order,
    parse_record,
    record_path,
)

_VERSION = re.compile(r"(?:data/)?v?([1-9][0-9]{0,8})")
_SUBJECT = re.compile(r"^data/v[0-9]+: .* batch ([0-9a-f]{16})\b")


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions in a repository's history."""

    git: Git

    def next_number(self) -> int:
        """The number after the highest there is."""
        return 1 + max(self._numbers(), default=0)

    def _numbers(self) -> list[int]:
        tags = self.git.tags("data/v*")
        return sorted(int(tag[6:]) for tag in tags if tag[6:].isdigit())

    def resolve(self, given: str) -> str:
        """The tag for `data/v3`, `v3` or `3`. Raises BatchError when there is none."""
        match = _VERSION.fullmatch(given)
        if match is None:
            raise BatchError("a version is data/vN, vN or N")
        number = int(match[1])
        if number not in self._numbers():
            raise BatchError(f"no version data/v{number}; `rok data log` lists them")
        return f"data/v{number}"

    def log(self) -> list[BatchRecord]:
        """The record that each version added, oldest first."""
        return [self._added_by(f"data/v{number}") for number in self._numbers()]

    def _added_by(self, tag: str) -> BatchRecord:
        subject = self.git.run("for-each-ref", "--format=%(contents:subject)", f"refs/tags/{tag}")
        match = _SUBJECT.match(subject)
        content = match and self.git.read(f"refs/tags/{tag}", record_path(match[1]))
        if not content:
            raise BatchError(f"{tag}: the tag does not name a batch that it holds")
        return parse_record(content, tag)

    def records_at(self, revision: str) -> list[BatchRecord]:
        """Every record in the tree of a revision, oldest first."""
        names = [path for path in self.git.list_files(revision, RECORDS) if path.suffix == ".json"]
        contents = ((name, self.git.read(revision, name)) for name in names)
        return in_order(parse_record(content or "", name.name) for name, content in contents)

    def known(self, batch_id: str) -> BatchRecord | None:
        """The record of a batch that is in the present history."""
        content = self.git.read("HEAD", record_path(batch_id))
        return None if content is None else parse_record(content, batch_id)
