# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a long run is at, and since when."""
import math
import shutil
import sys
import threading
import time


def rewrite(text):
    """Puts the beginning of the text that fits in place of the terminal's line."""
    sys.stderr.write("\r\033[K" + text[:shutil.get_terminal_size().columns - 1])
    sys.stderr.flush()


def told_rounds(tool, model):
    """A function that is given a line for each round, and "" at the end. On a terminal one line that is rewritten, else at most one line in ten
    seconds."""
    if sys.stderr.isatty():
        return lambda line: rewrite(f"{model}: {line}" if line else "")
    last = -math.inf

    def tell(line):
        nonlocal last
        if line and time.monotonic() - last >= 10:
            last = time.monotonic()
            print(f"{tool}: {model}: {line}", file=sys.stderr, flush=True)
    return tell


class Progress:
    """Call it with the stage that begins; close() ends the line. On a terminal: one line, rewritten each second. Elsewhere: a line of a
    stage for every half minute that it takes."""

    def __init__(self, tool, model, seconds=None):
        self.tool, self.model = tool, model
        self.on_terminal = sys.stderr.isatty()
        self.seconds = seconds or (1 if self.on_terminal else 30)
        self.stage, self.began = "", 0
        self.changed = threading.Condition()
        threading.Thread(target=self._tell_often, daemon=True).start()

    def __call__(self, stage):
        with self.changed:
            self.stage, self.began = stage, time.monotonic()
            if self.on_terminal:
                self._write()
            self.changed.notify()

    def close(self):
        self("")

    def _write(self):
        passed = int(time.monotonic() - self.began)
        text = f"{self.stage} {self.model} ..." + (f" {passed} s" if passed else "") if self.stage else ""
        if self.on_terminal:
            rewrite(text)
        else:
            print(f"{self.tool}: {text}", file=sys.stderr, flush=True)

    def _tell_often(self):
        with self.changed:
            while True:
                if not self.changed.wait(self.seconds if self.stage else None) and self.stage:
                    self._write()
