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

bool beginsWhole(const Transposition &T, bool OfInput) {
  return (OfInput ? T.InStride : T.OutStride) % kVector == 0 && isAligned(T.Outer, OfInput);
}

/// The steps of hl_transpose_tile; those whose second halves are behind the last column are half as long, and so are the next ones.
double tileShuffles(int64_t Bytes, int64_t Width) {
  const int64_t Rows = std::min(kTileRows, kVector / Width), Each = kVector / Rows;
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
  const int64_t Bytes = T.Rows * T.Outer.Run, Tile = std::min(kTileRows, kVector / T.Outer.Run);
  return T.OutStride == Bytes && Bytes < kVector && (T.Rows == Tile || T.Rows == 2 * Tile);
}

/// hl_transpose_stripe: columns of up to 128 bytes.
Cost stripe(const Transposition &T, int64_t Columns) {
  const int64_t Width = T.Outer.Run, Bytes = Columns * Width, Down = kVector / Width, Tile = std::min(kTileRows, Down);
  const int64_t Whole = T.Rows / Down, Rest = T.Rows % Down;
  const double Tiles = static_cast<double>(Whole * (Down / Tile)) + pieces(Rest, Tile);
  const bool Loads = beginsWhole(T, true) && Bytes == kVector;
  const Cost Full = beginsWhole(T, false) ? kTileStoreWhole : kTileStoreTurned,
             Part = T.OutStride == T.Rows * Width ? kTileStoreAhead : kTileStoreMasked;
  const Cost Network = static_cast<double>(Tile) * (Loads ? kTileLoad : kTileLoadTurned) + tileShuffles(Bytes, Width) * kTileShuffle;
  if (fillsVectors(T))
    return Tiles * Network + kTileBlock + pieces(Columns * T.OutStride, kVector) * kTileStoreAhead;
  const double Combined = Width < kWord ? static_cast<double>(Columns) : 0; // from two or four tiles each
  return Tiles * Network +
         static_cast<double>(Whole) * (kTileBlock + static_cast<double>(Columns) * Full + Combined * kTileShuffle) +
         (Rest ? kTileBlock + static_cast<double>(Columns) * Part + Combined * kTileShuffle : Cost());
}

Cost tilesCost(const Transposition &T) {
  const int64_t Across = kVector / T.Outer.Run, Rest = T.Columns % Across;
  return static_cast<double>(T.Columns / Across) * stripe(T, Across) + (Rest ? stripe(T, Rest) : Cost());
}

/// Whole tiles of 32 rows, and one of fewer, to planes of their words. Whole ones of a plane are stored as such.
Cost toPlanes(const Transposition &T) {
  const double Planes = static_cast<double>(T.Columns);
  const bool IsWhole = T.OutStride % kVector == 0 && isAligned(T.Outer, false);
  const Cost Tile = kPlanesTile + Planes * (IsWhole ? kPlanesStore : kPlanesStoreTurned);
  const Cost Rest = kPlanesRest + Planes * (IsWhole ? kPlanesRestStore : kPlanesRestStoreTurned);
  return double(T.Rows / kTileRows) * Tile + (T.Rows % kTileRows ? Rest : Cost());
}

/// And back: rows of more planes than these keep their other bytes.
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

/// From pixels of four bytes to dense ones of `Channels`, or back.
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
    return W.line(strf("hl_vtranspose(&%s, %d, %d, %s, %s, %s);", Name.c_str(), beginsWhole(*this, true), beginsWhole(*this, false),
                       In.c_str(), Out.c_str(), W.scratch(Tiles * kTileRows * kVector).c_str()));
  }
  W.body("interleave.h");
  const ByteRoute R = pixelRoute(Pixels ? Pixels : Planes, Pixels == 0);
  const std::string Control = W.blob(R.Control, "uint8_t", "how the bytes of pixels move");
  W.line(strf("%s(&%s, %s, %d, %s, %s);", Pixels ? "hl_vinterleave" : "hl_vseparate", Name.c_str(),
              Control.c_str(), R.SmallFirst, In.c_str(), Out.c_str()));
}

} // namespace hexloom
