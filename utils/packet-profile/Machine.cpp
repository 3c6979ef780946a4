// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Machine.h.
#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace profile;

namespace {
struct Field {
  const char *Key;
  unsigned Machine::*Whole;
  double Machine::*Real;
  bool MayBeZero;
};
} // namespace

static const Field Fields[] = {
    {"issue.scalar_clocks_per_packet", &Machine::ScalarClocks, nullptr, false},
    {"control.wrong_hint_cycles", &Machine::WrongHint, nullptr, true},
    {"control.indirect_jump_cycles", &Machine::IndirectJump, nullptr, true},
    {"control.split_target_cycles", &Machine::SplitTarget, nullptr, true},
    {"control.fetch_window_bytes", &Machine::FetchWindow, nullptr, false},
    {"l1d.bytes", &Machine::L1Size, nullptr, false},
    {"l1d.line_bytes", &Machine::L1Line, nullptr, false},
    {"l1d.ways", &Machine::L1Ways, nullptr, false},
    {"l2.bytes", &Machine::L2Size, nullptr, false},
    {"l2.line_bytes", &Machine::L2Line, nullptr, false},
    {"l2.ways", &Machine::L2Ways, nullptr, false},
    {"l2.latency_cycles", &Machine::L2Latency, nullptr, true},
    {"ddr.latency_cycles", &Machine::DdrLatency, nullptr, true},
    {"ddr.bytes_per_cycle", nullptr, &Machine::DdrBytesPerCycle, false},
    {"compute.macs_per_packet", &Machine::MacsPerPacket, nullptr, false},
};

Expected<Machine> Machine::read(StringRef File) {
  auto Fail = [&](const Twine &Text) {
    return createStringError(inconvertibleErrorCode(), File + ": " + Text);
  };
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return Fail(Buffer.getError().message());
  Expected<json::Value> Root = json::parse((*Buffer)->getBuffer());
  if (!Root)
    return Fail(toString(Root.takeError()));
  const json::Object *Top = Root->getAsObject();
  const json::Object *Facts = Top ? Top->getObject("facts") : nullptr;
  std::optional<StringRef> Name = Top ? Top->getString("name") : std::nullopt;
  if (!Facts || !Name)
    return Fail("needs a \"name\" and an object \"facts\"");
  Machine M;
  M.Name = Name->str();
  for (const auto &[Key, Value] : *Facts)
    if (none_of(Fields, [&, K = StringRef(Key)](const Field &F) { return K == F.Key; }))
      return Fail("unknown fact '" + StringRef(Key) + "'");
  for (const Field &F : Fields) {
    const json::Object *Entry = Facts->getObject(F.Key);
    std::optional<double> Value = Entry ? Entry->getNumber("value") : std::nullopt;
    std::optional<StringRef> Source = Entry ? Entry->getString("source") : std::nullopt;
    if (!Value || !Source || Source->empty())
      return Fail("fact '" + Twine(F.Key) + "' needs a number \"value\" and a \"source\"");
    if (*Value < 0 || (*Value == 0 && !F.MayBeZero) ||
        (F.Whole && *Value != double(unsigned(*Value))))
      return Fail("fact '" + Twine(F.Key) + "' has the impossible value " +
                  formatv("{0}", *Value).str());
    if (F.Whole)
      M.*F.Whole = unsigned(*Value);
    else
      M.*F.Real = *Value;
    M.Facts.push_back({F.Key, *Value, Source->str()});
  }
  if (M.ScalarClocks > 2)
    return Fail("fact 'issue.scalar_clocks_per_packet' can be 1 or 2");
  return M;
}

std::string Machine::pluginArguments() const {
  return formatv("l1={0}:{1}:{2},l2={3}:{4}:{5}", L1Size, L1Line, L1Ways, L2Size, L2Line, L2Ways);
}
