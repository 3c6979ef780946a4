# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian's LLVM 19 as static archives, and the functions to build on them.
#
#   hexloom_llvm                     INTERFACE: compile flags, include folders, and the archives of LLVM
#   hexloom_clang                    INTERFACE: the same and clang's archives
#   hexloom_lld                      INTERFACE: hexloom_llvm's and lld's archives
#   hexloom_overlay(NAME [UPSTREAM] [FOR clang|lld] FILE...)
#                                    OBJECT library of files that belong into LLVM (FOR: into clang or lld); every tool on these
#                                    libraries links it. Another tool or unit test can link NAME too, with hexloom_llvm.
#                                    STATISTIC and LLVM_DEBUG work in it.
#                                    UPSTREAM: not our code; no warnings, and as silent as Debian's archives
#   hexloom_llvm_tool(NAME LIBRARY FILE...)
#                                    a program in build/bin that links the overlay on LIBRARY (hexloom_llvm, _clang, _lld)
#
# Plain add_executable and archives on purpose: LLVM's own CMake targets and AddLLVM's helpers bring libLLVM.so in,
# and then every option is registered twice.

set(HEXLOOM_LLVM_ROOT /usr/lib/llvm-19 CACHE PATH "Debian's LLVM 19")
set(HEXLOOM_LLVM_SOURCE ${CMAKE_BINARY_DIR}/llvm-src)
set(HEXAGON_SOURCE ${HEXLOOM_LLVM_SOURCE}/llvm/lib/Target/Hexagon)
set(HEXAGON_TABLES ${CMAKE_BINARY_DIR}/llvm-tables)
# The headers that llvm/patches changes, and those that are generated from what it changes.
set(HEXLOOM_PATCHED_HEADERS ${CMAKE_BINARY_DIR}/llvm-headers)

function(hexloom_llvm_config OUT)
  execute_process(COMMAND ${HEXLOOM_LLVM_ROOT}/bin/llvm-config ${ARGN}
    OUTPUT_VARIABLE out OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(out UNIX_COMMAND "${out}")
  set(${OUT} ${out} PARENT_SCOPE)
endfunction()

if(NOT EXISTS ${HEXLOOM_LLVM_ROOT}/bin/llvm-config)
  message(FATAL_ERROR "no LLVM 19 in ${HEXLOOM_LLVM_ROOT}: utils/bootstrap.sh installs it")
endif()
hexloom_llvm_config(version --version)
if(NOT version STREQUAL "19.1.7")
  message(FATAL_ERROR "the overlay belongs to LLVM 19.1.7, ${HEXLOOM_LLVM_ROOT} holds ${version}")
endif()

# Everything that includes an LLVM header must see what the archives were built with. NDEBUG is part of the ABI:
# without it ScheduleDAG is 8 bytes longer and vtables differ; it links, and then crashes.
# llvm/tools/hexloom/AbiCheck.cpp asserts the size.
add_library(hexloom_llvm_headers INTERFACE)
target_compile_definitions(hexloom_llvm_headers INTERFACE
  NDEBUG _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_compile_options(hexloom_llvm_headers INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -Wno-comment>)
# Ours first, then upstream's as patched and Hexagon's private ones, then what llvm-19-dev installs.
target_include_directories(hexloom_llvm_headers INTERFACE
  ${PROJECT_SOURCE_DIR}/llvm/include ${PROJECT_SOURCE_DIR}/clang/include ${PROJECT_SOURCE_DIR}/llvm/lib/Target/Hexagon)
target_include_directories(hexloom_llvm_headers SYSTEM INTERFACE
  ${HEXLOOM_PATCHED_HEADERS} ${HEXAGON_SOURCE} ${HEXAGON_TABLES} ${HEXLOOM_LLVM_ROOT}/include)

set(archive_dir ${HEXLOOM_LLVM_ROOT}/lib)
# A compiler allocates small pieces all the time: mimalloc needs a fourteenth fewer instructions for networks' C than glibc's malloc.
set(link_tail -Wl,--end-group -lrt -ldl -lm -lz -lzstd -lxml2 -lz3 -lpthread)
set(link_head -lmimalloc -fuse-ld=lld -B${HEXLOOM_LLVM_ROOT}/bin -Wl,--gc-sections -L${archive_dir} -Wl,--start-group)
hexloom_llvm_config(llvm_archives --link-static --libs all)
list(APPEND llvm_archives -lPolly -lPollyISL)
file(GLOB clang_archives ${archive_dir}/libclang*.a)
# One string each, so that CMake neither reorders nor removes what looks repeated.
string(JOIN " " llvm_link ${link_head} ${llvm_archives} ${link_tail})
string(JOIN " " clang_link ${link_head} ${clang_archives} ${llvm_archives} ${link_tail})
file(GLOB lld_archives ${archive_dir}/liblld*.a)
string(JOIN " " lld_link ${link_head} ${lld_archives} ${llvm_archives} ${link_tail})

add_library(hexloom_llvm INTERFACE)
target_link_libraries(hexloom_llvm INTERFACE hexloom_llvm_headers "${llvm_link}")
add_library(hexloom_clang INTERFACE)
target_link_libraries(hexloom_clang INTERFACE hexloom_llvm_headers "${clang_link}")
add_library(hexloom_lld INTERFACE)
target_link_libraries(hexloom_lld INTERFACE hexloom_llvm_headers "${lld_link}")

function(hexloom_overlay NAME)
  cmake_parse_arguments(arg UPSTREAM FOR "" ${ARGN})
  add_library(${NAME} OBJECT ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${NAME} PUBLIC hexloom_llvm_headers)
  target_compile_options(${NAME} PRIVATE -ffunction-sections -fdata-sections)
  if(arg_UPSTREAM)
    target_compile_options(${NAME} PRIVATE -w)
  else()
    target_compile_options(${NAME} PRIVATE -include ${PROJECT_SOURCE_DIR}/llvm/tools/hexloom/Instrumentation.h)
  endif()
  if(NOT arg_FOR)
    set(arg_FOR llvm)
  endif()
  set_property(GLOBAL APPEND PROPERTY HEXLOOM_OVERLAY_${arg_FOR} ${NAME})
endfunction()

function(hexloom_llvm_tool NAME LIBRARY)
  # A build from before a tool was ours has a link to Debian's there.
  if(IS_SYMLINK ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${NAME})
    file(REMOVE ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${NAME})
  endif()
  add_executable(${NAME} ${ARGN})
  string(REPLACE "hexloom_" "" of ${LIBRARY})
  get_property(overlay GLOBAL PROPERTY HEXLOOM_OVERLAY_llvm)
  if(NOT of STREQUAL "llvm")
    get_property(more GLOBAL PROPERTY HEXLOOM_OVERLAY_${of})
  endif()
  target_link_libraries(${NAME} PRIVATE ${overlay} ${more} ${LIBRARY})
  # A program at a fixed address starts in 15 ms instead of 26: half a million addresses need no relocation.
  target_link_options(${NAME} PRIVATE -no-pie)
endfunction()
