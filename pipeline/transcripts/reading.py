"""The door through which every transcript enters: read, checked, the bad ones set aside."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from pipeline.transcripts.dialogue import Dialogue, KeepSpan, Span
from pipeline.transcripts.formats import detect
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.places import trimmed
from pipeline.transcripts.problem import Problem, Reason, Severity, TranscriptError
from pipeline.transcripts.record import Record
from pipeline.transcripts.validation import validate

# What makes a record unfit as an annotated example does not always stop it being redacted.
HARMLESS_WITHOUT_GOLD = frozenset({Reason.EMPTY_TURN})

SetAside = Callable[[Path, Record], None]
AnyPlace = TypeVar("AnyPlace", Span, KeepSpan)


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and where it is, for reports."""

    file: Path
    line: int
    problem: Problem


@dataclass(slots=True)
class Checker:
    """Checks records one after another; remembers the ids of those it let in, of any file."""

    options: ReadOptions = DEFAULT_OPTIONS
    _seen: dict[str, str] = field(default_factory=dict)

    def check(self, record: Record, path: Path) -> Record:
        """The record with everything that is wrong with it; a good one's spans are trimmed."""
        if record.dialogue is None:
            return record
        found = [*record.problems, *validate(record.dialogue)]
        found += self._duplicates(record.dialogue.dialogue_id)
        checked = replace(record, problems=tuple(map(self._tolerated, found)))
        if checked.is_good:
            # Only what gets in takes the id: a good record may follow a bad one of the same id.
            self._seen[record.dialogue.dialogue_id] = f"{path.name}:{record.line}"
            checked = replace(checked, dialogue=with_trimmed_spans(record.dialogue))
        return checked

    def _duplicates(self, dialogue_id: str) -> Iterator[Problem]:
        if (first := self._seen.get(dialogue_id)) is not None:
            yield Problem(Reason.DUPLICATE_DIALOGUE, f"the dialogue id stands in {first} already")

    def _tolerated(self, problem: Problem) -> Problem:
        if problem.reason in self.options.tolerate:
            return replace(problem, severity=Severity.WARNING)
        return problem


def read_records(
    path: Path,
    form: str | None = None,
    options: ReadOptions = DEFAULT_OPTIONS,
    checker: Checker | None = None,
) -> Iterator[Record]:
    """Every record of a file, checked, good and bad alike, streamed (see `Record.is_good`).

    Share a `checker` between files to find an id that stands in two of them. TranscriptError
    when the file cannot be read at all.
    """
    chosen = checker or Checker(options)
    try:
        for record in detect(path, form).read(path, options):
            yield chosen.check(record, path)
    except OSError as error:
        raise TranscriptError(f"{path}: cannot be read: {error.strerror}") from None


@dataclass(slots=True)
class CheckedReading:
    """Accepted dialogues, streamed by iterating; counts and findings fill up on the way.

    Every record of the files is either accepted or handed to `set_aside`: at the end
    `total == accepted + quarantined`, which is asserted.
    """

    paths: Sequence[Path]
    form: str | None = None
    options: ReadOptions = DEFAULT_OPTIONS
    set_aside: SetAside | None = None
    total: int = 0
    accepted: int = 0
    quarantined: int = 0
    findings: list[Finding] = field(default_factory=list)

    def __iter__(self) -> Iterator[Dialogue]:
        checker = Checker(self.options)
        for path in files_of(self.paths):
            for record in read_records(path, self.form, self.options, checker):
                self.total += 1
                self.findings += [Finding(path, record.line, found) for found in record.problems]
                if record.is_good and record.dialogue is not None:
                    self.accepted += 1
                    yield record.dialogue
                else:
                    self._quarantine(path, record)
        assert self.total == self.accepted + self.quarantined

    def _quarantine(self, path: Path, record: Record) -> None:
        self.quarantined += 1
        if self.set_aside is not None:
            self.set_aside(path, record)


def with_trimmed_spans(dialogue: Dialogue) -> Dialogue:
    """The dialogue with no white space at the edges of its spans; the text stays as it is."""
    texts = {turn.turn_id: turn.text for turn in dialogue.turns}

    def trim(span: AnyPlace) -> AnyPlace:
        start, end = trimmed(texts[span.turn_id], span.start, span.end)
        return span.model_copy(update={"start": start, "end": end})

    spans = None if dialogue.spans is None else tuple(trim(span) for span in dialogue.spans)
    keep_spans = tuple(trim(span) for span in dialogue.keep_spans)
    return dialogue.model_copy(update={"spans": spans, "keep_spans": keep_spans})


def files_of(paths: Iterable[Path]) -> Iterator[Path]:
    """The files meant by `paths`: a folder means those in it, and a brat pair its `.txt`."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(p for p in path.iterdir() if p.is_file() and not p.name.startswith("."))
        texts = {p.stem for p in inside if p.suffix == ".txt"}
        yield from (p for p in inside if p.suffix != ".ann" or p.stem not in texts)


def subfolders_of(paths: Iterable[Path], out: Path | None = None) -> Iterator[Path]:
    """The folders within those of `paths`, which nobody reads; but for hidden ones and `out`."""
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else []
        folders = [p for p in inside if p.is_dir() and not p.name.startswith(".")]
        yield from (p for p in folders if out is None or p.resolve() != out.resolve())


def read_checked(
    paths: Iterable[Path],
    form: str | None = None,
    options: ReadOptions = DEFAULT_OPTIONS,
    set_aside: SetAside | None = None,
) -> CheckedReading:
    """Read and check files (or folders); iterate the result for the dialogues that are good.

    `form` overrides the form judged by content. `set_aside(path, record)` gets each bad record,
    as `Quarantine.put` takes it. TranscriptError for a file that cannot be read at all.
    """
    return CheckedReading(list(paths), form, options, set_aside)


def read_any(
    path: Path,
    form: str | None = None,
    options: ReadOptions | None = None,
    set_aside: SetAside | None = None,
) -> Iterator[Dialogue]:
    """Dialogues to redact, of any form, streamed; a bad record goes to `set_aside`.

    Without `set_aside` the first bad record raises TranscriptError. Empty turns are let through
    unless `options` say otherwise: there is nothing in them to redact.
    """
    chosen = options or ReadOptions(tolerate=HARMLESS_WITHOUT_GOLD)
    return iter(read_checked([path], form, chosen, set_aside or _refuse))


def _refuse(path: Path, record: Record) -> None:
    first = next(problem for problem in record.problems if problem.is_error)
    raise TranscriptError(f"{path}:{record.line}: {first.reason}: {first.sentence}")
