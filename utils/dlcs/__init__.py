# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures 13 and 14 of the SwiftDSP paper, measured: see __main__.py."""
