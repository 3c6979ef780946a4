"""The packet profile of a run: recording and reports; utils/profile.sh does the same for any program."""
import os

from .tools import MACHINE, RunError

REPORTS = ("profile.txt", "profile.json", "profile.html")


class Profile:
    """directory: where the reports go; memory: simulate the caches too."""

    def __init__(self, tools, directory, memory=False):
        self.tool = os.path.join(tools.build, "bin", "packet-profile")
        self.plugin = os.path.join(tools.build, "lib", "libpacket-profile.so")
        for path in (self.tool, self.plugin):
            if not os.path.exists(path):
                raise RunError("setup", f"{path} is missing: run utils/bootstrap.sh")
        self.tool_on_machine = [self.tool, "--machine=" + MACHINE]
        self.directory, self.memory = directory, memory

    def emulator_options(self, call, program, folder):
        """Options of qemu-hexagon that record the run of `program` in `folder`."""
        layers, self.recording = os.path.join(folder, "layers"), os.path.join(folder, "recording")
        text, _ = call("profile", [*self.tool_on_machine, "--layer-map", program], "packet-profile")
        with open(layers, "w") as out:
            out.write(text)
        arguments = [self.plugin, "out=" + self.recording, "map=" + layers]
        if self.memory:
            text, _ = call("profile", [*self.tool_on_machine, "--plugin-arguments"], "packet-profile")
            arguments.append(text.strip())
        return ["-plugin", ",".join(arguments)]

    def write(self, call, program):
        """Writes the reports; their names."""
        os.makedirs(self.directory, exist_ok=True)
        text_file, json_file, html_file = files = [os.path.join(self.directory, name) for name in REPORTS]
        text, _ = call("profile", [*self.tool_on_machine, program, self.recording, "--json=" + json_file, "--html=" + html_file],
                       "packet-profile")
        with open(text_file, "w") as out:
            out.write(text)
        return files
