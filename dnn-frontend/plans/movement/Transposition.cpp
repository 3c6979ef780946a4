// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/movement/Transposition.h"
#include "nests/ByteRoute.h"
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/movement/Forms.h"
#include "support/CText.h"
#include "support/Error.h"
#include "support/Rounding.h"

#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int64_t kTileRows = HL_TILE_ROWS, kTileBytes = HL_TILE_BYTES, kVector = hexagon::kVectorBytes;
constexpr int64_t kWord = 4;
constexpr int kPixelBytes = 4; // in a vector, before they are dense

/// A loop along the elements of a run on one side.
std::optional<size_t> contiguousLoop(const StridedCopy &C, bool OfInput) {
  for (size_t I = 0; I < C.Loops.size(); ++I) {
    const StridedCopy::Loop &L = C.Loops[I];
    if ((OfInput ? L.In : L.Out) == C.Run && (OfInput ? L.Out : L.In) != C.Run)
      return I;
  }
  return std::nullopt;
}

/// Whether every matrix starts at a multiple of 128 bytes on that side.
bool isAligned(const StridedCopy &Outer, bool OfInput) {
  const auto Is = [](int64_t Bytes) { return Bytes % kVector == 0; };
  return Is(OfInput ? Outer.InOffset : Outer.OutOffset) &&
         std::all_of(Outer.Loops.begin(), Outer.Loops.end(),
                     [&](const StridedCopy::Loop &L) { return Is(OfInput ? L.In : L.Out); });
}

/// Whether rows fill vectors of the input without a route: two or four of them each (hl_rows_together).
bool shareWholeVectors(const Transposition &T) {
  const int64_t Bytes = T.Columns * T.Outer.Run;
  return T.InStride == Bytes && (Bytes == kVector / 4 || Bytes == kVector / 2) && T.Outer.Run <= kWord;
}

bool beginsWhole(const Transposition &T, bool OfInput) {
  const bool IsWhole = OfInput ? T.InStride % kVector == 0 || shareWholeVectors(T) : T.OutStride % kVector == 0;
  return IsWhole && isAligned(T.Outer, OfInput);
}

int64_t tileRows(int64_t Width) { return std::min(kTileRows, kVector / Width); }

/// hl_rows_together: the smallest multiple of 32 bytes, of up to half a vector.
int64_t piecePitch(int64_t Bytes) { return Bytes <= kVector / 4 ? kVector / 4 : kVector / 2; }

/// hl_rows_together
int64_t rowsTogether(const Transposition &T) {
  const int64_t Bytes = T.Columns * T.Outer.Run;
  return T.spread() || shareWholeVectors(T) ? kVector / piecePitch(Bytes) : 1;
}

/// hl_fills_vectors
bool fillsVectors(const Transposition &T) {
  const int64_t Bytes = T.Rows * T.Outer.Run, Tile = tileRows(T.Outer.Run);
  return T.OutStride == Bytes && Bytes < kVector && (T.Rows == Tile || T.Rows == 2 * Tile || T.gather());
}

/// What is done in pieces of so many, which are turns, and with what is left of each matrix.
OwnLoops piecesLoops(const Transposition &T, const std::string &Form, int64_t Size, int64_t Piece) {
  const int64_t Matrices = T.Outer.turns(), Rest = Size % Piece;
  if (Size < Piece)
    return {{Form + " part", Matrices}};
  return {{Form + when(Rest != 0, "rest"), Matrices * (Size / Piece), Matrices}};
}

/// hl_interleave_planes: a piece's stores write behind it, where bytes of pixels are fewer than four.
OwnLoops interleaving(const Transposition &T) {
  const int64_t Bytes = T.Rows, Pixels = T.Columns, Matrices = T.Outer.turns();
  const int64_t More = (kPixelBytes - Bytes) * (kVector / kPixelBytes), All = Bytes * Pixels;
  const int64_t Whole = All < More ? 0 : (All - More) / (kVector * Bytes), Rest = ceilDiv(Pixels, kVector) - Whole;
  const std::string Form = "hl_vinterleave" + with("planes", Bytes) + when(!isAligned(T.Outer, false), "turned");
  if (Whole == 0)
    return {{Form + " part", Matrices * Rest}};
  return {{Form + with("rest", Rest), Matrices * Whole, Matrices}};
}

