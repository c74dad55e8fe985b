#!/bin/sh
# Ends with the first command that fails.
set -eu
bindlab format --check Tests/Examples/ci/*.bind
bindlab check --werror Tests/Examples/ci/*.bind
bindlab test --werror --timeout 5 --format junit -o "${REPORT:-/dev/null}" Tests/Examples/ci
