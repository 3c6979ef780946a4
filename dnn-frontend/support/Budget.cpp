// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Budget.h"
#include "support/Error.h"

#include <limits>
#include <utility>

namespace hexloom {

constexpr int64_t kBytes = 48 << 20, kBytesPerByte = 4;
constexpr int64_t kSteps = 3000000000, kStepsPerByte = 400;

Budget::Budget(std::string FileName, size_t FileBytes)
    : File(std::move(FileName)), BytesLeft(kBytes + static_cast<int64_t>(FileBytes) * kBytesPerByte),
      StepsLeft(kSteps + static_cast<int64_t>(FileBytes) * kStepsPerByte), StepsReserved(StepsLeft / 2) {}

Budget Budget::endless() {
  Budget B("", 0);
  B.BytesLeft = B.StepsLeft = std::numeric_limits<int64_t>::max();
  return B;
}

void Budget::take(int64_t Bytes, const char *Complaint) {
  if (Bytes > BytesLeft)
    throw UserError(File + ": " + Complaint);
  BytesLeft -= Bytes;
}

void Budget::keep(int64_t Bytes) { take(Bytes, "its constants grow too large for its size when they are folded, repeated and packed"); }

void Budget::keepName(const std::string &Name) {
  constexpr int64_t kCopies = 2;
  take(kCopies * static_cast<int64_t>(Name.size()), "its tensors' names grow too large for its size: many share a long one");
}

void Budget::write(int64_t Bytes) { take(Bytes, "its C grows too large for its size: too many layers that differ"); }

bool Budget::tryWork(int64_t Steps) {
  const bool Affords = Steps <= StepsLeft - StepsReserved;
  StepsLeft -= Affords ? Steps : 0;
  return Affords;
}

void Budget::work(int64_t Steps) {
  if (Steps > StepsLeft)
    throw UserError(File + ": takes too much work for its size to compile");
  StepsLeft -= Steps;
}

} // namespace hexloom
