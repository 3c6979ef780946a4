# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Detections of networks that leave the last steps to their caller: boxes and scores of YOLO's and SSD's heads, decoded, and of
boxes of one class that overlap the best one. How many boxes there are says which head it is: one for each cell of the grids that
an image of the input's size has, times the anchors of a cell."""
import numpy

LEAST_SCORE, MOST_OVERLAP, MOST = 0.25, 0.45, 100
# Pixels of a cell's side, of the grids that networks of this family have.
YOLO_STRIDES = ((8, 16, 32), (4, 8, 16, 32), (8, 16, 32, 64), (16, 32))
YOLO_ANCHORS = (1, 3)  # of a cell: without and with a score for there being anything
SSD_LAYERS, SSD_SCALES = 6, (0.2, 0.95)
SSD_CODES = (10.0, 10.0, 5.0, 5.0)  # of y, x, height, width


def head_detections(outputs, arrays, picture):
    """[(score, class, (ymin, xmin, ymax, xmax))] by falling scores, boxes as shares of the picture; None: no head that is known.
    picture: (height, width) of the input."""
    reals = [tensor.real(array) for tensor, array in zip(outputs, arrays)]
    if any(array.ndim < 3 or array.shape[0] != 1 for array in reals):
        return None
    reals = [array.reshape([1] + [side for side in array.shape[1:] if side != 1]) for array in reals]
    if any(array.ndim != 3 for array in reals):
        return None
    if len(reals) == 1:
        return yolo(reals[0], picture)
    if len(reals) != 2:
        return None
    for boxes, scores in (reals, reals[::-1]):
        for head in (yolo_of_two, ssd):
            found = head(boxes, scores, picture)
            if found is not None:
                return found
    return None


def yolo_anchors(boxes, picture):
    """Anchors of a cell, if so many boxes are all cells of one of the pyramids; else 0."""
    height, width = picture
    for strides in YOLO_STRIDES:
        cells = sum((height // stride) * (width // stride) for stride in strides)
        for anchors in YOLO_ANCHORS:
            if boxes == anchors * cells:
                return anchors
    return 0


def by_rows(array, picture):
    """A row for each box, and the anchors of a cell; either dimension may be the boxes'."""
    for rows in (array[0], array[0].T):
        anchors = yolo_anchors(len(rows), picture)
        if anchors:
            return rows, anchors
    return None, 0


def yolo(array, picture):
    """Rows of centre, width and height, with three anchors the score for an object, and a score for each class."""
    rows, anchors = by_rows(array, picture)
    if not anchors or rows.shape[1] < (5 if anchors == 1 else 6):
        return None
    scores = rows[:, 4:] if anchors == 1 else rows[:, 4:5] * rows[:, 5:]
    return kept(corners(rows[:, :4], picture), scores)


def yolo_of_two(boxes, scores, picture):
    """The same where boxes and scores are outputs of their own."""
    boxes, anchors = by_rows(boxes, picture)
    scores, _ = by_rows(scores, picture)
    if anchors != 1 or scores is None or boxes.shape[1] != 4 or len(scores) != len(boxes):
        return None
    return kept(corners(boxes, picture), scores)


def corners(boxes, picture):
    """From centres and sizes, which are shares of the picture or pixels of the input."""
    height, width = picture
    unit = numpy.array([width, height, width, height]) if numpy.abs(boxes).max(initial=0) > 2 else 1
    x, y, w, h = (boxes / unit).T
    return numpy.stack([y - h / 2, x - w / 2, y + h / 2, x + w / 2], axis=1)


def ssd_anchors(picture):
    """y, x, height, width of the anchors that SSD on MobileNet has by default: in the finest grid three of a cell, in the others
    six, of the layer's scale and five shapes, and a square between it and the next one."""
    grid = [-(-side // 16) for side in picture]
    least, most = SSD_SCALES
    scales = [least + (most - least) * i / (SSD_LAYERS - 1) for i in range(SSD_LAYERS)] + [1.0]
    found = []
    for layer in range(SSD_LAYERS):
        scale, between = scales[layer], (scales[layer] * scales[layer + 1]) ** 0.5
        shapes = [(0.1, 1), (scale, 2), (scale, 0.5)] if layer == 0 else \
            [(scale, ratio) for ratio in (1, 2, 0.5, 3, 0.3333)] + [(between, 1)]
        for y in range(grid[0]):
            for x in range(grid[1]):
                found += [((y + 0.5) / grid[0], (x + 0.5) / grid[1], size / ratio ** 0.5, size * ratio ** 0.5) for size, ratio in shapes]
        grid = [-(-side // 2) for side in grid]
    return numpy.array(found)


def ssd(boxes, scores, picture):
    """Distances from the anchors, and logits (or shares) of the background and the classes."""
    anchors = ssd_anchors(picture)
    if boxes.shape[1:] != anchors.shape or scores.shape[1] != len(anchors) or scores.shape[2] < 2:
        return None
    codes = boxes[0] / SSD_CODES
    centres, sizes = codes[:, :2] * anchors[:, 2:] + anchors[:, :2], numpy.exp(codes[:, 2:]) * anchors[:, 2:]
    shares = scores[0] if scores.min() >= 0 and scores.max() <= 1 else 1 / (1 + numpy.exp(-scores[0]))
    return kept(numpy.hstack([centres - sizes / 2, centres + sizes / 2]), shares[:, 1:])


def overlap(box, others):
    """The common area's share of both together."""
    low, high = numpy.maximum(box[:2], others[:, :2]), numpy.minimum(box[2:], others[:, 2:])
    common = numpy.prod(numpy.maximum(high - low, 0), axis=1)
    return common / numpy.maximum(numpy.prod(box[2:] - box[:2]) + numpy.prod(others[:, 2:] - others[:, :2], axis=1) - common, 1e-12)


def kept(boxes, scores):
    """Each box by its best class; of one class those that do not overlap a better one."""
    classes, best = scores.argmax(axis=1), scores.max(axis=1)
    sound = numpy.isfinite(boxes).all(axis=1) & numpy.isfinite(best) & (best >= LEAST_SCORE)
    order = [i for i in numpy.argsort(-best, kind="stable") if sound[i]]
    found = []
    while order and len(found) < MOST:
        first, rest = order[0], numpy.array(order[1:], int)
        found.append((float(best[first]), int(classes[first]), tuple(boxes[first].tolist())))
        clear = (classes[rest] != classes[first]) | (overlap(boxes[first], boxes[rest]) <= MOST_OVERLAP) if len(rest) else []
        order = rest[clear].tolist() if len(rest) else []
    return found
