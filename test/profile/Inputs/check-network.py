"""A network's report against the counters that the run printed, and its rows against the functions of the emitted C."""
import json
import re
import sys

report, run = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
call = run["packets"] - report["network"]["packets"]
print("packets by the counters:", run["packets"], "of them around the call:", call)
assert 0 <= call <= 16
assert 0 <= run["instructions"] - report["network"]["resources"]["Instructions"] <= 48
assert run["vector_instructions"] == report["network"]["resources"]["VectorInstructions"]
emitted = sorted(set(re.findall(r"\w+?_(op\d{3,}[a-z]*_\w+)\(", open(sys.argv[3]).read())))
rows = sorted(row["name"] for row in report["layers"] if row["name"].startswith("op"))
assert rows == emitted and len(rows) > 20, (rows, emitted)
