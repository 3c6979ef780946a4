# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's configuration for all of the project's tests: lit test (see utils/check.sh). -DBUILD=DIR names the build folder.

The tools of build/bin come first in the PATH: clang, llc, dnn-frontend, FileCheck, not, ... are called by name, as is
qemu-hexagon, which HEXLOOM_QEMU can replace.
-DALL=1 runs what takes long as well (utils/check.sh --all): tests then have the feature `all`.
-DTIMES=FILE records what each test takes.
-DSDA_PACK=MODE is the packetizer's mode in tests that compile with %packed-cc and %packed-flags (default: sda).
"""
import os
import shutil
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(root, "utils"), os.path.join(root, "test")]
from runmodel import emulator  # noqa: E402
from timed_format import TimedShTest  # noqa: E402

build = os.path.realpath(lit_config.params.get("BUILD", os.path.join(root, "build")))
if not os.path.isdir(os.path.join(build, "bin")):
    lit_config.fatal(f"{build} holds no build: run utils/bootstrap.sh, or name the folder with -DBUILD=DIR")

config.name = "hexloom"
config.test_format = TimedShTest(execute_external=False)
config.suffixes = [".test", ".ll", ".mir", ".c", ".sh"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(build, "test")

config.environment["HEXLOOM_BUILD"] = build  # for the scripts of utils
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
if "HEXLOOM_WITHIN_GROUP" in os.environ:
    config.environment["HEXLOOM_WITHIN_GROUP"] = "1"  # utils/check.sh ends what tests run with them
if lit_config.params.get("ALL"):
    config.available_features.add("all")
    config.environment["HEXLOOM_ALL"] = "1"  # for the scripts that tests run
shared = os.environ.get("HEXLOOM_SHARED") or os.path.join(os.path.dirname(root), "shared")
if os.path.isdir(os.path.join(shared, "models")):
    config.available_features.add("shared")  # networks with golden outputs, see test/models/run_models.py
    config.environment["HEXLOOM_SHARED"] = shared
folders = [os.path.join(build, "bin"), "/usr/lib/llvm-19/bin", "/usr/bin", "/bin"]
if os.environ.get("HEXLOOM_QEMU"):
    config.environment["HEXLOOM_QEMU"] = os.path.abspath(os.environ["HEXLOOM_QEMU"])  # for the scripts of utils
    folders.insert(0, emulator.named(config.environment["HEXLOOM_QEMU"], config.test_exec_root))
config.environment["PATH"] = os.pathsep.join(folders)
if shutil.which("chromium"):
    config.available_features.add("chromium")  # opens the pages that tools write
if shutil.which("debootstrap", path=os.environ.get("PATH", "") + ":/usr/sbin") and os.geteuid() == 0:
    config.available_features.add("debootstrap")  # makes a bare Debian 12
if emulator.has_wide_products(emulator.find(build)):
    config.available_features.add("wide-products")  # see docs/explanation/emulator.md

hexagon = "--target=hexagon-unknown-elf -mv66 -mhvx -mhvx-length=128b -G0 -ffreestanding -fno-math-errno"
packed = ["-mllvm", "-sda-pack=" + lit_config.params.get("SDA_PACK", "sda"), "-mllvm", "-sda-verify"]
config.substitutions += [
    ("%root", root),
    ("%build", build),
    # Freestanding Hexagon programs: compiling and linking (start code and memcpy are the test's own).
    ("%hexagon-cc", f"{build}/bin/clang {hexagon}"),
    # %hexagon-cc with the packetizer; its flags as options of random_operators.py.
    ("%packed-cc", f"{build}/bin/clang {hexagon} {' '.join(packed)}"),
    ("%packed-flags", " ".join("--flag=" + flag for flag in packed)),
    ("%hexagon-ld", f"{build}/bin/ld.lld -e _start"),
    # The rest of a program that has its own main: start code, files, memcpy (runtime/README.md).
    ("%runtime", f"{build}/lib/libhexloom_rt_qemu.a {build}/lib/libclang_rt.builtins-hexagon.a"),
    ("%run-model", f"{root}/utils/run-model.sh"),
    ("%python", "/usr/bin/python3"),
    ("%builtins", f"{build}/lib/libclang_rt.builtins-hexagon.a"),
]
