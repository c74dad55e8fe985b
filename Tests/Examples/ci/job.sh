#!/bin/sh
# Runs all commands, and fails if one of them does.
set -u
failed=0
bindlab format --check Tests/Examples/ci/*.bind || failed=1
bindlab check --werror Tests/Examples/ci/*.bind || failed=1
bindlab test --werror --timeout 5 --format junit -o "${REPORT:-/dev/null}" Tests/Examples/ci ||
  failed=1
exit $failed
