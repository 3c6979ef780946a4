# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How well costs predict cycles, and how well the choice by cost is the choice by cycles."""
import statistics


def error(predicted, cycles):
    """Relative, twice and half alike: 0.5 is half as much again, or a third less."""
    return max(predicted / cycles, cycles / predicted) - 1 if predicted > 0 else float("inf")


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def by_kernel(rows, predict):
    """[(kernel, layers, median, ninth decile, worst error)]"""
    errors = {}
    for row in rows:
        errors.setdefault(row.kernel, []).append(error(predict(row), row.cycles))
    return [(kernel, len(e), statistics.median(e), percentile(e, 0.9), max(e))
            for kernel, e in sorted(errors.items())]


def is_scalar(kernel):
    return kernel.endswith(("_scalar", "_portable"))


def is_conversion(kernel):
    return kernel.startswith("convert_")


def vector_errors(rows, predict, conversions=True):
    """conversions: those between layouts, too, which are many and are predicted well."""
    return [error(predict(row), row.cycles) for row in rows
            if not is_scalar(row.kernel) and (conversions or not is_conversion(row.kernel))]


def by_operator(rows, predict):
    """For each sample its plans, with their conversions: {plan: [predicted, cycles, whether it stands aside]}, and the one that costs
    least, or None."""
    plans = {}
    for row in rows:
        plan = plans.setdefault((row.group, row.sample), {}).setdefault(row.plan, [0.0, 0, row.aside])
        plan[0] += predict(row)
        plan[1] += row.cycles
    for sample, each in plans.items():
        yield sample, each, min((plan for plan in each if not each[plan][2]), key=lambda plan: each[plan][0], default=None)


def taken_errors(rows, predict):
    """Of each operator whose plan that costs least is a vector kernel's: the error of that plan, with its conversions."""
    return [error(*each[taken][:2]) for _, each, taken in by_operator(rows, predict) if taken and not is_scalar(taken.split()[0])]


def choices(rows, predict):
    """For each sample with more than one plan: (group, sample, regret, taken plan, best plan).
    Regret: cycles of the plan that costs least, with its conversions, over those of the best
    measured one, less 1."""
    found = []
    for (group, sample), each, taken in by_operator(rows, predict):
        if len(each) < 2 or taken is None:
            continue
        best = min(each, key=lambda plan: each[plan][1])
        found.append((group, sample, each[taken][1] / each[best][1] - 1, taken, best))
    return found


def table(rows, predict):
    """Markdown."""
    lines = ["| kernel | layers | median error | nine of ten within | worst |",
             "|---|---|---|---|---|"]
    for kernel, count, middle, tenth, worst in by_kernel(rows, predict):
        lines.append(f"| {kernel} | {count} | {middle:.1%} | {tenth:.1%} | {worst:.1%} |")
    for title, vector in (("all vector kernels", vector_errors(rows, predict)),
                          ("without conversions", vector_errors(rows, predict, conversions=False)),
                          ("operators, by the plan that costs least", taken_errors(rows, predict))):
        if vector:
            lines.append(f"| {title} | {len(vector)} | {statistics.median(vector):.1%} "
                         f"| {percentile(vector, 0.9):.1%} | {max(vector):.1%} |")
    return "\n".join(lines)


HIT = 0.9  # of a nest's cycles by bodies of the table: it counts as one that has its bodies there


def both_table(rows, predict):
    """Markdown: of layers whose nests have prices, these beside the costs. Errors: median and nine of ten within."""
    lines = ["| kernel | layers | cycles by bodies of the table | error by bodies | where the table has them | where not | by pipes, where all are known | of costs |",
             "|---|---|---|---|---|---|---|---|"]
    of_kernel = {}
    for row in rows:
        if row.bodies:
            of_kernel.setdefault(row.kernel, []).append(row)

    def errors(of, how):
        found = [error(how(row), row.cycles) for row in of]
        return f"{statistics.median(found):.1%}, {percentile(found, 0.9):.1%} of {len(of)}" if found else "-"

    by_bodies = lambda row: row.bodies
    for kernel, of in sorted(of_kernel.items()):
        hits = [row for row in of if row.hits >= HIT]
        share = sum(row.hits * row.bodies for row in of) / sum(row.bodies for row in of)
        lines.append(f"| {kernel} | {len(of)} | {share:.0%} | {errors(of, by_bodies)} | {errors(hits, by_bodies)} "
                     f"| {errors([row for row in of if row.hits < HIT], by_bodies)} | {errors([row for row in of if row.pipes], lambda row: row.pipes)} "
                     f"| {errors(of, predict)} |")
    return "\n".join(lines)


def kinds(found):
    """{group: regrets}"""
    groups = {}
    for group, _, regret, _, _ in found:
        groups.setdefault(group, []).append(regret)
    return groups


def choice_table(found):
    """Markdown."""
    lines = ["| operator | drawn | best plan taken | mean regret | worst |", "|---|---|---|---|---|"]
    groups = {**kinds(found), "all with several plans": [each[2] for each in found]}
    for group, regrets in groups.items():
        best = sum(1 for regret in regrets if regret == 0)
        lines.append(f"| {group} | {len(regrets)} | {best} | {statistics.mean(regrets):.1%} "
                     f"| {max(regrets):.1%} |")
    return "\n".join(lines)


def choice_lines(found):
    """Markdown: how many are right, and the ten that lose most."""
    best = sum(1 for each in found if each[2] == 0)
    regrets = [each[2] for each in found]
    lines = [f"choice: {best} of {len(found)} operators get the plan with the fewest cycles; "
             f"mean regret {statistics.mean(regrets):.2%}, worst {max(regrets):.1%}"]
    if max(regrets) > 0:
        lines += ["", "| regret | operator | takes | best |", "|---|---|---|---|"]
    for group, sample, regret, taken, best_plan in sorted(found, key=lambda each: -each[2])[:10]:
        if regret > 0:
            lines.append(f"| {regret:.1%} | {group} {sample} | {taken} | {best_plan} |")
    return lines
