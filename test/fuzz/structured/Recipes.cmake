# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Recipes, from text to networks, and what changes them: for every program that has to do with them.
foreach(file Recipe Build Generate Fields Shapes Bidirectional Detection Control Loops Mutate)
  list(APPEND RECIPE_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${file}.cpp)
endforeach()
list(APPEND RECIPE_SOURCES ${CMAKE_CURRENT_LIST_DIR}/../Mutator.cpp ${CMAKE_CURRENT_LIST_DIR}/../TextMutator.cpp
     ${CMAKE_CURRENT_LIST_DIR}/../Compile.cpp)
