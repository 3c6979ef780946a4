# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# -DCMAKE_TOOLCHAIN_FILE=.../hexagon.cmake: programs for Hexagon by the clang that was installed with this file, without an operating
# system. HEXLOOM_HEXAGON_CPU: v65 to v73 (v66).
include(${CMAKE_CURRENT_LIST_DIR}/clang.cmake)
set(CMAKE_SYSTEM_PROCESSOR hexagon)
if(NOT HEXLOOM_HEXAGON_CPU)
  set(HEXLOOM_HEXAGON_CPU v66)
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HEXLOOM_HEXAGON_CPU)
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET hexagon-unknown-elf)
  set(CMAKE_${language}_FLAGS_INIT "-m${HEXLOOM_HEXAGON_CPU} -mhvx -mhvx-length=128b -G0 -ffreestanding")
endforeach()
