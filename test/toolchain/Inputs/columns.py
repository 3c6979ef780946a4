"""Prints the lines of C++ with more than 100 columns in the folders that mirror LLVM's: columns.py ROOT"""
import pathlib
import sys

root = pathlib.Path(sys.argv[1])
for folder in ("llvm", "clang", "lld"):
    for file in sorted((root / folder).rglob("*")):
        if file.suffix in (".cpp", ".h"):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if len(line) > 100:
                    print(f"{file.relative_to(root)}:{number}: {len(line)} columns")
