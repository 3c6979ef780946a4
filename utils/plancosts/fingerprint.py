# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cycle model that the constants were fitted to, as a word in plans/fitted-to.txt."""
import os
import re

from runmodel.pipeline import call

FILE = "fitted-to.txt"
TEXT = """# The cycle model to which utils/plan-costs.sh --fit fitted plans/*/costs.def: the answer of
# packet-profile --timing-digest then. test/profile/fitted.test fails when it is another one now.
timing {}
"""


def of_model(tools):
    """Of the timing rules and the machine description as they are."""
    tool = os.path.join(tools.build, "bin", "packet-profile")
    return call("profile", [tool, "--timing-digest"], "packet-profile")[0].strip()


def write(plans, timing):
    with open(os.path.join(plans, FILE), "w") as out:
        out.write(TEXT.format(timing))


def problem(plans, timing):
    """Why the constants are not of this model, or None."""
    path = os.path.join(plans, FILE)
    with open(path) as text:
        found = re.search(r"^timing (\w+)$", text.read(), re.M)
    if found and found.group(1) == timing:
        return None
    return ("the timing rules have changed since plan costs were fitted: run utils/plan-costs.sh "
            f"--renew ({path} has {found.group(1) if found else 'nothing'}, the model is {timing})")
