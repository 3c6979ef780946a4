# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's format of shell tests, which measures them. A module of its own, because lit's workers import it by name."""
import resource

import lit.formats


class TimedShTest(lit.formats.ShTest):
    """Adds a line to the file of -DTIMES for each test: the seconds of a processor that its programs took, and its name."""

    def execute(self, test, lit_config):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = super().execute(test, lit_config)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        path = lit_config.params.get("TIMES")
        if path:
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"{seconds:.2f} {test.getFullName()}\n")
        return result
