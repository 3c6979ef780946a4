# custom-names.sh TEST ROOT FOLDER NAME...: the test's network with its operator under other names, compiled with a function of the
# name that the remark says, or of the operator's own. Prints both.
test=$1 root=$2 dir=$3
shift 3
for name in "$@"; do
  sed "s/Scaled.Sum/$name/" "$test" >"$dir/other.txt"
  /usr/bin/python3 "$root/test/frontend/Inputs/import.py" "$dir/other.txt" --write "$dir/other.tflite"
  cd "$dir"
  called=$(dnn-frontend other.tflite --custom "$name=function.h" --target=portable 2>&1 | sed -n 's/.* is the function //p')
  called=${called:-$name}
  sed "s/Scaled_Sum/$called/" "$(dirname "$0")/scaled_sum.h" >function.h
  "$root/utils/compile-model.sh" other.tflite --target portable --custom "$name=function.h" -o other.o >log 2>&1 || { cat log; exit 1; }
  echo "$name: $called"
done
