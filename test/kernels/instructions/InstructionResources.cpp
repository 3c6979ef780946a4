// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// build/bin/instruction-resources: what the table of instructions says of Hexagon's packets, as JSON: of each row its template, the
// resources of its instructions, and the packets from a sum of words to the row by each of its vector operands, and from the row
// to a rotation; and which resources, up to four, have room in a packet. See resources.test.
#include "instructions/Machine.h"
#include "machine/Processor.h"

#include <cstdio>
#include <set>

using namespace hexloom;

namespace {

constexpr int kStages = static_cast<int>(hexagon::fact("vector.stages_per_packet"));

std::string quoted(const std::string &Text) { return "\"" + Text + "\""; }

void printRow(const Instruction &I, const InstructionTemplate &T) {
  const std::string Kinds = kindsOf(I.Operands);
  std::string Needs, Waits;
  for (const Resource *Each : T.Needs)
    Needs += (Needs.empty() ? "" : ", ") + quoted(Each->Text);
  for (size_t K = I.Computes.readsResult() ? 0 : 1; K < Kinds.size(); ++K)
    if (Kinds[K] != 'R' && Kinds[K] != 'P')
      Waits += (Waits.empty() ? "" : ", ") + std::to_string(packetsBetween(resourceNamed("alu"), *T.Needs[0], K == 0, kStages));
  std::printf("  {\"name\": %s, \"kinds\": %s, \"accumulates\": %s, \"c\": %s, \"needs\": [%s], \"waits\": [%s], \"result\": %d}", quoted(I.Name).c_str(),
              quoted(Kinds).c_str(), I.Computes.readsResult() ? "true" : "false", quoted(T.C).c_str(), Needs.c_str(), Waits.c_str(),
              packetsBetween(*T.Needs[0], resourceNamed("permute"), false, kStages));
}

void printPackets(std::vector<const Resource *> Packet, const std::vector<const Resource *> &All, size_t From, const char *&Comma) {
  for (size_t I = From; I < All.size() && Packet.size() < 4; ++I) {
    Packet.push_back(All[I]);
    std::string Names;
    for (const Resource *Each : Packet)
      Names += (Names.empty() ? "" : ", ") + quoted(Each->Text);
    std::printf("%s\n  {\"packet\": [%s], \"fits\": %s}", Comma, Names.c_str(), fitTogether(Packet) ? "true" : "false");
    Comma = ",";
    printPackets(Packet, All, I, Comma);
    Packet.pop_back();
  }
}

} // namespace

int main() {
  std::set<std::string> Names;
  const char *Comma = "";
  std::printf("{\"rows\": [\n");
  for (const Instruction &I : allInstructions())
    if (const InstructionTemplate *T = I.on(Target::Hexagon)) {
      std::printf("%s", Comma);
      printRow(I, *T);
      Comma = ",\n";
      for (const Resource *Each : T->Needs)
        Names.insert(Each->Text);
    }
  std::vector<const Resource *> All;
  for (const std::string &Name : Names)
    if (Name != "none")
      All.push_back(&resourceNamed(Name));
  std::printf("\n], \"packets\": [");
  printPackets({}, All, 0, Comma = "");
  std::printf("\n]}\n");
  return 0;
}
