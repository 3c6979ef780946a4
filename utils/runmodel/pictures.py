# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures in and out: an image as a network's input, the best classes with their labels, classes of pixels or
frames around detections drawn over it."""
import colorsys

import numpy

from .tools import RunError, shown

FORMATS = ("PNG", "JPEG", "BMP")
BEST = 5
COLOURS = 256


def library():
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise RunError("setup", "python3-pil is missing: run utils/bootstrap.sh")
    return Image, ImageOps


def open_image(path):
    """The picture as a camera's owner sees it: the orientation that the file tells is applied."""
    Image, ImageOps = library()
    try:
        with Image.open(path, formats=FORMATS) as image:
            image = ImageOps.exif_transpose(image)
            if image.mode.startswith("I"):  # grey values of 16 bits, which convert() would cut off
                image = Image.fromarray(((numpy.asarray(image, numpy.int64) * 255 + 32767) // 65535).astype(numpy.uint8))
            return image.convert("RGB")
    except OSError as error:
        raise RunError("input", f"{path}: {error.strerror or 'no image of the kinds ' + ', '.join(FORMATS) + ', or not all of it'}")
    except (Image.DecompressionBombError, ValueError, SyntaxError, MemoryError) as error:
        raise RunError("input", f"{path}: {error}")


def image_shape(tensor):
    """(height, width, channels) of an input that takes one picture."""
    shape = tensor.shape
    if len(shape) == 4 and shape[0] == 1 and shape[3] in (1, 3):
        return shape[1:]
    raise RunError("input", f"'{tensor.name}' is {tensor.text()}: --image needs 1 x height x width x 1 or 3")


def pixels_of(path, tensor, mean, std):
    """A picture scaled to the input (bilinear). Without mean and std the bytes 0..255 take the whole range of an 8-bit
    type, which is what such networks are quantized for, and -1..1 of any other; with them, (byte - mean) / std is
    quantized as the network's input is."""
    Image, _ = library()
    height, width, channels = image_shape(tensor)
    image = open_image(path).convert("RGB" if channels == 3 else "L").resize((width, height), Image.BILINEAR)
    pixels = numpy.asarray(image, numpy.float64).reshape(tensor.shape)
    if mean is None and std is None and tensor.dtype in (numpy.uint8, numpy.int8):
        return (pixels + numpy.iinfo(tensor.dtype).min).astype(tensor.dtype)
    real = (pixels - (127.5 if mean is None else mean)) / (127.5 if std is None else std)
    return real.astype(numpy.float32) if tensor.dtype == numpy.float32 else tensor.quantize(real)


def read_labels(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        labels = [shown(line.rstrip("\n")) for line in file]
    if not labels:
        raise RunError("labels", f"{path}: holds no labels")
    return labels


def check_labels(labels, outputs):
    """Some output has a value for each."""
    sizes = [int(numpy.prod(tensor.shape)) for tensor in outputs]
    if len(labels) not in sizes:
        raise RunError("labels", f"{len(labels)} labels, where the outputs have {', '.join(map(str, sizes))} values")


def probabilities(tensor, array):
    """Values of a network that ends in a softmax as they are; any others through one. The second value says which.
    TensorFlow Lite fixes a softmax's output to the range 0..1: the scale is 2^-8, or 2^-15 in 16 bits. Quantized values of
    many classes need not add up to 1."""
    scores = tensor.real(array).reshape(-1)
    fixed = tensor.scale in (2.0**-8, 2.0**-15) if tensor.scale is not None else abs(scores.sum() - 1) < 1e-3
    if fixed and scores.min() >= 0:
        return scores, False
    powers = numpy.exp(scores - scores.max())
    return powers / powers.sum(), True


def best_classes(outputs, arrays, labels):
    """Lines with the best classes of the output that has one value for each label."""
    check_labels(labels, outputs)
    for tensor, array in zip(outputs, arrays):
        if array.size != len(labels):
            continue
        shares, through_softmax = probabilities(tensor, array)
        order = numpy.argsort(-shares, kind="stable")[:BEST]
        head = ["probabilities by a softmax over the output"] if through_softmax else []
        return head + [f"{100 * shares[i]:6.2f} %  {labels[i]}" for i in order]
    return []


def palette():
    """The colours of classes, modulo their number, those of neighbouring ones far apart; class 0 is the background."""
    golden = 0.618033988749895
    colours = [colorsys.hsv_to_rgb(i * golden % 1, 0.85, 1 - 0.4 * (i % 3) / 2) for i in range(COLOURS)]
    return (255 * numpy.array(colours)).astype(numpy.uint8)


def class_map(outputs, arrays):
    """The first output that gives each pixel a class (height x width, one channel) or a score for each (several)."""
    for tensor, array in zip(outputs, arrays):
        if array.ndim < 3 or array.shape[0] != 1 or min(array.shape[1:3]) < 2:
            continue
        if array.ndim == 3 or array.shape[3] == 1:
            if array.dtype.kind in "iu" and array.min() >= 0 and tensor.dtype not in (numpy.int8, numpy.int16):
                return array.reshape(array.shape[1:3]).astype(numpy.int64)
        elif array.ndim == 4:
            return array[0].argmax(axis=2)
    raise RunError("draw", "no output gives classes of pixels (1 x height x width [x classes]), and they are no detections "
                   "(boxes 1 x N x 4, classes, scores, their number) and no head of YOLO or SSD")


def draw_classes(image_path, outputs, arrays, path):
    """Writes the picture with each pixel's class as a colour over it; returns the share of each class, largest first."""
    Image, _ = library()
    classes = class_map(outputs, arrays)
    image = open_image(image_path)
    colours = palette()[classes % COLOURS]
    layer = Image.fromarray(colours).resize(image.size, Image.NEAREST)
    mask = Image.fromarray(numpy.where(classes > 0, 140, 0).astype(numpy.uint8)).resize(image.size, Image.NEAREST)
    image.paste(layer, (0, 0), mask)
    save(image, path)
    numbers, counts = numpy.unique(classes, return_counts=True)
    return sorted(zip((counts / classes.size).tolist(), numbers.tolist()), reverse=True)


def save(image, path):
    try:
        image.save(path)
    except ValueError:
        raise RunError("draw", f"{path}: ends in none of .png, .jpg, .bmp")


def detections(outputs, arrays):
    """[(score, class, (ymin, xmin, ymax, xmax))] by falling scores, of outputs as TFLite_Detection_PostProcess has them (boxes,
    classes, scores, their number); None of any others. Boxes are shares of the picture. What has a negative class, or a
    value that is not finite, is left out; the second result is how many those are."""
    reals = [tensor.real(array) for tensor, array in zip(outputs, arrays)]
    shapes = [array.shape for array in reals]
    if len(shapes) != 4 or shapes[0][:1] + shapes[0][2:] != (1, 4) or {shapes[1], shapes[2]} != {shapes[0][:2]} or reals[3].size != 1:
        return None, 0
    number = float(reals[3].ravel()[0])
    if not 0 <= number < numpy.inf:
        raise RunError("detections", f"the network says that their number is {number:g}")
    count = min(int(number), shapes[0][1])
    boxes, classes, scores = (array[0, :count] for array in reals[:3])
    sound = numpy.isfinite(boxes).all(axis=1) & numpy.isfinite(classes) & (classes >= 0) & numpy.isfinite(scores)
    found = [(float(scores[i]), int(classes[i]), tuple(boxes[i].tolist())) for i in numpy.flatnonzero(sound)]
    return found, count - len(found)


def draw_boxes(image_path, found, path, name):
    """Writes the picture with a frame around what was found, and what it is."""
    from PIL import ImageDraw
    image = open_image(image_path)
    draw, colours = ImageDraw.Draw(image), palette()
    width = max(1, min(image.size) // 150)
    for score, number, (ymin, xmin, ymax, xmax) in reversed(found):  # the best last, above the others
        sides = numpy.clip([xmin, ymin, xmax, ymax], 0, 1) * (2 * [image.size[0] - 1, image.size[1] - 1])
        left, top, right, bottom = (int(side + 0.5) for side in sides)
        colour = tuple(int(part) for part in colours[(number + 1) % COLOURS])
        draw.rectangle((left, top, max(left, right), max(top, bottom)), outline=colour, width=width)
        draw.text((left + 2 * width, top + width), f"{name(number)} {100 * score:.0f} %", fill=colour)
    save(image, path)
