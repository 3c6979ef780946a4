#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the documents: see utils/documents.py --help, and utils/documents for the parts."""
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True

from documents import main  # noqa: E402

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `documents.py | head` is no error
sys.exit(main.main(sys.argv[1:]))
