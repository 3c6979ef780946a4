# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# SwiftDSP in installed mode: its tables, its libraries, and its place in the lists of targets that tools initialize.
set(swiftdsp_dir ${PROJECT_SOURCE_DIR}/llvm/lib/Target/SwiftDSP)
include(${swiftdsp_dir}/Sources.cmake)

# Debian's lists with one more target.
foreach(list Targets AsmPrinters AsmParsers Disassemblers)
  string(REGEX REPLACE "^Targets$" "TARGET" macro ${list})
  string(REGEX REPLACE "s$" "" macro ${macro})
  string(REGEX REPLACE "([a-z])([A-Z])" "\\1_\\2" macro ${macro})
  string(TOUPPER "LLVM_${macro}" macro)
  file(READ ${HEXLOOM_LLVM_ROOT}/include/llvm/Config/${list}.def text)
  string(REPLACE "${macro}(Hexagon)" "${macro}(Hexagon)\n${macro}(SwiftDSP)" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${list}.def has no ${macro}(Hexagon)")
  endif()
  file(CONFIGURE OUTPUT ${HEXLOOM_PATCHED_HEADERS}/llvm/Config/${list}.def CONTENT "${changed}" @ONLY)
endforeach()
# llvm-objdump asks LLVM's own build whether there is a library for Mach-O's archives of bitcode: there is none.
file(CONFIGURE OUTPUT ${HEXLOOM_PATCHED_HEADERS}/llvm/Config/config.h CONTENT "")

file(GLOB swiftdsp_td CONFIGURE_DEPENDS ${swiftdsp_dir}/*.td)
foreach(table IN LISTS SWIFTDSP_TABLES)
  string(REPLACE ":" ";" table ${table})
  list(POP_BACK table backend)
  set(out ${HEXAGON_TABLES}/SwiftDSPGen${table}.inc)
  add_custom_command(OUTPUT ${out}
    COMMAND ${HEXLOOM_LLVM_ROOT}/bin/llvm-tblgen -gen-${backend} -I ${swiftdsp_dir} -I ${HEXLOOM_PATCHED_HEADERS}
      -I ${PROJECT_SOURCE_DIR}/llvm/include -I ${HEXLOOM_LLVM_ROOT}/include ${swiftdsp_dir}/SwiftDSP.td -o ${out}
    DEPENDS ${swiftdsp_td} ${intrinsic_descriptions}
    COMMENT "Generating SwiftDSP's ${backend} table" VERBATIM)
  list(APPEND tables ${out})
endforeach()

# swiftdsp_overlay(NAME FILE...): files of the back end, with its folder among the includes.
function(swiftdsp_overlay NAME)
  list(TRANSFORM ARGN PREPEND ${swiftdsp_dir}/)
  hexloom_overlay(${NAME} ${ARGN})
  target_include_directories(${NAME} PRIVATE ${swiftdsp_dir})
  add_dependencies(${NAME} hexagon-tables)
endfunction()
list(TRANSFORM SWIFTDSP_INFO_SOURCES PREPEND TargetInfo/)
list(TRANSFORM SWIFTDSP_DESC_SOURCES PREPEND MCTargetDesc/)
swiftdsp_overlay(SwiftDSPDesc ${SWIFTDSP_INFO_SOURCES} ${SWIFTDSP_DESC_SOURCES} AsmParser/SwiftDSPAsmParser.cpp
  Disassembler/SwiftDSPDisassembler.cpp)
swiftdsp_overlay(SwiftDSPCodeGen ${SWIFTDSP_CODEGEN_SOURCES})
