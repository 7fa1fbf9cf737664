"""Signals that ask the site to end: none is lost, and none breaks what it interrupts."""

import signal
import subprocess
import sys
from functools import partial

import pytest

from tests.stack.site import ROOT

PATIENCE = 60
"""Seconds for a script that takes one or two."""

HEAD = """
import io, os, pathlib, signal, sys, threading, time
from machupicchu.run.console import Console
from machupicchu.run.process import Process
from machupicchu.run.end_requests import ONE_REQUEST, EndRequests

requests = EndRequests()
requests.catch()
said = io.StringIO()

def ask():
    os.kill(os.getpid(), signal.SIGTERM)

def running(code):
    \"\"\"A part that runs this code, and has printed something.\"\"\"
    before = said.getvalue().count("ready")
    part = Process("part", lambda: [sys.executable, "-c", code], Console(said))
    part.start()
    while said.getvalue().count("ready") == before:
        time.sleep(0.01)
    return part
"""


def printed(script: str) -> str:
    """What a script prints that goes on from `HEAD`; it must end by itself."""
    done = subprocess.run(
        [sys.executable, "-c", HEAD + script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.half_second
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_before_the_wait_is_not_missed(number):
    assert printed(f"os.kill(os.getpid(), {number:d}); requests.wait(); print('asked')") == "asked\n"


@pytest.mark.half_second
def test_signals_in_quick_succession_are_one_request():
    script = "print(requests.made()); ask(); ask(); ask(); print(requests.made(), requests.repeated())"
    assert printed(script) == "False\nTrue False\n"


@pytest.mark.half_second
def test_a_hail_of_signals_leaves_no_lock_taken_on_the_way_to_the_end():
    """An exception raised by a handler would leave the lock of a part taken, and its end would wait for ever."""
    script = """
over = threading.Event()

def hail():
    while not over.is_set():
        ask()

parts = [running("import time; print('ready', flush=True); time.sleep(1000)") for _ in range(10)]
hailing = threading.Thread(target=hail)
hailing.start()
for part in parts:
    part.end()
over.set()
hailing.join()
print(said.getvalue().count("is killed"), "of", len(parts), "killed")
"""
    assert printed(script) == "0 of 10 killed\n"


@pytest.mark.half_second
def test_a_part_that_does_not_end_is_killed_on_the_second_request():
    script = """
ignoring = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
part = running(ignoring + "; print('ready', flush=True); time.sleep(1000)")
ask()
threading.Timer(2 * ONE_REQUEST, ask).start()
part.end(at_once=requests.repeated)
print("part must end at once; it is killed" in said.getvalue())
"""
    assert printed(script) == "True\n"
