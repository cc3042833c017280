#!/usr/bin/env bash
# Completes the page's folder: its own files, the icon, and the program's compressed.  make_site.sh PAGE SITE
set -euo pipefail
page=$1 site=$2
for file in marrow.js marrow.wasm marrow.data; do
  [ "$site/$file.gz" -nt "$site/$file" ] || gzip -9 -n -k -f "$site/$file"
done
total=$(cat "$site"/*.gz | wc -c)
version=$(cat "$page"/* "$site"/*.gz | sha256sum | cut -c1-16)
for file in "$page"/*; do cp "$file" "$site/"; done
cp "$(dirname "$0")/../package/marrow.svg" "$site/icon.svg"
sed -i "1a const kVersion = '$version';" "$site/service_worker.js"
sed -i "1i const kSizes = { total: $total };  // bytes of what is fetched" "$site/page.js"
