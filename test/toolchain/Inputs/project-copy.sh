# To be sourced: project_copy ROOT BUILD DIR makes DIR/project with the scripts and patches of ROOT, and DIR/tree with
# the upstream files that the patches change, as they are upstream. fail and expect_* end the test with a reason.
project_copy() {
  local root=$1 build=$2 dir=$3 file
  rm -rf "$dir"
  mkdir -p "$dir/project/llvm" "$dir/tree"
  cp -r "$root/utils" "$dir/project/utils"
  cp -r "$root/llvm/patches" "$dir/project/llvm/patches"
  (cd "$build/llvm-src/.pristine" && find . -type f) | while read -r file; do
    install -D -m 644 "$build/llvm-src/.pristine/$file" "$dir/tree/$file"
  done
  cp "$build/llvm-src/.extracted" "$dir/tree/.extracted"
}

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# expect_text TEXT FILE
expect_text() { grep -qF -- "$1" "$2" || fail "'$1' is not in $2: $(cat "$2")"; }

# snapshot DIR: names, contents and time stamps of its files, without the scripts' own notes.
snapshot() { (cd "$1" && find . -type f ! -path './.*' -printf '%p %T@ ' -exec sha256sum {} \; | sort); }
