# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which rows of utils/differential/flags.py are drawn for 3,000 programs (random-flags.test)."""
from differential import flags

SEEDS = range(3000)
NEEDS = flags.HOST, flags.DEFINED, flags.ANY_CORE, flags.COUNTS
for target in flags.ANY:
    for has in (set(), {flags.HOST}, set(NEEDS)):
        drawn = [flags.drawn(seed, target, has) for seed in SEEDS]
        assert drawn == [flags.drawn(seed, target, has) for seed in SEEDS], "another draw by the same seed"
        assert 0.45 < sum(map(bool, drawn)) / len(SEEDS) < 0.55, "not half of the programs"
        met = {row for row in flags.TABLE if target in row.targets and set(row.needs) <= has}
        assert {row for rows in drawn for row in rows} == met, (target, has)
        assert all(flags.given(flags.as_text(rows)) == rows for rows in drawn), "a message names other rows"
assert flags.words(flags.given("-fshort-enums -Os"), host=True) == ["-fshort-enums"]
print("each row is drawn where its needs are met, and only there")
