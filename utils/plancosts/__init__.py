# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The constants of the front end's plan costs, fitted to cycles of the packet profiler's model."""
