# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# -DCMAKE_TOOLCHAIN_FILE=.../swiftdsp.cmake: programs for SwiftDSP by the clang that was installed with this file; swiftdsp-sim runs them.
include(${CMAKE_CURRENT_LIST_DIR}/clang.cmake)
set(CMAKE_SYSTEM_PROCESSOR swiftdsp)
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET swiftdsp)
endforeach()
find_program(HEXLOOM_SWIFTDSP_SIM swiftdsp-sim HINTS ${HEXLOOM_BIN})
set(CMAKE_CROSSCOMPILING_EMULATOR ${HEXLOOM_SWIFTDSP_SIM})
