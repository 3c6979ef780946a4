// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/ModelFile.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <cstring>

namespace hexloom {

ModelFile::ModelFile(std::string FileName, Bytes FileContent)
    : Name(printable(FileName)), Content(std::move(FileContent)) {
  const std::string Pointer = "version https://git-lfs";
  if (std::string(Content.begin(), Content.begin() + std::min(Content.size(), Pointer.size())) == Pointer)
    throw UserError(Name + ": a pointer of Git LFS, not the file itself: fetch it with git lfs pull");
  constexpr size_t HeaderSize = 8; // offset of the root, identifier
  if (Content.size() < HeaderSize)
    throw UserError(strf("%s: not a .tflite file: %zu bytes", Name.c_str(), Content.size()));
  if (std::memcmp(Content.data() + 4, tflite::ModelIdentifier(), 4) != 0)
    throw UserError(strf("%s: not a .tflite file: identifier is not %s", Name.c_str(),
                         tflite::ModelIdentifier()));
  // FlatBuffers' verifier has a largest size. In a larger file, the flatbuffer is the first part and the weights lie behind it.
  flatbuffers::Verifier Verifier(Content.data(),
                                 std::min<size_t>(Content.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1));
  if (!tflite::VerifyModelBuffer(Verifier))
    throw UserError(Name + ": damaged or truncated: the flatbuffer does not verify");
  Root = tflite::GetModel(Content.data());
  if (Root->version() != 3)
    throw UserError(
        strf("%s: schema version %u where 3 is supported", Name.c_str(), Root->version()));
}

ModelFile::Span ModelFile::buffer(uint32_t Index) const {
  if (Index >= sizeOf(Root->buffers()))
    throw UserError(strf("%s: buffer %u of %zu", Name.c_str(), Index, sizeOf(Root->buffers())));
  const tflite::Buffer *B = Root->buffers()->Get(Index);
  if (sizeOf(B->data()) != 0)
    return {B->data()->data(), B->data()->size()};
  if (B->offset() <= 1 || B->size() == 0)
    return {};
  if (B->offset() > Content.size() || B->size() > Content.size() - B->offset())
    throw UserError(strf("%s: buffer %u lies outside of the file", Name.c_str(), Index));
  return {Content.data() + B->offset(), static_cast<size_t>(B->size())};
}

std::shared_ptr<const Bytes> ModelFile::copyOf(uint32_t Buffer) const {
  std::shared_ptr<const Bytes> &Copy = Copies[Buffer];
  if (!Copy) {
    const Span From = buffer(Buffer);
    Copy = std::make_shared<Bytes>(From.Data, From.Data + From.Size);
  }
  return Copy;
}

} // namespace hexloom
