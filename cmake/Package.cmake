# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cpack in the build folder: hexloom_VERSION_ARCHITECTURE.deb with all that Install.cmake installs. That lies in a folder of its own,
# because Debian's packages have a clang, ld.lld, llc and qemu-hexagon, too; PackageLinks.cmake brings into /usr what users call.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hexloom)
set(CPACK_PACKAGE_VENDOR "The Hexloom authors")
set(CPACK_PACKAGE_CONTACT "The Hexloom authors <hexloom@localhost>") # Debian's format needs an address
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Compiler of quantized networks for VLIW vector DSPs")
string(CONCAT CPACK_PACKAGE_DESCRIPTION
  "dnn-frontend turns TensorFlow Lite networks into C for Hexagon with HVX and for SwiftDSP. The package has the clang that compiles it,"
  " runtime headers and libraries, an emulator, a simulator and a profiler.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/hexloom)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# clang's own headers; llvm-size and llvm-ar; the scripts.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-19-dev, llvm-19, python3, python3-numpy")
# run-model's pictures; --target portable.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-pil, gcc | c-compiler")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bash-completion, cmake")

set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/PackageLinks.cmake)
set(CPACK_HEXLOOM_SOURCES ${PROJECT_SOURCE_DIR}) # of documents
include(CPack)
