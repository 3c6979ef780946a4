# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Hexagon's helper routines, its own among them (__hexagon_memcpy_*, saving and restoring registers), with the stock packetizer.
# Target hexagon-builtins makes build/lib/libclang_rt.builtins-hexagon.a, for v66 and later.
# memcpy, memmove and memset are not among them: the C library, or our runtime, has these.

set(archive ${CMAKE_BINARY_DIR}/lib/libclang_rt.builtins-hexagon.a)
builtins_list(hexagon hexagon_SOURCES)
set(files ${generic_builtins})
# Hexagon's own version of a routine replaces the generic one of the same name.
foreach(file IN LISTS hexagon)
  get_filename_component(name ${file} NAME_WE)
  list(REMOVE_ITEM files ${name}.c)
endforeach()
set(files ${hexagon} ${files})
list(TRANSFORM files PREPEND ${builtins_source}/)
compiled_archive(${archive} hexagon-builtins FILES ${files} ${further_builtins}
  FLAGS --target=hexagon-unknown-elf -mv66 -G0 -O2 -std=c11 -w -ffreestanding -fno-builtin -fomit-frame-pointer -ffunction-sections
    -fdata-sections)
add_custom_target(hexagon-builtins ALL DEPENDS ${archive})
add_dependencies(hexagon-builtins clang)
