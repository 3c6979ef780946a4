// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/LayerWriter.h"
#include "nests/Print.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

const char *hlType(DType Type) {
  static const char *const Types[] = {"HL_UINT8", "HL_INT8",    "HL_INT16", "HL_INT32",
                                      "HL_INT64", "HL_FLOAT32", "HL_BOOL"};
  return Types[static_cast<size_t>(Type)];
}

std::string commentText(const std::string &Name) { return cComment(opNameFrom(Name)); }

/// FNV-1a; only to find equal blobs quickly, equality itself is checked.
static uint64_t hashOf(const Bytes &Blob) {
  uint64_t Hash = 0xcbf29ce484222325u;
  for (uint8_t Byte : Blob)
    Hash = (Hash ^ Byte) * 0x100000001b3u;
  return Hash;
}

int64_t WeightsFile::add(const Bytes &Blob) {
  std::vector<int64_t> &Alike = Known[{Blob.size(), hashOf(Blob)}];
  for (int64_t Offset : Alike)
    if (std::equal(Blob.begin(), Blob.end(), Data.begin() + Offset))
      return Offset;
  Purse.keep(static_cast<int64_t>(Blob.size()));
  const auto Offset = static_cast<int64_t>(Data.size());
  Data.insert(Data.end(), Blob.begin(), Blob.end());
  Data.resize((Data.size() + 127) / 128 * 128);
  Alike.push_back(Offset);
  if (Offsets.empty() || Offsets.back() != Offset) // what has no bytes lies where the next one does
    Offsets.push_back(Offset);
  return Offset;
}

uint64_t WeightsFile::seal() {
  const uint64_t Seal = hashOf(Data);
  for (int Byte = 0; Byte < 8; ++Byte)
    Data.push_back(static_cast<uint8_t>(Seal >> 8 * Byte));
  return Seal;
}

std::string LayerConstant::cText(const std::string &CType) const {
  return strf("W(%s, %lld) /* %s */", CType.c_str(), static_cast<long long>(Offset), Comment.c_str());
}

LayerWriter::LayerWriter(const Graph &G, const Op &O, Target T, Compilation &Shared, WeightsFile &Weights,
                         std::vector<EmittedRegion> Regions)
    : G(G), O(O), T(T), Shared(Shared), Weights(&Weights), Regions(std::move(Regions)), Body(std::make_unique<nest::Block>()),
      Here(Body.get()) {}
LayerWriter::LayerWriter(const Graph &G, const Op &O, Target T, Compilation &Shared)
    : G(G), O(O), T(T), Shared(Shared), Weights(nullptr), Body(std::make_unique<nest::Block>()), Here(Body.get()) {}
LayerWriter::~LayerWriter() = default;

void LayerWriter::add(nest::Statement S) { Here->push_back(std::move(S)); }
void LayerWriter::line(const std::string &Text) { add({nest::Raw{Text}}); }
void LayerWriter::structure(const std::string &Type, const std::string &Name,
                            const std::vector<std::pair<std::string, std::string>> &Fields) {
  add({nest::Structure{Type, Name, Fields}});
}

std::string LayerWriter::input(size_t I) {
  const Tensor &T = G.in(O, I);
  return T.isConst() ? blob(*T.Data, cType(T.Type), opNameFrom(T.Name)) : strf("in%zu", I);
}

size_t LayerWriter::constant(const std::function<Bytes()> &Make, const std::string &What) {
  Constants.emplace_back();
  if (Weights) {
    const Bytes Data = Make();
    Constants.back() = {Weights->add(Data), strf("%s, %zu bytes", commentText(What).c_str(), Data.size())};
  }
  return Constants.size() - 1;
}

std::string LayerWriter::blob(const Bytes &Data, const std::string &CType, const std::string &What) {
  return constantMark(constant([&] { return Data; }, What), CType);
}

int64_t LayerWriter::reserve(int64_t Size) {
  const int64_t Offset = ScratchBytes;
  ScratchBytes += (Size + 127) / 128 * 128;
  return Offset;
}

std::string LayerWriter::scratch(int64_t Size) { return strf("(scratch + %lld)", static_cast<long long>(reserve(Size))); }

std::string LayerWriter::body() const {
  return print(*Body, T, [&](size_t K, const std::string &CType) { return Constants[K].cText(CType); });
}

} // namespace hexloom
