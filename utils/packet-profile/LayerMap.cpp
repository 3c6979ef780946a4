// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See LayerMap.h.
#include "LayerMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include <set>

using namespace llvm;
using namespace profile;

/// Functions that \p F transfers control to directly.
static std::set<const Function *> calleesOf(Program &Prog, const Function &F) {
  std::set<const Function *> Out;
  for (uint32_t Address = F.Low; Address < F.High;) {
    Expected<const Packet *> P = Prog.packetAt(Address);
    if (!P) { // data or padding between functions
      consumeError(P.takeError());
      break;
    }
    for (const Branch &B : (*P)->Branches)
      if (B.How == Branch::Direct)
        if (const Function *Target = Prog.functionAt(B.Target); Target && Target != &F)
          Out.insert(Target);
    Address = (*P)->end();
  }
  return Out;
}

void profile::printLayerMap(Program &Prog, raw_ostream &OS) {
  std::map<const Function *, std::set<const Function *>> Callers;
  std::vector<const Function *> Work;
  std::set<const Function *> Drivers;
  for (const Function &F : Prog.functions()) {
    for (const Function *Callee : calleesOf(Prog, F))
      Callers[Callee].insert(&F);
    if (F.Layer >= 0)
      Work.push_back(&F);
    if (StringSwitch<bool>(F.Name).Cases("_start", "main", true).Default(false))
      Drivers.insert(&F);
  }
  while (!Work.empty()) {
    const Function *F = Work.back();
    Work.pop_back();
    for (const Function *Caller : Callers[F])
      if (Caller->Layer < 0 && Drivers.insert(Caller).second)
        Work.push_back(Caller);
  }
  for (const Function &F : Prog.functions())
    if (F.Layer >= 0 || Drivers.count(&F))
      OS << format("%x %x %d\n", F.Low, F.High, F.Layer);
}
