// After the first visit the page works without a network, and one version of all its files is used at a time.
'use strict';
const kName = 'marrow-' + kVersion;
const kLater = ['/viewer.html'];  // kept from when it was wanted first
const kFiles = ['./', 'index.html', 'page.js', 'marrow.js.gz', 'marrow.wasm.gz', 'marrow.data.gz', 'icon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kName).then((cache) => cache.addAll(kFiles)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith('marrow-') && name !== kName).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== location.origin) return;
  event.respondWith(caches.open(kName)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept || fetch(event.request).then((response) => {
      if (response.ok && kLater.some((name) => address.pathname.endsWith(name))) {
        const copy = response.clone();
        caches.open(kName).then((cache) => cache.put(address.pathname, copy));
      }
      return response;
    })));
});
