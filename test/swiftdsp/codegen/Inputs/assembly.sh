# usage: assembly.sh BIN ROOT OUTPUT: what the compiler writes as text assembles to what it writes as an object.
set -eu
bin=$1 root=$2 output=$3
inputs=$root/test/swiftdsp/codegen/Inputs
for source in "$inputs/program.c" "$inputs/assembly.c"; do
  for flags in -O0 "-O2 -g" "-O2 -mllvm -sda-pack=off"; do
    # $flags is a list
    "$bin/clang" --target=swiftdsp $flags -w -S "$source" -o "$output.s"
    "$bin/clang" --target=swiftdsp $flags -w -c "$output.s" -o "$output.text.o"
    "$bin/clang" --target=swiftdsp $flags -w -c "$source" -o "$output.object.o"
    for way in text object; do
      "$bin/llvm-strip" -g "$output.$way.o"
      "$bin/llvm-objdump" -s -d -r "$output.$way.o" | tail -n +3 >"$output.$way"
    done
    [ -s "$output.text" ] && cmp "$output.text" "$output.object" || { echo "$source, $flags: text and object differ"; exit 1; }
  done
done
