// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TCG plugin for qemu-hexagon: how often each packet runs, on which path, and what it does to the
// caches.
//
// For QEMU one "instruction" of Hexagon is one packet. A translated block is straight-line code, so
// its executions give those of its packets. A stall depends on the packets before; so executions
// are counted per *node*: the block, the blocks before it until they hold Depth packets, and the
// network layer that is running. A node remembers its successors, so that the usual step is one
// comparison and one increment.
//
//   qemu-hexagon -plugin
//   libpacket-profile.so,out=FILE[,map=FILE][,l1=SIZE:LINE:WAYS,l2=SIZE:LINE:WAYS] program
//
// map: lines `LOW HIGH ID` (hexadecimal addresses, high one exclusive), written by `packet-profile
// --layer-map`. Code in a range with an ID of 0 and up starts that layer; -1 (functions that call
// layers) ends it; anything else, such as a helper that a layer calls, stays in the layer that
// runs. l1, l2: simulate the data caches (CacheModel.h). One guest thread; the format of the
// profile is described in ../README.md.
#include "CacheModel.h"
extern "C" {
#include "qemu-plugin-api.h"
}
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

// Packets of history that a node holds: as long as any result is waited for.
enum : unsigned {
#define HEX_TIMING_PARAM(Name, Value, Source) Name = Value,
#include "MCTargetDesc/HexagonPacketTiming.def"
  Depth = MaxDependenceCycles
};

enum : int { KeepLayer = -2, NoLayer = -1 };

struct Block {
  std::vector<std::pair<uint32_t, uint8_t>> Packets; // address, bytes
  int Layer = KeepLayer;
  unsigned Id = 0; // when written
};

struct Node {
  uint64_t Count = 0;
  const Block *LastNext = nullptr; // the successor of last time
  Node *LastNode = nullptr;
  std::vector<std::pair<const Block *, Node *>> Successors;
  std::vector<const Block *> Path; // this block first, then the earlier ones
  int Layer = NoLayer;
};

using BlockKey = std::vector<std::pair<uint32_t, uint8_t>>;
using NodeKey = std::pair<int, std::vector<const Block *>>;

struct Range {
  uint32_t Low, High;
  int Layer;
};

std::map<BlockKey, std::unique_ptr<Block>> Blocks;
std::map<NodeKey, std::unique_ptr<Node>> Nodes;
std::vector<Range> LayerMap;
std::string OutFile;
Node Start;
Node *Current = &Start;
std::unique_ptr<CacheModel> Caches;

int layerOf(uint32_t Address) {
  for (const Range &R : LayerMap)
    if (Address >= R.Low && Address < R.High)
      return R.Layer;
  return KeepLayer;
}

/// The node that follows \p From when \p To runs, found by its path.
Node *findNode(const Node &From, const Block *To) {
  NodeKey Key;
  Key.first = To->Layer == KeepLayer ? From.Layer : To->Layer;
  Key.second.push_back(To);
  size_t History = 0;
  for (const Block *B : From.Path) {
    if (History >= Depth)
      break;
    Key.second.push_back(B);
    History += B->Packets.size();
  }
  std::unique_ptr<Node> &N = Nodes[Key];
  if (!N) {
    N = std::make_unique<Node>();
    N->Layer = Key.first;
    N->Path = Key.second;
  }
  return N.get();
}

Node *successor(Node &From, const Block *To) {
  for (auto &[B, N] : From.Successors)
    if (B == To)
      return N;
  Node *N = findNode(From, To);
  From.Successors.emplace_back(To, N);
  return N;
}

void onBlock(unsigned, void *Data) {
  const Block *B = static_cast<const Block *>(Data);
  Node &From = *Current;
  if (From.LastNext != B) {
    From.LastNode = successor(From, B);
    From.LastNext = B;
  }
  Current = From.LastNode;
  ++Current->Count;
}

void onBlockWithCaches(unsigned Vcpu, void *Data) {
  onBlock(Vcpu, Data);
  Caches->beginBlock(Current->Layer);
}

void onAccess(unsigned, qemu_plugin_meminfo_t Info, uint64_t Address, void *Packet) {
  Caches->access(uint32_t(uintptr_t(Packet)), uint32_t(Address),
                 1u << qemu_plugin_mem_size_shift(Info), qemu_plugin_mem_is_store(Info));
}

