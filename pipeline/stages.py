"""The training stages, file to file: what `rok`, DVC and Airflow run, and `rok train` in a row."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline.cascade import MANIFEST, assemble
from pipeline.encoders.backbone import Backbone
from pipeline.encoders.card import CardError, CascadeCard, EncoderCard, ReviewerCard
from pipeline.encoders.training import Report
from pipeline.errors import UserError
from pipeline.file_hash import sha256_of
from pipeline.proposer.out_of_fold import fold_numbers, propose_out_of_fold
from pipeline.proposer.proposals import read_proposals, write_proposals
from pipeline.proposer.proposer import Proposer
from pipeline.proposer.tagger import Tagger
from pipeline.proposer.training import train_tagger
from pipeline.reviewer import training as reviewer_training
from pipeline.reviewer.encoder_reviewer import EncoderReviewer
from pipeline.reviewer.reviewer import Reviewer
from pipeline.transcripts import Dialogue
from pipeline.transcripts.annotated import read_annotated, require_apart
from pipeline.whole_folder import require_replaceable, whole_folder

Progress = Callable[[str], Report]
"""Given the name of a part of the work, what to call after each of its steps."""


def train_encoder(
    name: str, train: Sequence[Path], val: Path, out: Path, seed: int, progress: Progress
) -> None:
    """Fine-tune the encoder of card `name` into the folder `out`; resumes from `out.checkpoint`."""
    require_replaceable(out, "card.json")
    checkpoint = out.with_name(f"{out.name}.checkpoint")
    tagger = train_tagger(
        EncoderCard.load(name),
        read_annotated(*train),
        read_annotated(val),
        seed,
        checkpoint,
        progress(f"encoder {name}"),
    )
    with whole_folder(out, "card.json") as folder:
        tagger.save(folder)
    shutil.rmtree(checkpoint, ignore_errors=True)


def propose(
    cascade: CascadeCard, train: Sequence[Path], val: Path, out: Path, seed: int, progress: Progress
) -> None:
    """Out-of-fold candidates on the training dialogues, into the file `out`."""
    dialogues = read_annotated(*train)
    encoders = [EncoderCard.load(name) for name in cascade.encoders]
    proposals = propose_out_of_fold(
        cascade, encoders, dialogues, read_annotated(val), seed, progress
    )
    write_proposals(dialogues, proposals, out)


def train_reviewer(
    cascade: CascadeCard,
    train: Sequence[Path],
    val: Path,
    encoders: Path,
    proposals: Path,
    out: Path,
    seed: int,
    progress: Progress,
) -> None:
    """Fine-tune the cascade's reviewer into the folder `out`; resumes from `out.checkpoint`."""
    require_replaceable(out, "reviewer.json")
    checkpoint = out.with_name(f"{out.name}.checkpoint")
    dialogues, validation = read_annotated(*train), read_annotated(val)
    proposer = _proposer(cascade, encoders, validation)
    card = ReviewerCard.load(cascade.reviewer)
    reviewer = reviewer_training.train_reviewer(
        card,
        dialogues,
        read_proposals(dialogues, proposals),
        validation,
        proposer.propose(validation),
        seed,
        checkpoint,
        progress(f"reviewer {cascade.reviewer}"),
        start_of(card, proposer),
    )
    with whole_folder(out, "reviewer.json") as folder:
        reviewer.save(folder)
    shutil.rmtree(checkpoint, ignore_errors=True)


def start_of(card: ReviewerCard, proposer: Proposer) -> Backbone | None:
    """The encoder that a reviewer begins with. CardError where the cascade has none such."""
    if not card.starts_from:
        return None
    for tagger in proposer.taggers:
        if tagger.card.name == card.starts_from and tagger.card.source == card.source:
            return tagger.backbone
    raise CardError(
        f"card {card.name}: no encoder {card.starts_from} of the same base to start from"
    )


def assemble_cascade(
    cascade: CascadeCard, encoders: Path, reviewer: Path, val: Path, out: Path, seed: int
) -> str:
    """Tune thresholds, calibrate, and write the cascade folder; returns its version."""
    validation = read_annotated(val)
    proposer = _proposer(cascade, encoders, validation)
    calibrated = Reviewer.calibrated(
        EncoderReviewer.load(reviewer),
        validation,
        proposer.propose(validation),
        cascade.cascade_recall,
    )
    facts = {"card": cascade.model_dump(), "seed": seed, "validation_sha256": sha256_of(val)}
    return assemble(cascade.name, proposer, calibrated, out, facts)


def _proposer(cascade: CascadeCard, encoders: Path, validation: Sequence[Dialogue]) -> Proposer:
    taggers = [Tagger.load(encoders / name) for name in cascade.encoders]
    return Proposer.tuned(taggers, validation, cascade.proposer_recall)


def _work_folder(out: Path, identity: object) -> Path:
    """The folder of unfinished work, emptied where it is of other data, card or seed."""
    work = out.with_name(f"{out.name}.work")
    text, note = json.dumps(identity), work / "identity.json"
    if not note.is_file() or note.read_text() != text:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        note.write_text(text)
    return work


def train_cascade(data: Path, name: str, out: Path, seed: int, progress: Progress) -> str:
    """All training stages in a row, from `train*.jsonl` and `val.jsonl`; returns the version.

    What is unfinished lies beside `out`, in `out.work`, and a second call goes on from there.
    What cannot end well is refused before anything is trained.
    """
    require_replaceable(out, MANIFEST)
    card = CascadeCard.load(name)
    train, val = sorted(data.glob("train*.jsonl")), data / "val.jsonl"
    if not train or not val.is_file():
        raise UserError(f"{data} must hold train*.jsonl and val.jsonl")
    dialogues = read_annotated(*train)
    require_apart(dialogues, read_annotated(val))
    fold_numbers(dialogues, card.folds)
    work = _work_folder(out, [card.model_dump(), seed, *(sha256_of(f) for f in [*train, val])])
    for encoder in card.encoders:
        if not (work / "encoders" / encoder).is_dir():
            train_encoder(encoder, train, val, work / "encoders" / encoder, seed, progress)
    if not (work / "proposals.jsonl").is_file():
        propose(card, train, val, work / "proposals.jsonl", seed, progress)
    if not (work / "reviewer").is_dir():
        train_reviewer(
            card,
            train,
            val,
            work / "encoders",
            work / "proposals.jsonl",
            work / "reviewer",
            seed,
            progress,
        )
    version = assemble_cascade(card, work / "encoders", work / "reviewer", val, out, seed)
    shutil.rmtree(work)
    return version
