/* The example of a custom operator: factor * (a + b) of int8 tensors, the factor being the first byte of the options. */
#ifndef SCALED_SUM_H
#define SCALED_SUM_H

#include <hexloom/custom.h>

static void Scaled_Sum(const hl_custom_tensor *inputs, size_t num_inputs, const hl_custom_tensor *outputs, size_t num_outputs,
                       const uint8_t *options, size_t option_bytes) {
  const int factor = option_bytes ? options[0] : 1;
  size_t count = 1;
  for (int d = 0; d < outputs[0].rank; ++d)
    count *= (size_t)outputs[0].dims[d];
  for (size_t i = 0; num_inputs == 2 && num_outputs == 1 && i < count; ++i)
    ((int8_t *)outputs[0].data)[i] = (int8_t)(factor * (((const int8_t *)inputs[0].data)[i] + ((const int8_t *)inputs[1].data)[i]));
}

#endif
