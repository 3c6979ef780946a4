"""Prints the lines with more than 100 columns of C++ and tables of the overlay and the number of its files: columns.py ROOT

Tables that are made from SwiftDSP's have a row for each instruction, however long it is.
"""
import pathlib
import sys

root = pathlib.Path(sys.argv[1])
texts = {file: file.read_text() for folder in ("llvm", "clang", "lld") for file in sorted((root / folder).rglob("*"))
         if file.suffix in (".cpp", ".h", ".def", ".td")}
files = [file for file, text in texts.items() if "Made from docs/swiftdsp/ISA.def" not in text[:1000]]
for file in files:
    for number, line in enumerate(texts[file].splitlines(), 1):
        if len(line) > 100:
            print(f"{file.relative_to(root)}:{number}: {len(line)} columns")
print(f"{len(files)} files")
