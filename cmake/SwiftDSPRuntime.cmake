# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `clang --target=swiftdsp` links and includes by itself: build/lib/swiftdsp has the start file, the C runtime (runtime/swiftdsp and
# runtime/freestanding), compiler-rt's helper routines, the linker script and headers; and
# build/lib/libhexloom_rt_swiftdsp.a, the harness that runs networks. Target: swiftdsp-runtime.

set(swiftdsp_lib ${CMAKE_BINARY_DIR}/lib/swiftdsp)
set(swiftdsp_runtime ${PROJECT_SOURCE_DIR}/runtime/swiftdsp)
set(flags --target=swiftdsp -O2 -std=gnu11 -ffreestanding -fno-builtin -ffunction-sections -fdata-sections)
# The back end's own files: what they change must not be stale here.
set(back_end $<TARGET_OBJECTS:SwiftDSPCodeGen> $<TARGET_OBJECTS:SwiftDSPDesc>)

list(TRANSFORM generic_builtins PREPEND ${builtins_source}/ OUTPUT_VARIABLE files)
compiled_archive(${swiftdsp_lib}/libclang_rt.builtins-swiftdsp.a swiftdsp-builtins FLAGS ${flags} -w FILES ${files} ${further_builtins}
  DEPENDS ${back_end})

set(files atomic.c exit.c port.c stdlib.c string.c ../freestanding/compare.c ../freestanding/files.c)
list(TRANSFORM files PREPEND ${swiftdsp_runtime}/)
set(flags ${flags} -Wall -Wextra -Wno-unused-parameter -I${PROJECT_SOURCE_DIR}/runtime/include -I${swiftdsp_runtime})
compiled_archive(${swiftdsp_lib}/libswiftdsp.a swiftdsp-runtime FLAGS ${flags} FILES ${files} DEPENDS ${back_end})
compiled_archive(${CMAKE_BINARY_DIR}/lib/libhexloom_rt_swiftdsp.a swiftdsp-harness FLAGS ${flags}
  FILES ${PROJECT_SOURCE_DIR}/runtime/harness.c DEPENDS ${back_end})
add_custom_command(OUTPUT ${swiftdsp_lib}/crt0.o
  COMMAND ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/clang ${flags} -c ${swiftdsp_runtime}/crt0.c -o ${swiftdsp_lib}/crt0.o
  DEPENDS ${swiftdsp_runtime}/crt0.c ${back_end} VERBATIM)

foreach(name swiftdsp.ld include)
  file(CREATE_LINK ${swiftdsp_runtime}/${name} ${swiftdsp_lib}/${name} SYMBOLIC)
endforeach()
add_custom_target(swiftdsp-runtime ALL
  DEPENDS ${swiftdsp_lib}/crt0.o ${swiftdsp_lib}/libswiftdsp.a ${swiftdsp_lib}/libclang_rt.builtins-swiftdsp.a
    ${CMAKE_BINARY_DIR}/lib/libhexloom_rt_swiftdsp.a)
add_dependencies(swiftdsp-runtime clang)
