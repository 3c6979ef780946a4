// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* TFLite_Detection_PostProcess: boxes from their distances to anchors, and of boxes that overlap the one of the highest score.
 * Source: TensorFlow Lite's detection_postprocess. Of equal scores the first one counts; what lies behind the last detection
 * is 0; boxes that have turned inside out overlap nothing (the reference fails). */
#ifndef HEXLOOM_PORTABLE_DETECTION_H
#define HEXLOOM_PORTABLE_DETECTION_H

#include <hexloom/portable/real.h>

typedef struct {
  int32_t boxes, box_values; /* boxes; numbers of each, of which the first four are y, x, height, width */
  int32_t columns, classes;  /* scores of a box; of them the last ones are classes, one before may be the background */
  int32_t max_detections, max_classes, per_class;
  int32_t regular;
  float score_threshold, iou_threshold, y_scale, x_scale, h_scale, w_scale;
} hl_detection;

/* The layer's own memory: a box's corners, and whether it still takes part; detections so far. */
typedef struct {
  float ymin, xmin, ymax, xmax;
} hl_corners;
typedef struct {
  int32_t box, column;
  float score;
} hl_detected;

static inline hl_corners hl_decode_box(const hl_detection *p, const float *box, const float *anchor) {
  const float y = (float)((double)box[0] / (double)p->y_scale * (double)anchor[2] + (double)anchor[0]);
  const float x = (float)((double)box[1] / (double)p->x_scale * (double)anchor[3] + (double)anchor[1]);
  const float h = (float)(0.5 * hl_wide_exp((double)box[2] / (double)p->h_scale) * (double)anchor[2]);
  const float w = (float)(0.5 * hl_wide_exp((double)box[3] / (double)p->w_scale) * (double)anchor[3]);
  return (hl_corners){hl_real(y - h), hl_real(x - w), hl_real(y + h), hl_real(x + w)};
}

static inline float hl_overlap(hl_corners a, hl_corners b) {
  const float area_a = (a.ymax - a.ymin) * (a.xmax - a.xmin), area_b = (b.ymax - b.ymin) * (b.xmax - b.xmin);
  if (area_a <= 0 || area_b <= 0)
    return 0;
  const float height = hl_real_larger(0, hl_real_smaller(b.ymax, a.ymax) - hl_real_larger(b.ymin, a.ymin));
  const float width = hl_real_larger(0, hl_real_smaller(b.xmax, a.xmax) - hl_real_larger(b.xmin, a.xmin));
  const float common = height * width;
  return common / (area_a + area_b - common);
}

/* The class of rank `rank` among a box's scores, by falling scores. */
static inline int32_t hl_ranked_class(const float *scores, int32_t classes, int32_t rank) {
  int32_t best = 0;
  for (int32_t c = 0; c < classes; ++c) {
    int32_t before = 0;
    for (int32_t d = 0; d < classes; ++d)
      before += scores[d] > scores[c] || (d < c && scores[d] == scores[c]);
    if (before == rank)
      best = c;
  }
  return best;
}

/* Chooses at most `most` of the active boxes: those of the highest scores[box * step] that do not overlap. What it has seen is not active
 * any more. */
static inline int32_t hl_suppress(const hl_detection *p, const hl_corners *corners, const float *scores, int32_t step,
                                  int32_t most, uint8_t *active, int32_t *chosen) {
  int32_t count = 0;
  for (int32_t b = 0; b < p->boxes; ++b)
    active[b] = scores[(size_t)b * step] >= p->score_threshold;
  while (count < most) {
    int32_t best = -1;
    for (int32_t b = 0; b < p->boxes; ++b)
      if (active[b] && (best < 0 || scores[(size_t)b * step] > scores[(size_t)best * step]))
        best = b;
    if (best < 0)
      break;
    active[best] = 0;
    chosen[count++] = best;
    for (int32_t b = 0; b < p->boxes; ++b)
      if (active[b] && hl_overlap(corners[best], corners[b]) > p->iou_threshold)
        active[b] = 0;
  }
  return count;
}

