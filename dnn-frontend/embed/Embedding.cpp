// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "embed/Embedding.h"
#include "ir/Quantize.h"
#include "support/Error.h"
#include "support/Rounding.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace hexloom {

static constexpr int64_t kMostChannels = 48, kMostTaps = 256;
static constexpr size_t kMostPieces = 64; // of a MOVE

std::string text(const Embedding &E) {
  std::string Text = E.Rows > 1 ? strf("ky%d", E.Rows) : "";
  if (E.Columns > 1)
    Text += strf("%skx%d", Text.empty() ? "" : ".", E.Columns);
  return Text.empty() ? "none" : Text;
}

ForcedEmbedding parseForcedEmbedding(const std::string &Text) {
  const size_t Equals = Text.rfind('=');
  const std::string Its = Equals == std::string::npos ? "" : Text.substr(Equals + 1);
  for (int Rows = 1; Rows <= kMostChannels; ++Rows)
    for (int Columns = 1; Rows * Columns <= kMostChannels; ++Columns)
      if (Equals > 0 && text(Embedding{Rows, Columns}) == Its)
        return {Text.substr(0, Equals), {Rows, Columns}};
  throw UserError("'" + Text + "' is not OPERATOR=EMBEDDING; an embedding is none, ky4, kx4 or ky2.kx2, with any numbers that make at most 48 channels");
}

EmbeddedAxis::EmbeddedAxis(const WindowAxis &From, int64_t Piece) : From(From), To(From), Piece(Piece), Step(1) {
  if (Piece == 1)
    return;
  To.Before = To.After = 0;
  To.Taps = ceilDiv(From.Taps, Piece);
  const int64_t Next = Piece * From.Dilation; // from one of the window's taps to the next
  Step = To.Taps == 1 ? From.Stride : std::gcd(From.Stride, Next);
  To.Stride = From.Stride / Step;
  To.Dilation = To.Taps == 1 ? 1 : Next / Step;
  To.Size = (To.Outputs - 1) * To.Stride + (To.Taps - 1) * To.Dilation + 1;
}

std::vector<EmbeddedAxis::Run> EmbeddedAxis::runs() const {
  const auto Within = [&](int64_t E, int64_t K) {
    const int64_t Index = E * Step + K * dilation() - before();
    return Index >= 0 && Index < From.Size;
  };
  std::set<int64_t> Borders = {0, To.Size};
  for (int64_t K = 0; K < Piece; ++K)
    for (int64_t Index : {int64_t(0), From.Size})
      Borders.insert(std::clamp<int64_t>(ceilDiv(Index + before() - K * dilation(), Step), 0, To.Size));
  std::vector<Run> Runs;
  for (auto Border = Borders.begin(); std::next(Border) != Borders.end(); ++Border) {
    Run R{*Border, *std::next(Border) - *Border, -1, 0};
    for (int64_t K = 0; K < Piece; ++K)
      if (Within(R.First, K)) {
        R.FirstTap = R.Taps++ == 0 ? K : R.FirstTap;
      }
    if (R.Taps > 0)
      Runs.push_back(R);
  }
  return Runs;
}

static WindowAxis axisOf(const Graph &G, const Op &O, size_t D) {
  const std::vector<int64_t> &Pads = O.ints(Attr::Pads);
  return {G.in(O, 0).Dims[1 + D], G.in(O, 1).Dims[1 + D], O.ints(Attr::Stride)[D], O.ints(Attr::Dilation)[D], Pads[D], Pads[D + 2],
          G.out(O, 0).Dims[1 + D]};
}

EmbeddedConvolution::EmbeddedConvolution(const Graph &G, const Op &O, Embedding E)
    : Input(G.in(O, 0)), Filter(G.in(O, 1)), OutShape(G.out(O, 0).Dims), Attrs(O.Attrs), Rows(axisOf(G, O, 0), E.Rows),
      Columns(axisOf(G, O, 1), E.Columns) {}

Shape EmbeddedConvolution::imageShape() const {
  return {Input.Dims[0], static_cast<int32_t>(Rows.window().Size), static_cast<int32_t>(Columns.window().Size),
          static_cast<int32_t>(channels())};
}

Shape EmbeddedConvolution::filterShape() const {
  return {Filter.Dims[0], static_cast<int32_t>(Rows.window().Taps), static_cast<int32_t>(Columns.window().Taps),
          static_cast<int32_t>(channels())};
}

std::vector<BoxMovement::Piece> EmbeddedConvolution::image() const {
  const int64_t C = inputChannels(), OfRow = Columns.piece() * C;
  std::vector<BoxMovement::Piece> Pieces;
  const auto FirstOf = [](const EmbeddedAxis &A, const EmbeddedAxis::Run &R) {
    return R.First * A.step() + R.FirstTap * A.dilation() - A.before();
  };
  for (const EmbeddedAxis::Run &Y : Rows.runs())
    for (const EmbeddedAxis::Run &X : Columns.runs()) {
      Box B;
      B.InFirst = {0, FirstOf(Rows, Y), FirstOf(Columns, X), 0};
      B.OutFirst = {0, Y.First, X.First, Y.FirstTap * OfRow + X.FirstTap * C};
      B.Loops = {{Input.Dims[0], {0, 1}, {0, 1}},          {Y.Count, {1, Rows.step()}, {1, 1}},
                 {X.Count, {2, Columns.step()}, {2, 1}},   {Y.Taps, {1, Rows.dilation()}, {3, OfRow}},
                 {X.Taps, {2, Columns.dilation()}, {3, C}}, {C, {3, 1}, {3, 1}}};
      joinLoops(B);
      Pieces.push_back({0, 0, std::move(B)});
    }
  return Pieces;
}

