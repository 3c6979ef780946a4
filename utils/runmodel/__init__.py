# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a .tflite file to its outputs: front end, compiler, linker, and the emulator or the host."""
