"""The splits of a corpus file, as files."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pipeline.errors import UserError
from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.frozen import FrozenSets, Refusal
from pipeline.transcripts.native import dump, read_dialogues
from pipeline.transcripts.splits import SplitName, split_dialogues
from pipeline.whole_file import whole_file

NAMES: tuple[SplitName, ...] = ("train", "val")


class SplitParams(BaseModel):
    """`val_share` is the expected share of content groups in validation."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    val_share: Annotated[float, Field(gt=0, lt=1)]
    seed: int = 0


class SplitError(UserError):
    """A corpus that cannot be split."""


def write_splits(
    corpus: Path, frozen: Iterable[Dialogue], out: Path, params: SplitParams
) -> dict[str, int]:
    """Write train.jsonl, val.jsonl and refused.jsonl to `out`; returns how many each got.

    The corpus is read twice, so that its text need not be held. Raises SplitError when nothing
    is left to train or to validate on.
    """
    if not corpus.is_file():
        raise SplitError(f"{corpus}: no such file")
    splits = split_dialogues(
        read_dialogues(corpus), FrozenSets(frozen), params.val_share, params.seed
    )
    counts = Counter(splits.names.values())
    _write_refusals(splits.refusals, out / "refused.jsonl")
    for name in NAMES:
        if not counts[name]:
            raise SplitError(
                f"{corpus}: nothing for {name} among {counts.total()} dialogues, "
                f"{len(splits.refusals)} refused; land more dialogues or change split.val_share"
            )
    _write_dialogues(corpus, splits.names, out)
    return {name: counts[name] for name in NAMES} | {"refused": len(splits.refusals)}


def _write_refusals(refusals: Sequence[Refusal], path: Path) -> None:
    with whole_file(path) as file:
        file.writelines(json.dumps(asdict(refusal)) + "\n" for refusal in refusals)


def _write_dialogues(corpus: Path, names: dict[str, SplitName], out: Path) -> None:
    with ExitStack() as stack:
        files = {name: stack.enter_context(whole_file(out / f"{name}.jsonl")) for name in NAMES}
        for dialogue in read_dialogues(corpus):
            if dialogue.dialogue_id in names:
                files[names[dialogue.dialogue_id]].write(dump(dialogue) + "\n")
