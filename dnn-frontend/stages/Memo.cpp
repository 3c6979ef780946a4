// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stages/Memo.h"

namespace hexloom {

constexpr int64_t kSteps = 2000000000, kStepsPerByte = 300;
constexpr size_t kMostChannels = 16384; ///< a search keeps up to 4 KB for each

StageMemo::StageMemo(size_t FileBytes)
    : StepsLeft(kSteps + kStepsPerByte * static_cast<int64_t>(FileBytes)) {}

static Stage reference(const char *Reason) {
  Stage S;
  S.Rejected.push_back(std::string("all but the reference: ") + Reason);
  return S;
}

/// The numbers that a choice depends on, and no others.
static std::vector<int64_t> keyOf(const std::vector<StageChannel> &Channels, DType Type) {
  std::vector<int64_t> Key = {static_cast<int64_t>(Type)};
  for (const StageChannel &C : Channels)
    Key.insert(Key.end(), {C.Step.Factor.Value, C.Step.Factor.Shift, C.Step.Zero, C.Step.Bounds.Min,
                           C.Step.Bounds.Max, C.Sums.Low, C.Sums.High});
  return Key;
}

Stage StageMemo::choose(const std::vector<StageChannel> &Channels, DType Type, const std::string &Wanted) {
  if (Channels.size() > kMostChannels)
    return reference("the layer has too many channels to search");
  std::map<std::string, std::shared_ptr<const Stage>> &Alike = Known[keyOf(Channels, Type)];
  if (const auto It = Alike.find(Wanted); It != Alike.end())
    return *It->second;
  const char *const Used = "the searches have taken all the work that the file's size allows";
  if (StepsLeft <= 0)
    return reference(Used);
  const auto Found = std::make_shared<const Stage>(chooseStage(Channels, Type, StepsLeft, Wanted));
  if (StepsLeft <= 0)
    return reference(Used);
  Alike[Wanted] = Alike[Found->Kind.word()] = Found;
  return *Found;
}

} // namespace hexloom
