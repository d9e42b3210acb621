"""Near-duplicate dialogues share a fold, so that what is read out of fold was never seen."""

from pipeline.proposer.out_of_fold import fold_numbers
from pipeline.transcripts.synthetic import generate


def test_a_copy_stays_in_the_fold_of_its_original():
    originals = list(generate(24, seed=5))
    copies = [d.model_copy(update={"dialogue_id": f"{d.dialogue_id}-copy"}) for d in originals]
    folds = fold_numbers([*originals, *copies], 3)

    assert folds[:24] == folds[24:]
    assert {0, 1, 2} == set(folds)
    assert max(folds.count(fold) for fold in range(3)) <= 24
