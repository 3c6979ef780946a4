//===--- SwiftDSP.cpp - From C to a program for SwiftDSP ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ToolChains/SwiftDSP.h"
#include "ToolChains/CommonArgs.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/DriverDiagnostic.h"
#include "clang/Driver/InputInfo.h"
#include "clang/Driver/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"

using namespace clang::driver;
using namespace clang::driver::toolchains;
using namespace llvm::opt;
using llvm::SmallString;

SwiftDSPToolChain::SwiftDSPToolChain(const Driver &D, const llvm::Triple &Triple,
                                     const ArgList &Args)
    : ToolChain(D, Triple, Args) {
  getProgramPaths().push_back(D.Dir);
  getFilePaths().push_back(libraryFolder());
}

std::string SwiftDSPToolChain::libraryFolder() const {
  const Driver &D = getDriver();
  SmallString<128> Folder(D.SysRoot);
  if (Folder.empty()) {
    Folder = llvm::sys::path::parent_path(D.Dir);
    llvm::sys::path::append(Folder, "lib", "swiftdsp");
  } else {
    llvm::sys::path::append(Folder, "lib");
  }
  return std::string(Folder);
}

void SwiftDSPToolChain::AddClangSystemIncludeArgs(const ArgList &DriverArgs,
                                                  ArgStringList &CC1Args) const {
  if (DriverArgs.hasArg(options::OPT_nostdinc))
    return;
  if (!DriverArgs.hasArg(options::OPT_nobuiltininc)) {
    SmallString<128> Own(getDriver().ResourceDir);
    llvm::sys::path::append(Own, "include");
    addSystemInclude(DriverArgs, CC1Args, Own);
  }
  if (!DriverArgs.hasArg(options::OPT_nostdlibinc)) {
    SmallString<128> Folder(libraryFolder());
    llvm::sys::path::append(Folder, "include");
    addSystemInclude(DriverArgs, CC1Args, Folder);
  }
}

void SwiftDSPToolChain::addClangTargetOptions(const ArgList &DriverArgs, ArgStringList &CC1Args,
                                              Action::OffloadKind) const {
  CC1Args.push_back("-nostdsysteminc");
  if (!DriverArgs.hasFlag(options::OPT_fuse_cxa_atexit, options::OPT_fno_use_cxa_atexit, false))
    CC1Args.push_back("-fno-use-cxa-atexit");
}

Tool *SwiftDSPToolChain::buildLinker() const { return new tools::swiftdsp::Linker(*this); }

void tools::swiftdsp::Linker::ConstructJob(Compilation &C, const JobAction &JA,
                                           const InputInfo &Output, const InputInfoList &Inputs,
                                           const ArgList &Args, const char *LinkingOutput) const {
  const auto &TC = static_cast<const SwiftDSPToolChain &>(getToolChain());
  // There is no loader: a program is linked to its addresses.
  if (const Arg *Moved =
          Args.getLastArg(options::OPT_shared, options::OPT_pie, options::OPT_static_pie))
    TC.getDriver().Diag(clang::diag::err_drv_unsupported_opt_for_target)
        << Moved->getAsString(Args) << TC.getTriple().getArchName();
  Args.ClaimAllArgs(options::OPT_no_pie);
  bool Relocatable = Args.hasArg(options::OPT_r);
  bool DefaultLibs =
      !Relocatable && !Args.hasArg(options::OPT_nostdlib, options::OPT_nodefaultlibs);
  bool StartFiles = !Relocatable && !Args.hasArg(options::OPT_nostdlib, options::OPT_nostartfiles);

  ArgStringList CmdArgs;
  if (!Relocatable) {
    CmdArgs.push_back("-static");
    CmdArgs.push_back("--gc-sections");
  }
  Args.addAllArgs(CmdArgs, {options::OPT_L, options::OPT_e, options::OPT_r, options::OPT_s,
                            options::OPT_t, options::OPT_u, options::OPT_T_Group});
  TC.AddFilePathLibArgs(Args, CmdArgs);
  if (StartFiles)
    CmdArgs.push_back(Args.MakeArgString(TC.GetFilePath("crt0.o")));
  AddLinkerInputs(TC, Inputs, Args, CmdArgs, JA);
  if (DefaultLibs) {
    CmdArgs.push_back("--start-group");
    CmdArgs.push_back("-lswiftdsp");
    CmdArgs.push_back("-lclang_rt.builtins-swiftdsp");
    CmdArgs.push_back("--end-group");
  }
  if (!Relocatable && !Args.hasArg(options::OPT_T)) {
    CmdArgs.push_back("-T");
    CmdArgs.push_back(Args.MakeArgString(TC.GetFilePath("swiftdsp.ld")));
  }
  CmdArgs.push_back("-o");
  CmdArgs.push_back(Output.getFilename());
  C.addCommand(std::make_unique<Command>(JA, *this, ResponseFileSupport::AtFileCurCP(),
                                         Args.MakeArgString(TC.GetLinkerPath()), CmdArgs, Inputs,
                                         Output));
}
