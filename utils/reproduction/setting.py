# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all figures stand on."""
CLOCK = 1e9  # packets a second of the one thread that the model has
