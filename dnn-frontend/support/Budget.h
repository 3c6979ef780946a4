// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one compilation may take, by the size of its file: the promise is an end within 10 s and 1 s for each
// MB, in 256 MB and 20 times the file. What small numbers of a file can make large is paid for here, all of it
// from one purse: a thousand foldings that are harmless one by one are refused together. Counted, not
// measured: the same file ends the same way on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hexloom {

class Budget {
public:
  /// The budget for a file of so many bytes, which messages call `File`.
  Budget(std::string File, size_t FileBytes);
  /// A budget without limits, for work that is paid already.
  static Budget endless();

  bool affords(int64_t Bytes) const { return Bytes <= BytesLeft; }
  /// Bytes that plans' repeated constants may take: the rest is for what no choice makes smaller.
  int64_t forPlans() const { return BytesLeft / 4 * 3; }
  /// Takes bytes that are kept: folded constants, tables, packed weights, quantization. Throws UserError if they are not left.
  void keep(int64_t Bytes);
  /// Takes a name's bytes, once for each copy that passes and reports make. In a file, many tensors may share a name.
  void keepName(const std::string &Name);
  /// Takes bytes of emitted C that are kept until all of it is known.
  void write(int64_t Bytes);
  /// Takes steps of work, each about a nanosecond's. Throws UserError if they are not left.
  void work(int64_t Steps);
  /// Takes steps of work that can be left undone, and returns whether it may be done. Half of all steps are reserved for work().
  bool tryWork(int64_t Steps);

private:
  std::string File;
  int64_t BytesLeft, StepsLeft, StepsReserved;

  void take(int64_t Bytes, const char *Complaint);
};

} // namespace hexloom
