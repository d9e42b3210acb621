"""Suggestions for an annotator, in the form Label Studio imports."""

import json

from pipeline.transcripts.formats.label_studio_tasks import ScoredSpan, write_predictions


def test_suggestions_carry_scores_and_count_as_the_browser_does(dialogue, tmp_path):
    spans = [ScoredSpan(3, 5, 10, "NAME", 0.61), ScoredSpan(4, 9, 14, "NAME", 0.98765)]
    path = tmp_path / "tasks.json"
    bare = dialogue.model_copy(update={"spans": None, "dialogue_id": "d-2"})
    assert write_predictions([(dialogue, spans), (bare, [])], path, "cascade 7") == 2
    first, second = json.loads(path.read_text(encoding="utf-8"))
    [prediction] = first["predictions"]
    assert (prediction["model_version"], prediction["score"]) == ("cascade 7", 0.61)
    assert prediction["result"][0] == {
        "id": "3-5-10",
        "from_name": "label",
        "to_name": "dialogue",
        "type": "paragraphlabels",
        "score": 0.61,
        "value": {
            "start": "0",
            "end": "0",
            "startOffset": 6,
            "endOffset": 11,
            "text": "Priya",
            "paragraphlabels": ["NAME"],
        },
    }
    assert prediction["result"][1]["score"] == 0.9877
    assert "annotations" not in first
    assert second["predictions"][0]["result"] == []
