# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that end with the script that started them, whatever ends it."""
import contextlib
import os
import signal
import subprocess
import sys

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
PATIENCE = 10  # seconds until what was asked to end is killed
WITHIN = "HEXLOOM_WITHIN_GROUP"


def silent_until_ready():
    """Ctrl-C while modules are still read ends the script without Python's traceback."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def end_by_signals():
    """From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT end the script as an exception does: what it made is removed, what it started ends.
    A signal that is ignored, as nohup does it, stays so."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda number, frame: sys.exit(128 + number))


def end_group(process):
    """As Ctrl-C does it first: the scripts among them remove their files. What does not end is killed."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        os.killpg(process.pid, signal.SIGKILL)


RUNNING = set()  # those in blocks of started(), of all threads


def end_all():
    """Ends what other threads have started: an exception of the main thread does not reach them."""
    for process in list(RUNNING):
        end_group(process) if WITHIN not in os.environ else process.kill()


@contextlib.contextmanager
def started(command, **options):
    """A process that ends when an exception leaves the block, with all that it has started: they are a group. Scripts within stay in
    that group, so that its end is theirs."""
    is_within = WITHIN in os.environ
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=None if is_within else 0, env={**os.environ, WITHIN: "1"},
                          **options) as process:
        RUNNING.add(process)
        try:
            yield process
        except BaseException:
            if is_within:
                process.kill()
            else:
                end_group(process)
            raise
        finally:
            RUNNING.discard(process)
