"""No record, message or log line of a run holds a word of a transcript."""

import logging

import pytest

from pipeline.redaction.inbox import redact_folder
from pipeline.transcripts.native import dump

# None of these is a word of any message; the speaker and the foreign field are never decided on.
SECRETS = ("Zuleika", "Thorvald", "Quillon", "Ottoline", "t@mail.org", "Euler", "Undecided")


@pytest.fixture
def inbox(tmp_path, make_dialogue):
    folder = tmp_path / "inbox"
    folder.mkdir()
    good = make_dialogue("good", speaker="Ottoline").model_copy(update={"extra": {"x": "Quillon"}})
    poison = make_dialogue("poison", "Undecided Zuleika")
    text = "\n".join(
        [
            dump(good),
            dump(poison),
            '{"dialogue_id": "Zuleika", "turns": [{"turn_id": "Zuleika", "text": "Thorvald"}]}',
            '{"dialogue_id": "x", "turns": [{"turn_id": 1, "speaker_role": "Zuleika"}]}',
            "Zuleika: hello",
        ]
    )
    (folder / "batch.jsonl").write_text(text)
    (folder / "broken.jsonl").write_bytes("Zuleika".encode("utf-16"))
    return folder


def test_records_results_and_logs_hold_no_text(tmp_path, inbox, cascade, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    results = list(redact_folder(inbox, tmp_path / "out", cascade))
    files = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert {name.removeprefix("batch.jsonl") for name in files} == {
        "", ".decisions.jsonl", ".dead-letter.jsonl", ".quarantine.jsonl", ".manifest.json"
    }  # fmt: skip
    kept = files.pop("batch.jsonl")
    assert "Euler" in kept
    told = [*files, *files.values(), repr(results), caplog.text, *capfd.readouterr()]
    assert [secret for secret in SECRETS for one in told if secret in one] == []
    assert [secret for secret in SECRETS if secret in kept] == ["Euler"]
