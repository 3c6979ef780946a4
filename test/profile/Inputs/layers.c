/* A network's shape: a driver that calls layers, layers with a helper in common, code before and
 * after. */
#include <stdint.h>

static uint32_t buffer[64];

/* Called by two layers and by main: belongs to whoever calls. */
__attribute__((noinline)) static uint32_t helper(uint32_t x) {
  for (int i = 0; i < 10; ++i)
    x = x * 1103515245u + 12345u;
  return x;
}

__attribute__((noinline)) void net_op000_CONV_2D(uint32_t *data) {
  for (int i = 0; i < 64; ++i)
    data[i] = helper(data[i]);
}

__attribute__((noinline)) void net_op001_ADD(uint32_t *data) {
  for (int i = 0; i < 64; ++i)
    data[i] += 3;
}

__attribute__((noinline)) uint32_t net_op1002_SOFTMAX(uint32_t *data) {
  return helper(data[0]) ^ helper(data[1]);
}

/* Ends in a jump to the last layer when optimized: the return goes to main directly. */
__attribute__((noinline)) uint32_t net_run(uint32_t *data) {
  net_op000_CONV_2D(data);
  net_op001_ADD(data);
  return net_op1002_SOFTMAX(data);
}

int main(void) {
  uint32_t sum = helper(1);
  for (int round = 0; round < 3; ++round)
    sum += net_run(buffer);
  for (int i = 0; i < 5; ++i)
    sum = helper(sum);
  buffer[0] = sum;
  return 0;
}
