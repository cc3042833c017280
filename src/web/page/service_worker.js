// Stores the page's files, all in one version, so that the page works without a network. Adds the headers that isolate the page, so that it may use threads.
'use strict';
const kName = 'marrow-' + kVersion;
const kFiles = ['./', 'page.js', 'marrow.js.gz', 'marrow.worker.js', 'marrow.wasm.gz', 'marrow.data.gz', 'icon.svg'];
const kLater = ['viewer.html', 'reader.js.gz', 'reader.wasm.gz', 'course.html'];  // stored when first requested, like everything in course/
const kFresh = ['course.json', 'sheet.md'];  // what a course chooses: it may change, so the stored copy is used only without a network
const kCompiler = /\/course\/[^/]*\.llvm\.[^/]*$/;  // its name has its version, so it stays valid for later versions of the page
const kNameOfCompiler = 'compiler';
const kIsolating = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const placeOf = (name) => new URL(name, self.registration.scope).pathname;

self.addEventListener('install', (event) => {
  // The first service worker takes over at once, before the large files are fetched, and stores them as they arrive. A later one fetches all files
  // that changed.
  const ready = self.registration.active ? caches.open(kName).then((cache) => cache.addAll(kFiles)) : Promise.resolve();
  event.waitUntil(ready.then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith('marrow-') && name !== kName).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

async function answer(request, place, name = kName) {
  const cache = await caches.open(name);
  const kept = await cache.match(place);
  if (kept) return kept;
  const response = await fetch(request);
  // If nothing more can be stored, the page still works with a network.
  if (response.ok && !response.redirected) await cache.put(place, response.clone()).catch((error) => console.warn(`${place} is not stored: ${error.message}`));
  return response;
}
async function freshAnswer(request, place) {
  const cache = await caches.open(kName);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await cache.put(place, response.clone());
    return response;
  } catch {
    return (await cache.match(place)) ?? Response.error();
  }
}
function isolated(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(kIsolating)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== location.origin) return;
  const place = address.pathname === placeOf('index.html') ? placeOf('./') : address.pathname;
  if (kFresh.map(placeOf).includes(place)) event.respondWith(freshAnswer(event.request, place));
  else if (kCompiler.test(place)) event.respondWith(answer(event.request, place, kNameOfCompiler));
  else if (place.startsWith(placeOf('course/')) || kLater.map(placeOf).includes(place)) event.respondWith(answer(event.request, place));
  else if (kFiles.map(placeOf).includes(place)) event.respondWith(answer(event.request, place).then(isolated));
});
