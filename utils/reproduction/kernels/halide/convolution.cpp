// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a quantized convolution as Halide compiles it for Hexagon with 128-byte vectors: an object with one function,
// halide_convolution.
//
//   out(c, x, y) = saturated(rounded(sum(c, x, y) * multiplier(c) / 2^(31 + shift(c))) + zero)
//   sum(c, x, y) = bias(c) + the window's products of input(k, ...) and weight(k, c), in 32 bits
//
// Input, weights and outputs are int8; halves are rounded up. The input has the border that the window reaches, and a depth
// that four divides. The instruction that adds four products a lane, of a vector by a scalar, takes unsigned vectors: the
// weights are given 128 too large, and 128 times the window's sum is taken away; those sums are made of columns, once a row.
#include <Halide.h>
#include <cstdio>
#include <cstdlib>

using namespace Halide;

namespace {

struct Shape {
  int Kernel, Stride, OutSize, Depth, Channels;
  int TileX, TileC; // positions, and vectors of 32 channels, that are summed at once

  int inSize() const { return (OutSize - 1) * Stride + Kernel; }
};

constexpr int Lanes = 32, Four = 4, ColumnsAtOnce = 8;
const Var c("c"), x("x"), y("y"), lane("lane");

class Convolution {
public:
  explicit Convolution(const Shape &S)
      : S(S), Window(0, S.Depth, 0, S.Kernel, 0, S.Kernel), Column(0, S.Depth, 0, S.Kernel), Row(0, S.Kernel) {
    fix(Input, {S.Depth, S.inSize(), S.inSize()});
    fix(Weights, {Four, Lanes, S.Depth / Four, S.Channels / Lanes, S.Kernel * S.Kernel});
    fix(Ones, {Four, Lanes});
    for (ImageParam *Param : {&Bias, &Multiplier, &Shift})
      fix(*Param, {S.Channels});
    define();
    scheduleOut();
    scheduleSums();
  }

  void write(const std::string &Path) {
    const Target Hexagon("hexagon-32-noos-hvx-hvx_128-hvx_v66-no_runtime-no_asserts-no_bounds_query");
    Out.compile_to_object(Path, {Input, Weights, Bias, Multiplier, Shift, Ones, Zero}, "halide_convolution", Hexagon);
  }

private:
  static void fix(ImageParam Param, const std::vector<int> &Extents) {
    int Dimension = 0, Stride = 1;
    Param.set_host_alignment(128);
    for (int Extent : Extents) {
      Param.dim(Dimension++).set_bounds(0, Extent).set_stride(Stride);
      Stride *= Extent;
    }
  }

  void define() {
    Expr Weight = Weights(Window.x % Four, c % Lanes, Window.x / Four, c / Lanes, Window.z * S.Kernel + Window.y);
    // Every lane gets the same sum: the products' instruction computes it with a vector of ones.
    ColumnSum(lane, x, y) += cast<int>(Input(Column.x, x, y * S.Stride + Column.y)) * cast<int>(Ones(Column.x % Four, lane));
    WindowSum(lane, x, y) += ColumnSum(lane, x * S.Stride + Row, y);
    Sum(c, x, y) = Bias(c) - 128 * (S.Kernel == 1 ? ColumnSum : WindowSum)(c % Lanes, S.Kernel == 1 ? x * S.Stride : x, y);
    Sum(c, x, y) += cast<int>(Input(Window.x, x * S.Stride + Window.y, y * S.Stride + Window.z)) * cast<int>(Weight);
    Expr High = rounding_mul_shift_right(Sum(c, x, y), Multiplier(c), 31);
    Expr Rounded = rounding_shift_right(High, cast<uint32_t>(Shift(c)));
    Out(c, x, y) = saturating_cast<int8_t>(saturating_cast<int16_t>(Rounded + Zero));
  }

  void scheduleOut() {
    Out.bound(c, 0, S.Channels).bound(x, 0, S.OutSize).bound(y, 0, S.OutSize);
    OutputImageParam Buffer = Out.output_buffer();
    Buffer.set_host_alignment(128);
    Buffer.dim(1).set_stride(S.Channels);
    Buffer.dim(2).set_stride(S.Channels * S.OutSize);
    Out.split(c, co, c, S.TileC * Lanes).split(x, xo, x, S.TileX, TailStrategy::ShiftInwards).reorder(c, x, co, xo, y);
    Out.vectorize(c).unroll(x);
  }

  void scheduleSums() {
    Sum.compute_at(Out, co).store_in(MemoryType::Stack).reorder(x, c).vectorize(c, Lanes).unroll(c).unroll(x);
    Sum.update().split(Window.x, ro, ri, Four).reorder(ri, c, x, ro, Window.y, Window.z).vectorize(c, Lanes).unroll(c);
    Sum.update().atomic().vectorize(ri).unroll(x);
    ColumnSum.store_in(MemoryType::Stack).vectorize(lane);
    ColumnSum.update().split(Column.x, ro, ri, Four);
    if (S.Kernel == 1) { // a column is the window
      ColumnSum.compute_at(Out, xo).unroll(x).update().reorder(ri, lane, x, ro, Column.y).vectorize(lane).unroll(x);
    } else {
      ColumnSum.compute_at(Out, y).update().split(x, columns, column, ColumnsAtOnce, TailStrategy::GuardWithIf);
      WindowSum.compute_at(Out, xo).store_in(MemoryType::Stack).vectorize(lane).unroll(x);
      WindowSum.update().reorder(lane, x, Row).vectorize(lane).unroll(x).unroll(Row);
      ColumnSum.update().reorder(ri, lane, column, ro, Column.y, columns).vectorize(lane).unroll(column);
    }
    ColumnSum.update().atomic().vectorize(ri);
  }

  const Shape S;
  RDom Window, Column, Row;
  RVar ro, ri;
  Var co{"co"}, xo{"xo"}, columns{"columns"}, column{"column"};
  ImageParam Input{Int(8), 3, "input"}, Weights{UInt(8), 5, "weights"}, Ones{UInt(8), 2, "ones"};
  ImageParam Bias{Int(32), 1, "bias"}, Multiplier{Int(32), 1, "multiplier"}, Shift{Int(32), 1, "shift"};
  Param<int> Zero{"zero"};
  Func ColumnSum{"column_sum"}, WindowSum{"window_sum"}, Sum{"sum"}, Out{"out"};
};

} // namespace

int main(int Count, char **Words) {
  if (Count != 9) {
    std::fprintf(stderr, "usage: convolution KERNEL STRIDE OUT-SIZE DEPTH CHANNELS TILE-X TILE-C OUTPUT\n");
    return 2;
  }
  int Numbers[7];
  for (int I = 0; I < 7; ++I)
    Numbers[I] = std::atoi(Words[I + 1]);
  Convolution({Numbers[0], Numbers[1], Numbers[2], Numbers[3], Numbers[4], Numbers[5], Numbers[6]}).write(Words[8]);
  return 0;
}
