# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tuning found, as lines of text."""


def fewer(chosen, best):
    return f"{100 * (1 - best / chosen):.1f} % fewer" if best < chosen else "none fewer"


def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def so_far(tuning):
    """One line: how far it is, the best so far, the time left by the plans that are measured."""
    done, every = tuning.counts()
    text = f"{done} of {every} plans measured"
    if done:
        left = tuning.elapsed() / done * (every - done)
        chosen, best = tuning.totals()
        text += f", best so far {best:,} cycles ({fewer(chosen, best)}), about {duration(left)} left"
    return text


def better_layers(layers):
    better = [layer for layer in layers if layer.best()]
    if not better:
        return
    width = max(len("layer"), *(len(layer.name) for layer in better))
    yield f"{'layer':{width}}  {'chosen':>12}  {'best':>12}  cycles fewer  the best plan"
    for layer in better:
        chosen, best = layer.cycles[0], layer.cycles[layer.best()]
        yield f"{layer.name:{width}}  {chosen:12,}  {best:12,}  {100 * (1 - best / chosen):10.1f} %  {layer.plans[layer.best()].words.strip()}"
    yield ""


def effort(tuning):
    done, every = tuning.counts()
    if tuning.ended:
        yield f"interrupted: {done} of {every} plans are measured, and what follows is of these"
        return
    if tuning.recalled:
        yield f"{tuning.recalled} plans were known by the database"
    if tuning.seconds:
        new = done - tuning.recalled
        yield f"{new} plans measured in {tuning.seconds:.1f} s, {new / tuning.seconds:.1f} a second"


def report(tuning):
    """The layers of which another plan is better, what that is worth for them, then what it is for the network."""
    layers = [layer for layer in tuning.open_layers() if layer.cycles]
    yield from better_layers(layers)
    yield from effort(tuning)
    left_out = tuning.left_out()
    if left_out:
        yield f"{sum(left_out.values())} plans left out: " + "; ".join(f"{count} {reason}" for reason, count in left_out.items())
    chosen, best = tuning.totals()
    yield f"layers with several plans: {len(layers)}, of which {sum(not layer.best() for layer in layers)} have the best one"
    yield f"cycles of these layers: {chosen:,} by the chosen plans, {best:,} by the best ({fewer(chosen, best)})"
    if len(tuning.networks) == 2:
        chosen, best = tuning.networks
        yield f"the whole network, measured: {chosen:,} cycles by the chosen plans, {best:,} by the best ({fewer(chosen, best)})" + (
            "" if tuning.keeps_best() else "; it keeps the chosen ones")