Bytes EmbeddedConvolution::filter() const {
  const Shape To = filterShape();
  const int64_t Height = Filter.Dims[1], Width = Filter.Dims[2], C = inputChannels();
  const std::vector<int64_t> &Zeros = Filter.Quant.ZeroPoints;
  Bytes Made;
  Made.reserve(elementsOf(To));
  for (int64_t Out = 0; Out < To[0]; ++Out)
    for (int64_t Y = 0; Y < To[1]; ++Y)
      for (int64_t X = 0; X < To[2]; ++X)
        for (int64_t K = 0; K < To[3]; ++K) {
          const int64_t Row = Y * Rows.piece() + K / (Columns.piece() * C), Column = X * Columns.piece() + K / C % Columns.piece();
          const bool IsThere = Row < Height && Column < Width;
          const int64_t Zero = Zeros.empty() ? 0 : Zeros[Zeros.size() > 1 ? Out : 0];
          Made.push_back(IsThere ? (*Filter.Data)[((Out * Height + Row) * Width + Column) * C + K % C] : static_cast<uint8_t>(Zero));
        }
  return Made;
}

std::map<Attr, AttrValue> EmbeddedConvolution::attributes() const {
  const WindowAxis &Y = Rows.window(), &X = Columns.window();
  std::map<Attr, AttrValue> New = Attrs;
  New[Attr::Stride] = std::vector<int64_t>{Y.Stride, X.Stride};
  New[Attr::Dilation] = std::vector<int64_t>{Y.Dilation, X.Dilation};
  New[Attr::Pads] = std::vector<int64_t>{Y.Before, X.Before, Y.After, X.After};
  return New;
}

int64_t EmbeddedConvolution::words() const { return Rows.window().Taps * Columns.window().Taps * ceilDiv(channels(), int64_t(4)); }

namespace {

bool isEmbeddable(const Graph &G, const Op &O) {
  if (O.Kind != OpKind::Conv2D || !is8Bit(G.in(O, 0).Type) || !is8Bit(G.in(O, 1).Type) || !G.in(O, 1).isConst() ||
      G.in(O, 0).isConst() || G.in(O, 0).elements() == 0 || G.out(O, 0).elements() == 0)
    return false;
  const Shape &Filter = G.in(O, 1).Dims;
  return Filter[3] == G.in(O, 0).Dims[3] && Filter[3] <= kMostChannels && Filter[1] <= kMostTaps && Filter[2] <= kMostTaps &&
         (Filter[1] > 1 || Filter[2] > 1) && G.in(O, 0).Quant.present() && elementsOf(Filter) < INT32_MAX / kMostChannels;
}

} // namespace

std::string embeddingProblem(const Graph &G, const Op &O, Embedding E) {
  if (!isEmbeddable(G, O))
    return "embeddings are for convolutions of bytes with a constant filter of several taps, one group and at most 48 channels";
  const Shape &Filter = G.in(O, 1).Dims;
  if (E.Rows >= Filter[1] + 4 || E.Columns >= Filter[2] + 4)
    return strf("the window of %dx%d has not so many taps", int(Filter[1]), int(Filter[2]));
  if (int64_t(E.Rows) * E.Columns * Filter[3] > kMostChannels)
    return strf("%d channels make more than %d of them", int(Filter[3]), int(kMostChannels));
  const EmbeddedConvolution C(G, O, E);
  return C.imageElements() < INT32_MAX && C.image().size() <= kMostPieces ? "" : "the image is too large, or of too many pieces";
}

std::vector<Embedding> embeddingsOf(const Graph &G, const Op &O, size_t Most) {
  if (!isEmbeddable(G, O))
    return {};
  struct Candidate {
    Embedding E;
    int64_t Words, Elements;
    bool IsWord;
  };
  std::vector<Candidate> All;
  const Shape &Filter = G.in(O, 1).Dims;
  const int64_t Words = EmbeddedConvolution(G, O, {1, 1}).words();
  for (int Y = 1; Y < Filter[1] + 4 && Y * Filter[3] <= kMostChannels; ++Y)
    for (int X = 1; X < Filter[2] + 4 && Y * X * Filter[3] <= kMostChannels; ++X) {
      const EmbeddedConvolution C(G, O, {Y, X});
      const int64_t Channels = int64_t(Y) * X * Filter[3];
      if (Channels % 4 == 0 && C.words() < Words && C.imageElements() < INT32_MAX && C.image().size() <= kMostPieces)
        All.push_back({{Y, X}, C.words(), C.imageElements(), Channels == 4});
    }
  std::stable_sort(All.begin(), All.end(), [](const Candidate &A, const Candidate &B) {
    return std::make_pair(A.Words, A.Elements) < std::make_pair(B.Words, B.Elements);
  });
  std::vector<Embedding> Best;
  for (bool IsWord : {true, false}) {
    size_t Count = 0;
    for (const Candidate &C : All)
      if (C.IsWord == IsWord && 2 * C.Words <= 3 * All.front().Words && Count++ < Most / 2)
        Best.push_back(C.E);
  }
  return Best;
}

} // namespace hexloom
