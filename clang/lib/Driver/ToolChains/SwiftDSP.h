//===--- SwiftDSP.h - From C to a program for SwiftDSP ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No operating system, no C library of its own: clang assembles by itself, ld.lld links with the
// start file, the helper routines and the linker script of ../lib/swiftdsp beside the folder of
// clang.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_SWIFTDSP_H
#define LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_SWIFTDSP_H

#include "clang/Driver/Tool.h"
#include "clang/Driver/ToolChain.h"

namespace clang {
namespace driver {

namespace tools::swiftdsp {

class LLVM_LIBRARY_VISIBILITY Linker : public Tool {
public:
  Linker(const ToolChain &TC) : Tool("swiftdsp::Linker", "ld.lld", TC) {}
  bool isLinkJob() const override { return true; }
  bool hasIntegratedCPP() const override { return false; }
  void ConstructJob(Compilation &C, const JobAction &JA, const InputInfo &Output,
                    const InputInfoList &Inputs, const llvm::opt::ArgList &Args,
                    const char *LinkingOutput) const override;
};

} // namespace tools::swiftdsp

namespace toolchains {

class LLVM_LIBRARY_VISIBILITY SwiftDSPToolChain : public ToolChain {
public:
  SwiftDSPToolChain(const Driver &D, const llvm::Triple &Triple, const llvm::opt::ArgList &Args);

  bool isBareMetal() const override { return true; }
  bool isPICDefault() const override { return false; }
  bool isPIEDefault(const llvm::opt::ArgList &Args) const override { return false; }
  bool isPICDefaultForced() const override { return true; }
  bool SupportsProfiling() const override { return false; }
  const char *getDefaultLinker() const override { return "ld.lld"; }
  RuntimeLibType GetDefaultRuntimeLibType() const override { return ToolChain::RLT_CompilerRT; }
  UnwindLibType GetUnwindLibType(const llvm::opt::ArgList &Args) const override {
    return UNW_None;
  }
  void AddClangSystemIncludeArgs(const llvm::opt::ArgList &DriverArgs,
                                 llvm::opt::ArgStringList &CC1Args) const override;
  void addClangTargetOptions(const llvm::opt::ArgList &DriverArgs,
                             llvm::opt::ArgStringList &CC1Args,
                             Action::OffloadKind) const override;
  /// The start file, the libraries, the linker script; include/ has headers.
  std::string libraryFolder() const;

protected:
  Tool *buildLinker() const override;
};

} // namespace toolchains
} // namespace driver
} // namespace clang

#endif
