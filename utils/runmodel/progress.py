# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a long run is at, and since when."""
import shutil
import sys
import threading
import time


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
            sys.stderr.write("\r\033[K" + text[:shutil.get_terminal_size().columns - 1])
            sys.stderr.flush()
        else:
            print(f"{self.tool}: {text}", file=sys.stderr, flush=True)

    def _tell_often(self):
        with self.changed:
            while True:
                if not self.changed.wait(self.seconds if self.stage else None) and self.stage:
                    self._write()
