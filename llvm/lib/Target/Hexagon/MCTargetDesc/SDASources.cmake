# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Our files in this folder: one line each. Read by the installed mode and, through a patch, by LLVM's own CMake.
set(HEXAGON_DESC_SDA_SOURCES
  HexagonPacketTiming.cpp
  HexagonVectorLoads.cpp
  )
