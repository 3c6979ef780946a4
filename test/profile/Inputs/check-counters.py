"""Compares a report's totals with the counters that the program itself has read; the constants stand in
counters-start.s. The emulator's counters leave nops out of the instructions, as the report does."""
import json
import struct
import sys

total = json.load(open(sys.argv[1]))["total"]
packets, instructions, vector = struct.unpack("<3I", open(sys.argv[2], "rb").read())
pairs = [("packets", total["packets"], packets + 11),
         ("instructions", total["resources"]["Instructions"], instructions + 11),
         ("HVX instructions", total["resources"]["VectorInstructions"], vector)]
for name, profile, counter in pairs:
    print(name, "in the profile:", profile, "by the counter:", counter)
sys.exit(any(profile != counter for _, profile, counter in pairs) or packets < 10000)
