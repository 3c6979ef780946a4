// Branches, hardware loops, calls, duplexes, compounds, dot-new forms and HVX: whatever the
// compiler makes of it.
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>

static HVX_Vector data[64];
static unsigned words[256];

__attribute__((noinline)) static unsigned mix(unsigned x) {
  for (int bit = 0; bit < 8; ++bit)
    x = x & 1 ? x >> 1 ^ 0xedb88320u : x >> 1;
  return x;
}

__attribute__((noinline)) static void scale(HVX_Vector *v, int n, unsigned factor) {
  for (int i = 0; i < n; ++i)
    v[i] = Q6_Vuw_vrmpyacc_VuwVubRub(v[i], Q6_V_vror_VR(v[i], 4), factor);
}

__attribute__((noinline)) static unsigned search(const unsigned *sorted, unsigned n, unsigned key) {
  unsigned low = 0, high = n;
  while (low < high) {
    unsigned middle = (low + high) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

unsigned work(void) {
  unsigned sum = 1;
  for (unsigned i = 0; i < 256; ++i)
    words[i] = i * 3;
  for (unsigned i = 0; i < 500; ++i)
    sum = mix(sum + search(words, 256, sum & 1023));
  scale(data, 64, sum);
  for (int i = 0; i < 32; ++i)
    sum += (unsigned)Q6_R_vextract_VR(data[i], 4 * i);
  return sum;
}
