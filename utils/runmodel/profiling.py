# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The packet profile of a run: recording and reports; utils/profile.sh does the same for any program."""
import os
import shutil

from .tools import MACHINE, RunError

REPORTS = ("profile.txt", "profile.json", "profile.html")


def named(summary):
    """Options of packet-profile by which a report says what the network calls its tensors."""
    return ["--network=" + summary] if summary else []


class SimulatorProfile:
    """The same of SwiftDSP: its simulator writes the report. directory: where the reports go."""

    def __init__(self, tools, directory):
        self.tool = os.path.join(tools.build, "bin", "packet-profile")
        if not os.path.exists(self.tool):
            raise RunError("setup", f"{self.tool} is missing: run utils/bootstrap.sh")
        self.directory = directory
        self.summary = None  # the file of dnn-frontend --dump-summary, from which reports take names

    def emulator_options(self, _call, _program, folder):
        """Options of swiftdsp-sim that record the run."""
        self.recording = os.path.join(folder, "recording")
        return ["--profile=" + self.recording]

    def write(self, call, _program):
        """Writes the reports; their names."""
        os.makedirs(self.directory, exist_ok=True)
        text_file, json_file, html_file = files = [os.path.join(self.directory, name) for name in REPORTS]
        shutil.copyfile(self.recording, json_file)
        text, _ = call("profile", [self.tool, "--from-report", *named(self.summary), "--html=" + html_file, json_file], "packet-profile")
        with open(text_file, "w") as out:
            out.write(text)
        return files


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
        self.summary = None  # the file of dnn-frontend --dump-summary, from which reports take names

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
        text, _ = call("profile", [*self.tool_on_machine, *named(self.summary), program, self.recording, "--json=" + json_file,
                                   "--html=" + html_file],
                       "packet-profile")
        with open(text_file, "w") as out:
            out.write(text)
        return files