/// A stripe of columns goes through tiles of rows. Stripes of fewer columns beside it are not told apart from it by how often they are gone
/// through.
OwnLoops tilesLoops(const Transposition &T) {
  const int64_t Width = T.Outer.Run, Across = kVector / Width, Down = kVector / Width, Tile = tileRows(Width), Matrices = T.Outer.turns();
  const int64_t Stripes = T.Columns / Across, RestColumns = T.Columns % Across, RestRows = T.Rows % Down;
  const int64_t Tiles = T.Rows / Down * (Down / Tile) + ceilDiv(RestRows, Tile);
  const bool IsDense = T.OutStride == T.Rows * Width;
  const auto Form = [&](int64_t Columns) {
    return "hl_vtranspose" + with("width", Width) + with("columns", Columns) + with("together", rowsTogether(T)) +
           when(beginsWhole(T, true), "from-whole") + when(beginsWhole(T, false), "to-whole") + when(fillsVectors(T), "fills") +
           when(IsDense, "dense") + (T.Rows >= Down ? when(RestRows != 0, "rest") : IsDense ? " part" : with("part", T.Rows));
  };
  const auto Entries = [&](int64_t Of) { return Tiles > 1 && (Stripes == 0 || RestColumns == 0) ? Matrices * Of : 0; };
  OwnLoops Loops;
  if (Stripes > 0)
    Loops.push_back({Form(Across), Matrices * Stripes * Tiles, Entries(Stripes)});
  if (RestColumns > 0)
    Loops.push_back({Form(RestColumns), Matrices * Tiles, Entries(1)});
  return Loops;
}

/// The control that makes dense pixels of `Channels` bytes from pixels of four bytes, or spreads them.
ByteRoute pixelRoute(int64_t Channels, bool Spreads) {
  std::vector<int> Dense, Wide;
  for (int Pixel = 0; Pixel < kVector / kPixelBytes; ++Pixel)
    for (int C = 0; C < Channels; ++C) {
      Dense.push_back(static_cast<int>(Channels) * Pixel + C);
      Wide.push_back(kPixelBytes * Pixel + C);
    }
  const std::optional<ByteRoute> Route = Spreads ? routeBytes(Dense, Wide) : routeBytes(Wide, Dense);
  HEXLOOM_CHECK(Route, "no network of one instruction moves these bytes");
  return *Route;
}

} // namespace

/// The control that makes dense pieces of `Bytes` from those at multiples of `Pitch` in a vector, or spreads them.
static std::optional<ByteRoute> pieceRoute(int64_t Bytes, int64_t Pitch, bool Spreads) {
  std::vector<int> Dense, Wide;
  for (int64_t I = 0; I < kVector / Pitch * Bytes; ++I) {
    Dense.push_back(static_cast<int>(I));
    Wide.push_back(static_cast<int>(I / Bytes * Pitch + I % Bytes));
  }
  return Bytes == Pitch ? std::nullopt : Spreads ? routeBytes(Dense, Wide) : routeBytes(Wide, Dense);
}

std::optional<ByteRoute> Transposition::spread() const {
  const int64_t Bytes = Columns * Outer.Run;
  return InStride == Bytes && Bytes <= kVector / 2 && Outer.Run <= kWord ? pieceRoute(Bytes, piecePitch(Bytes), true) : std::nullopt;
}

std::optional<ByteRoute> Transposition::gather() const {
  const int64_t Bytes = Rows * Outer.Run, Tile = tileRows(Outer.Run);
  const int64_t Pitch = (Rows > Tile ? 2 : 1) * Tile * Outer.Run;
  return OutStride == Bytes && Rows <= 2 * Tile && Pitch < kVector ? pieceRoute(Bytes, Pitch, false) : std::nullopt;
}

static bool isPixel(int64_t Bytes) { return Bytes >= 2 && Bytes <= kPixelBytes; }

int64_t Transposition::pixelsFromPlanes() const {
  return Outer.Run == 1 && isPixel(Rows) && OutStride == Rows ? Rows : 0;
}

int64_t Transposition::planesFromPixels() const {
  return Outer.Run == 1 && isPixel(Columns) && InStride == Columns ? Columns : 0;
}

/// Whether 32 rows are as many vectors as there are words in a row.
static bool isDense(int64_t Words, int64_t Stride) { return (Words == 2 || Words == 4) && Stride == Words * kWord; }

static bool areWordsOfRows(int64_t Words, int64_t Stride) {
  return isDense(Words, Stride) || (Stride == kTileBytes && Words <= kTileBytes / kWord);
}

bool Transposition::rowsToPlanes() const {
  return Outer.Run == kWord && areWordsOfRows(Columns, InStride) && Rows > 1 && isAligned(Outer, true);
}

bool Transposition::planesToRows() const {
  return Outer.Run == kWord && areWordsOfRows(Rows, OutStride) && Rows > 1 && isAligned(Outer, false);
}

static bool isOfDense(const Transposition &T) { return T.rowsToPlanes() ? isDense(T.Columns, T.InStride) : isDense(T.Rows, T.OutStride); }

/// Whether planes begin with vectors.
static bool arePlanesWhole(const Transposition &T) {
  const bool AreOutput = T.rowsToPlanes();
  return (AreOutput ? T.OutStride : T.InStride) % kVector == 0 && isAligned(T.Outer, !AreOutput);
}

