"""Nothing of the demo outlives it, also when it is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from infra.demo.orphans import marked
from infra.demo.place import DemoError
from infra.demo.processes import Processes

ROOT = Path(__file__).resolve().parents[2]
DEMO = """
import os, sys, time
from pathlib import Path
from infra.demo.processes import Processes
folder = Path(sys.argv[1])
processes = Processes(os.environ, folder, folder)
processes.guard()
processes.start("service", ["sh", "-c", "sleep 600 & sleep 600"])
print("up", flush=True)
time.sleep(600)
"""


def wait_until(condition, seconds=20.0):
    give_up = time.monotonic() + seconds
    while not condition() and time.monotonic() < give_up:
        time.sleep(0.1)
    return condition()


@pytest.mark.parametrize("signum", [signal.SIGKILL, signal.SIGTERM])
def test_a_demo_that_is_killed_leaves_no_process(tmp_path, signum):
    demo = subprocess.Popen(
        [sys.executable, "-c", DEMO, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with demo.stdout as output:
        assert output.readline() == "up\n"
        assert wait_until(lambda: len(marked(str(tmp_path))) == 4)
        demo.send_signal(signum)
        demo.wait()
    assert wait_until(lambda: not marked(str(tmp_path)))


def test_what_is_not_installed_is_a_sentence(tmp_path):
    processes = Processes(os.environ, tmp_path, tmp_path)
    with pytest.raises(DemoError, match="no-such-program is not installed"):
        processes.start("missing", ["no-such-program"])


def test_stopping_takes_everything_along(tmp_path):
    impatient = "import infra.demo.processes as p\np._GRACE_SECONDS = 1.0\n"
    code = impatient + DEMO.replace("time.sleep(600)\n", "processes.stop()\n")
    command = [sys.executable, "-W", "error", "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("up\n", "")
    assert not marked(str(tmp_path))
