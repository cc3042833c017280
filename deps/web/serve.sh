#!/usr/bin/env bash
# Serves a folder of static files on this machine.  serve.sh FOLDER [PORT]
set -euo pipefail
port=${2:-8000}
echo "Marrow is at http://localhost:$port/ (Ctrl+C ends it)"
exec python3 -m http.server --bind 127.0.0.1 --directory "$1" "$port" 2>/dev/null
