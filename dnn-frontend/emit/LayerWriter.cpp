#include "emit/LayerWriter.h"
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
  std::vector<int64_t> &Offsets = Known[{Blob.size(), hashOf(Blob)}];
  for (int64_t Offset : Offsets)
    if (std::equal(Blob.begin(), Blob.end(), Data.begin() + Offset))
      return Offset;
  if (Purse)
    Purse->keep(static_cast<int64_t>(Blob.size()));
  const auto Offset = static_cast<int64_t>(Data.size());
  Data.insert(Data.end(), Blob.begin(), Blob.end());
  Data.resize((Data.size() + 127) / 128 * 128);
  Offsets.push_back(Offset);
  return Offset;
}

uint64_t WeightsFile::seal() {
  const uint64_t Seal = hashOf(Data);
  for (int Byte = 0; Byte < 8; ++Byte)
    Data.push_back(static_cast<uint8_t>(Seal >> 8 * Byte));
  return Seal;
}

std::string LayerWriter::input(size_t I) {
  const Tensor &T = G.in(O, I);
  return T.isConst() ? blob(*T.Data, cType(T.Type), opNameFrom(T.Name)) : strf("in%zu", I);
}

std::string LayerWriter::blob(const Bytes &Data, const std::string &CType,
                              const std::string &What) {
  return strf("W(%s, %lld) /* %s, %zu bytes */", CType.c_str(),
              static_cast<long long>(Weights.add(Data)), commentText(What).c_str(), Data.size());
}

std::string LayerWriter::scratch(int64_t Size) {
  const int64_t Offset = ScratchBytes;
  ScratchBytes += (Size + 127) / 128 * 128;
  return strf("(scratch + %lld)", static_cast<long long>(Offset));
}

void LayerWriter::structure(const std::string &Type, const std::string &Name,
                            const std::vector<std::pair<std::string, std::string>> &Fields) {
  Body += "  static const " + Type + " " + Name + " = {\n";
  std::string Line = "     ";
  for (const auto &[Field, Value] : Fields) {
    const std::string Item = " ." + Field + " = " + Value + ",";
    if (Line.size() + Item.size() > 100) {
      Body += Line + "\n";
      Line = "     ";
    }
    Line += Item;
  }
  Body += Line + "\n  };\n";
}

} // namespace hexloom
