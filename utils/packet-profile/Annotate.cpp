// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Disassembly with counts and stalls.
#include "Report.h"
#include "llvm/Support/Format.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::HexagonTiming;
using namespace profile;

static std::string stallNote(const Totals &T) {
  std::string Note;
  for (unsigned I = 0; I != NumCauses; ++I)
    if (T.Stalls[I])
      Note += std::string(Note.empty() ? "" : ", ") + std::to_string(T.Stalls[I]) + " " +
              causeKey(Cause(I));
  return Note;
}

static void printPacket(const Report &R, const PacketCost &Cost, raw_ostream &OS) {
  const Totals &T = Cost.Sum;
  double Share =
      R.Priced.Total.cycles() ? 100.0 * double(T.cycles()) / double(R.Priced.Total.cycles()) : 0;
  bool First = true;
  for (const std::string &Line : Cost.P->Text) {
    if (First)
      OS << format("%7.2f %12llu %12llu %8x: { ", Share, (unsigned long long)T.Packets,
                   (unsigned long long)T.stalls(), Cost.P->Address);
    else
      OS.indent(44) << "  ";
    OS << Line;
    if (&Line == &Cost.P->Text.back()) {
      OS << " }";
      if (std::string Note = stallNote(T); !Note.empty())
        OS << "   // stalls: " << Note;
    }
    OS << "\n";
    First = false;
  }
}

static void printFunction(const Report &R, const Function &F, const Totals &T, raw_ostream &OS) {
  OS << F.Name
     << format(": %llu packets, %llu stalls, %llu cycles\n", (unsigned long long)T.Packets,
               (unsigned long long)T.stalls(), (unsigned long long)T.cycles());
  OS << "      %        count       stalls  address\n";
  uint32_t Expected = 0;
  for (auto It = R.Priced.Packets.lower_bound(F.Low);
       It != R.Priced.Packets.end() && It->first < F.High; ++It) {
    if (Expected && It->first != Expected)
      OS << "        ... not executed ...\n";
    for (const Loop &L : R.Priced.Loops)
      if (L.Low == It->first)
        OS << format("        loop to %x: %llu iterations, %.2f packets + %.2f stalls = %.2f "
                     "cycles each%s\n",
                     L.High, (unsigned long long)L.Iterations,
                     double(L.Sum.Packets) / double(L.Iterations),
                     double(L.Sum.stalls()) / double(L.Iterations),
                     double(L.Sum.cycles()) / double(L.Iterations), L.Innermost ? "" : " (outer)");
    printPacket(R, It->second, OS);
    Expected = It->second.P->end();
  }
  OS << "\n";
}

Error profile::printAnnotated(const Report &R, unsigned Top, StringRef Only, raw_ostream &OS) {
  unsigned Shown = 0;
  for (const auto &[Name, Sum] : R.Priced.Functions) {
    if ((!Only.empty() && Name != Only) || (Only.empty() && Shown == Top))
      continue;
    for (const Function &F : R.Prog.functions())
      if (F.Name == Name)
        printFunction(R, F, Sum, OS), ++Shown;
  }
  if (!Only.empty() && !Shown)
    return createStringError(inconvertibleErrorCode(), "no function '" + Only + "' was executed");
  return Error::success();
}
