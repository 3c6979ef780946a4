# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the bytes of a run mean: arrays and pictures as inputs, classes and drawings as outputs. Where nothing of that is
asked for, inputs are files of raw bytes, and neither numpy nor an image library is needed."""
import os

from .frontend import meaning_arguments
from .tools import RunError


class Meaning:
    """options: the command line's."""

    def __init__(self, tools, options):
        self.options = options
        self.wanted = bool(options.image or options.labels or options.npy or self.arrays())
        if self.wanted:
            from .arrays import network_tensors
            tools.require(options.target)
            self.ins, self.outs = network_tensors(tools, options.model, options.target, meaning_arguments(options))
        self.labels = []
        if options.labels:
            from .pictures import check_labels, read_labels
            self.labels = read_labels(options.labels)
            if not options.draw and len(self.outs) != 4:  # no names of what is drawn or detected: seen before anything is compiled
                check_labels(self.labels, self.outs)

    def arrays(self):
        return [path for path in self.options.input if path.endswith(".npy")]

    def inputs(self, folder):
        """Files of raw bytes, one for each input; what has to be made is made in `folder`."""
        given = self.options.image or self.options.input
        if not (self.options.image or self.arrays()):
            return given
        from .arrays import read_array, write_raw
        from .pictures import pixels_of
        if len(given) != len(self.ins):
            raise RunError("input", f"{len(given)} given, where the network takes {len(self.ins)}: " +
                           ", ".join(f"'{tensor.name}' {tensor.text()}" for tensor in self.ins))
        files = []
        for i, (path, tensor) in enumerate(zip(given, self.ins)):
            if self.options.image:
                values = pixels_of(path, tensor, self.options.mean, self.options.std)
            elif path.endswith(".npy"):
                values = read_array(path, tensor)
            else:
                files.append(path)
                continue
            files.append(write_raw(values, os.path.join(folder, f"input{i}.bin")))
        return files

    def picture(self):
        """(height, width) of the input that takes the picture."""
        from .pictures import image_shape
        return image_shape(self.ins[0])[:2]

    def interpret(self, prefix, result):
        """Adds classes and pixels to the result; writes drawings and arrays."""
        if not self.wanted:
            return
        from .arrays import outputs_to_npy, read_outputs
        from .pictures import best_classes, detections, draw_boxes, draw_classes
        arrays, labels = read_outputs(prefix, self.outs), self.labels
        name = lambda number: labels[number] if 0 <= number < len(labels) else f"class {number}"
        found, left_out = detections(self.outs, arrays) if self.options.draw or labels else (None, 0)
        if found is None and self.options.draw:
            from .heads import head_detections
            found = head_detections(self.outs, arrays, self.picture())
        if left_out:
            note = f"run-model: note: detections left out for a negative class or a value that is not finite: {left_out}"
            result["notes"] = "\n".join(filter(None, [result["notes"], note]))
        if found is not None:
            result["boxes"] = [(score, name(number), box) for score, number, box in found]
            if self.options.draw:
                draw_boxes(self.options.image[0], found, self.options.draw, name)
        elif self.options.draw:
            shares = draw_classes(self.options.image[0], self.outs, arrays, self.options.draw)
            result["pixels"] = [(share, name(number)) for share, number in shares]
        elif labels:
            result["classes"] = best_classes(self.outs, arrays, labels)
        if self.options.npy:
            outputs_to_npy(prefix, arrays)