OwnLoops Transposition::loops() const {
  if (pixelsFromPlanes())
    return interleaving(*this);
  const std::string IsWhole = when(OutStride % kVector == 0 && isAligned(Outer, false), "whole");
  if (planesFromPixels())
    return piecesLoops(*this, "hl_vseparate" + with("planes", Columns) + (IsWhole.empty() && Rows < kVector ? with("rows", Rows) : IsWhole), Rows, kVector);
  const std::string AreWhole = when(arePlanesWhole(*this), "whole");
  if (rowsToPlanes() && isOfDense(*this))
    return piecesLoops(*this, "hl_vdense_to_planes" + with("planes", Columns) + AreWhole, Rows, kTileRows);
  if (planesToRows() && isOfDense(*this))
    return piecesLoops(*this, "hl_vplanes_to_dense" + with("planes", Rows) + AreWhole, Columns, kTileRows);
  if (rowsToPlanes())
    return piecesLoops(*this, "hl_vrows_to_planes" + with("planes", Columns) + IsWhole, Rows, kTileRows);
  if (planesToRows())
    return piecesLoops(*this, "hl_vplanes_to_rows" + with("planes", Rows), Columns, kTileRows);
  return tilesLoops(*this);
}

/// Whether each column's rows are less than a word that lies apart from the next one, as those of pixels at an image's border. Copies of bytes
/// take less; the table of bodies has no such form.
static bool storesParts(const Transposition &T) {
  const int64_t Bytes = T.Rows * T.Outer.Run;
  return Bytes < kWord && T.OutStride != Bytes;
}

std::optional<Transposition> transpositionOf(const StridedCopy &C) {
  const std::optional<size_t> Along = contiguousLoop(C, true), Across = contiguousLoop(C, false);
  if (!Along || !Across || C.Run >= kVector || (C.Run & (C.Run - 1)) != 0)
    return std::nullopt;
  const StridedCopy::Loop &Row = C.Loops[*Across], &Column = C.Loops[*Along];
  Transposition T{C, Row.Size, Row.In, Column.Size, Column.Out};
  auto &Loops = T.Outer.Loops;
  Loops.erase(Loops.begin() + static_cast<long>(std::max(*Along, *Across)));
  Loops.erase(Loops.begin() + static_cast<long>(std::min(*Along, *Across)));
  if (storesParts(T))
    return std::nullopt;
  return costOf(T.loops()).cycles() < runsCost(longestInside(C)).cycles() ? std::optional(T) : std::nullopt;
}

void Transposition::emit(const std::string &Name, const std::string &In, const std::string &Out,
                         LayerWriter &W) const {
  const std::string Value =
      braces(std::vector<std::string>{Outer.cText(), std::to_string(Rows), std::to_string(InStride),
                                      std::to_string(Columns), std::to_string(OutStride)});
  NestBuilder N(W);
  W.line(strf("static const hl_transpose_params %s = %s;", Name.c_str(), Value.c_str()));
  const int64_t Pixels = pixelsFromPlanes(), Planes = planesFromPixels();
  if (Pixels == 0 && Planes == 0 && (rowsToPlanes() || planesToRows())) {
    W.body("word_planes.h");
    if (isOfDense(*this))
      return N.primitive(rowsToPlanes() ? "hl_vdense_to_planes" : "hl_vplanes_to_dense", {"&" + Name, int(arePlanesWhole(*this)), In, Out},
                         loops());
    return N.primitive(rowsToPlanes() ? "hl_vrows_to_planes" : "hl_vplanes_to_rows", {"&" + Name, In, Out}, loops());
  }
  if (Pixels == 0 && Planes == 0) {
    W.body("transpose_tiles.h");
    const int64_t Down = kVector / Outer.Run, Tiles = Down / std::min(kTileRows, Down);
    const auto Text = [&](const std::optional<ByteRoute> &R, const char *What) {
      return R ? strf("{%s, %d, %d}", W.blob(R->Control, "uint8_t", What).c_str(), !R->SmallFirst, R->SmallFirst) : std::string("{0}");
    };
    W.line(strf("const hl_transpose_routes %s_routes = {%s, %s};", Name.c_str(), Text(spread(), "how dense rows move").c_str(),
                Text(gather(), "how dense columns move").c_str()));
    N.primitive("hl_vtranspose",
                {"&" + Name, "&" + Name + "_routes", int(beginsWhole(*this, true)), int(beginsWhole(*this, false)), In, Out,
                 W.scratch(Tiles * kTileRows * kVector)},
                loops());
    return;
  }
  W.body("interleave.h");
  const ByteRoute R = pixelRoute(Pixels ? Pixels : Planes, Pixels == 0);
  const std::string Control = W.blob(R.Control, "uint8_t", "how the bytes of pixels move");
  N.primitive(Pixels ? "hl_vinterleave" : "hl_vseparate", {"&" + Name, Control, int(R.SmallFirst), In, Out}, loops());
}

} // namespace hexloom
