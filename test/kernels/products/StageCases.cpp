// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// build/bin/stage-cases: a header with layers for which the front end proves each kind of output stage,
// for stage_test.c: their constants and the reference's, 32 lanes each.
#include "../StageLayers.h"
#include "nests/LayerWriter.h"
#include "stages/StageText.h"

#include <cstdio>
#include <map>

using namespace hexloom;

namespace {

constexpr int kLanes = 32, kOfEachKind = 3;

std::string words(const std::vector<int64_t> &Values) {
  std::string Text = "{";
  for (int64_t V : Values)
    Text += strf("%lld,", static_cast<long long>(V));
  return Text + "}";
}

/// A row of lanes: those behind the last channel begin again with the first.
template <typename F> std::string lanes(size_t Channels, F Value) {
  std::vector<int64_t> Values;
  for (size_t Lane = 0; Lane < kLanes; ++Lane)
    Values.push_back(Value(Lane % Channels));
  return words(Values);
}

void print(const std::vector<StageChannel> &Channels, const Stage &S, DType Type) {
  const Step &First = Channels[0].Step;
  std::printf("  {{");
  for (const auto &[Name, Value] : stageFields(S.Kind, "."))
    std::printf("%s=%s,", Name.c_str(), Value.c_str());
  std::printf("},%s,%d,%d,%d,\n", hlType(Type), First.Zero, First.Bounds.Min, First.Bounds.Max);
  const auto Row = [&](auto Value) { std::printf("   %s,\n", lanes(Channels.size(), Value).c_str()); };
  for (size_t Word = 0; Word < 4; ++Word)
    Row([&](size_t C) { return stageWords(S.Kind, S.Lanes[C])[Word]; });
  Row([&](size_t C) { return S.Lanes[C].Offset; });
  Row([&](size_t C) { return Channels[C].Step.Factor.Value; });
  Row([&](size_t C) { return Channels[C].Step.Factor.Shift; });
  Row([&](size_t C) { return Channels[C].Sums.Low; });
  Row([&](size_t C) { return Channels[C].Sums.High; });
  std::printf("  },\n");
}

} // namespace

int main() {
  StageLayers Random(6);
  std::map<std::string, int> Seen;
  std::printf("static const stage_case cases[] = {\n");
  for (int Round = 0; Round < 8000; ++Round) {
    const DType Type = Round % 2 ? DType::Int8 : DType::UInt8;
    const std::vector<StageChannel> Channels = Random.next(Type);
    const Stage S = chooseStage(Channels, Type);
    if (!S.Kind.isReference() && Seen[S.Kind.text() + (S.Kind.Flipped ? "f" : "")]++ < kOfEachKind)
      print(Channels, S, Type);
  }
  std::printf("};\n/* kinds: %zu */\n", Seen.size());
}
