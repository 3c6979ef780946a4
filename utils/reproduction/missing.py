# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a step finds missing."""


class NotMeasured(Exception):
    """What is not kept, and was not to be measured."""
