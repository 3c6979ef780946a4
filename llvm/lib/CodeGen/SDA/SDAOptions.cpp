//===- SDAOptions.cpp - What -sda-pack asks for ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/DebugCounter.h"
#include <algorithm>

using namespace llvm;
using sda::PackMode;

static cl::opt<PackMode> Pack(
    "sda-pack", cl::ValueOptional, cl::init(PackMode::Off),
    cl::desc("Packetizer that is aware of soft dependences:"),
    cl::values(
        clEnumValN(PackMode::Off, "off", "the target's stock packetizer (Hexagon's default)"),
        clEnumValN(PackMode::Published, "published",
                   "GCD2's algorithm 1 as printed, with nothing added"),
        clEnumValN(PackMode::PublishedSoftToHard, "published-soft-to-hard",
                   "the same with every soft dependence a hard one"),
        clEnumValN(PackMode::PublishedSoftToNone, "published-soft-to-none",
                   "the same without the penalty in the score"),
        clEnumValN(PackMode::SoftToHard, "soft-to-hard",
                   "treat every soft dependence as a hard one"),
        clEnumValN(PackMode::SoftToNone, "soft-to-none",
                   "let soft dependences cost nothing"),
        clEnumValN(PackMode::SDA, "sda",
                   "let a soft dependence cost the stall that it causes (SwiftDSP's default)"),
        clEnumValN(PackMode::Optimal, "optimal",
                   "search for the provably best packing of each region"),
        clEnumValN(PackMode::SDA, "", "the same as -sda-pack=sda")));

using sda::Technique;

namespace {
enum class UpTo {
  None = -1,
#define SDA_TECHNIQUE(Id, Name, What) Id,
#include "llvm/CodeGen/SDA/SDATechniques.def"
  All
};
} // namespace

static cl::opt<UpTo> Techniques(
    "sda-techniques", cl::Hidden, cl::init(UpTo::All),
    cl::desc("Of what -sda-pack=sda and optimal add to the published algorithm, only what comes "
             "up to:"),
    cl::values(clEnumValN(UpTo::None, "none", "nothing"),
#define SDA_TECHNIQUE(Id, Name, What) clEnumValN(UpTo::Id, Name, What),
#include "llvm/CodeGen/SDA/SDATechniques.def"
               clEnumValN(UpTo::All, "all", "all of it (default)")));

static PackMode Absent = PackMode::Off;

sda::DefaultMode::DefaultMode(PackMode Mode) { Absent = Mode; }

sda::DefaultMode::~DefaultMode() { Absent = PackMode::Off; }

PackMode sda::packMode() { return Pack.getNumOccurrences() ? Pack : Absent; }

bool sda::softToHard() {
  return packMode() == PackMode::SoftToHard || packMode() == PackMode::PublishedSoftToHard;
}

bool sda::softToNone() {
  return packMode() == PackMode::SoftToNone || packMode() == PackMode::PublishedSoftToNone;
}

bool sda::uses(Technique T) {
  switch (packMode()) {
  case PackMode::SDA:
  case PackMode::Optimal:
    return int(T) <= int(Techniques.getValue());
  // The pass by itself (-run-pass) packs regions and leaves programs as they are.
  case PackMode::Off:
    return T < Technique::Search;
  // The paper's comparisons in our setting, but for what would not compare.
  case PackMode::SoftToHard:
  case PackMode::SoftToNone:
    return T == Technique::Hints || T == Technique::Neighbours || T == Technique::Weights ||
           T == Technique::Rename;
  default:
    return false;
  }
}

StringRef sda::techniquesProblem() {
  const PackMode Mode = packMode();
  if (!Techniques.getNumOccurrences() || Mode == PackMode::SDA || Mode == PackMode::Optimal)
    return "";
  return "-sda-techniques is for -sda-pack=sda and -sda-pack=optimal: the other modes have "
         "techniques of their own, or none";
}

static cl::opt<unsigned> IssueLimit(
    "sda-issue-limit", cl::init(~0u), cl::Hidden,
    cl::desc("Instructions in a packet at most (to find a fault by bisection)"));

DEBUG_COUNTER(RegionCounter, "sda-region",
              "Which regions are packed; the others stay as they came");
DEBUG_COUNTER(RewriteCounter, "sda-rewrite", "Which regions that gain by it get another program");
DEBUG_COUNTER(RotateCounter, "sda-rotate",
              "Which loops that gain by it begin the next iteration in this one");

static cl::opt<bool> Verify(
    "sda-verify", cl::Hidden,
    cl::desc("Replay every packed region symbolically and compare it with program order"));

static cl::opt<bool> Rename("sda-rename", cl::init(true), cl::Hidden,
                            cl::desc("Try other registers for values within a region"));

static cl::opt<bool> Peel("sda-peel", cl::init(true), cl::Hidden,
                          cl::desc("Peel the last iteration of a loop that begins the next "
                                   "iteration in this one"));

static cl::opt<cl::boolOrDefault> Versions(
    "sda-versions", cl::Hidden,
    cl::desc("Check in front of a loop whether its pointers are apart (default: with -sda-pack)"));

static cl::opt<std::string> DumpIDG("sda-dump-idg", cl::Hidden, cl::value_desc("folder"),
                                    cl::desc("Write a picture of each packed region (DOT)"));

static cl::opt<unsigned> NodeLimit("sda-optimal-limit", cl::init(20000), cl::Hidden,
                                   cl::desc("Packets that -sda-pack=optimal tries in a region"));

unsigned sda::issueWidth(unsigned Slots) {
  return std::clamp<unsigned>(IssueLimit, 1, Slots);
}

/// -debug-counter. In a release LLVM DebugCounter::shouldExecute() is always true; what it asks is
/// there.
static bool passes(unsigned Counter) {
  return !DebugCounter::isCounterSet(Counter) || DebugCounter::shouldExecuteImpl(Counter);
}

bool sda::enterRegion() { return passes(RegionCounter); }

bool sda::verifyEnabled() { return Verify; }

bool sda::renameEnabled() { return Rename && uses(Technique::Rename); }

bool sda::rotationEnabled() { return uses(Technique::Repeat); }

bool sda::enterRotation() { return passes(RotateCounter); }

bool sda::rewritingEnabled() { return uses(Technique::Rewrite); }

bool sda::enterRewrite() { return passes(RewriteCounter); }

bool sda::peelingEnabled() { return Peel && uses(Technique::Peel); }

bool sda::versionsEnabled() {
  return Versions == cl::BOU_UNSET ? isEnabled() && uses(Technique::Versions)
                                   : Versions == cl::BOU_TRUE;
}

StringRef sda::dumpFolder() { return DumpIDG; }

unsigned sda::optimalNodeLimit() { return NodeLimit; }
