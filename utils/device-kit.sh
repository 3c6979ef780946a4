#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes what a device needs to run a network: see utils/device-kit.sh --help, and utils/device-kit for the parts.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m runmodel.device_kit "$@"
