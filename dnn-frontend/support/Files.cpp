// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Files.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace hexloom {

namespace {

using File = std::unique_ptr<FILE, int (*)(FILE *)>;

[[noreturn]] void fail(const char *What, const std::string &Path) {
  throw UserError(strf("cannot %s %s: %s", What, printable(Path).c_str(), std::strerror(errno)));
}

/// Devices and pipes (/dev/null) are written to, never replaced.
bool isSpecial(const std::string &Path) {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 && !S_ISREG(Status.st_mode) && !S_ISDIR(Status.st_mode);
}

bool isDirectory(const std::string &Path) {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 && S_ISDIR(Status.st_mode);
}

/// Messages name `Called`.
void writeContent(const std::string &Path, const std::string &Called, const OutputFile &From) {
  File Out(std::fopen(Path.c_str(), "wb"), std::fclose);
  if (!Out)
    fail("write", Called);
  From.Content([&](const void *Data, size_t Size) {
    if (Size && std::fwrite(Data, 1, Size, Out.get()) != Size)
      fail("write", Called);
  });
  if (std::fclose(Out.release()) != 0)
    fail("write", Called);
}

/// A complete file under a temporary name, which commit() puts in its place; until keep() it is taken back again, and what was
/// there before returns.
class Temporary {
public:
  explicit Temporary(const std::string &Path)
      : Final(Path), Path(Path + strf(".tmp%d", getpid())), Before(Path + strf(".old%d", getpid())) {
    if (isDirectory(Final))
      throw UserError("cannot write " + printable(Final) + ": it is a directory");
  }
  Temporary(const Temporary &) = delete;
  ~Temporary() {
    if (!Kept)
      takeBack();
    std::remove(Path.c_str());
    std::remove(Before.c_str());
  }
  void write(const OutputFile &From) { writeContent(Path, Final, From); }
  void commit() {
    // As a second name, so that a reader always finds one of the files; where the file system has none of that, away.
    HasBefore = link(Final.c_str(), Before.c_str()) == 0 || (errno != ENOENT && std::rename(Final.c_str(), Before.c_str()) == 0);
    if (!HasBefore && errno != ENOENT)
      fail("write", Final);
    if (std::rename(Path.c_str(), Final.c_str()) != 0)
      fail("write", Final);
    IsNew = true;
  }
  void keep() { Kept = true; }

private:
  std::string Final, Path, Before;
  bool HasBefore = false, IsNew = false, Kept = false;

  void takeBack() const {
    if (HasBefore)
      std::rename(Before.c_str(), Final.c_str());
    else if (IsNew)
      std::remove(Final.c_str());
  }
};

} // namespace

std::vector<uint8_t> readFile(const std::string &Path, size_t Most) {
  struct stat Status;
  if (stat(Path.c_str(), &Status) != 0)
    fail("read", Path);
  if (S_ISDIR(Status.st_mode))
    throw UserError("cannot read " + printable(Path) + ": it is a directory");
  File In(std::fopen(Path.c_str(), "rb"), std::fclose);
  if (!In)
    fail("read", Path);
  std::vector<uint8_t> Content;
  uint8_t Block[65536];
  while (const size_t Size = std::fread(Block, 1, sizeof Block, In.get())) {
    if (Size > Most - Content.size())
      throw UserError(strf("%s: more than %zu bytes", printable(Path).c_str(), Most));
    Content.insert(Content.end(), Block, Block + Size);
  }
  if (std::ferror(In.get()))
    fail("read", Path);
  return Content;
}

std::string lastPart(const std::string &Path) {
  const size_t Slash = Path.rfind('/');
  return Slash == std::string::npos ? Path : Path.substr(Slash + 1);
}

void writeFiles(const std::vector<OutputFile> &Files) {
  std::vector<std::unique_ptr<Temporary>> Written;
  for (const OutputFile &F : Files)
    if (!isSpecial(F.Path)) {
      Written.push_back(std::make_unique<Temporary>(F.Path));
      Written.back()->write(F);
    }
  for (std::unique_ptr<Temporary> &T : Written)
    T->commit();
  for (const OutputFile &F : Files) // what is written there cannot be taken back
    if (isSpecial(F.Path))
      writeContent(F.Path, F.Path, F);
  for (std::unique_ptr<Temporary> &T : Written)
    T->keep();
}

void writeText(const std::string &Path, const std::string &Text) {
  if (Path == "-")
    std::fwrite(Text.data(), 1, Text.size(), stdout);
  else
    writeFiles({{Path, Text.data(), Text.size()}});
}

} // namespace hexloom
