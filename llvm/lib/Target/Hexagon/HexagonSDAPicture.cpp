//===- HexagonSDAPicture.cpp - A region's picture in a file ---------------===//

#include "HexagonSDAPicture.h"
#include "HexagonSDARegion.h"
#include "HexagonSoftDeps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/SDA/IDGDump.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

/// A function may be called anything; a file not.
static std::string fileName(StringRef Title) {
  std::string Name = Title.str();
  for (char &C : Name)
    if (!isAlnum(C) && C != '.' && C != '_' && C != '-' && C != '$')
      C = '_';
  return Name + ".dot";
}

/// The instruction without what is said by its opcode: implicit operands and memory operands.
static std::string nodeText(const MachineInstr &MI) {
  std::string Text;
  raw_string_ostream(Text) << MI;
  StringRef Short = StringRef(Text).split(" ::").first;
  for (const char *Implicit : {", implicit", " implicit"})
    Short = Short.split(Implicit).first;
  return Short.trim().str();
}

void llvm::writeHexagonPicture(const HexagonRegion &R, const sda::IDG &G, const sda::Packing &P,
                               ArrayRef<sda::Choice> Choices, StringRef How) {
  sda::PictureText Text;
  Text.Title = (R.MBB->getParent()->getName() + "." + Twine(R.MBB->getNumber()) + "." +
                Twine(R.Number))
                   .str();
  Text.Subtitle = How.str();
  auto Node = [&](unsigned N) { return nodeText(*R.Instrs[N]); };
  auto SoftClass = [](uint8_t C) { return std::string(softDepName(SoftDep(C))); };
  Text.Node = Node;
  Text.SoftClass = SoftClass;
  Text.Choices = Choices;
  SmallString<128> Path(sda::dumpFolder());
  std::error_code Error = sys::fs::create_directories(Path);
  sys::path::append(Path, fileName(Text.Title));
  if (!Error) {
    raw_fd_ostream OS(Path, Error);
    if (!Error)
      sda::writeDot(OS, G, P, Text);
  }
  if (Error)
    report_fatal_error("-sda-dump-idg: cannot write " + Path + ": " + Error.message(),
                       /*gen_crash_diag=*/false);
}