void onTranslate(qemu_plugin_id_t, struct qemu_plugin_tb *Tb) {
  BlockKey Packets;
  for (size_t I = 0, E = qemu_plugin_tb_n_insns(Tb); I != E; ++I) {
    struct qemu_plugin_insn *Insn = qemu_plugin_tb_get_insn(Tb, I);
    uint32_t Address = uint32_t(qemu_plugin_insn_vaddr(Insn));
    Packets.emplace_back(Address, uint8_t(qemu_plugin_insn_size(Insn)));
    if (Caches)
      qemu_plugin_register_vcpu_mem_cb(Insn, onAccess, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                       reinterpret_cast<void *>(uintptr_t(Address)));
  }
  std::unique_ptr<Block> &B = Blocks[Packets];
  if (!B) {
    B = std::make_unique<Block>();
    B->Packets = Packets;
    B->Layer = layerOf(Packets.front().first);
  }
  qemu_plugin_register_vcpu_tb_exec_cb(Tb, Caches ? onBlockWithCaches : onBlock,
                                       QEMU_PLUGIN_CB_NO_REGS, B.get());
}

void writeProfile(FILE *F) {
  std::fprintf(F, "packet-profile 1\n");
  unsigned Id = 0;
  for (auto &[Key, B] : Blocks) {
    B->Id = Id++;
    std::fprintf(F, "block %x", Key.front().first);
    for (auto &P : Key)
      std::fprintf(F, " %u", P.second);
    std::fputc('\n', F);
  }
  std::vector<std::string> Lines;
  for (auto &[Key, N] : Nodes) {
    std::string L = "node " + std::to_string(N->Layer) + " " + std::to_string(N->Count);
    for (const Block *B : N->Path)
      L += " " + std::to_string(B->Id);
    Lines.push_back(L + "\n");
  }
  std::sort(Lines.begin(), Lines.end()); // the map's order is that of pointers
  for (const std::string &L : Lines)
    std::fputs(L.c_str(), F);
  if (Caches)
    Caches->write(F);
  std::fprintf(F, "end\n");
}

void onExit(qemu_plugin_id_t, void *) {
  std::string Temporary = OutFile + ".tmp";
  FILE *F = std::fopen(Temporary.c_str(), "w");
  if (!F) {
    std::fprintf(stderr, "packet-profile plugin: error: cannot write %s\n", Temporary.c_str());
    return;
  }
  writeProfile(F);
  bool Ok = !std::ferror(F);
  Ok &= std::fclose(F) == 0;
  if (!Ok || std::rename(Temporary.c_str(), OutFile.c_str()) != 0) {
    std::remove(Temporary.c_str());
    std::fprintf(stderr, "packet-profile plugin: error: cannot write %s\n", OutFile.c_str());
  }
}

bool readLayerMap(const char *Name) {
  FILE *F = std::fopen(Name, "r");
  if (!F)
    return false;
  unsigned Low, High;
  int Layer, Fields;
  while ((Fields = std::fscanf(F, "%x %x %d", &Low, &High, &Layer)) == 3)
    LayerMap.push_back({Low, High, Layer});
  std::fclose(F);
  return Fields == EOF;
}

} // namespace

extern "C" {
PLUGIN_EXPORT int qemu_plugin_version = 1;

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t Id, const qemu_info_t *, int ArgC,
                                      char **ArgV) {
  CacheGeometry L1, L2;
  bool HaveL1 = false, HaveL2 = false;
  for (int I = 0; I < ArgC; ++I) {
    const char *Value = std::strchr(ArgV[I], '=');
    std::string Key(ArgV[I], Value ? size_t(Value - ArgV[I]) : std::strlen(ArgV[I]));
    Value = Value ? Value + 1 : "";
    bool Ok = true;
    if (Key == "out")
      OutFile = Value;
    else if (Key == "map")
      Ok = readLayerMap(Value);
    else if (Key == "l1")
      Ok = HaveL1 = L1.parse(Value);
    else if (Key == "l2")
      Ok = HaveL2 = L2.parse(Value);
    else
      Ok = false;
    if (!Ok) {
      std::fprintf(stderr, "packet-profile plugin: error: bad argument '%s'\n", ArgV[I]);
      return 1;
    }
  }
  if (OutFile.empty() || HaveL1 != HaveL2) {
    std::fprintf(stderr, "packet-profile plugin: error: %s\n",
                 OutFile.empty() ? "out=FILE is missing" : "l1 and l2 go together");
    return 1;
  }
  if (HaveL1)
    Caches = std::make_unique<CacheModel>(L1, L2);
  qemu_plugin_register_vcpu_tb_trans_cb(Id, onTranslate);
  qemu_plugin_register_atexit_cb(Id, onExit, nullptr);
  return 0;
}
}
