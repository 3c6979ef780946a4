// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/RowAxes.h"
#include "plans/products/CoreCost.h"
#include "plans/products/Order.h"
#include "space/Points.h"

namespace hexloom {

std::vector<int> tileSizes(int Pixels, bool IsWide) {
  if (IsWide || Pixels <= 4)
    return {4};
  return {8, 4};
}

namespace {

constexpr AxisRow kTile = {ScheduleField::Tile, "pixels x channels", "8x32, 4x32, Nx128", TakenBy::Cost,
                           "outputs whose sums are in registers at a time, at most; of four blocks of channels in rows of fewer than four pixels"};
constexpr AxisRow kPixels = {ScheduleField::Pixels, "pixels", "N", TakenBy::Rule,
                             "length of the rows into which the pixels of all images are cut; usually all of up to 256, else the largest number from 16 "
                             "to 256 that divides them, a multiple of four before others"};
constexpr AxisRow kOrder = {ScheduleField::Order, "", "rows-blocks, blocks-rows", TakenBy::Cost,
                            "the outer loop: rows of the image, each of which reads all weights, or blocks of 32 outputs, each of which reads all rows"};
constexpr AxisRow kWalk = {ScheduleField::Walk, "", "flat, rows", TakenBy::Rule,
                           "whether windows are summed over the ends of rows or row by row; usually what takes fewer vectors"};

std::vector<std::string> instruction(const RowProduct &P) { return {P.Instruction}; }
std::vector<std::string> vector(const RowProduct &) { return {"weights"}; }

std::vector<std::string> pixels(const RowProduct &P) {
  return P.Lengths.size() > 1 ? numbers(P.Lengths) : std::vector<std::string>();
}
void takePixels(RowProduct &P, const std::string &Value) {
  P.Image = P.InRows(!Value.empty() ? numberOf(Value) : P.Lengths.empty() ? 0 : P.Lengths.front());
  P.Image.RowPixels = numberOf(Value);
}

std::vector<std::string> tile(const RowProduct &P) {
  const int Width = P.Image.Shape.Out.W;
  std::vector<std::string> All;
  for (int Pixels : tileSizes(Width, P.IsWide))
    All.push_back(tileOf({Pixels, kBlockChannels}));
  if (P.MayBeAcross && !P.Image.OutBlocked && Width <= kAcrossPixels && P.Image.Groups == 1)
    All.push_back(tileOf({Width, kAcrossChannels}));
  return All;
}
void takeTile(RowProduct &P, const std::string &Value) {
  P.Image.Across = Value == tileOf({P.Image.Shape.Out.W, kAcrossChannels});
  P.Image.Tile = P.Image.Across ? HL_ACROSS : numberOf(Value);
}

std::vector<std::string> run(const RowProduct &P) { return numbers(runLengths({&P.Image})); }
void takeRun(RowProduct &P, const std::string &Value) {
  if (!Value.empty())
    cutTo(P.Image, numberOf(Value));
}

std::vector<std::string> finish(const RowProduct &P) { return finishes(P.Image); }
void takeFinish(RowProduct &P, const std::string &Value) { P.Image.IsAhead = Value == kFinishNext; }
bool isFinishByCost(const RowProduct &P) { return choosesFinish(P.Image); }

std::vector<std::string> unroll(const RowProduct &P) { return numbers(unrolls(P.Image)); }
void takeUnroll(RowProduct &P, const std::string &Value) { P.Image.Unroll = numberOf(Value); }

std::vector<std::string> order(const RowProduct &P) { return P.Image.Across ? std::vector<std::string>() : orders(P.Image); }
void takeOrder(RowProduct &P, const std::string &Value) { P.Image.BlocksOutside = Value == kBlocksOutside; }

std::vector<std::string> form(const RowProduct &P) { return rowForms(P.Image); }
void takeForm(RowProduct &P, const std::string &Value) {
  P.Image.IsStraight = Value.empty() ? isUsuallyStraight(P.Image) : Value == kRowStraight;
}

/// How sums of windows walk the image.
std::vector<std::string> walk(const RowProduct &P) {
  const View &V = P.Image;
  if (!P.HasSums || V.ElementBytes != 1 || V.Shape.KernelH * V.Shape.KernelW == 1 || !V.isFlat())
    return {};
  if (V.flatTakesNoMore())
    return {text(PixelWalk::Flat), text(PixelWalk::Rows)};
  return {text(PixelWalk::Rows), text(PixelWalk::Flat)};
}
void takeWalk(RowProduct &P, const std::string &Value) { P.Image.FlatWindows = Value == text(PixelWalk::Flat); }

using Axes = std::vector<Axis<RowProduct>>;
using Parts = std::initializer_list<Axes>;

Axes joined(Parts All) {
  Axes Joined;
  for (const Axes &Each : All)
    Joined.insert(Joined.end(), Each.begin(), Each.end());
  return Joined;
}

Axes byInstruction(const AxisRow &Row) { return {{Row, instruction}, {row_axis::Vector, vector}}; }
Axes ofTile(const AxisRow &Row) { return {{Row, tile, takeTile}}; }
const Axes kLengths = {{kPixels, pixels, takePixels}}, kUnrolls = {{row_axis::Unroll, unroll, takeUnroll}},
           kRuns = {{row_axis::Run, run, takeRun}, {row_axis::Finish, finish, takeFinish, isFinishByCost}},
           kOrders = {{kOrder, order, takeOrder}}, kForms = {{row_axis::Form, form, takeForm}}, kWalks = {{kWalk, walk, takeWalk}};

} // namespace

const Axes &rowAxes(Sums Kind) {
  static const Axes Bytes = joined({byInstruction(row_axis::Bytes), kLengths, ofTile(kTile), kRuns, kUnrolls, kOrders, kForms, kWalks}),
                    Narrow = joined({byInstruction(row_axis::Halfwords), kLengths, ofTile(row_axis::Tile), kUnrolls}),
                    Wide = joined({byInstruction(row_axis::Halfwords), kLengths, ofTile(row_axis::SmallTile)});
  return Kind == Sums::OfBytes ? Bytes : Kind == Sums::Narrow ? Narrow : Wide;
}

const Axes &matmulAxes(bool IsWide) {
  static const Axes Bytes = joined({byInstruction(row_axis::Signed), ofTile(row_axis::Tile), kRuns, kUnrolls, kForms}),
                    Wide = joined({byInstruction(row_axis::Halfwords), ofTile(row_axis::SmallTile)});
  return IsWide ? Wide : Bytes;
}

Space rowSpace() { return declaredSpace("conv2d_vrmpy,fully_connected_vrmpy", rowAxes(Sums::OfBytes), {stageRow()}); }
Space narrowRowSpace() { return declaredSpace("conv2d_vdmpy,fully_connected_vdmpy", rowAxes(Sums::Narrow)); }
Space wideRowSpace() { return declaredSpace("conv2d_vdmpy_wide,fully_connected_vdmpy_wide", rowAxes(Sums::Wide)); }
Space matmulSpace() { return declaredSpace("batch_matmul_vrmpy", matmulAxes(false), {stageRow()}); }
Space wideMatmulSpace() { return declaredSpace("batch_matmul_vdmpy_wide", matmulAxes(true)); }

} // namespace hexloom