/* Detects each box by its best class. */
static inline int32_t hl_detect_fast(const hl_detection *p, const hl_corners *corners, const float *scores, float *best,
                                     uint8_t *active, int32_t *chosen, hl_detected *found) {
  const int32_t background = p->columns - p->classes;
  const int32_t classes = p->max_classes < p->classes ? p->max_classes : p->classes;
  for (int32_t b = 0; b < p->boxes; ++b) {
    const float *const row = scores + (size_t)b * p->columns + background;
    best[b] = row[0];
    for (int32_t c = 1; c < p->classes; ++c)
      best[b] = row[c] > best[b] ? row[c] : best[b];
  }
  const int32_t count = hl_suppress(p, corners, best, 1, p->max_detections, active, chosen);
  for (int32_t i = 0; i < count; ++i)
    for (int32_t k = 0; k < classes; ++k) {
      const float *const row = scores + (size_t)chosen[i] * p->columns + background;
      const int32_t column = hl_ranked_class(row, p->classes, k);
      found[i * p->max_classes + k] = (hl_detected){chosen[i], column, row[column]};
    }
  return count;
}

/* Detects each class by itself, and keeps the highest scores of all of them. */
static inline int32_t hl_detect_regular(const hl_detection *p, const hl_corners *corners, const float *scores,
                                        uint8_t *active, int32_t *chosen, hl_detected *found) {
  const int32_t background = p->columns - p->classes;
  const int32_t most = p->per_class < p->max_detections ? p->per_class : p->max_detections;
  int32_t count = 0;
  for (int32_t c = 0; c < p->classes; ++c) {
    const float *const column = scores + background + c;
    const int32_t added = hl_suppress(p, corners, column, p->columns, most, active, chosen);
    for (int32_t i = 0; i < added; ++i) {
      const hl_detected next = {chosen[i], c, column[(size_t)chosen[i] * p->columns]};
      int32_t at = count;
      while (at > 0 && found[at - 1].score < next.score)
        --at;
      if (at >= p->max_detections)
        continue;
      count += count < p->max_detections;
      for (int32_t k = count - 1; k > at; --k)
        found[k] = found[k - 1];
      found[at] = next;
    }
  }
  return count;
}

/* Scratch: corners, best scores, chosen boxes, detections, active flags, in this order. */
HL_KERNEL void hl_detection_postprocess(const hl_detection *p, const float *boxes, const float *scores, const float *anchors,
                                        float *out_boxes, float *out_classes, float *out_scores, float *out_count,
                                        uint8_t *scratch) {
  const int32_t rows = p->max_detections * p->max_classes;
  hl_corners *const corners = (hl_corners *)scratch;
  float *const best = (float *)(corners + p->boxes);
  int32_t *const chosen = (int32_t *)(best + p->boxes);
  hl_detected *const found = (hl_detected *)(chosen + p->max_detections);
  uint8_t *const active = (uint8_t *)(found + rows);
  for (int32_t b = 0; b < p->boxes; ++b)
    corners[b] = hl_decode_box(p, boxes + (size_t)b * p->box_values, anchors + (size_t)b * 4);
  for (int32_t i = 0; i < rows; ++i)
    found[i].box = -1;
  const int32_t count = p->regular ? hl_detect_regular(p, corners, scores, active, chosen, found)
                                   : hl_detect_fast(p, corners, scores, best, active, chosen, found);
  for (int32_t i = 0; i < rows; ++i) {
    const int known = found[i].box >= 0;
    const hl_corners none = {0, 0, 0, 0}, c = known ? corners[found[i].box] : none;
    __builtin_memcpy(out_boxes + (size_t)i * 4, &c, sizeof c);
    out_classes[i] = known ? (float)found[i].column : 0;
    out_scores[i] = known ? found[i].score : 0;
  }
  out_count[0] = (float)count;
}

#endif
