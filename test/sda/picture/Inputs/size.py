# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""size.py FILE.svg: fails if the picture is wider than a usual screen or longer than three; sizes are in points."""
import re
import sys

WIDTH, HEIGHT = 1440, 3 * 810

with open(sys.argv[1], encoding="utf-8") as file:
    width, height = map(int, re.search(r'<svg width="(\d+)pt" height="(\d+)pt"', file.read()).groups())
print(f"{width} x {height} points")
sys.exit(width > WIDTH or height > HEIGHT)
