#!/bin/sh
# GCD2's tables and figures drawn again, under docs/reproduction; --help for options.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m reproduction "$@"
