# The helper routines that Hexagon code calls (float and double arithmetic, 64-bit division, __hexagon_memcpy_*, saving
# and restoring registers): Debian has none, so upstream's compiler-rt/lib/builtins is compiled by our clang, with the
# stock packetizer. Target hexagon-builtins makes build/lib/libclang_rt.builtins-hexagon.a, for v66 and later.
# memcpy, memmove and memset are not among them: the C library, or our runtime, has these.

set(source ${HEXLOOM_LLVM_SOURCE}/compiler-rt/lib/builtins)
set(archive ${CMAKE_BINARY_DIR}/lib/libclang_rt.builtins-hexagon.a)
set(objects_dir ${CMAKE_BINARY_DIR}/hexagon-builtins)
set(flags --target=hexagon-unknown-elf -mv66 -G0 -O2 -std=c11 -w -ffreestanding -fno-builtin -fomit-frame-pointer
  -ffunction-sections -fdata-sections)

# builtins_list(OUT NAME): the files in upstream's set(NAME ...).
file(READ ${source}/CMakeLists.txt upstream)
function(builtins_list OUT NAME)
  if(NOT upstream MATCHES "set\\(${NAME}\n([^)]*)\\)")
    message(FATAL_ERROR "${source}/CMakeLists.txt has no ${NAME}")
  endif()
  string(REGEX MATCHALL "[^ \n]+\\.[cS]" files "${CMAKE_MATCH_1}")
  set(${OUT} ${files} PARENT_SCOPE)
endfunction()
builtins_list(hexagon hexagon_SOURCES)
builtins_list(generic GENERIC_SOURCES)
# long double is double on Hexagon: the 128-bit routines (GENERIC_TF_SOURCES) would be empty. These two are Apple's.
list(REMOVE_ITEM generic apple_versioning.c os_version_check.c)
# Hexagon's own version of a routine replaces the generic one of the same name.
foreach(file IN LISTS hexagon)
  get_filename_component(name ${file} NAME_WE)
  list(REMOVE_ITEM generic ${name}.c)
endforeach()

set(objects)
foreach(file IN LISTS hexagon generic)
  string(REPLACE "/" "-" name ${file})
  set(object ${objects_dir}/${name}.o)
  # clang is a dependency of the target, not of each file: it need not be built again when a pass of ours changes.
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/clang ${flags} -c ${source}/${file} -o ${object}
    DEPENDS ${source}/${file} COMMENT "Hexagon builtin ${file}" VERBATIM)
  list(APPEND objects ${object})
endforeach()
file(MAKE_DIRECTORY ${objects_dir} ${CMAKE_BINARY_DIR}/lib)
add_custom_command(OUTPUT ${archive}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
  COMMAND ${HEXLOOM_LLVM_ROOT}/bin/llvm-ar rcs ${archive} ${objects}
  DEPENDS ${objects} COMMENT "Hexagon builtins: ${archive}" VERBATIM)
add_custom_target(hexagon-builtins ALL DEPENDS ${archive})
add_dependencies(hexagon-builtins clang)
