#!/bin/bash
# tests/serve.sh - every protocol script of tests/serve against `felt serve`: tests/serve.sh PROGRAM BOOKS. Prints TAP.
root=$(realpath "$(dirname "$0")")
exec python3 "$root/serve/run.py" "$1" "$2" "$root"/serve/*.script
