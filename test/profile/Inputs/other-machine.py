"""The machine description given, with every measurable figure changed: nothing can agree with it by chance."""
import json
import sys

machine = json.load(open(sys.argv[1]))
for key, value in {"control.wrong_hint_cycles": 7, "control.indirect_jump_cycles": 5, "control.split_target_cycles": 3,
                   "control.fetch_window_bytes": 16, "l1d.bytes": 16384, "l1d.line_bytes": 64, "l1d.ways": 4,
                   "l2.bytes": 524288, "l2.line_bytes": 256, "l2.ways": 8, "l2.latency_cycles": 11,
                   "ddr.latency_cycles": 97, "ddr.bytes_per_cycle": 24, "issue.scalar_clocks_per_packet": 2}.items():
    assert machine["facts"][key]["value"] != value
    machine["facts"][key]["value"] = value
json.dump(machine, sys.stdout)
