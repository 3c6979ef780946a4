// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stages/StageText.h"
#include "support/Error.h"

#include <cctype>

namespace hexloom {

static std::string formText(const StageKind &K) {
  std::string Text = "HL_STAGE_";
  for (const char *C = K.isReference() ? "reference" : traitsOf(K.Kind).Name; *C; ++C)
    Text += static_cast<char>(std::toupper(static_cast<unsigned char>(*C)));
  return Text;
}

void checkObeyed(const Op &O, const Stage &S) {
  HEXLOOM_CHECK(O.Schedule.Stage.empty() || S.Kind.word() == O.Schedule.Stage,
                "the plan's output stage " + O.Schedule.Stage + " was not proven again: " + S.Kind.word());
}

bool runsStages(Target T) { return missingInstruction("vsat.w.w, vmpy.h.vh, vmpyo.w.h, vasr.w.w, vasr.h.h", T).empty(); }
bool rescalesVectors(Target T) { return missingInstruction("vrqw.w.vw.vw", T).empty(); }

Fields stageFields(const StageKind &K, const std::string &Prefix) {
  return {{Prefix + "form", formText(K)},
          {Prefix + "two_sided", K.TwoSided ? "1" : "0"},
          {Prefix + "flipped", K.Flipped ? "1" : "0"},
          {Prefix + "words", std::to_string(K.WordShift)},
          {Prefix + "halves", std::to_string(K.HalfShift)}};
}

int stagePackets(const StageKind &K) {
  switch (K.Kind) {
#define FORM(NAME, BITS, BASE, GRAIN, NARROW, WORDS, PACKETS, DESCRIPTION)                         \
  case Form::NAME:                                                                                 \
    return PACKETS;
#include "stages/forms.def"
  case Form::Reference:
    break;
  }
  return 0;
}

int stageChain(const StageKind &K) {
  constexpr int kShortest = 20, kTwoSided = 3;
  const int More = K.Kind == Form::Narrow15   ? 0
                   : K.Kind == Form::Narrow16 ? 2
                   : K.Kind == Form::Narrow31 ? 4
                   : K.Kind == Form::Full31   ? 7
                                              : 14;
  return kShortest + More + (K.TwoSided ? kTwoSided : 0);
}

int stageVectorsOf(const StageKind &K) { return K.isReference() ? 0 : K.TwoSided ? 4 : 2; }

std::array<int32_t, 4> stageWords(const StageKind &K, const StageLane &L) {
  const auto Twice = [](int64_t Value) { return static_cast<int32_t>((Value & 0xffff) | static_cast<int64_t>(static_cast<uint64_t>(Value) << 16)); };
  const bool Is15 = K.Kind == Form::Narrow15, Is16 = K.Kind == Form::Narrow16;
  const auto Word = [&](int64_t Value) { return Is15 ? Twice(Value) : static_cast<int32_t>(Value); };
  return {Is16 ? Twice(L.Multiplier) : Word(L.Multiplier), Word(L.Constant), Word(L.Negative), Word(L.Offset)};
}

std::vector<int32_t> stageVectors(const Stage &S, int First, int Lanes) {
  std::vector<int32_t> Words;
  for (int Row = 0; Row < stageVectorsOf(S.Kind); ++Row)
    for (int Lane = First; Lane < First + Lanes; ++Lane)
      Words.push_back(Lane < static_cast<int>(S.Lanes.size()) ? stageWords(S.Kind, S.Lanes[Lane])[Row] : 0);
  return Words;
}

int32_t stageOffset(const Stage &S, int Channel) {
  return S.Kind.isReference() ? 0 : static_cast<int32_t>(S.Lanes.at(Channel).Offset);
}

} // namespace hexloom
