#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that forgets a random program's last check (random-intrinsics.test).
for argument; do
  case $argument in *program.c) sed -i 's/^  check(3);//' "$argument" ;; esac
done
exec clang "$@"
