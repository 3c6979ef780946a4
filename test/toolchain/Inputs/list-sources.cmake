# cmake -P this, in a folder of an LLVM tree: prints the sources that its CMakeLists.txt has compiled, one a line.
# LLVM's functions are stand-ins; those that declare a library print its source files.
foreach(ignored tablegen clang_tablegen add_public_tablegen_target add_llvm_component_group add_subdirectory add_dependencies
    include_directories target_link_libraries target_compile_definitions set_property get_property add_custom_command
    find_first_existing_vc_file set_source_files_properties target_compile_options)
  function(${ignored})
  endfunction()
endforeach()
foreach(library add_llvm_component_library add_llvm_target add_clang_library add_lld_library)
  function(${library})
    foreach(argument IN LISTS ARGN)
      if(argument MATCHES "\\.cpp$")
        message("${argument}")
      endif()
    endforeach()
  endfunction()
endforeach()
include(CMakeLists.txt)
