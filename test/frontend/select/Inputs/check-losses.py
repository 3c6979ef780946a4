"""check-losses.py FILE...: of --explain. A loss is that of the plan itself and of conversions, and not negative: else the choice
would not be the best; with all others chosen anew it is smaller, and not negative either."""
import re
import sys

count = 0
for path in sys.argv[1:]:
    with open(path) as file:
        for line in file:
            found = re.match(r" +would cost ([+-]\d+) cycles: itself ([+-]\d+), conversions ([+-]\d+)(?:; the whole graph at best ([+-]\d+))?$", line)
            if not found:
                continue
            loss, own, conversions = (int(text) for text in found.groups()[:3])
            assert abs(loss - own - conversions) <= 2 and loss >= 0, line  # rounded, each
            if found[4]:
                assert 0 <= int(found[4]) <= loss + 1, line
            count += 1
assert count > 10, count
print("losses add up")
