"""check-lit.py CHECK FOLDER WORK: a folder of lit tests as a suite of utils/check/check.py, CHECK."""
import argparse
import importlib.util
import os
import sys

path, folder, work = sys.argv[1:]
spec = importlib.util.spec_from_file_location("check", path)
check = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check)
options = argparse.Namespace(build_dir=work, jobs=1, all=False, quick=False)
with open(os.path.join(work, "check.log"), "w") as log:
    good, bad = check.run_lit(options, log, folder, "-DRESULTS=" + work)
print(f"{good} passed, {bad} failed")
