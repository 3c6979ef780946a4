# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which qemu-hexagon the scripts run, to be sourced; utils/runmodel/emulator.py is the same for Python.
# emulator BUILD: $HEXLOOM_QEMU; without it the one of the build folder, if utils/bootstrap.sh built it; else the machine's.
emulator() {
  if [ -n "${HEXLOOM_QEMU:-}" ]; then
    printf '%s\n' "$HEXLOOM_QEMU"
  elif [ -x "$1/bin/qemu-hexagon" ]; then
    printf '%s\n' "$1/bin/qemu-hexagon"
  else
    printf 'qemu-hexagon\n'
  fi
}
