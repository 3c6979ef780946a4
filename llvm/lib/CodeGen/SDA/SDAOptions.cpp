//===- SDAOptions.cpp - What -sda-pack asks for ---------------------------===//

#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using sda::PackMode;

static cl::opt<PackMode> Pack(
    "sda-pack", cl::ValueOptional, cl::init(PackMode::Off),
    cl::desc("Packetizer that is aware of soft dependences:"),
    cl::values(
        clEnumValN(PackMode::Off, "off", "the target's stock packetizer (default)"),
        clEnumValN(PackMode::SoftToHard, "soft-to-hard",
                   "treat every soft dependence as a hard one"),
        clEnumValN(PackMode::SoftToNone, "soft-to-none",
                   "let soft dependences cost nothing"),
        clEnumValN(PackMode::SDA, "sda",
                   "let a soft dependence cost the stall that it causes"),
        clEnumValN(PackMode::Optimal, "optimal",
                   "search for the provably best packing of each region"),
        clEnumValN(PackMode::SDA, "", "the same as -sda-pack=sda")));

PackMode sda::packMode() { return Pack; }
