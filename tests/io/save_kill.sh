#!/bin/bash
# A program that saves one scene after another is killed (SIGKILL) at random moments; every file that it reported as saved is complete, and so is the
# version before. Usage: tests/io/save_kill.sh FILES_VICTIM [KILLS]
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" kills "$work" "${2:-20}"
