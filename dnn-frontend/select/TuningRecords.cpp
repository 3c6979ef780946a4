// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/TuningRecords.h"
#include "ir/Text.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Quote.h"

#include <algorithm>
#include <set>

namespace hexloom {

// As utils/runmodel/database.py has them.
static constexpr std::string_view kHeader = "hexloom tuning 1";
static constexpr size_t kMostBytes = 64 << 20, kMostField = 8192, kMostDigits = 16, kFields = 5;
static constexpr int64_t kMostCycles = int64_t(1) << 50;

static std::string classOf(const Tensor &T) {
  std::string Class = std::string(text(T.Type)) + "[" + (T.Dims.empty() ? "" : text(T.Dims)) + "]";
  if (T.Quant.present()) {
    const bool IsZero = std::all_of(T.Quant.ZeroPoints.begin(), T.Quant.ZeroPoints.end(), [](int64_t Z) { return Z == 0; });
    Class += std::string(T.Quant.perChannel() ? " scales" : " scale") + (IsZero ? " zero=0" : " zero");
  }
  return Class + (T.Layout == Layout::RowMajor ? "" : std::string(" layout=") + text(T.Layout));
}

static bool isField(std::string_view Text) {
  return !Text.empty() && Text.size() <= kMostField && std::all_of(Text.begin(), Text.end(), [](char C) { return C >= ' ' && C <= '~'; });
}

std::string tuningKey(const Graph &G, const Op &O) {
  const auto Reads = [&](TensorId Id) { return Id != kNoTensor && !G.Tensors[Id].isConst(); };
  if (!O.Regions.empty() || O.Outputs.empty() || std::none_of(O.Inputs.begin(), O.Inputs.end(), Reads))
    return "";
  const auto Side = [&](const std::vector<TensorId> &Ids) {
    std::string Text;
    for (const TensorId Id : Ids)
      Text += (Text.empty() ? "" : ", ") + (Id == kNoTensor ? "none" : classOf(G.Tensors[Id]));
    return Text;
  };
  const std::string Attributes = attributesText(O);
  const std::string Key = std::string(text(O.Kind)) + "(" + Side(O.Inputs) + ")" + (Attributes.empty() ? "" : " " + Attributes) + " -> " + Side(O.Outputs);
  return isField(Key) ? Key : "";
}

std::vector<Plan> offeredPlans(const Graph &G, const Op &O, Target T, Compilation &Shared) {
  Op Free = O;
  Free.Schedule = {};
  std::vector<Plan> Plans = plansFor(G, Free, T, Shared);
  const auto Is = [&](const Plan &P) { return P.Rejected.empty() && isTaken(G, O, P); };
  return std::any_of(Plans.begin(), Plans.end(), Is) ? Plans : plansFor(G, O, T, Shared);
}

/// "kernel=conv2d_vrmpy schedule={tile=8x32}"
static std::string wordsOf(const Plan &P) {
  std::string Fields;
  for (const auto &[Name, Value] : P.Schedule.fields())
    Fields += (Fields.empty() ? "" : ", ") + Name + "=" + Value;
  return std::string("kernel=") + P.Kernel->Name + (Fields.empty() ? "" : " schedule={" + Fields + "}");
}

/// The fields of a record; none: it is not one.
static std::vector<std::string_view> fieldsOf(std::string_view Line) {
  std::vector<std::string_view> Fields;
  for (size_t At = 0; At <= Line.size() && Fields.size() <= kFields;) {
    const size_t End = std::min(Line.find('\t', At), Line.size());
    Fields.push_back(Line.substr(At, End - At));
    At = End + 1;
  }
  const auto IsDigit = [](char C) { return C >= '0' && C <= '9'; };
  if (Fields.size() != kFields || !std::all_of(Fields.begin(), Fields.end(), isField) || Fields[4].size() > kMostDigits ||
      !std::all_of(Fields[4].begin(), Fields[4].end(), IsDigit) || std::stoll(std::string(Fields[4])) > kMostCycles)
    return {};
  return Fields;
}

TuningRecords::TuningRecords(const std::string &Path, const std::string &Of) {
  const std::vector<uint8_t> Content = readFile(Path);
  const std::string Name = printable(Path);
  if (Content.size() > kMostBytes)
    throw UserError(strf("%s: more than %zu bytes", Name.c_str(), kMostBytes));
  const std::string_view All(reinterpret_cast<const char *>(Content.data()), Content.size());
  std::string Only = Of;
  size_t Number = 1;
  for (size_t At = 0, End; (End = All.find('\n', At)) != std::string_view::npos; At = End + 1, ++Number) {
    const std::string_view Line = All.substr(At, End - At);
    if (Number == 1) {
      if (Line != kHeader)
        throw UserError(Name + ":1: '" + std::string(kHeader) + "' is not its first line");
      continue;
    }
    const std::vector<std::string_view> Fields = fieldsOf(Line);
    if (Fields.empty())
      throw UserError(strf("%s:%zu: no record of machine, compiler, layer, plan and cycles", Name.c_str(), Number));
    const std::string By = std::string(Fields[0]) + "," + std::string(Fields[1]);
    if (Only.empty())
      Only = By;
    if (By == Only)
      Known[std::string(Fields[2])][std::string(Fields[3])] = std::stoll(std::string(Fields[4]));
    else if (Of.empty())
      throw UserError(strf("%s:%zu: records of '%s' stand beside others of '%s': --database-for says which", Name.c_str(), Number,
                           printable(By).c_str(), printable(Only).c_str()));
  }
  if (Number == 1 && !All.empty())
    throw UserError(Name + ":1: '" + std::string(kHeader) + "' is not its first line");
}

int64_t TuningRecords::apply(Graph &G, Target T, Compilation &Shared) const {
  int64_t Changed = 0;
  for (Op &O : G.Ops) {
    const auto Found = Known.find(tuningKey(G, O));
    if (Found == Known.end())
      continue;
    payFor(G, O, Shared.Purse);
    const std::vector<Plan> Plans = offeredPlans(G, O, T, Shared);
    const auto Own = std::find_if(Plans.begin(), Plans.end(), [&](const Plan &P) { return P.Rejected.empty() && isTaken(G, O, P); });
    const auto CyclesOf = [&](const Plan &P) {
      const auto Its = Found->second.find(wordsOf(P));
      return Its == Found->second.end() ? kMostCycles + 1 : Its->second;
    };
    if (Own == Plans.end() || CyclesOf(*Own) > kMostCycles)
      continue;
    const Plan *Best = &*Own;
    for (const Plan &P : Plans) // no more constants than the choice has: these are bounded for all operators together
      if (P.Rejected.empty() && layoutText(G, O, P) == layoutText(G, O, *Own) && P.RepeatedBytes <= Own->RepeatedBytes && CyclesOf(P) < CyclesOf(*Best))
        Best = &P;
    Changed += Best != &*Own;
    O.Kernel = Best->Kernel->Name;
    O.Schedule = Best->Schedule;
    O.Cycles = Best->cycles();
  }
  return Changed;
}

} // namespace hexloom
