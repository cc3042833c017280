#!/usr/bin/env bash
# Completes the page's folder: its own files, the icon, and the compressed program. The viewer is there.  make_site.sh WEB SITE
#   WEB: src/web
set -euo pipefail
web=$1 site=$2
for file in marrow.js marrow.wasm marrow.data reader.js reader.wasm; do  # zopfli: 4 % less than gzip -9, for half a minute
  [ ! -f "$site/$file" ] || [ "$site/$file.gz" -nt "$site/$file" ] || zopfli --i5 "$site/$file"
done
total=$(cat "$site"/marrow.*.gz | wc -c)  # the reader is fetched with the first file that needs it
version=$(cat "$web"/page/* "$site/viewer.html" "$site/course.html" "$site"/course/*.js "$site"/*.gz "$site"/course/[!0-9]*.gz | sha256sum | cut -c1-16)
for file in "$web"/page/*; do cp "$file" "$site/"; done
cp "$(dirname "$0")/../package/marrow.svg" "$site/icon.svg"
sed -i "1a const kVersion = '$version';" "$site/service_worker.js"
sed -i "1i const kSizes = { total: $total };  // bytes of what is fetched" "$site/page.js"
