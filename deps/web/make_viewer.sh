#!/usr/bin/env bash
# Makes viewer.html, the one file that Share puts a scene into.  make_viewer.sh WEB VIEWER OUT
#   WEB: src/web; VIEWER: the built viewer without extension; OUT: the file
set -euo pipefail
web=$1 viewer=$2 out=$3
mkdir -p "$(dirname "$out")"
[ "$viewer.wasm.gz" -nt "$viewer.wasm" ] || zopfli --i5 "$viewer.wasm"
# The viewer is one file: the page, its scripts, and the program as text.
python3 - "$web/viewer" "$viewer" "$out" <<'END'
import base64, sys
from pathlib import Path
page, viewer, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
program = base64.b64encode(Path(viewer + ".wasm.gz").read_bytes()).decode()
scripts = [Path(viewer + ".js").read_text(), (page / "viewer.js").read_text()]
assert not any("</script" in script for script in scripts)
inside = f'<script id="program" type="application/gzip">{program}</script>\n' + "".join(f"<script>\n{script}</script>\n" for script in scripts)
out.write_text((page / "viewer.html").read_text().replace("<!-- program -->\n", inside))
END
