"""A run that is killed leaves nothing that looks like a result, and a rerun completes."""

import json
import signal
import subprocess
import sys
import textwrap

from pipeline.redaction.inbox import redact_folder
from pipeline.transcripts.native import read_dialogues

SLOW = textwrap.dedent(
    """
    import sys, time
    from pathlib import Path
    from pipeline.redaction import deciding
    from pipeline.redaction.inbox import redact_folder

    deciding.BATCH_DIALOGUES = 1

    class Slow:
        name, version = "known-names", "1"

        def decide(self, dialogues):
            for dialogue in dialogues:
                print(dialogue.dialogue_id, flush=True)
                time.sleep(0.2)
                yield dialogue, []

    list(redact_folder(Path(sys.argv[1]), Path(sys.argv[2]), Slow()))
    """
)


def visible(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def test_a_kill_in_the_middle_leaves_no_partial_output(tmp_path, cascade, write_transcript):
    inbox, out = tmp_path / "inbox", tmp_path / "out"
    write_transcript("a", "b", name="one.jsonl", folder=inbox)
    write_transcript("c", "d", "e", *map(str, range(100)), name="two.jsonl", folder=inbox)
    command = [sys.executable, "-c", SLOW, str(inbox), str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.strip() == "e")
        process.send_signal(signal.SIGKILL)

    assert process.returncode == -signal.SIGKILL
    assert visible(out) == ["one.jsonl", "one.jsonl.decisions.jsonl", "one.jsonl.manifest.json"]

    results = list(redact_folder(inbox, out, cascade))
    assert [one.status for one in results] == ["done before", "redacted"]
    assert len(list(read_dialogues(out / "two.jsonl"))) == 103
    manifest = json.loads((out / "two.jsonl.manifest.json").read_text())
    assert manifest["dialogues"]["out"] == 103
