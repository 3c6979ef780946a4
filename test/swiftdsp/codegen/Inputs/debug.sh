# usage: debug.sh BIN ROOT OUTPUT: compiles sources with -g and without and compares code and data.
set -eu
bin=$1 root=$2 output=$3
for source in "$root"/runtime/swiftdsp/stdlib.c "$root"/runtime/freestanding/files.c "$root"/test/swiftdsp/runtime/Inputs/library.c; do
  for flags in -O2 "-O2 -mllvm -sda-pack=off" -Os; do
    for debug in -g0 -g; do
      # $flags is a list
      "$bin/clang" --target=swiftdsp $flags $debug -w -I "$root/runtime/include" -I "$root/runtime/swiftdsp" -c "$source" -o "$output$debug.o"
      "$bin/llvm-objdump" -d --no-leading-addr --no-show-raw-insn "$output$debug.o" | tail -n +3 >"$output$debug.s"
    done
    [ -s "$output-g.s" ] && cmp "$output-g0.s" "$output-g.s" || { echo "$source, $flags: -g changes the code"; exit 1; }
  done
done
