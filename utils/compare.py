#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two dumps of a network's tensors: see utils/compare.py --help, and utils/runmodel for the parts."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True

from runmodel import compare  # noqa: E402

sys.exit(compare.main(sys.argv[1:]))
