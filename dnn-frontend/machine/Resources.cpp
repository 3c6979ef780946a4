// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/Resources.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

static const std::vector<Resource> &allResources() {
  static const std::vector<Resource> All = [] {
#define PIPE(NAME) constexpr Pipe NAME = Pipe::NAME;
#include "machine/resources.def"
    return std::vector<Resource>{
#define RESOURCE(TEXT, WAYS, READ, LATE, RESULT) {TEXT, WAYS, READ, LATE, RESULT},
#include "machine/resources.def"
    };
  }();
  return All;
}

const Resource &resourceNamed(const std::string &Text) {
  const std::vector<Resource> &All = allResources();
  const auto Found = std::find_if(All.begin(), All.end(), [&](const Resource &R) { return Text == R.Text; });
  if (Found == All.end())
    throw UserError("no resource of a packet is named '" + Text + "'");
  return *Found;
}

std::vector<const Resource *> parseResources(const std::string &List) {
  std::vector<const Resource *> All;
  for (size_t Begin = 0, End; Begin <= List.size(); Begin = End + 2) {
    End = std::min(List.find(", ", Begin), List.size());
    All.push_back(&resourceNamed(List.substr(Begin, End - Begin)));
  }
  return All;
}

static bool fitBeside(Pipes Taken, const std::vector<const Resource *> &All, size_t From) {
  if (From == All.size())
    return true;
  const std::vector<Pipes> &Ways = All[From]->Ways;
  return (Ways.empty() && fitBeside(Taken, All, From + 1)) || std::any_of(Ways.begin(), Ways.end(), [&](Pipes Way) {
           return !Taken.overlaps(Way) && fitBeside(Taken.with(Way), All, From + 1);
         });
}

bool fitTogether(const std::vector<const Resource *> &All) { return fitBeside({}, All, 0); }

int packetsBetween(const Resource &From, const Resource &To, bool ToAccumulator, int StagesOfPacket) {
  const int Stages = From.Result - (ToAccumulator ? To.Late : To.Read);
  return std::max(1, (Stages + StagesOfPacket - 1) / StagesOfPacket);
}

} // namespace hexloom
