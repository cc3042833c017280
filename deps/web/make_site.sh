#!/usr/bin/env bash
# Completes the page's folder: its own files, the icon, the viewer, and the compressed program.  make_site.sh WEB VIEWER SITE
#   WEB: src/web; VIEWER: the built viewer without extension
set -euo pipefail
web=$1 viewer=$2 site=$3
for file in marrow.js marrow.wasm marrow.data; do  # zopfli: 4 % less than gzip -9, for half a minute
  [ "$site/$file.gz" -nt "$site/$file" ] || zopfli --i5 "$site/$file"
done
[ "$viewer.wasm.gz" -nt "$viewer.wasm" ] || zopfli --i5 "$viewer.wasm"
# The viewer is one file: the page, its scripts, and the program as text.
python3 - "$web/viewer" "$viewer" "$site/viewer.html" <<'END'
import base64, sys
from pathlib import Path
page, viewer, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
program = base64.b64encode(Path(viewer + ".wasm.gz").read_bytes()).decode()
scripts = [Path(viewer + ".js").read_text(), (page / "viewer.js").read_text()]
assert not any("</script" in script for script in scripts)
inside = f'<script id="program" type="application/gzip">{program}</script>\n' + "".join(f"<script>\n{script}</script>\n" for script in scripts)
out.write_text((page / "viewer.html").read_text().replace("<!-- program -->\n", inside))
END
total=$(cat "$site"/*.gz | wc -c)
version=$(cat "$web"/page/* "$site/viewer.html" "$site"/*.gz | sha256sum | cut -c1-16)
for file in "$web"/page/*; do cp "$file" "$site/"; done
cp "$(dirname "$0")/../package/marrow.svg" "$site/icon.svg"
sed -i "1a const kVersion = '$version';" "$site/service_worker.js"
sed -i "1i const kSizes = { total: $total };  // bytes of what is fetched" "$site/page.js"
