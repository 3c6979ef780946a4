# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The helper routines that compilers call (float and double arithmetic, 64-bit division): Debian has them for neither target, so
# upstream's compiler-rt/lib/builtins is compiled by our clang.

set(builtins_source ${HEXLOOM_LLVM_SOURCE}/compiler-rt/lib/builtins)
file(READ ${builtins_source}/CMakeLists.txt upstream_builtins)

# builtins_list(OUT NAME): the files in upstream's set(NAME ...).
function(builtins_list OUT NAME)
  if(NOT upstream_builtins MATCHES "set\\(${NAME}\n([^)]*)\\)")
    message(FATAL_ERROR "${builtins_source}/CMakeLists.txt has no ${NAME}")
  endif()
  string(REGEX MATCHALL "[^ \n]+\\.[cS]" files "${CMAKE_MATCH_1}")
  set(${OUT} ${files} PARENT_SCOPE)
endfunction()
builtins_list(generic_builtins GENERIC_SOURCES)
# long double is double on both targets: the 128-bit routines (GENERIC_TF_SOURCES) would be empty. These two are Apple's.
list(REMOVE_ITEM generic_builtins apple_versioning.c os_version_check.c)
# A C library's, but clang calls them for builtins: both archives have them, too.
set(further_builtins ${PROJECT_SOURCE_DIR}/runtime/freestanding/extremes.c)

# compiled_archive(ARCHIVE FOLDER FLAGS flag... FILES file... [DEPENDS file...]): files compiled by our clang to objects in FOLDER
# of the build, and an archive of them. clang is to be a dependency of the target that has the archive: it need not be built again
# when a pass changes; what is compiled anew with a change is in DEPENDS.
function(compiled_archive ARCHIVE FOLDER)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;FILES;DEPENDS")
  set(folder ${CMAKE_BINARY_DIR}/${FOLDER})
  get_filename_component(archive_folder ${ARCHIVE} DIRECTORY)
  file(MAKE_DIRECTORY ${folder} ${archive_folder})
  set(objects)
  foreach(file IN LISTS arg_FILES)
    file(RELATIVE_PATH name ${builtins_source} ${file})
    string(REGEX REPLACE "^(\\.\\./)+" "" name ${name})
    string(REPLACE "/" "-" name ${name})
    set(object ${folder}/${name}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/clang ${arg_FLAGS} -MD -MF ${object}.d -c ${file} -o ${object}
      DEPENDS ${file} ${arg_DEPENDS} DEPFILE ${object}.d COMMENT "${FOLDER}: ${name}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_custom_command(OUTPUT ${ARCHIVE}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${ARCHIVE}
    COMMAND ${HEXLOOM_LLVM_ROOT}/bin/llvm-ar rcs ${ARCHIVE} ${objects}
    DEPENDS ${objects} COMMENT "${FOLDER}: ${ARCHIVE}" VERBATIM)
endfunction()
