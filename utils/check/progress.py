# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a suite is, in one line: rewritten in place on a terminal, else once every half a minute."""
import re
import shutil
import sys
import time

# lit's own "PASS: hexloom :: sda/a.mir (12 of 371)", and "done 12 of 371" of the project's scripts.
STEP = re.compile(r"^(?:done |[A-Z]+: .*\()(\d+) of (\d+)\b")
SECONDS = 30


class Progress:
    """Reads a suite's lines and shows the last step that they tell."""

    def __init__(self, stream=sys.stdout, clock=time.monotonic):
        self.stream, self.clock = stream, clock
        self.terminal = stream.isatty()
        self.start = self.shown = clock()
        self.drawn = False

    def saw(self, line):
        """Shows the step that a line tells, if it tells one. Returns whether the line is nothing but a step."""
        step = STEP.match(line)
        if step and (self.terminal or self.clock() - self.shown >= SECONDS):
            self.shown = self.clock()
            self.show(f"    {step[1]} of {step[2]} after {self.shown - self.start:.0f} s")
        return bool(step) and line.startswith("done ")

    def show(self, text):
        if self.terminal:
            self.stream.write("\r\033[K" + text[:shutil.get_terminal_size().columns - 1])
            self.drawn = True
        else:
            self.stream.write(text + "\n")
        self.stream.flush()

    def clear(self):
        """Makes room for a line that stays."""
        if self.drawn:
            self.stream.write("\r\033[K")
            self.stream.flush()
            self.drawn = False
