# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that end with the script that started them, whatever ends it."""
import contextlib
import os
import signal
import subprocess
import sys

ENDING = (signal.SIGTERM, signal.SIGHUP)


def silent_until_ready():
    """Ctrl-C while modules are still read ends the script without Python's traceback."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def end_by_signals():
    """From here on SIGINT, SIGTERM and SIGHUP end the script as an exception does: what it made is removed, what it started ends.
    A signal that is ignored, as nohup does it, stays so."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda number, frame: sys.exit(128 + number))


@contextlib.contextmanager
def started(command, **options):
    """A process with all that it starts in a group of its own. An exception in the block kills the group."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0, **options) as process:
        try:
            yield process
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
