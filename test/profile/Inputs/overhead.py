"""User time of a program under the emulator, with the profiler's plugin over without it: the least of five runs each."""
import os
import resource
import subprocess
import sys

build, program, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def least(options):
    return min(seconds(["qemu-hexagon", *options, program, *arguments]) for _ in range(5))


plugin = os.path.join(build, "lib", "libpacket-profile.so") + ",out=" + program + ".recording"
plain, counting = least([]), least(["-plugin", plugin])
caches = least(["-plugin", plugin + ",l1=32768:32:8,l2=1048576:128:16"])
print(f"plain {plain:.2f} s, counting {counting / plain:.2f} times, with the cache model {caches / plain:.2f} times")
if plain < 0.05:
    sys.exit("the program is too short to tell")
if counting > 3:
    sys.exit("counting takes more than three times plain emulation")
