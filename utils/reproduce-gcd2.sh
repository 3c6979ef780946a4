#!/usr/bin/env bash
# GCD2's tables and figures drawn again, under docs/reproduction; --help for options.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root/utils"
exec /usr/bin/python3 -B -m reproduction "$@"
