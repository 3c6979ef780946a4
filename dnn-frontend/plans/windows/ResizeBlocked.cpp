// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR in the depth-blocked layout (hexloom/hvx/resize.h).
#include "plans/windows/ResizeWeights.h"

namespace hexloom {

void planResizeBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = resizeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  if (!is8Bit(In.Type))
    return Plans.reject(unservedType(In));
  const Nhwc From = asNhwc(In.Dims), To = asNhwc(G.out(O, 0).Dims);
  const double Rows = double(To.N) * To.H * ((To.C + 31) / 32);
  const double OutVectors = (To.W + 3) / 4, InVectors = (From.W + 3) / 4;
  if (O.Kind == OpKind::ResizeNearest)
    return Plans.add(O, Layout::Depth32,
                     cost::VectorLayer +
                         Rows * (OutVectors * cost::ResizeNearest + cost::ResizeRow));
  if (!Directions(G, O).exact(In.Type))
    return Plans.reject(
        "the distances are no multiples of a power of two: single precision rounds");
  Plans.add(O, Layout::Depth32,
            cost::VectorLayer + Rows * (InVectors * cost::ResizeBlend +
                                        OutVectors * cost::ResizeBilinear + cost::ResizeRow));
}

void emitResizeBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/hvx/resize.h");
  W.structure("hl_resize", "p", resizeFields(G, O));
  const DType Type = G.in(O, 0).Type;
  const Nhwc From = asNhwc(G.in(O, 0).Dims);
  if (O.Kind == OpKind::ResizeNearest) {
    W.line(strf("hl_resize_nearest_d32(&p, in0, %s,", nearestTable(G, O, true, 1, W).c_str()));
    W.line(strf("    %s, out0);", nearestTable(G, O, false, 4, W).c_str()));
    return;
  }
  const Directions D(G, O);
  const std::string Rows = tapTable(*D.Rows, Type, 1, "source rows", W);
  const std::string Columns = tapTable(*D.Columns, Type, 4, "source columns", W);
  W.line(strf("hl_resize_bilinear_d32(&p, %d, in0, %s,", D.Rows->Bits + D.Columns->Bits,
              Rows.c_str()));
  W.line(strf("    %s, out0, %s);", Columns.c_str(),
              W.scratch(int64_t(From.W + 3) / 4 * 4 * 128).c_str()));
}

} // namespace hexloom
