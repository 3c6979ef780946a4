// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Machine.h.
#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace profile;

namespace {
struct Field {
  const char *Key;
  unsigned Machine::*Whole;
  double Machine::*Real;
  bool MayBeZero;
};
/// Facts that others read: the front end, the probe.
constexpr const char *Others[] = {"vector.bytes", "vector.registers", "vector.stages_per_packet", "issue.slots", "loop.levels"};
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

static Error failure(StringRef File, const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), File + ": " + Text);
}

/// The description in a file, with the facts of the one that it is "like" and does not have itself; that one is like no other.
static Expected<json::Object> description(StringRef File, bool MayBeLike = true) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return failure(File, Buffer.getError().message());
  Expected<json::Value> Root = json::parse((*Buffer)->getBuffer());
  if (!Root)
    return failure(File, toString(Root.takeError()));
  json::Object *Top = Root->getAsObject();
  json::Object *Facts = Top ? Top->getObject("facts") : nullptr;
  if (!Facts || !Top->getString("name"))
    return failure(File, "needs a \"name\" and an object \"facts\"");
  if (std::optional<StringRef> Like = Top->getString("like")) {
    if (!MayBeLike)
      return failure(File, "is like another one, and has one that is like it");
    SmallString<128> Other = sys::path::parent_path(File);
    sys::path::append(Other, *Like);
    Expected<json::Object> Base = description(Other, false);
    if (!Base)
      return Base.takeError();
    for (auto &[Key, Value] : *Base->getObject("facts"))
      Facts->try_emplace(Key, std::move(Value));
  }
  return std::move(*Top);
}

Expected<Machine> Machine::read(StringRef File) {
  auto Fail = [&](const Twine &Text) { return failure(File, Text); };
  Expected<json::Object> Top = description(File);
  if (!Top)
    return Top.takeError();
  const json::Object *Facts = Top->getObject("facts");
  Machine M;
  M.Name = Top->getString("name")->str();
  for (const auto &[Key, Value] : *Facts)
    if (none_of(Fields, [&, K = StringRef(Key)](const Field &F) { return K == F.Key; }) && !is_contained(Others, StringRef(Key)))
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
