# Our files in this folder: one line each. Read by the installed mode and, through a patch, by LLVM's own CMake.
set(HEXAGON_SDA_SOURCES
  HexagonIDGBuilder.cpp
  HexagonLiveUnits.cpp
  HexagonMemoryDeps.cpp
  HexagonPacketRules.cpp
  HexagonPacketVerifier.cpp
  HexagonRegionCost.cpp
  HexagonRegionPacker.cpp
  HexagonRegionRenamer.cpp
  HexagonRegionReport.cpp
  HexagonSDAPacketizer.cpp
  HexagonSDAPicture.cpp
  HexagonSDARegion.cpp
  HexagonSDAVerify.cpp
  HexagonSoftDeps.cpp
  HexagonSymbolicMachine.cpp
  )
