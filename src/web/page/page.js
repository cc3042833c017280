// The page around the program: fetches the program, sizes its canvas, passes on the user's files and clipboard, and stores its files. The program
// calls `Module.page`; the program's functions begin with marrow_ (web/main.cpp).
'use strict';
(() => {
  if (new URLSearchParams(location.search).has('course')) {  // the assignment, in plain HTML
    location.replace('course.html');
    return;
  }
  if (new URLSearchParams(location.search).has('embed')) {  // the viewer: one scene, without the editor
    location.replace('viewer.html' + location.search + location.hash);
    return;
  }
  const isOfCourse = new URLSearchParams(location.search).has('functions');  // this is the figure in the page of the assignment (web/course): it stores nothing
  const kKept = '/kept';  // stored in the browser's database
  const kHome = kKept + '/home';        // the user's own files are below it
  const kInbox = kHome + '/opened';  // files that the user opened
  const kForgets = 30 * 24 * 3600 * 1000;  // milliseconds; opened files are deleted after that time
  const kSyncSoon = 300, kSyncEach = 10000;  // milliseconds
  const kPart = 4 << 20;  // bytes that take a few milliseconds to copy

  const canvas = document.getElementById('canvas');
  const cover = document.getElementById('cover');
  const words = document.getElementById('words');
  const bar = document.querySelector('#bar div');
  let program = null;
  let failed = false;

  /** Shows one sentence instead of the program. */
  function fail(sentence) {
    failed = true;
    cover.hidden = false;
    cover.classList.add('failed');
    words.textContent = sentence;
  }

  let tellTimer = 0;
  /** Shows one sentence over the program for a while. */
  function tell(sentence) {
    const note = document.getElementById('note');
    note.textContent = sentence;
    note.hidden = false;
    clearTimeout(tellTimer);
    tellTimer = setTimeout(() => { note.hidden = true; }, 12000);
  }

  // Fetching. The files are compressed. If the server announces that, the browser unpacks them, else the page does.

  async function* piecesOf(response, progress) {
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      progress(value.length);
      yield value;
    }
  }

  async function fetchUnpacked(name, progress) {
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${name}: the server answered ${response.status}; the site is not complete`);
    const pieces = piecesOf(response, progress);
    const first = await pieces.next();
    if (first.done) throw new Error(`${name} is empty`);
    const isPacked = first.value.length > 1 && first.value[0] === 0x1f && first.value[1] === 0x8b;
    const stream = new ReadableStream({
      start(to) { to.enqueue(first.value); },
      async pull(to) {
        const { done, value } = await pieces.next();
        if (done) to.close(); else to.enqueue(value);
      },
    });
    if (!isPacked) return stream;
    if (typeof DecompressionStream === 'undefined')
      throw new Error('this browser cannot unpack the program; a newer one can (Chrome 80, Firefox 113, Safari 16.4)');
    return stream.pipeThrough(new DecompressionStream('gzip'));
  }

  // The canvas has as many pixels as the screen has in its place, at most kMost per side.

  const kMost = 8192;
  function pixels() {
    const scale = window.devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    const length = (css) => Math.max(1, Math.min(kMost, Math.round(css * scale)));
    return { width: length(box.width), height: length(box.height), scale };
  }

  function resize() {
    const { width, height } = pixels();
    if (program) program._marrow_resize(width, height);
  }

  // Stored files. The browser's database copies arrays of bytes at once, which blocks, but Blobs later in the background; so a large file is stored
  // as a Blob.

  const blobs = new Map();  // path -> { time, blob } of large files to store
  const keptTimes = new Map();  // path -> time of the stored change, milliseconds
  const coming = [];  // promises of large files being read from the database

  /** A file's content. A large one is copied in parts, and the page draws between them. */
  async function blobOf(path) {
    const { FS } = program, size = FS.stat(path).size, file = FS.open(path, 'r'), parts = [];
    for (let at = 0; at < size; at += kPart) {
      if (at > 0) await new Promise((done) => setTimeout(done));
      const part = new Uint8Array(Math.min(kPart, size - at));
      FS.read(file, part, 0, part.length, at);
      parts.push(new Blob([part]));
    }
    FS.close(file);
    return new Blob(parts, { type: 'application/octet-stream' });
  }

  /** Each file below a folder. */
  function* filesBelow(folder) {
    for (const name of program.FS.readdir(folder)) {
      if (name === '.' || name === '..') continue;
      const path = `${folder}/${name}`, { mode, size, mtime } = program.FS.stat(path);
      if (program.FS.isDir(mode)) yield* filesBelow(path); else yield { path, size, time: mtime.getTime() };
    }
  }

  async function makeBlobs() {
    for (const { path, size, time } of [...filesBelow(kKept)]) {
      if (size <= kPart || keptTimes.get(path) === time) continue;
      try {
        blobs.set(path, { time, blob: await blobOf(path) });
      } catch { /* it was removed meanwhile */ }
    }
  }

  function keepAsBlobs({ IDBFS }) {
    const store = IDBFS.storeRemoteEntry, load = IDBFS.loadRemoteEntry;
    IDBFS.storeRemoteEntry = (database, path, entry, done) => {
      const made = blobs.get(path), time = entry.timestamp.getTime();
      const contents = made && made.time === time ? made.blob : entry.contents;
      store(database, path, { ...entry, contents }, (error) => { if (!error) keptTimes.set(path, time); done(error); });
    };
    IDBFS.loadRemoteEntry = (database, path, done) => load(database, path, (error, entry) => {
      if (!error) keptTimes.set(path, entry.timestamp.getTime());
      if (error || !(entry.contents instanceof Blob)) return done(error, entry);
      coming.push(entry.contents.arrayBuffer().then((bytes) => done(null, { ...entry, contents: new Uint8Array(bytes) }), done));
    });
  }

  const kMostFailures = 3;  // in a row; a single failure is a file that was removed meanwhile
  let syncing = false, syncAgain = false, syncTimer = 0, keeps = false, failures = 0;
  async function sync() {
    clearTimeout(syncTimer);
    syncTimer = 0;
    if (!program || !keeps) return;
    if (syncing) { syncAgain = true; return; }
    syncing = true;
    if (failures === 0) await makeBlobs();  // in private windows some browsers do not store Blobs
    const error = await new Promise((done) => program.FS.syncfs(false, done));
    blobs.clear();
    syncing = false;
    failures = error ? failures + 1 : 0;
    if (failures === kMostFailures) console.warn('Marrow: the browser does not keep the files:', error);
    if (!syncAgain && (!error || failures >= kMostFailures)) return;
    syncAgain = false;
    await sync();
  }
  function syncSoon() { if (!syncTimer) syncTimer = setTimeout(sync, kSyncSoon); }

  /** Whether this page may store files: only one page of the site does, because two would overwrite each other's. */
  function isFirstPage() {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((answer) => {
      navigator.locks.request('marrow-files', { ifAvailable: true }, (lock) => {
        answer(lock !== null);
        return lock === null ? undefined : new Promise(() => {});
      }).catch(() => answer(true));
    });
  }

  async function mountKept(FS) {
    FS.mkdir(kKept);
    keeps = !isOfCourse && 'indexedDB' in window && await isFirstPage();
    if (keeps) {
      keepAsBlobs(FS.filesystems);
      FS.mount(FS.filesystems.IDBFS, {}, kKept);
      await new Promise((done) => FS.syncfs(true, (error) => { keeps = !error; done(); }));
      await Promise.all(coming.splice(0));
    }
    FS.mkdirTree(kInbox);
    forgetOld(FS, kInbox);
  }

  // The user's files.

  const handles = new Map();  // path -> FileSystemFileHandle to write the file to

  function safeName(name) { return name.replace(/[\/\\\0-\x1f]/g, '_') || 'file'; }

  function sizeOf(path, otherwise) { const found = program.FS.analyzePath(path); return found.exists ? found.object.usedBytes : otherwise; }

  /** Deletes files that were opened long ago: the user has the originals. */
  function forgetOld(FS, folder) {
    for (const name of FS.readdir(folder)) {
      const path = `${folder}/${name}`;
      if (name === '.' || name === '..') continue;
      if (FS.isDir(FS.stat(path).mode)) {
        forgetOld(FS, path);
        if (FS.readdir(path).length === 2) FS.rmdir(path);
      } else if (Date.now() - FS.stat(path).mtime > kForgets) {
        FS.unlink(path);
      }
    }
  }

  // Files that few users have are read by a separate program (web/reader), fetched for the first such file: its Worker answers with a scene file.

  const kRare = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression', 'EXT_texture_webp'];
  function isForReader(path, bytes) {
    if (/\.fbx$/i.test(path)) return true;
    const text = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
    const isBinary = bytes.length > 20 && text(0, 4) === 'glTF';
    if (!isBinary && !/\.gltf$/i.test(path)) return false;
    try {
      const json = JSON.parse(isBinary ? text(20, 20 + new DataView(bytes.buffer).getUint32(12, true)) : text(0));
      return [json.extensionsUsed, json.extensionsRequired].flat().some((name) => kRare.includes(name));
    } catch {
      return false;  // the program reports what is wrong with it
    }
  }

  let reader = null;  // promise of { script, code }
  function fetchReader() {
    const nothing = () => {};
    reader ??= Promise.all([
      fetchUnpacked('reader.js.gz', nothing).then((stream) => new Response(stream).blob()).then((script) => URL.createObjectURL(script)),
      fetchUnpacked('reader.wasm.gz', nothing).then((stream) =>
        WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }))),
    ]).then(([script, code]) => ({ script, code })).catch((error) => { reader = null; throw error; });
    return reader;
  }

  /** Makes a scene file of this one and returns its path. If that fails, tells why and returns null. */
  async function readElsewhere(path, together) {
    const { FS } = program, name = path.slice(path.lastIndexOf('/') + 1);
    const folder = path.slice(0, -name.length) + 'unpacked', made = name.replace(/\.[^.]*$/, '') + '.glb', to = `${folder}/${made}`;
    let worker = null;
    tell(`Reading ${name}`);
    try {
      const { script, code } = await fetchReader();
      worker = new Worker(script);
      const { bytes, warnings, problem } = await new Promise((done, failed) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = (event) => failed(new Error(event.message || 'its program stopped'));
        worker.postMessage({ code, path, files: together.map((place) => ({ place, bytes: FS.readFile(place) })) });
      });
      tell([problem ?? (made === name ? `${name} was compressed; Marrow saves it uncompressed` : `${name} is open as ${made}`), ...(warnings ?? [])].join('. '));
      if (problem) return null;
      FS.mkdirTree(folder);
      FS.writeFile(to, bytes, { canOwn: true });
      return to;
    } catch (error) {
      tell(`${name} could not be read: ${error.message ?? error}`);
      return null;
    } finally {
      if (worker) worker.terminate();
    }
  }

  /** Stores files that came together, [{name, blob, handle}], in one folder. Returns the paths of those that the program opens. */
  async function store(files) {
    if (!program || files.length === 0) return [];
    const FS = program.FS;
    const wanted = kInbox + (files.length > 1 ? '/' + safeName(files[0].name.replace(/\.[^.]*$/, '')) : '');
    let folder = wanted;  // another folder if this one has other files with these names
    for (let n = 2; files.some(({ name, blob }) => sizeOf(`${folder}/${safeName(name)}`, blob.size) !== blob.size); ++n) folder = `${wanted}/${n}`;
    FS.mkdirTree(folder);
    const paths = [], forReader = [];
    for (const { name, blob, handle } of files) {
      const path = `${folder}/${safeName(name)}`, bytes = new Uint8Array(await blob.arrayBuffer());
      FS.writeFile(path, bytes, { canOwn: true });
      if (handle) handles.set(path, handle); else handles.delete(path);
      if (program.ccall('marrow_opens', 'number', ['string'], [path])) paths.push(path);
      if (paths.includes(path) && isForReader(path, bytes)) forReader.push(path);
    }
    const together = files.map(({ name }) => `${folder}/${safeName(name)}`);
    for (const path of forReader) paths[paths.indexOf(path)] = await readElsewhere(path, together);
    syncSoon();
    if (forReader.length > 0) return paths.filter((path) => path !== null);
    return paths.length > 0 ? paths : [`${folder}/${safeName(files[0].name)}`];
  }

  async function take(files) {
    for (const path of await store(files)) program.ccall('marrow_take_file', null, ['string'], [path]);
  }

  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.hidden = true;
  input.id = 'files';
  document.body.append(input);
  input.addEventListener('change', async () => {
    await take([...input.files].map((blob) => ({ name: blob.name, blob })));
    input.value = '';
  });

  async function askForFiles() {
    if (window.showOpenFilePicker) {
      try {
        const chosen = await window.showOpenFilePicker({ multiple: true });
        await take(await Promise.all(chosen.map(async (handle) => ({ name: handle.name, blob: await handle.getFile(), handle }))));
        return;
      } catch (error) {
        if (error.name === 'AbortError') return;  // the user canceled
      }
    }
    input.click();
  }

  function download(name, blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  async function writeTo(handle, blob) {
    if (handle.requestPermission && await handle.requestPermission({ mode: 'readwrite' }) !== 'granted') return false;
    const stream = await handle.createWritable();
    await stream.write(blob);
    await stream.close();
    return true;
  }

  /** Writes what the user saved to the file that it came from, to one that the user chooses, or to the downloads. */
  async function saveFile(path, isAlone) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const blob = await blobOf(path);
    try {
      if (!handles.has(path) && isAlone && window.showSaveFilePicker)
        handles.set(path, await window.showSaveFilePicker({ suggestedName: name }));
      if (handles.has(path) && await writeTo(handles.get(path), blob)) return;
    } catch (error) {
      if (error.name === 'AbortError') return;
      handles.delete(path);
    }
    download(name, blob);
  }

  async function saveFiles(paths) {
    syncSoon();
    const own = paths.filter((path) => path.startsWith(kHome + '/'));
    for (const path of own) await saveFile(path, own.length === 1);
  }

  async function allIn(entry) {
    if (entry.isFile) return [await new Promise((done, failed) => entry.file(done, failed))];
    const reader = entry.createReader(), found = [];
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0) return (await Promise.all(found.map(allIn))).flat();
      found.push(...some);
    }
  }

  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', async (event) => {
    event.preventDefault();
    const items = [...event.dataTransfer.items].filter((item) => item.kind === 'file');
    const taken = items.map((item) => ({ entry: item.webkitGetAsEntry && item.webkitGetAsEntry(), blob: item.getAsFile(),
      handle: item.getAsFileSystemHandle ? item.getAsFileSystemHandle().catch(() => null) : null }));
    const files = [];
    for (const { entry, blob, handle } of taken) {
      if (entry && entry.isDirectory)
        for (const one of await allIn(entry)) files.push({ name: one.name, blob: one });
      else
        files.push({ name: blob.name, blob, handle: await handle });
    }
    await take(files);
  });

  // Files of the site that few users need, fetched when the program first asks for them.

  const kComing = 0, kThere = 1, kMissing = 2, kTryAgain = 5000;
  const brought = new Map();
  function fetchResource(name) {
    if (!brought.has(name)) {
      brought.set(name, kComing);
      fetch(name).then(async (response) => {
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        program.FS.writeFile('/' + name, new Uint8Array(await response.arrayBuffer()));
        brought.set(name, kThere);
      }).catch((error) => {
        console.warn(`${name}: ${error.message}`);
        brought.set(name, kMissing);
        setTimeout(() => brought.delete(name), kTryAgain);
      });
    }
    return brought.get(name);
  }

  /** Stores the scene that a link holds (#scene=..., &name=...); returns its path in a list, empty without one. */
  async function sceneOfAddress() {
    const behind = new URLSearchParams(location.hash.slice(1));
    if (!behind.has('scene')) return [];
    try {
      const packed = Uint8Array.from(atob(behind.get('scene').replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
      const blob = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
      return await store([{ name: behind.get('name') || 'scene.glb', blob }]);
    } catch {
      tell('The link is damaged: the scene in it cannot be read. Was its end cut off?');
      return [];
    }
  }

  /** Fetches and stores each file of ?open=ADDRESS&open=ADDRESS...; returns the paths. */
  async function filesOfAddress() {
    const paths = [];
    for (const address of new URLSearchParams(location.search).getAll('open')) {
      try {
        const response = await fetch(address);
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        const name = decodeURIComponent(new URL(address, location.href).pathname.split('/').pop());
        paths.push(...await store([{ name, blob: await response.blob() }]));
      } catch (error) {
        tell(`${address} could not be opened: ${error.message}. The server must allow other sites to read it (CORS).`);
      }
    }
    return paths;
  }

  // The clipboard: the browser reveals its content when the user pastes, and accepts text that the program copies.

  function copyText(text) { if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {}); }
  addEventListener('keydown', (event) => {
    const isPaste = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'v';
    if (isPaste) event.stopImmediatePropagation();  // the event "paste" follows, with the text
  }, true);
  addEventListener('paste', (event) => {
    event.preventDefault();
    if (program) program.ccall('marrow_paste', null, ['string'], [event.clipboardData.getData('text/plain')]);
  });

  // Leaving the page, and losing the graphics context.

  addEventListener('beforeunload', (event) => {
    if (!program || failed || isOfCourse || !program._marrow_has_unsaved_work()) return;
    event.preventDefault();
    event.returnValue = '';
  });
  addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') sync(); });
  addEventListener('pagehide', sync);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  // Caches the GL state that the program sets and later queries, because a browser answers such a query only after all earlier drawing.
  if (window.WebGL2RenderingContext) {
    const gl = WebGL2RenderingContext.prototype;
    const kColor = [gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB], kAlpha = [gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA];
    const kept = new Map();
    const keep = (names, values) => names.forEach((name, k) => kept.set(name, values[k]));
    const note = (method, how) => {
      const own = gl[method];
      gl[method] = function (...values) { how(...values); own.apply(this, values); };
    };
    note('scissor', (...box) => keep([gl.SCISSOR_BOX], [new Int32Array(box)]));
    note('blendFunc', (...factors) => { keep(kColor, factors); keep(kAlpha, factors); });
    note('blendFuncSeparate', (...factors) => keep([...kColor, ...kAlpha], factors));
    note('blendEquation', (how) => keep([gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA], [how, how]));
    note('blendEquationSeparate', (...hows) => keep([gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA], hows));
    const ask = gl.getParameter;
    gl.getParameter = function (name) { return kept.has(name) ? kept.get(name) : ask.call(this, name); };
    canvas.addEventListener('webglcontextrestored', () => kept.clear());
  }
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => { if (program) program._marrow_remake_graphics(); });

  // Threads. The browser gives them only to isolated pages. Isolation needs headers, which the service worker adds if the server does not send them.

  const kTried = 'marrow-isolating', kPatience = 4000;
  const hasWorker = 'serviceWorker' in navigator && window.isSecureContext && location.protocol !== 'file:';
  const register = () => navigator.serviceWorker.register('service_worker.js');

  /** Loads the page again, once, isolated, so that it may have threads. Without threads the program does its work between frames. */
  async function isolate() {
    if (window.crossOriginIsolated) return sessionStorage.removeItem(kTried);
    if (!hasWorker || window !== window.top || sessionStorage.getItem(kTried)) return;
    sessionStorage.setItem(kTried, '1');
    const registered = await register();
    const controls = navigator.serviceWorker.controller ? Promise.resolve() : new Promise((done) => {
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
      if (registered.active && !registered.installing && !registered.waiting) done();
    });
    const isIn = await Promise.race([controls.then(() => true), new Promise((done) => setTimeout(() => done(false), kPatience))]);
    if (!isIn) return;
    location.reload();
    await new Promise(() => {});
  }

  /** Memory that may grow as far as this browser allows. It is shared memory even if there are no threads to share it. */
  function makeMemory() {
    if (typeof SharedArrayBuffer === 'undefined')  // hidden in pages that are not isolated, but needed to make the memory
      window.SharedArrayBuffer = new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer.constructor;
    for (const maximum of [65536, 32768, 16384])  // pages of 64 KiB
      try { return new WebAssembly.Memory({ initial: 1024, maximum, shared: true }); } catch { /* try a smaller one */ }
    throw new Error('this browser gives a page too little memory');
  }

  /** Lets the page of the assignment choose, by useFunctions(), the functions that this figure calls: those of the module `code`, except `without`. */
  async function callFunctionsOfCourse() {
    const { functionsForJudge } = await import(new URL('course/functions.js', location.href).href);
    window.useFunctions = (code, without, hasRows) => {
      program.functions = functionsForJudge(code);
      program.ccall('marrow_use_functions', null, ['string', 'number'], [without.join(' '), Number(hasRows)]);
    };
    window.parent.dispatchEvent(new Event('figure-is-there'));
  }

  async function start() {
    const probe = document.createElement('canvas').getContext('webgl2');
    if (!probe) {
      fail('This browser shows no WebGL 2, which draws the picture. Turn on graphics acceleration in its settings, update it, or try another: Chrome, Edge, Firefox and Safari have it since 2022.');
      return;
    }
    const lose = probe.getExtension('WEBGL_lose_context');
    if (lose) lose.loseContext();
    await isolate().catch(() => {});
    let loaded = 0;
    const note = (bytes) => {
      loaded += bytes;
      bar.style.width = `${Math.min(100, 100 * loaded / kSizes.total)}%`;
    };
    let mainScript = null;
    const scriptReady = fetchUnpacked('marrow.js.gz', note).then((stream) => new Response(stream).blob()).then((blob) => new Promise((done, failed) => {
      const script = document.createElement('script');
      mainScript = new Blob([blob], { type: 'text/javascript' });
      script.src = URL.createObjectURL(mainScript);
      script.onload = done;
      script.onerror = () => failed(new Error('marrow.js.gz is broken; the site is not complete'));
      document.head.append(script);
    }));
    const code = fetchUnpacked('marrow.wasm.gz', note).then((stream) =>
      WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } })));
    const files = fetchUnpacked('marrow.data.gz', note).then((stream) => new Response(stream).arrayBuffer());
    const [compiled, data] = await Promise.all([code, files, scriptReady]);
    words.textContent = 'Starting';
    program = await makeMarrow({
      canvas,
      wasmMemory: makeMemory(),
      mainScriptUrlOrBlob: mainScript,
      locateFile: (name) => new URL(name, location.href).href,
      page: { isOfCourse, fail, saveFiles, copyText, askForFiles, fetchResource, address: new URL('./', location.href).href, hasEnded: () => { sync(); fail('Marrow has ended. Load the page again to go on.'); } },
      getPreloadedPackage: () => data,
      instantiateWasm: (imports, done) => { WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)); return {}; },
      print: (line) => console.log(line),
      printErr: (line) => console.warn(line),
      onAbort: (reason) => fail(`Marrow has stopped (${reason}). Load the page again: what was not saved will be offered.`),
    });
    await mountKept(program.FS);
    if (!keeps && !isOfCourse) tell('Marrow is open in another tab, or this browser keeps nothing: autosaves and preferences of this tab are lost with it. Files that you save are yours as always.');
    const { width, height, scale } = pixels();
    canvas.width = width;
    canvas.height = height;
    const log = new URLSearchParams(location.search).has('log-state') ? '/tmp/state' : '';  // in builds with tests
    program.callMain([String(width), String(height), String(scale), log, isOfCourse ? '1' : '0', new URLSearchParams(location.search).get('lesson') ?? '', ...await sceneOfAddress(), ...await filesOfAddress()]);
    if (failed) return;
    new ResizeObserver(resize).observe(canvas);
    addEventListener('resize', resize);
    resize();
    setInterval(sync, kSyncEach);
    cover.hidden = true;
    canvas.focus();
    window.marrow = program;
    if (isOfCourse) await callFunctionsOfCourse();
  }

  start().catch((error) => fail(`Marrow could not be started: ${error.message ?? error}`));
  if (hasWorker) register().catch(() => {});
})();
