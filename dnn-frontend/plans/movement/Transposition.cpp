// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/movement/Transposition.h"
#include "nests/ByteRoute.h"
#include "nests/LayerWriter.h"
#include "plans/movement/Costs.h"
#include "support/CText.h"
#include "support/Error.h"

#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

using namespace movement_cost;

namespace {

constexpr int64_t kTileRows = HL_TILE_ROWS, kTileBytes = HL_TILE_BYTES, kVector = hexagon::kVectorBytes;
constexpr int64_t kWord = 4;
constexpr int kPixelBytes = 4; // in a vector, before they are dense

double pieces(int64_t Size, int64_t Piece) {
  return static_cast<double>((Size + Piece - 1) / Piece);
}

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

/// Number of steps of hl_transpose_tile. A step whose second half is behind the last column is half as long, and so are the next ones.
double tileShuffles(int64_t Bytes, int64_t Width) {
  const int64_t Rows = tileRows(Width), Each = kVector / Rows;
  int64_t Vectors = Rows, Sum = 0;
  for (int64_t Step = Rows; Step > 1; Step /= 2) {
    Sum += Vectors / 2;
    if (Vectors > 1 && Vectors / 2 * Each >= Bytes)
      Vectors /= 2;
  }
  return static_cast<double>(Sum);
}

/// hl_fills_vectors
bool fillsVectors(const Transposition &T) {
  const int64_t Bytes = T.Rows * T.Outer.Run, Tile = tileRows(T.Outer.Run);
  return T.OutStride == Bytes && Bytes < kVector && (T.Rows == Tile || T.Rows == 2 * Tile || T.gather());
}

/// hl_transpose_tile: rows of up to 128 bytes.
Cost tile(const Transposition &T, int64_t Columns) {
  const int64_t Width = T.Outer.Run, Bytes = Columns * Width, Rows = tileRows(Width), Together = rowsTogether(T);
  const bool IsWhole = beginsWhole(T, true) && Together * Bytes == kVector;
  const auto Vectors = static_cast<double>(Rows / Together);
  const double Steps = Together == 1 ? tileShuffles(Bytes, Width) : 5 * Vectors / 2, Moves = T.spread() ? Vectors : 0;
  return Vectors * (IsWhole ? kTileLoad : kTileLoadTurned) + (Steps + Moves) * kTileShuffle;
}

/// hl_transpose_stripe: columns of up to 128 bytes.
Cost stripe(const Transposition &T, int64_t Columns) {
  const int64_t Width = T.Outer.Run, Down = kVector / Width, Tile = tileRows(Width);
  const int64_t Whole = T.Rows / Down, Rest = T.Rows % Down;
  const double Tiles = static_cast<double>(Whole * (Down / Tile)) + pieces(Rest, Tile);
  const bool IsPart = Rest != 0 || Columns * Width < kVector;
  const Cost Block = Width < kWord ? Cost(kTileBlock) : IsPart ? Cost(kEndsLoop) : Cost(); // of few whole rows it is straight code
  if (fillsVectors(T)) {
    const double Stores = pieces(Columns, kVector / Width / (T.Rows > Tile ? 2 * Tile : Tile));
    return Tiles * tile(T, Columns) + Block + Stores * (kTileStoreAhead + (T.gather() ? Cost(kTileShuffle) : Cost()));
  }
  const bool Waits = 4 * Width >= kVector && !beginsWhole(T, true); // for the loads, in one pipe with them
  const Cost Full = beginsWhole(T, false) ? Cost(kTileStoreWhole) : Waits ? kTileStoreTurned + kTileStoreWaits : Cost(kTileStoreTurned),
             Part = T.OutStride == T.Rows * Width ? kTileStoreAhead : kTileStoreMasked;
  const double Combined = Width < kWord ? static_cast<double>(Columns) : 0; // from two or four tiles each
  return Tiles * tile(T, Columns) +
         static_cast<double>(Whole) * (Block + static_cast<double>(Columns) * Full + Combined * kTileShuffle) +
         (Rest ? Block + static_cast<double>(Columns) * Part + Combined * kTileShuffle : Cost());
}

Cost tilesCost(const Transposition &T) {
  const int64_t Across = kVector / T.Outer.Run, Rest = T.Columns % Across;
  return static_cast<double>(T.Columns / Across) * stripe(T, Across) + (Rest ? stripe(T, Rest) : Cost());
}

/// The cost of making planes of words of rows, in tiles of 32 rows and one of fewer. Whole tiles of a plane are stored as such.
Cost toPlanes(const Transposition &T) {
  const double Planes = static_cast<double>(T.Columns);
  const bool IsWhole = T.OutStride % kVector == 0 && isAligned(T.Outer, false);
  const Cost Tile = kPlanesTile + Planes * (IsWhole ? kPlanesStore : kPlanesStoreTurned);
  const Cost Rest = kPlanesRest + Planes * (IsWhole ? kPlanesRestStore : kPlanesRestStoreTurned);
  return double(T.Rows / kTileRows) * Tile + (T.Rows % kTileRows ? Rest : Cost());
}

/// The cost of making rows of planes of words. Rows of more planes than these keep their other bytes.
Cost toRows(const Transposition &T) {
  const double Planes = static_cast<double>(T.Rows);
  const bool IsAll = T.Rows == kTileBytes / kWord;
  const Cost Tile = kRowsTile + Planes * kRowsLoad + (IsAll ? Cost() : Cost(kRowsKept)),
             Rest = kRowsRest + Planes * kRowsRestLoad + (IsAll ? Cost() : Cost(kRowsRestKept));
  return double(T.Columns / kTileRows) * Tile + (T.Columns % kTileRows ? Rest : Cost());
}

/// hl_interleave_planes: a piece's stores write behind it, where bytes of pixels are fewer than four.
Cost interleaving(const Transposition &T) {
  const int64_t Bytes = T.Rows, Pixels = T.Columns;
  const int64_t More = (kPixelBytes - Bytes) * (kVector / kPixelBytes), All = Bytes * Pixels;
  const int64_t Straight = All < More ? 0 : (All - More) / (kVector * Bytes);
  const double Whole = static_cast<double>(Straight), Rest = pieces(Pixels, kVector) - Whole, Planes = static_cast<double>(Bytes);
  return Whole * (kInterleave + Planes * kInterleavePlane) +
         Rest * ((isAligned(T.Outer, false) ? kInterleaveRest : kInterleaveRestTurned) + Planes * kInterleavePlane);
}

/// A part of a vector goes by branches to planes that do not begin with one.
Cost separating(const Transposition &T) {
  const bool IsWhole = T.OutStride % kVector == 0 && isAligned(T.Outer, false);
  const double Planes = static_cast<double>(T.Columns);
  const Cost Rest = kSeparateRest + Planes * (IsWhole ? kSeparatePlane : kSeparateRestStore);
  return static_cast<double>(T.Rows / kVector) * (kSeparate + Planes * kSeparatePlane) + (T.Rows % kVector ? Rest : Cost());
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

bool Transposition::rowsToPlanes() const {
  return Outer.Run == kWord && InStride == kTileBytes && Columns <= kTileBytes / kWord && Rows > 1 &&
         isAligned(Outer, true);
}

bool Transposition::planesToRows() const {
  return Outer.Run == kWord && OutStride == kTileBytes && Rows <= kTileBytes / kWord && Rows > 1 && isAligned(Outer, false);
}

Cost Transposition::cost() const {
  const Cost Matrix = pixelsFromPlanes()   ? interleaving(*this)
                      : planesFromPixels() ? separating(*this)
                      : rowsToPlanes()     ? toPlanes(*this)
                      : planesToRows()     ? toRows(*this)
                                           : tilesCost(*this);
  return kCall + static_cast<double>(Outer.turns()) * (kTurn + Matrix);
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
  return T.cost().cycles() < runsCost(longestInside(C)).cycles() ? std::optional(T) : std::nullopt;
}

void Transposition::emit(const std::string &Name, const std::string &In, const std::string &Out,
                         LayerWriter &W) const {
  const std::string Value =
      braces(std::vector<std::string>{Outer.cText(), std::to_string(Rows), std::to_string(InStride),
                                      std::to_string(Columns), std::to_string(OutStride)});
  W.line(strf("static const hl_transpose_params %s = %s;", Name.c_str(), Value.c_str()));
  const int64_t Pixels = pixelsFromPlanes(), Planes = planesFromPixels();
  if (Pixels == 0 && Planes == 0 && (rowsToPlanes() || planesToRows())) {
    W.body("word_planes.h");
    return W.line(strf("%s(&%s, %s, %s);", rowsToPlanes() ? "hl_vrows_to_planes" : "hl_vplanes_to_rows",
                       Name.c_str(), In.c_str(), Out.c_str()));
  }
  if (Pixels == 0 && Planes == 0) {
    W.body("transpose_tiles.h");
    const int64_t Down = kVector / Outer.Run, Tiles = Down / std::min(kTileRows, Down);
    const auto Text = [&](const std::optional<ByteRoute> &R, const char *What) {
      return R ? strf("{%s, %d, %d}", W.blob(R->Control, "uint8_t", What).c_str(), !R->SmallFirst, R->SmallFirst) : std::string("{0}");
    };
    W.line(strf("const hl_transpose_routes %s_routes = {%s, %s};", Name.c_str(), Text(spread(), "how dense rows move").c_str(),
                Text(gather(), "how dense columns move").c_str()));
    W.line(strf("hl_vtranspose(&%s, &%s_routes, %d, %d, %s, %s, %s);", Name.c_str(), Name.c_str(), beginsWhole(*this, true),
                beginsWhole(*this, false), In.c_str(), Out.c_str(), W.scratch(Tiles * kTileRows * kVector).c_str()));
    return;
  }
  W.body("interleave.h");
  const ByteRoute R = pixelRoute(Pixels ? Pixels : Planes, Pixels == 0);
  const std::string Control = W.blob(R.Control, "uint8_t", "how the bytes of pixels move");
  W.line(strf("%s(&%s, %s, %d, %s, %s);", Pixels ? "hl_vinterleave" : "hl_vseparate", Name.c_str(),
              Control.c_str(), R.SmallFirst, In.c_str(), Out.c_str()));
}

} // namespace hexloom
