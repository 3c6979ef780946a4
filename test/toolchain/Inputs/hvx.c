#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>

/* One output vector of a convolution's inner loop. */
void accumulate(HVX_Vector *out, const HVX_Vector *in, const int *weights, int n) {
  HVX_Vector sum = *out;
  for (int i = 0; i < n; i++)
    sum = Q6_Vuw_vrmpyacc_VuwVubRub(sum, in[i], weights[i]);
  *out = sum;
}
