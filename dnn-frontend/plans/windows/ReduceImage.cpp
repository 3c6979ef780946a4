// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEAN, SUM, REDUCE_MAX and REDUCE_MIN over height and width, and average pools over whole images,
// in the depth-blocked layout (hexloom/hvx/reduce.h).
#include "plans/windows/Pool.h"
#include "plans/Strides.h"
#include "plans/windows/Reduce.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kMostVectors = 256; // that halfwords can add

/// Whether exactly the dimensions that asNhwc() sees as height and width are reduced (extents of 1
/// are free).
bool reducesImage(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  if (isAverage(O)) {
    const WindowShape S = windowOf(G, O);
    return S.Out.H == 1 && S.Out.W == 1 && S.PadTop == 0 && S.PadLeft == 0 && S.KernelH >= S.In.H &&
           S.KernelW >= S.In.W;
  }
  const std::vector<int64_t> &Axes = O.ints(Attr::Axes);
  const int First = 4 - In.rank(); // NHWC position of dimension 0
  for (int I = 0; I < In.rank(); ++I) {
    const bool Spatial = First + I == 1 || First + I == 2;
    const bool Reduced = std::count(Axes.begin(), Axes.end(), I) > 0;
    if (In.Dims[I] > 1 && Spatial != Reduced)
      return false;
  }
  return true;
}

/// The output as the kernel writes it: N x 1 x 1 x C.
bool hasImageShape(const Tensor &Out, const Nhwc &In) {
  const Nhwc D = asNhwc(Out.Dims);
  return D.N == In.N && D.H == 1 && D.W == 1 && D.C == In.C;
}

std::string problemOf(const Graph &G, const Op &O) {
  const std::string Problem = isAverage(O) ? poolProblem(G, O) : reduceProblem(G, O);
  const Tensor &In = G.in(O, 0);
  if (!Problem.empty())
    return Problem;
  if (!is8Bit(In.Type))
    return unservedType(In);
  if (In.rank() > 4)
    return "the input's rank is above 4";
  if (!reducesImage(G, O))
    return "other dimensions than height and width are reduced";
  if ((asNhwc(In.Dims).W + 3) / 4 > kMostVectors)
    return "a row is too wide for sums in halfwords";
  if (In.elements() == 0)
    return "the tensor is empty";
  if (int64_t(asNhwc(In.Dims).H) * asNhwc(In.Dims).W > 1 << 22)
    return "the image is too large for sums in words";
  return "";
}

} // namespace

void planReduceImage(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Nhwc In = asNhwc(G.in(O, 0).Dims);
  const double Blocks = double(In.N) * ((In.C + 31) / 32);
  const double Vectors = double(In.H) * ((In.W + 3) / 4);
  const bool Sums = !isExtremum(O);
  constexpr double kStraight = 50; // vectors that clang writes out
  const Cost Finish = Sums ? cost::ReduceBlock + (isAverage(O) ? 1 * cost::ReduceDivide : Cost()) : Cost();
  const Cost Block = Vectors * (Sums ? cost::ReduceVector : cost::ReduceExtreme) + Finish +
                     (Vectors > kStraight ? In.H * cost::ReduceImageRow : Cost());
  const Cost Cycles = cost::VectorLayer + Blocks * Block;
  if (In.N == 1 || In.C % 128 == 0) // batches start at whole vectors
    for (Layout L : blockedLayouts())
      Plans.add({L}, {Layout::RowMajor}, Cycles);
  if (hasImageShape(G.out(O, 0), In) && fitsBlocks(G.out(O, 0)))
    addBlocked(Plans, O, Cycles);
}

void emitReduceImage(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("reduce.h");
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const Nhwc D = asNhwc(In.Dims);
  const int64_t Count = int64_t(D.H) * D.W;
  const bool Divide = isAverage(O), Scales = isSum(O);
  const int64_t Flipped = In.Type == DType::Int8 ? 128 : 0;
  const Multiplier M = Scales ? reduceMultiplier(G, O, Count) : Multiplier{};
  const Range Bounds = Divide ? activationRange(Out, O.s(Attr::Activation)) : typeRange(Out.Type);
  W.structure("hl_reduce_image", "p",
              {{"type", hlType(In.Type)},
               {"kind", Divide ? "HL_REDUCE_MEAN" : reduceKind(G, O)},
               field("batches", D.N),
               field("height", D.H),
               field("width", D.W),
               field("depth", D.C),
               field("rows_at_a_time", std::max(1, kMostVectors / ((D.W + 3) / 4))),
               field("offset", -Count * (Flipped + (Scales ? In.Quant.zeroPoint() : 0))),
               field("divide", Divide),
               field("multiplier", M.Value),
               field("shift", M.Shift),
               field("out_zero", Scales ? Out.Quant.zeroPoint() : 0),
               field("min", Bounds.Min),
               field("max", Bounds.Max),
               field("together", Out.Layout == Layout::RowMajor ? 4 : 1)});
  W.line("hl_reduce_image_d32(&p, in0, out0);");
}

} // namespace hexloom
