#!/usr/bin/python3
"""A function of one block, as C: mixing.py LINES. Its regions gain by another program: products are added that need not wait for the sum."""
import sys

print("unsigned mix(const unsigned *a) {\n  unsigned h = a[0], g = a[1];")
for line in range(int(sys.argv[1])):
    shift = line % 30 + 1
    print(f"  h ^= g >> {shift};\n  g += h * {2 * line + 4};" if line % 2 else f"  g ^= h >> {shift};\n  h = h + a[{line}] * g;")
print("  return h ^ g;\n}")
