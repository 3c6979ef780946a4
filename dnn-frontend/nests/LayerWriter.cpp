// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/LayerWriter.h"
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
  Purse.keep(static_cast<int64_t>(Blob.size()));
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

/// No text of C has it.
static const std::string kMark = "\x01";

std::string LayerConstant::cText(const std::string &CType) const {
  return strf("W(%s, %lld) /* %s */", CType.c_str(), static_cast<long long>(Offset), Comment.c_str());
}

std::string withMarks(const std::string &Body, const std::function<std::string(size_t, const std::string &)> &InPlace) {
  std::string Text;
  size_t At = 0;
  for (size_t Mark = Body.find(kMark); Mark != std::string::npos; Mark = Body.find(kMark, At)) {
    const size_t Colon = Body.find(':', Mark), End = Body.find(kMark, Mark + 1);
    Text.append(Body, At, Mark - At);
    Text += InPlace(std::stoul(Body.substr(Mark + 1, Colon - Mark - 1)), Body.substr(Colon + 1, End - Colon - 1));
    At = End + 1;
  }
  return Text.append(Body, At);
}

bool initializesWithMarks(const std::string &Body) {
  for (size_t At = Body.find("static "); At != std::string::npos; At = Body.find("static ", At + 1))
    if (Body.find(kMark, At) < Body.find(';', At))
      return true;
  return false;
}

std::string LayerWriter::input(size_t I) {
  const Tensor &T = G.in(O, I);
  return T.isConst() ? blob(*T.Data, cType(T.Type), opNameFrom(T.Name)) : strf("in%zu", I);
}

std::string LayerWriter::blob(const Bytes &Data, const std::string &CType,
                              const std::string &What) {
  Constants.push_back({Weights.add(Data), strf("%s, %zu bytes", commentText(What).c_str(), Data.size())});
  return kMark + std::to_string(Constants.size() - 1) + ":" + CType + kMark;
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
  const auto Width = [&](const std::string &Text) {
    return withMarks(Text, [&](size_t K, const std::string &CType) { return Constants[K].cText(CType); }).size();
  };
  for (const auto &[Field, Value] : Fields) {
    const std::string Item = " ." + Field + " = " + Value + ",";
    if (Width(Line) + Width(Item) > 100) {
      Body += Line + "\n";
      Line = "     ";
    }
    Line += Item;
  }
  Body += Line + "\n  };\n";
}

} // namespace hexloom
