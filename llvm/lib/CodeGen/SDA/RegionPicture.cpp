//===- SDA/RegionPicture.cpp - A region's picture in a file ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/RegionPicture.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/AssemblyText.h"
#include "llvm/CodeGen/SDA/IDGDump.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"

namespace llvm::sda {

/// A function may be called anything; a file not. Names that cannot stay as they are get a hash,
/// which keeps those apart that look alike.
static std::string fileName(StringRef Function, StringRef Place) {
  constexpr size_t MaxLength = 160;
  std::string Name = Function.take_front(MaxLength).str();
  for (char &C : Name)
    if (!isAlnum(C) && C != '.' && C != '_' && C != '-' && C != '$')
      C = '_';
  if (Name != Function)
    Name += "-" + utohexstr(MD5Hash(Function), /*LowerCase=*/true, 16);
  return Name + Place.str() + ".dot";
}

/// Block and number of a region in its function.
static std::string place(const Region &R) {
  return ("." + Twine(R.MBB->getNumber()) + "." + Twine(R.Number)).str();
}

std::string regionName(const Region &R) { return (R.MBB->getParent()->getName() + place(R)).str(); }

static void eraseAll(std::string &Text, StringRef What) {
  for (size_t At; (At = Text.find(What.data(), 0, What.size())) != std::string::npos;)
    Text.erase(At, What.size());
}

/// The instruction in LLVM's words, for one that has no text yet. What its opcode says anyway is
/// left out, and what interests the register allocator alone.
static std::string machineText(const MachineInstr &MI) {
  std::string Text;
  raw_string_ostream(Text) << MI;
  StringRef Short = StringRef(Text).split(" ::").first;
  for (const char *Implicit : {", implicit", " implicit"})
    Short = Short.split(Implicit).first;
  Text = Short.trim().str();
  eraseAll(Text, "renamable ");
  eraseAll(Text, "(tied-def 0)");
  return Text;
}

void writePicture(const SDATarget &T, const Region &R, const IDG &G, const Packing &P,
                               ArrayRef<Choice> Choices, StringRef How) {
  PictureText Text;
  Text.Title = regionName(R);
  Text.Subtitle = How.str();
  AssemblyText Assembly(T);
  auto Node = [&](unsigned N) {
    std::string Written = Assembly.of(*R.Instrs[N]);
    return Written.empty() ? machineText(*R.Instrs[N]) : Written;
  };
  auto SoftClass = [&](uint8_t C) { return T.softClassName(C); };
  Text.Node = Node;
  Text.SoftClass = SoftClass;
  Text.Choices = Choices;
  constexpr unsigned MostRows = 20; // about two screens
  std::error_code Error = sys::fs::create_directories(dumpFolder());
  const std::vector<PicturePage> Pages = picturePages(P.size(), MostRows);
  for (unsigned I = 0; I != Pages.size(); ++I) {
    SmallString<128> Path(dumpFolder());
    const std::string Number = I ? ".page" + std::to_string(I + 1) : "";
    sys::path::append(Path, fileName(R.MBB->getParent()->getName(), place(R) + Number));
    if (!Error) {
      raw_fd_ostream OS(Path, Error);
      if (!Error)
        writeDot(OS, G, P, Text, Pages[I]);
    }
    if (Error)
      return T.MF.getFunction().getContext().emitError("-sda-dump-idg: cannot write " + Path +
                                                       ": " + Error.message());
  }
}

} // namespace llvm::sda
