# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Messages of the scripts in utils/, to be sourced: what is going on, and one clear reason when it cannot go on.
say() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*"; }

# die MESSAGE [HINT]...: status 1; the hints stand below the message.
die() {
  printf '%s: error: %s\n' "$(basename "$0" .sh)" "$1" >&2
  shift
  [ $# -eq 0 ] || printf '    %s\n' "$@" >&2
  exit 1
}

# need_disk FOLDER MEGABYTES
need_disk() {
  local free
  free=$(df --output=avail -BM "$1" | tail -n 1 | tr -dc 0-9)
  [ "$free" -ge "$2" ] || die "$1 has $free MB free, $2 MB are needed"
}
