"""Layers whose products are all in their nests multiply as often as these say (dnn-frontend --dump-nests): to the instruction."""
import json
import re
import sys

report, nests = sys.argv[1:]
KERNELS = {"conv2d_pixels", "conv2d_vrmpy_planes", "conv2d_vrmpy_pictures", "depthwise_halves"}
PRODUCTS = {"vrmpy.ub.b": 128, "vrmpy.ub.ub": 128, "vmpa.ub.b": 256, "vmpy.ub.b": 128}
executed = {layer["name"]: layer["resources"]["Macs"] for layer in json.load(open(report))["layers"]}
compared = 0
for name, kernel, amounts in re.findall(r"^\w*?(op\d+_\w+) by (\w+).*\n  .* by pipes.*\n  in all: (.*)", open(nests).read(), re.MULTILINE):
    if kernel in KERNELS:
        counted = sum(int(number) * PRODUCTS.get(row, 0) for number, row in re.findall(r"(\d+) ([^,]+)", amounts))
        assert counted == executed[name], (name, kernel, counted, executed[name])
        compared += 1
assert compared >= 8, compared
