// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// System calls: the document, "Memory, faults, system calls".
#include "Machine.h"
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace swiftdsp;

namespace {
enum Call : int32_t { Exit = 1, Open, Read, Write, Close, Seek, Cycles, PacketCount, InstructionCount, MemoryEnd, Protect };

constexpr int32_t BadAddress = -14, BadArgument = -22;

// Linux's numbers, whatever the host's are.
int32_t failure() {
  switch (errno) {
  case ENOENT:
    return -2;
  case EBADF:
    return -9;
  case EACCES:
    return -13;
  case EINVAL:
    return -22;
  default:
    return -5;
  }
}

int64_t openFile(const Machine &M, uint32_t Path, uint32_t Flags, uint32_t Mode) {
  std::string Name;
  for (;; ++Path) {
    if (!M.Mem.allows(Path, 1, Memory::Read))
      return BadAddress;
    if (!*M.Mem.at(Path))
      break;
    Name += char(*M.Mem.at(Path));
  }
  if ((Flags & 3) == 3 || (Flags & ~0x643u))
    return BadArgument;
  int Host = (Flags & 3) == 0 ? O_RDONLY : (Flags & 3) == 1 ? O_WRONLY : O_RDWR;
  Host |= (Flags & 0x40 ? O_CREAT : 0) | (Flags & 0x200 ? O_TRUNC : 0) | (Flags & 0x400 ? O_APPEND : 0);
  int F = ::open(Name.c_str(), Host | O_CLOEXEC, mode_t(Mode));
  return F < 0 ? failure() : F;
}

template <class F> int64_t transfer(Machine &M, uint32_t Address, uint32_t Bytes, Memory::Right What, F Do) {
  if (!M.Mem.allowsRange(Address, Bytes, What))
    return BadAddress;
  ssize_t N = Do(M.Mem.at(Address), size_t(Bytes));
  return N < 0 ? failure() : N;
}

// Removes all rights from the pages that lie wholly in the range. Returns BadAddress if part of it may not be written.
int64_t protect(Memory &Mem, uint32_t Address, uint32_t Bytes) {
  if (!Mem.allowsRange(Address, Bytes, Memory::Write)) // text and what is protected already among them
    return BadAddress;
  const uint32_t First = (Address + Memory::PageSize - 1) & -Memory::PageSize, End = (Address + Bytes) & -Memory::PageSize;
  if (First < End)
    Mem.setRights(First, End - First, 0);
  return 0;
}

int64_t seek(int File, int32_t Offset, uint32_t Whence) {
  if (Whence > 2)
    return -22;
  off_t At = ::lseek(File, Offset, Whence == 1 ? SEEK_CUR : Whence == 2 ? SEEK_END : SEEK_SET);
  return At < 0 ? failure() : At;
}
} // namespace

void Machine::system() {
  const uint32_t A = uint32_t(R[3]), B = uint32_t(R[4]), C = uint32_t(R[5]);
  int64_t Result = 0;
  switch (R[1]) {
  case Exit:
    ExitStatus = int(A & 0xff);
    throw Stop{0, ""};
  case Open:
    Result = openFile(*this, A, B, C);
    break;
  case Read:
    Result = transfer(*this, B, C, Memory::Write, [&](void *P, size_t N) { return ::read(int(A), P, N); });
    break;
  case Write:
    Result = transfer(*this, B, C, Memory::Read, [&](void *P, size_t N) { return ::write(int(A), P, N); });
    break;
  case Close:
    Result = A <= 2 ? 0 : ::close(int(A)) < 0 ? failure() : 0; // the console stays open
    break;
  case Seek:
    Result = seek(int(A), int32_t(B), C);
    break;
  case Cycles:
    Result = int64_t(Cycle);
    break;
  case PacketCount:
    Result = int64_t(Packets);
    break;
  case InstructionCount:
    Result = int64_t(Instructions);
    break;
  case MemoryEnd:
    Result = Mem.size();
    break;
  case Protect:
    Result = protect(Mem, A, B);
    break;
  default:
    throw Stop{SystemCall, "system call " + std::to_string(R[1]) + " does not exist"};
  }
  R[1] = int32_t(Result);
  R[2] = int32_t(uint64_t(Result) >> 32);
}
