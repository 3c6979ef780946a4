"""Prints the lines with more than 100 columns of the packetizer's C++ and the number of its files: columns.py ROOT"""
import pathlib
import sys

root = pathlib.Path(sys.argv[1])
folders = ("llvm/include/llvm/CodeGen/SDA", "llvm/lib/CodeGen/SDA", "llvm/lib/Target/Hexagon", "llvm/lib/Target/SwiftDSP/SDA")
files = [file for folder in folders for file in sorted((root / folder).rglob("*")) if file.suffix in (".cpp", ".h")]
for file in files:
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if len(line) > 100:
            print(f"{file.relative_to(root)}:{number}: {len(line)} columns")
print(f"{len(files)} files")
