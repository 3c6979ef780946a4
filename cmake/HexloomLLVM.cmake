# Debian's LLVM 19 as static archives, and the functions to build on them.
#
#   hexloom_llvm                     INTERFACE: compile flags, include folders, and the archives of LLVM
#   hexloom_clang                    INTERFACE: the same and clang's archives
#   hexloom_overlay(NAME [UPSTREAM] FILE...)
#                                    OBJECT library of files that belong into LLVM; clang and llc link it. Another tool or
#                                    unit test can link NAME too, with hexloom_llvm. STATISTIC and LLVM_DEBUG work in it.
#                                    UPSTREAM: not our code; no warnings, and as silent as Debian's archives
#   hexloom_llvm_tool(NAME FILE...)  a program in build/bin that links the whole overlay
#
# Plain add_executable and archives on purpose: LLVM's own CMake targets and AddLLVM's helpers bring libLLVM.so in,
# and then every option is registered twice.

set(HEXLOOM_LLVM_ROOT /usr/lib/llvm-19 CACHE PATH "Debian's LLVM 19")
set(HEXLOOM_LLVM_SOURCE ${CMAKE_BINARY_DIR}/llvm-src)
set(HEXAGON_SOURCE ${HEXLOOM_LLVM_SOURCE}/llvm/lib/Target/Hexagon)
set(HEXAGON_TABLES ${CMAKE_BINARY_DIR}/llvm-tables)

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
# Ours first, then Hexagon's private headers as patched, then what llvm-19-dev installs.
target_include_directories(hexloom_llvm_headers INTERFACE
  ${PROJECT_SOURCE_DIR}/llvm/include ${PROJECT_SOURCE_DIR}/llvm/lib/Target/Hexagon)
target_include_directories(hexloom_llvm_headers SYSTEM INTERFACE
  ${HEXAGON_SOURCE} ${HEXAGON_TABLES} ${HEXLOOM_LLVM_ROOT}/include)

set(archive_dir ${HEXLOOM_LLVM_ROOT}/lib)
set(link_tail -Wl,--end-group -lrt -ldl -lm -lz -lzstd -lxml2 -lz3 -lpthread)
set(link_head -fuse-ld=lld -B${HEXLOOM_LLVM_ROOT}/bin -Wl,--gc-sections -L${archive_dir} -Wl,--start-group)
hexloom_llvm_config(llvm_archives --link-static --libs all)
list(APPEND llvm_archives -lPolly -lPollyISL)
file(GLOB clang_archives ${archive_dir}/libclang*.a)
# One string each, so that CMake neither reorders nor removes what looks repeated.
string(JOIN " " llvm_link ${link_head} ${llvm_archives} ${link_tail})
string(JOIN " " clang_link ${link_head} ${clang_archives} ${llvm_archives} ${link_tail})

add_library(hexloom_llvm INTERFACE)
target_link_libraries(hexloom_llvm INTERFACE hexloom_llvm_headers "${llvm_link}")
add_library(hexloom_clang INTERFACE)
target_link_libraries(hexloom_clang INTERFACE hexloom_llvm_headers "${clang_link}")

function(hexloom_overlay NAME)
  cmake_parse_arguments(arg UPSTREAM "" "" ${ARGN})
  add_library(${NAME} OBJECT ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${NAME} PUBLIC hexloom_llvm_headers)
  target_compile_options(${NAME} PRIVATE -ffunction-sections -fdata-sections)
  if(arg_UPSTREAM)
    target_compile_options(${NAME} PRIVATE -w)
  else()
    target_compile_options(${NAME} PRIVATE -include ${PROJECT_SOURCE_DIR}/llvm/tools/hexloom/Instrumentation.h)
  endif()
  set_property(GLOBAL APPEND PROPERTY HEXLOOM_OVERLAY ${NAME})
endfunction()

function(hexloom_llvm_tool NAME LIBRARY)
  add_executable(${NAME} ${ARGN})
  get_property(overlay GLOBAL PROPERTY HEXLOOM_OVERLAY)
  target_link_libraries(${NAME} PRIVATE ${overlay} ${LIBRARY})
endfunction()
