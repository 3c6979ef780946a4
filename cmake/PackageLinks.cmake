# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What cpack runs on the files of the package: what users call gets its names in /usr, with a manual page and completions that are
# made of --help.
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(inner lib/hexloom)
if(NOT IS_DIRECTORY ${usr}/${inner}/bin)
  message(FATAL_ERROR "${usr}/${inner}: nothing was installed there")
endif()

# What --help prints, as it stands.
function(add_manual_page NAME SUMMARY)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env COLUMNS=80 ${usr}/bin/${NAME} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "(utils/)?(run-model|compile-model|device-kit|compare)[.](sh|py)" "hexloom-\\2" help "${help}")
  string(REPLACE "\\" "\\e" help "${help}")
  string(REPLACE "-" "\\-" help "${help}")
  string(REGEX REPLACE "\n([.'])" "\n\\\\&\\1" help "${help}") # a line of text, no request of troff
  set(file ${usr}/share/man/man1/${NAME}.1)
  file(WRITE ${file} ".TH ${NAME} 1 \"\" \"Hexloom ${CPACK_PACKAGE_VERSION}\"\n.SH NAME\n${NAME} \\- ${SUMMARY}\n.SH DESCRIPTION\n.nf\n${help}.fi\n")
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# PROGRAM: its name below lib/hexloom/bin.
function(add_program NAME PROGRAM SUMMARY)
  file(CREATE_LINK ../${inner}/bin/${PROGRAM} ${usr}/bin/${NAME} SYMBOLIC)
  add_manual_page(${NAME} "${SUMMARY}")
  # bash-completion's function reads --help when it completes.
  file(WRITE ${usr}/share/bash-completion/completions/${NAME} "complete -F _longopt ${NAME}\n")
endfunction()

file(MAKE_DIRECTORY ${usr}/bin ${usr}/include)
add_program(dnn-frontend dnn-frontend "compile a quantized network to C")
add_program(hexloom-run-model hexloom-run-model "compile and run a quantized network")
add_program(hexloom-compile-model hexloom-compile-model "compile a quantized network to a library")
add_program(hexloom-device-kit hexloom-device-kit "what a device needs to run a quantized network")
add_program(hexloom-compare hexloom-compare "compare two runtimes' tensors, layer by layer")
add_program(swiftdsp-sim swiftdsp-sim "simulate a program for SwiftDSP")
if(EXISTS ${usr}/${inner}/bin/clang)
  add_program(packet-profile packet-profile "packets, stalls and cycles of a profiled program")
  add_program(hexloom-clang clang "C compiler for Hexagon and SwiftDSP")
endif()
file(CREATE_LINK ../${inner}/include/hexloom ${usr}/include/hexloom SYMBOLIC)

# The package that find_package() looks for; the paths in it are relative to its own place.
foreach(name HexloomConfig HexloomConfigVersion)
  file(WRITE ${usr}/lib/cmake/Hexloom/${name}.cmake "include(\${CMAKE_CURRENT_LIST_DIR}/../../hexloom/lib/cmake/Hexloom/${name}.cmake)\n")
endforeach()

set(documents ${usr}/share/doc/hexloom)
file(READ ${CPACK_HEXLOOM_SOURCES}/LICENSE licence)
file(READ ${CPACK_HEXLOOM_SOURCES}/NOTICE notice)
file(WRITE ${documents}/copyright "${licence}\n${notice}")
file(COPY ${CPACK_HEXLOOM_SOURCES}/README.md ${CPACK_HEXLOOM_SOURCES}/CHANGELOG.md ${CPACK_HEXLOOM_SOURCES}/SECURITY.md DESTINATION ${documents})
