// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instructions take of a packet, and how long their results are on their way: facts for prices. See resources.def.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace hexloom {

enum class Pipe {
#define PIPE(NAME) NAME,
#include "machine/resources.def"
};

/// A set of pipes.
class Pipes {
public:
  constexpr Pipes() = default;
  constexpr Pipes(std::initializer_list<Pipe> All) {
    for (Pipe P : All)
      Bits |= uint32_t(1) << static_cast<int>(P);
  }
  constexpr bool has(Pipe P) const { return Bits >> static_cast<int>(P) & 1; }
  constexpr bool overlaps(Pipes O) const { return Bits & O.Bits; }
  constexpr Pipes with(Pipes O) const { return Pipes(Bits | O.Bits); }

private:
  constexpr explicit Pipes(uint32_t All) : Bits(All) {}
  uint32_t Bits = 0;
};

struct Resource {
  const char *Text;
  std::vector<Pipes> Ways; ///< of which one must be free; none: it always has room
  int Read, Late, Result;  ///< stages: of vectors, of an accumulator; of the result
};

/// The resource of that name. Throws UserError if there is none.
const Resource &resourceNamed(const std::string &Text);
/// The resources of a list such as "alu, mpy", of an instruction each.
std::vector<const Resource *> parseResources(const std::string &List);

/// Whether a packet has the pipes for all of them.
bool fitTogether(const std::vector<const Resource *> &All);

/// Packets from an instruction to the first that reads its result without waiting; accumulators may be read later than other vectors.
int packetsBetween(const Resource &From, const Resource &To, bool ToAccumulator, int StagesOfPacket);

} // namespace hexloom
