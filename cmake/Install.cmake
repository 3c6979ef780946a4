# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake --install build --prefix DIR: tools, libraries, headers, and a package for find_package(Hexloom), which need the folder
# where they were built no longer. LLVM's shared pieces (clang's own headers, ld.lld for Hexagon, llvm-ar) stay Debian's.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(share ${CMAKE_INSTALL_DATADIR}/hexloom)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Hexloom)

install(TARGETS dnn-frontend swiftdsp-sim RUNTIME)
install(TARGETS hexloom_rt_host ARCHIVE DESTINATION lib)
install(TARGETS packet-profile-plugin LIBRARY DESTINATION lib)
install(FILES ${CMAKE_BINARY_DIR}/lib/libhexloom_rt_qemu.a DESTINATION lib)
install(PROGRAMS ${CMAKE_BINARY_DIR}/bin/qemu-hexagon TYPE BIN OPTIONAL) # utils/bootstrap.sh builds it, unless told not to
install(DIRECTORY runtime/include/hexloom TYPE INCLUDE)
if(HEXLOOM_TOOLCHAIN)
  install(PROGRAMS ${CMAKE_BINARY_DIR}/bin/clang ${CMAKE_BINARY_DIR}/bin/llc ${CMAKE_BINARY_DIR}/bin/ld.lld TYPE BIN)
  install(TARGETS packet-profile RUNTIME)
  # clang looks for its own headers and libraries beside its bin folder.
  install(FILES ${CMAKE_BINARY_DIR}/lib/libclang_rt.builtins-hexagon.a ${CMAKE_BINARY_DIR}/lib/libhexloom_rt_swiftdsp.a DESTINATION lib)
  set(swiftdsp_lib ${CMAKE_BINARY_DIR}/lib/swiftdsp)
  install(FILES ${swiftdsp_lib}/crt0.o ${swiftdsp_lib}/libswiftdsp.a ${swiftdsp_lib}/libclang_rt.builtins-swiftdsp.a
    runtime/swiftdsp/swiftdsp.ld DESTINATION lib/swiftdsp)
  install(DIRECTORY runtime/swiftdsp/include DESTINATION lib/swiftdsp)
  install(CODE "file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/clang/19\")
    file(CREATE_LINK ${HEXLOOM_LLVM_ROOT}/lib/clang/19/include
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/clang/19/include\" SYMBOLIC)")
endif()

# The scripts that compile and run networks: their folder looks as it does here.
install(DIRECTORY runtime DESTINATION ${share} PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY utils/runmodel DESTINATION ${share}/utils PATTERN __pycache__ EXCLUDE)
install(DIRECTORY utils/device-kit DESTINATION ${share}/utils)
install(DIRECTORY dnn-frontend/machine DESTINATION ${share}/dnn-frontend FILES_MATCHING PATTERN *.json)
foreach(script run-model.sh compile-model.sh device-kit.sh compare.py)
  install(PROGRAMS utils/${script} DESTINATION ${share}/utils)
  cmake_path(REMOVE_EXTENSION script OUTPUT_VARIABLE name)
  install(CODE "file(CREATE_LINK ../${share}/utils/${script}
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/hexloom-${name}\" SYMBOLIC)")
endforeach()

set(HEXLOOM_ARCHIVES lib)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/HexloomConfig.cmake.in ${CMAKE_BINARY_DIR}/HexloomConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR HEXLOOM_ARCHIVES)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/HexloomConfigVersion.cmake COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT) # the tool runs here, what it writes is compiled for any machine
install(FILES ${CMAKE_BINARY_DIR}/HexloomConfig.cmake ${CMAKE_BINARY_DIR}/HexloomConfigVersion.cmake DESTINATION ${package})
if(HEXLOOM_TOOLCHAIN)
  file(RELATIVE_PATH HEXLOOM_BIN_FROM_TOOLCHAINS ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/Hexloom/toolchains ${CMAKE_INSTALL_FULL_BINDIR})
  configure_file(${CMAKE_CURRENT_LIST_DIR}/toolchains/clang.cmake.in ${CMAKE_BINARY_DIR}/toolchains/clang.cmake @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/toolchains/clang.cmake ${CMAKE_CURRENT_LIST_DIR}/toolchains/hexagon.cmake
    ${CMAKE_CURRENT_LIST_DIR}/toolchains/swiftdsp.cmake DESTINATION ${package}/toolchains)
endif()
