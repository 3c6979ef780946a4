# Our files in this folder: one line each. Read by the installed mode and, through a patch, by LLVM's own CMake.
set(HEXAGON_SDA_SOURCES
  HexagonIDGBuilder.cpp
  HexagonMemoryDeps.cpp
  HexagonPacketRules.cpp
  HexagonPacketVerifier.cpp
  HexagonRegionCost.cpp
  HexagonSDAPacketizer.cpp
  HexagonSDARegion.cpp
  HexagonSDAVerify.cpp
  HexagonSoftDeps.cpp
  )
