// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Layers.h.
#include "Layers.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <tuple>

using namespace swiftdsp;

static bool parse(const std::string &Name, NetworkLayer &L) {
  for (size_t At = Name.find("_op"); At != std::string::npos; At = Name.find("_op", At + 1)) {
    size_t First = At + 3, Last = First;
    while (Last < Name.size() && std::isdigit((unsigned char)Name[Last]))
      ++Last;
    size_t Letters = Last; // of a further layer of one operator
    while (Letters < Name.size() && std::islower((unsigned char)Name[Letters]))
      ++Letters;
    if (At == 0 || Last - First < 3 || Last - First > 9 || Letters + 1 >= Name.size() || Name[Letters] != '_')
      continue;
    L = {Name.substr(0, At), Name.substr(At + 1), unsigned(std::atoi(Name.c_str() + First))};
    return true;
  }
  return false;
}

/// Indices of functions that F transfers control to directly.
static std::set<size_t> callees(Program &P, const Memory &Mem, const Function &F) {
  std::set<size_t> Out;
  for (uint32_t Address = F.Low; Address < F.High;) {
    const Packet *Found;
    try {
      Found = P.packetAt(Address, Mem);
    } catch (const Stop &) { // data or padding between functions
      break;
    }
    for (size_t K = 0; K != Found->Text.size(); ++K) {
      const Decoded &D = Found->Text[K];
      if (!(D.Inst->Flags & (BRANCH | CALL)) || (D.Inst->Flags & INDIRECT))
        continue;
      const Function *To = P.functionAt(Address + 4 * uint32_t(K) + uint32_t(D.Values[Imm]));
      if (To && To != &F)
        Out.insert(size_t(To - P.functions().data()));
    }
    Address = Found->End;
  }
  return Out;
}

static auto key(const NetworkLayer &L) { return std::tie(L.Network, L.Index, L.Name); }

void Layers::find(Program &P, const Memory &Mem) {
  const std::vector<Function> &Functions = P.functions();
  OfFunction.assign(Functions.size(), Keep);
  NetworkLayer L;
  for (const Function &F : Functions)
    if (parse(F.Name, L))
      List.push_back(L);
  std::sort(List.begin(), List.end(), [](const auto &A, const auto &B) { return key(A) < key(B); });
  std::vector<std::set<size_t>> Callers(Functions.size());
  std::vector<size_t> Work;
  for (size_t I = 0; I != Functions.size(); ++I) {
    for (size_t Callee : callees(P, Mem, Functions[I]))
      Callers[Callee].insert(I);
    if (Functions[I].Name == "_start" || Functions[I].Name == "main")
      OfFunction[I] = None;
    if (!parse(Functions[I].Name, L))
      continue;
    for (size_t K = 0; K != List.size(); ++K)
      if (key(List[K]) == key(L))
        OfFunction[I] = int(K);
    Work.push_back(I);
  }
  // Whoever reaches a layer by direct calls ends it when it runs again.
  std::vector<bool> Seen(Functions.size());
  while (!Work.empty()) {
    size_t F = Work.back();
    Work.pop_back();
    for (size_t Caller : Callers[F])
      if (OfFunction[Caller] < 0 && !Seen[Caller]) {
        Seen[Caller] = true;
        OfFunction[Caller] = None;
        Work.push_back(Caller);
      }
  }
}

int Layers::layerOf(const Program &P, uint32_t Address) const {
  const Function *F = P.functionAt(Address);
  return F ? OfFunction[size_t(F - P.functions().data())] : Keep;
}

bool Layers::isDriver(const std::string &FunctionName) const {
  return std::any_of(List.begin(), List.end(), [&](const NetworkLayer &L) {
    return FunctionName.compare(0, L.Network.size() + 1, L.Network + "_") == 0;
  });
}
