/* A load that two products by scalar pairs read: it can share their packet only as .tmp, and only if both are there. The
 * search for the optimum tries that first where it finds nothing else; so two products are in each packet, at -O1 and at -O2,
 * whether the words come from one stream or from two.
 *
 * DEFINE: %{remarks} = %packed-cc -I %root/runtime/include -Rpass-analysis=sda-pack -c %s -o /dev/null
 * RUN: %{remarks} -O1 -DSTREAMS=1 2>&1 | FileCheck %s
 * RUN: %{remarks} -O2 -DSTREAMS=1 2>&1 | FileCheck %s
 * RUN: %{remarks} -O1 -DSTREAMS=2 2>&1 | FileCheck %s
 * RUN: %{remarks} -O2 -DSTREAMS=2 2>&1 | FileCheck %s
 * CHECK: (loop): 8 packets + 0 stalls = 8 cycles{{.*}} slots allow 8{{.*}} tmp 16
 */
#include <hexloom/hvx/pair_words.h>
#include <hvx_hexagon_protos.h>
#include <stdint.h>

enum { VECTORS = 4, TURNS = 2 };

void products(const uint64_t *x, const uint64_t *y, const HVX_Vector *w, HVX_Vector *out, int n) {
  HVX_VectorPair sums[VECTORS][2];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v)
    sums[v][0] = sums[v][1] = Q6_W_vcombine_VV(w[v], w[v]);
#pragma nounroll
  for (int k = 0; k < n; k += TURNS) {
#pragma unroll
    for (int t = 0; t < TURNS; ++t)
#pragma unroll
      for (int v = 0; v < VECTORS; ++v) {
        const uint64_t first = STREAMS == 1 ? x[2 * t] : x[t], second = STREAMS == 1 ? x[2 * t + 1] : y[t];
        sums[v][0] = Q6_Ww_vrmpyacc_WwVbPub(sums[v][0], w[t * VECTORS + v], first);
        sums[v][1] = Q6_Ww_vrmpyacc_WwVbPub(sums[v][1], w[t * VECTORS + v], second);
      }
    x += STREAMS == 1 ? 2 * TURNS : TURNS;
    y += TURNS;
    w += TURNS * VECTORS;
  }
#pragma unroll
  for (int v = 0; v < VECTORS; ++v)
    for (int i = 0; i < 2; ++i) {
      out[4 * v + 2 * i] = Q6_V_lo_W(sums[v][i]);
      out[4 * v + 2 * i + 1] = Q6_V_hi_W(sums[v][i]);
    }
}
