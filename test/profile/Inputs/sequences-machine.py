"""Prints the machine description given with other costs of control flow, as the sequences expect them: different from
each other and from the defaults, so that no test passes by chance; with the clocks of a scalar packet if they are given."""
import json
import sys

machine = json.load(open(sys.argv[1]))
if len(sys.argv) > 2:
    machine["facts"]["issue.scalar_clocks_per_packet"]["value"] = int(sys.argv[2])
for key, value in {"wrong_hint_cycles": 5, "indirect_jump_cycles": 3, "split_target_cycles": 7,
                   "fetch_window_bytes": 32}.items():
    machine["facts"]["control." + key]["value"] = value
json.dump(machine, sys.stdout)
