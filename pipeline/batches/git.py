"""Git, as far as data versions need it: read the past, add one commit with its tag at once."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.batches.command import CommandError, run
from pipeline.batches.record import BatchError

_TIMEOUT = 120.0
_STANDING_ORDERS = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
_NOBODY = ("rok", "rok@localhost")
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Git:
    """A working tree with its history; `root` is its top folder."""

    root: Path

    @classmethod
    def find(cls, folder: Path) -> "Git":
        """The repository that `folder` is in. Raises BatchError when it is in none."""
        if not folder.is_dir():
            raise BatchError(f"{folder}: no such folder")
        try:
            top = run(["git", "rev-parse", "--show-toplevel"], folder, _TIMEOUT, _STANDING_ORDERS)
        except CommandError as error:
            raise BatchError(f"{folder}: not a git repository ({error})") from None
        return cls(Path(top.strip()))

    def run(self, *arguments: str, text: str | None = None, index: Path | None = None) -> str:
        """Output of a git command, without the last newline. Raises CommandError."""
        settings = dict(_STANDING_ORDERS)
        if index is not None:
            settings["GIT_INDEX_FILE"] = str(index)
        return run(["git", *arguments], self.root, _TIMEOUT, settings, text).rstrip("\n")

    def read(self, revision: str, path: Path) -> str | None:
        """Content of a file at a revision; None where it did not exist."""
        try:
            return self.run("cat-file", "blob", f"{revision}:{path.as_posix()}")
        except CommandError:
            return None

    def list_files(self, revision: str, folder: Path) -> list[Path]:
        """Files directly in a folder at a revision."""
        names = self.run("ls-tree", "--name-only", "-z", revision, "--", f"{folder.as_posix()}/")
        return [Path(name) for name in names.split("\0") if name]

    def head(self) -> str:
        """The commit checked out. Raises BatchError before the first one."""
        try:
            return self.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        except CommandError:
            raise BatchError(f"{self.root}: the repository has no commit yet") from None

    def tags(self, pattern: str) -> list[str]:
        """Names of tags under `refs/tags/`, by a pattern of for-each-ref."""
        return self.run(
            "for-each-ref", "--format=%(refname:strip=2)", f"refs/tags/{pattern}"
        ).split()

    def commit_with_tag(
        self, files: Mapping[Path, str], message: str, tag: str, index: Path
    ) -> str:
        """Put `files` on top of HEAD as one commit, and tag it, in one transaction of refs.

        Nothing else that is staged or changed is touched; `index` is scratch space. The working
        tree does not change. Returns the commit.
        """
        head = self.head()
        commit = self._write_commit(head, files, message, index)
        tagger = self._identity()
        annotation = f"object {commit}\ntype commit\ntag {tag}\ntagger {tagger}\n\n{message}\n"
        tag_object = self.run("mktag", text=annotation)
        self.run(
            "update-ref",
            "-m",
            message.splitlines()[0],
            "--stdin",
            text=f"start\nupdate HEAD {commit} {head}\ncreate refs/tags/{tag} {tag_object}\n"
            "prepare\ncommit\n",
        )
        return commit

    def _write_commit(self, head: str, files: Mapping[Path, str], message: str, index: Path) -> str:
        self.run("read-tree", head, index=index)
        for path, content in files.items():
            blob = self.run("hash-object", "-w", "--stdin", text=content)
            entry = f"100644,{blob},{path.as_posix()}"
            self.run("update-index", "--add", "--cacheinfo", entry, index=index)
        tree = self.run("write-tree", index=index)
        name, mail = self._author()
        identity = ("-c", f"user.name={name}", "-c", f"user.email={mail}")
        return self.run(*identity, "commit-tree", tree, "-p", head, text=message + "\n")

    def _author(self) -> tuple[str, str]:
        """Who commits: git's settings, or this tool where a service account has none."""
        name, _, rest = self._identity().partition(" <")
        return name, rest.partition(">")[0]

    def _identity(self) -> str:
        try:
            return self.run("-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT")
        except CommandError:
            name, mail = _NOBODY
            return f"{name} <{mail}> {int(time.time())} +0000"

    def restore(self, paths: list[Path]) -> None:
        """Bring files of HEAD into the index and the working tree; waits for other git runs."""
        names = [path.as_posix() for path in paths]
        for attempt in range(_ATTEMPTS):
            try:
                self.run("checkout", "--quiet", "HEAD", "--", *names)
                return
            except CommandError as error:
                if "index.lock" not in error.output or attempt == _ATTEMPTS - 1:
                    raise
                time.sleep(0.2 * 2**attempt)
