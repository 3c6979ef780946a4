# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# machine_facts(JSON OUT): writes the facts of a processor's description (dnn-frontend/machine) as rows FACT("key", value) for C++.
function(machine_facts JSON OUT)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${JSON})
  file(READ ${JSON} text)
  string(JSON count LENGTH "${text}" facts)
  math(EXPR last "${count} - 1")
  set(rows "// Made of ${JSON}.\n")
  foreach(i RANGE ${last})
    string(JSON key MEMBER "${text}" facts ${i})
    string(JSON value GET "${text}" facts ${key} value)
    string(APPEND rows "FACT(\"${key}\", ${value})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${OUT} CONTENT "${rows}" @ONLY)
endfunction()
