// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Recording.h.
#include "Recording.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace profile;

namespace {
class Reader {
public:
  Reader(StringRef File, Recording &R) : File(File), R(R) {}
  Error line(StringRef Line, unsigned Number);
  Error failure(unsigned Number, const Twine &Text) const {
    return createStringError(inconvertibleErrorCode(), File + ":" + Twine(Number) + ": " + Text);
  }
  bool sawEnd() const { return End; }

private:
  bool block(ArrayRef<StringRef> Words);
  bool node(ArrayRef<StringRef> Words);
  bool memory(ArrayRef<StringRef> Words);
  StringRef File;
  Recording &R;
  bool End = false;
};
} // namespace

bool Reader::block(ArrayRef<StringRef> Words) {
  RecordedBlock B;
  if (Words.size() < 2 || Words[0].getAsInteger(16, B.End))
    return false;
  for (StringRef W : Words.drop_front()) {
    unsigned Bytes;
    if (W.getAsInteger(10, Bytes) || !Bytes || Bytes % 4)
      return false;
    B.Packets.push_back(B.End);
    B.End += Bytes;
  }
  R.Blocks.push_back(std::move(B));
  return true;
}

bool Reader::node(ArrayRef<StringRef> Words) {
  RecordedNode N;
  if (Words.size() < 3 || Words[0].getAsInteger(10, N.Layer) || Words[1].getAsInteger(10, N.Count))
    return false;
  for (StringRef W : Words.drop_front(2)) {
    unsigned Index;
    if (W.getAsInteger(10, Index) || Index >= R.Blocks.size())
      return false;
    N.Path.push_back(Index);
  }
  R.Nodes.push_back(std::move(N));
  return true;
}

bool Reader::memory(ArrayRef<StringRef> Words) {
  int Layer;
  uint32_t Address;
  MemoryCounts C;
  uint64_t *const Values[] = {
#define HEX_MEMORY_COUNT(Name) &C.Name,
#include "plugin/MemoryCounts.def"
  };
  if (Words.size() != 2 + std::size(Values) || Words[0].getAsInteger(10, Layer) ||
      Words[1].getAsInteger(16, Address))
    return false;
  for (size_t I = 0; I != std::size(Values); ++I)
    if (Words[I + 2].getAsInteger(10, *Values[I]))
      return false;
  R.Memory[{Layer, Address}] = C;
  return true;
}

Error Reader::line(StringRef Line, unsigned Number) {
  if (Number == 1)
    return Line == "packet-profile 1"
               ? Error::success()
               : failure(Number, "not a profile of the packet-profile plugin");
  SmallVector<StringRef, 32> Words;
  Line.split(Words, ' ', -1, false);
  ArrayRef<StringRef> Rest = ArrayRef(Words).drop_front();
  bool Ok = false;
  if (Words[0] == "block")
    Ok = block(Rest);
  else if (Words[0] == "node")
    Ok = node(Rest);
  else if (Words[0] == "mem")
    Ok = R.HasMemory = memory(Rest);
  else if (Words[0] == "end")
    Ok = End = true;
  return Ok ? Error::success() : failure(Number, "bad line '" + Line.take_front(60) + "'");
}

Expected<Recording> Recording::read(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError(Buffer.getError(), File + ": " + Buffer.getError().message());
  Recording R;
  Reader Rd(File, R);
  line_iterator Line(**Buffer);
  if (Line.is_at_eof())
    return Rd.failure(1, "the file is empty");
  for (; !Line.is_at_eof(); ++Line)
    if (Error E = Rd.line(*Line, unsigned(Line.line_number())))
      return E;
  if (!Rd.sawEnd())
    return createStringError(inconvertibleErrorCode(),
                             File + ": the profile is cut off; did the program end normally?");
  return R;
}
