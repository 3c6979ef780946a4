# Our files in this folder: one line each. Read by the installed mode and, through a patch, by LLVM's own CMake.
set(SDA_SOURCES
  BottomUpPacker.cpp
  IDG.cpp
  IDGDump.cpp
  OptimalPacker.cpp
  Packing.cpp
  SDAOptions.cpp
  SlotMatcher.cpp
  TopDownPacker.cpp
  )
