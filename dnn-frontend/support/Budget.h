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
  /// Of a file of so many bytes, which messages call `File`.
  Budget(std::string File, size_t FileBytes);
  /// For work that is paid already.
  static Budget endless();

  bool affords(int64_t Bytes) const { return Bytes <= BytesLeft; }
  /// Bytes that plans' repeated constants may take: the rest is for what no choice makes smaller.
  int64_t forPlans() const { return BytesLeft / 4 * 3; }
  /// Bytes that are kept: folded constants, tables, packed weights, quantization.
  void keep(int64_t Bytes);
  /// A name, of which each pass and report has copies; in a file, many tensors may share one.
  void keepName(const std::string &Name);
  /// Bytes of emitted C that are kept until all of it is known.
  void write(int64_t Bytes);
  /// Steps of work, each about a nanosecond's.
  void work(int64_t Steps);
  /// The same for what can be left undone, which half of the work is reserved from; whether it may be done.
  bool tryWork(int64_t Steps);

private:
  std::string File;
  int64_t BytesLeft, StepsLeft, StepsReserved;

  void take(int64_t Bytes, const char *Complaint);
};

} // namespace hexloom
