# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Our files in this folder: one line each. Read by the installed mode and, through a patch, by LLVM's own CMake.
set(HEXAGON_SDA_SOURCES
  HexagonBoard.cpp
  HexagonBranchHints.cpp
  HexagonBranchReach.cpp
  HexagonCountedLoops.cpp
  HexagonEntryFacts.cpp
  HexagonFaults.cpp
  HexagonForms.cpp
  HexagonFrameAccess.cpp
  HexagonMeanings.cpp
  HexagonPacketRules.cpp
  HexagonPacketSlots.cpp
  HexagonPacketVerifier.cpp
  HexagonSDAPacketizer.cpp
  HexagonSDATarget.cpp
  HexagonSoftDeps.cpp
  HexagonTripCount.cpp
  ../Loops/BitForms.cpp
  ../Loops/PolynomialLoops.cpp
  )
