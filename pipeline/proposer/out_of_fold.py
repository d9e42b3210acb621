"""Honest candidates on training dialogues: each fold is read by encoders that never saw it."""

import math
from collections.abc import Callable, Sequence

from pipeline.encoders.card import CascadeCard, EncoderCard
from pipeline.encoders.training import Report
from pipeline.errors import UserError
from pipeline.proposer.candidate import Candidate
from pipeline.proposer.proposer import Proposer
from pipeline.proposer.training import train_tagger
from pipeline.transcripts import Dialogue
from pipeline.transcripts.near_duplicates import content_groups


def propose_out_of_fold(
    card: CascadeCard,
    encoders: Sequence[EncoderCard],
    training: Sequence[Dialogue],
    validation: Sequence[Dialogue],
    seed: int,
    progress: Callable[[str], Report],
) -> list[list[Candidate]]:
    """Candidates for every training dialogue, in order, as the proposer would make them anew.

    Near-duplicate dialogues share a fold. Each fold's encoders train for a share of the card's
    epochs (`fold_epochs_share`): they need to be honest, not perfect.
    """
    folds = fold_numbers(training, card.folds)
    found: list[list[Candidate]] = [[] for _ in training]
    for fold in range(card.folds):
        rest = [d for d, f in zip(training, folds, strict=True) if f != fold]
        taggers = [
            train_tagger(
                _shortened(encoder, card),
                rest,
                validation,
                seed + fold,
                report=progress(f"fold {fold + 1}/{card.folds}, {encoder.name}"),
            )
            for encoder in encoders
        ]
        proposer = Proposer.tuned(taggers, validation, card.proposer_recall)
        members = [i for i, f in enumerate(folds) if f == fold]
        proposed = proposer.propose([training[i] for i in members])
        for index, candidates in zip(members, proposed, strict=True):
            found[index] = candidates
    return found


def fold_numbers(dialogues: Sequence[Dialogue], folds: int) -> list[int]:
    """A fold for each dialogue; content groups in turn, so that folds are about equal.

    UserError where there are fewer groups than folds: an encoder would read what it learnt from.
    """
    groups = content_groups(dialogues)
    if len(set(groups.values())) < folds:
        raise UserError(
            f"{len(dialogues)} training dialogues are too much alike for {folds} folds; add others"
        )
    order = {group: place for place, group in enumerate(sorted(set(groups.values())))}
    return [order[groups[d.dialogue_id]] % folds for d in dialogues]


def _shortened(encoder: EncoderCard, card: CascadeCard) -> EncoderCard:
    epochs = math.ceil(encoder.training.epochs * card.fold_epochs_share)
    shorter = encoder.training.model_copy(update={"epochs": epochs})
    return encoder.model_copy(update={"training": shorter})
