// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The summary of --stats.
#include "Report.h"
#include "Totals.h"

using namespace swiftdsp;

static double ratio(uint64_t A, uint64_t B) { return B ? double(A) / double(B) : 0; }
static unsigned long long number(uint64_t N) { return N; }

void swiftdsp::printSummary(const Simulator &S, std::FILE *Out) {
  Totals T;
  for (const auto &P : S.program().packets())
    if (P)
      for (const auto &[Layer, C] : P->ByLayer)
        T.add(*P, C);
  std::fprintf(Out, "packets        %14llu\n", number(T.Packets));
  std::fprintf(Out, "instructions   %14llu  %.2f a packet\n", number(T.Instructions), ratio(T.Instructions, T.Packets));
  std::fprintf(Out, "cycles         %14llu\n", number(S.cycles()));
  std::fprintf(Out, "stalls         %14llu\n", number(T.stalls()));
  for (unsigned I = 0; I != NumCauses; ++I)
    if (T.Stalls[I])
      std::fprintf(Out, "  %-15s %11llu  %s\n", CauseRows[I].Key, number(T.Stalls[I]), CauseRows[I].Text);
  std::fprintf(Out, "MAC (8 bit)    %14llu  %.1f a packet\n", number(T.Macs), ratio(T.Macs, T.Packets));
  std::fprintf(Out, "slots, share of packets:");
  for (unsigned I = 0; I != 8; ++I)
    std::fprintf(Out, " %u: %.1f%%", I, 100 * ratio(T.Slots[I], T.Packets));
  std::fputc('\n', Out);
}
